"""What the tray tells the table.

The law of this file: a roll is told once, for the prompt that was open while the dice moved; what else lies in the tray
is shown, and counts only when somebody asks for it with ROLL. A die nudged after its roll was told is a notice.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.devices import DiceRead, TileSeen, Tray, TraySeen, TrayState
from companion.inputs import Input
from companion.language import later, say
from companion.ports import Frame, Thrower
from companion.snapshot import Snapshot
from vision.reading import DiceReading
from vision.tiles.reading import NO_TILES, TileReading
from vision.tiles.teller import ReadTile, TileTeller
from vision.tray_watch import TrayEvent, TrayEventKind, TrayWatch, miscounted

Picture = NDArray[np.uint8]

PLACE_S: Final = 1.0
"""Between two looks at whether the camera still sees what it was calibrated for; two alike make a notice."""
NOT_MOVED: Final = later("The dice have not moved since the last roll: throw them.")
NO_DICE: Final = later("There are no dice in the tray: throw them.")
RESTLESS_S: Final = 7.0
"""Dice tumble for two seconds, a hand takes them up in three; what changes for longer is seldom a throw."""
RESTLESS: Final = later("The picture never comes to rest: take out what moves, or look after the camera and its cable.")
NUDGED: Final = later("A die was moved after the roll was read: the roll stands. Undo it to read the dice anew.")

_AT_REST: Final = (TrayEventKind.SETTLED, TrayEventKind.UNSURE, TrayEventKind.NUDGED)


class TrayTeller:
    """Frames and snapshots in, inputs out; on one thread."""

    def __init__(
        self,
        read: Callable[[Picture], DiceReading],
        post: Callable[[Input], object],
        keep: Callable[[Picture, DiceReading], int],
        thrower: Thrower | None = None,
        place: Callable[[Picture], str] = lambda image: "",
        read_tile: ReadTile = lambda game, image: NO_TILES,
        keep_tile: Callable[[Picture, TileReading], int] = lambda image, reading: 0,
    ) -> None:
        """`keep` numbers a picture; `place` says what has changed of the tray's place, empty: nothing."""
        self._read = read
        self._post = post
        self._keep = keep
        self._thrower = thrower
        self._place = place
        self._watch = TrayWatch(read)
        self._tiles = TileTeller(read_tile, keep_tile, thrower)
        self._tile_since: int | None = None
        """The awaited tile; None: none is."""
        self._rested = False
        """Whether the tray was seen at rest: before that nobody knows who threw, and when."""
        self._moved_for: int | None = None
        """The awaited roll during which the tray last moved; None once told."""
        self._presses = 0
        self._look_for: int | None = None
        """The awaited roll for which somebody pressed ROLL, until the tray is still."""
        self._known_told = False
        """Whether what lies there was told as a roll."""
        self._looks = 0
        self._picture = 0
        """Number of the picture that was read last."""
        self._shown = Tray()
        self._rest = Tray()
        """As it was shown at rest."""
        self._nudged = ""
        self._drift = ("", "")
        """What was said of the place at the last two looks."""
        self._drifted = ""
        """What is shown of it."""
        self._place_s: float | None = None
        self._restless_s: float | None = None
        """Since when nothing has come to rest."""
        self._restless = ""

    @property
    def picture(self) -> int:
        """The number of the picture in which what lies there was read; 0 while it moves."""
        return 0 if self._watch.reading is None else self._picture

    def restart(self) -> None:
        """Nobody saw what happened meanwhile: what lies there then is shown, as at the start."""
        self._watch = TrayWatch(self._read)
        self._looks = 0
        self._rested = False
        self._moved_for = self._restless_s = None

    def step(self, frame: Frame, snapshot: Snapshot | None) -> None:
        """Make of one frame whatever it tells."""
        awaited = snapshot.awaited_roll if snapshot is not None else None
        since = awaited[1] if awaited is not None else None
        if snapshot is not None and snapshot.look > self._presses:
            self._presses, self._look_for = snapshot.look, since
        watch = self._watch
        watch.dice = awaited[0].count if awaited is not None else None
        self._tile_since = self._tiles.awaits(snapshot)
        events = watch.feed(frame.image, frame.at_s, lambda: np.asarray(frame.whole(), np.uint8))
        if watch.moved and self._rested and since is not None:
            self._moved_for = since
        if watch.moved:
            self._tiles.moved()
        fresh = watch.looks != self._looks
        if fresh and watch.reading is not None and watch.picture is not None:
            self._looks = watch.looks
            self._picture = self._keep(watch.picture, watch.reading)
        self._show_moving({event.kind for event in events})
        self._look_at_rest(frame.at_s)
        at_rest = [event for event in events if event.kind in _AT_REST]
        for event in at_rest:
            self._tell(event, watch.dice, since)
        if watch.reading is None:
            return
        self._rested = True
        if snapshot is not None and watch.picture is not None:
            self._look_at_tile(watch.picture, watch.reading.status == "unsure", snapshot)
        if at_rest:
            self._look_for = None if self._shown.state is TrayState.READ else self._look_for
        if snapshot is not None and since is not None and self._look_for == since:
            self._look_for = None
            self._look(watch.reading, frame, snapshot, since)
        elif fresh and not at_rest:
            self._show_again(watch.reading, since)
        self._look_at_place(frame)

    def _tell(self, event: TrayEvent, count: int | None, since: int | None) -> None:
        """What came to rest: a roll, or something to be shown."""
        whole = not event.reasons and len(event.values) == count
        nudged = event.kind is TrayEventKind.NUDGED and self._known_told
        if nudged:
            self._nudged = say(NUDGED)
            self._show(Tray(TrayState.READ, event.values, (), self._picture))
        elif whole and since is not None and self._moved_for == since:
            self._tell_roll(event.values, since)
        else:
            reasons = event.reasons
            if not reasons and count is not None and len(event.values) != count:
                reasons = (miscounted(len(event.values), count),)
            self._known_told, self._nudged = False, ""
            self._show(Tray(TrayState.UNSURE if reasons else TrayState.READ, event.values, reasons, self._picture))

    def _tell_roll(self, values: tuple[int, ...], since: int) -> None:
        self._known_told, self._moved_for, self._nudged = True, None, ""
        self._rest = self._shown = self._noticed(Tray(TrayState.READ, values, (), self._picture))
        self._post(DiceRead(self._shown, since))

    def _show_again(self, reading: DiceReading, since: int | None) -> None:
        """Something passed by, or was taken out: what lies there is what was shown, or a part of it."""
        if reading.status == "empty":
            self._known_told, self._nudged = False, ""
            self._show(Tray(TrayState.EMPTY, (), (), self._picture))
        elif self._watch.lies():
            count = self._watch.dice
            whole = reading.status == "read" and len(reading.values) == count
            was_unsure = self._rest.state is TrayState.UNSURE
            if whole and was_unsure and not self._known_told and since is not None and self._moved_for == since:
                # One die too many was taken out.
                self._tell_roll(reading.values, since)
            elif reading.status == "read" and not was_unsure:
                self._show(Tray(TrayState.READ, reading.values, (), self._picture))
            else:
                self._show(replace(self._rest, picture=self._picture))

    def _look(self, reading: DiceReading, frame: Frame, snapshot: Snapshot, since: int) -> None:
        """Somebody pressed ROLL, and the tray is still."""
        count = self._watch.dice or 0
        told = self._known_told and self._watch.lies()
        if reading.status == "read" and len(reading.dice) == count and (not told or snapshot.last_roll_undone):
            self._tell_roll(reading.values, since)
        elif self._thrower is not None:
            self._thrower.throw(count)
            # What is thrown counts even if it comes to rest where dice lay, or is the same photo once more.
            self._watch.disturb(frame.at_s)
            self._known_told, self._moved_for = False, since
            self._show_moving({TrayEventKind.MOVING})
        elif reading.status == "empty":
            self._show(Tray(TrayState.EMPTY, (), (say(NO_DICE),), self._picture))
        elif reading.status == "unsure":
            self._show(Tray(TrayState.UNSURE, reading.values, reading.reasons, self._picture))
        elif len(reading.dice) != count and not told:
            reasons = (miscounted(len(reading.dice), count),)
            self._show(Tray(TrayState.UNSURE, reading.values, reasons, self._picture))
        else:
            self._show(Tray(TrayState.READ, reading.values, (say(NOT_MOVED),), self._picture))

    def _look_at_tile(self, picture: Picture, strange: bool, snapshot: Snapshot) -> None:
        tile = self._tiles.told(picture, self._looks, strange, snapshot)
        if tile is not None and self._tile_since is not None:
            self._shown, self._picture = self._noticed(tile), tile.picture
            self._post(TileSeen(self._shown, self._tile_since))

    def _show_moving(self, kinds: set[TrayEventKind]) -> None:
        """Said once, and once more where what moves turns out to be a hand."""
        if TrayEventKind.HAND in kinds:
            self._see(Tray(TrayState.HAND))
        elif TrayEventKind.MOVING in kinds and self._shown.state not in (TrayState.MOVING, TrayState.HAND):
            self._see(Tray(TrayState.MOVING))

    def _look_at_rest(self, now_s: float) -> None:
        """Pictures that change without an end are no throw; with the next that lie still it is forgotten."""
        if self._watch.reading is not None:
            self._restless_s, self._restless = None, ""
        elif self._restless_s is None:
            self._restless_s = now_s
        elif not self._restless and now_s - self._restless_s >= RESTLESS_S:
            self._restless = say(RESTLESS)
            self._see(self._shown)

    def _look_at_place(self, frame: Frame) -> None:
        """Whether the camera or the light has changed: said once, and taken back once it is right again."""
        if self._place_s is not None and frame.at_s - self._place_s < PLACE_S:
            return
        self._place_s = frame.at_s
        self._drift = (self._drift[1], self._place(frame.image))
        if self._drift[0] == self._drift[1] != self._drifted:
            self._drifted = self._drift[1]
            self._see(self._shown)

    def _show(self, tray: Tray) -> None:
        self._rest = tray
        if self._tile_since is None:
            self._see(tray)

    def _see(self, tray: Tray) -> None:
        self._shown = self._noticed(tray)
        self._post(TraySeen(self._shown))

    def _noticed(self, tray: Tray) -> Tray:
        return replace(tray, notice=self._restless or self._drifted or self._nudged)
