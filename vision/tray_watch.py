"""From pictures to what happened in the tray.

The law of this file: each roll is told once, when the dice have come to rest, as read or as unsure. What passes over
resting dice changes nothing; a die that is nudged among others is a notice, no roll. It knows neither cameras nor
games: pictures and times are brought to it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.language import say, say_count
from vision.lying import Lying
from vision.motion import Small, change, reduced
from vision.reading import DiceReading
from vision.settle import MOTION, carried, nudged, unmoved

STILL_S: Final = 0.5
"""How long nothing may change before dice have come to rest; a die on its edge hesitates for less."""
STILL_PICTURES: Final = 4
"""How many pictures must show it besides: on a machine that stalls, two pictures that happen to be alike may lie half a
second apart. At ten pictures a second, the fewest that are planned for, half a second has five."""
EARLY_S: Final = 0.25
"""From then on the wait is used to read: what still lies as it lay then is told without a further look."""
LATE_S: Final = 0.7
"""The same while it is not known whether these are all dice: in the filmed rolls a last die is thrown 0.6 s after the
others lie still, and a hand comes 0.7 s after."""
HAND_S: Final = 3.0
"""How long a hand can lie over the tray without the least motion; after that it is the camera that was turned, or a cup
that was put down, and what lies there is read."""
REST_S: Final = 0.19
"""Three pictures at 15 a second: from then on a picture can be what things are compared with later."""


class TrayEventKind(StrEnum):
    """What may happen; names as `companion watch --json` prints them."""

    MOVING = "moving"
    HAND = "hand"
    SETTLED = "settled"
    UNSURE = "unsure"
    NUDGED = "nudged"
    CLEARED = "cleared"


@dataclass(frozen=True)
class Look:
    """A picture that was read."""

    small: Small
    picture: NDArray[np.uint8]
    """(h, w, 3) BGR, in full size."""
    reading: DiceReading


@dataclass(frozen=True)
class TrayEvent:
    """Something that happened."""

    kind: TrayEventKind
    values: tuple[int, ...] = ()
    """Top faces, ascending: all of a settled roll, only the sure ones of an unsure one."""
    reasons: tuple[str, ...] = ()


class TrayWatch:
    """The memory between pictures."""

    def __init__(self, read: Callable[[NDArray[np.uint8]], DiceReading], dice: int | None = None) -> None:
        self._read = read
        self.dice = dice
        """How many are thrown, as far as is known; it may change between two pictures."""
        self.moved = False
        """Whether something moved in the last picture, against what lay there."""
        self.reading: DiceReading | None = None
        """Of what lies there now; None: it moves, or has not lain still for long enough."""
        self.picture: NDArray[np.uint8] | None = None
        """In which it was read, (h, w, 3) BGR in full size."""
        self.looks = 0
        """How often it was read."""
        self._early: Look | None = None
        """A look at what seems to have come to rest, before it is sure."""
        self._before: Small | None = None
        self._changed_s = 0.0
        self._still = 0
        """Pictures since then that showed no change."""
        self._moved_s = 0.0
        self._moving = False
        self._hand = False
        self._rest: Small | None = None
        """The tray as it last lay still, with no hand in it."""
        self._rest_since_s = -1.0
        self._pending: DiceReading | None = None
        """What lay still and was not told yet when something began to move."""
        self._known: DiceReading | None = None
        """The last roll told; None once the tray was cleared."""
        self._lying = Lying()
        """How the dice of that roll lie, or lay before something moved."""
        self._whole = False
        """Whether that roll had as many dice as are played with, as far as is known."""

    def feed(
        self, image: NDArray[np.uint8], now_s: float, whole: Callable[[], NDArray[np.uint8]] | None = None
    ) -> tuple[TrayEvent, ...]:
        """What a picture (h, w, 3) BGR tells, taken at `now_s`; `whole` fetches the one to read, where it is larger."""
        small = reduced(image)
        self.moved = False
        before, self._before = self._before, small
        if before is None:
            self._changed_s = now_s
            return ()
        self._still += 1
        if change(before, small).share >= MOTION:
            if self._rest is None or change(self._rest, small).share >= MOTION:
                return self._moved(small, now_s)
            # As it lay before something passed over it: it has been lying there all the time.
            self._changed_s, self._still = self._rest_since_s, STILL_PICTURES
        elif self._hand and self._rest is not None and change(self._rest, small).hand:
            if now_s - self._moved_s < HAND_S:
                self._changed_s, self._still = now_s, 0
                return ()
        age_s = now_s - self._changed_s
        if age_s >= REST_S and self._changed_s != self._rest_since_s:
            self._rest, self._rest_since_s = small, self._changed_s
        return self._judged(small, whole or (lambda: image), age_s)

    def disturb(self, now_s: float) -> None:
        """Somebody moves the dice unseen: what lies there once it is still is a roll, even if it lies as before."""
        self._changed_s, self._still = now_s, 0
        self._moving = self.moved = True
        self.reading = self._pending = self._known = self._rest = self._early = None

    def lies(self) -> bool:
        """Whether what lies there are the dice of the roll that was told, or some of them."""
        return self.reading is not None and self._lies(self.reading)

    def _moved(self, small: Small, now_s: float) -> tuple[TrayEvent, ...]:
        self._changed_s = self._moved_s = now_s
        self._still = 0
        self.moved = True
        self._lying.look(small)
        if self.reading is not None:
            self._pending = None if self.reading.status == "empty" or self._lies(self.reading) else self.reading
        self.reading = self._early = None
        events = []
        if not self._moving:
            events.append(TrayEvent(TrayEventKind.MOVING))
        if not self._hand and self._rest is not None and change(self._rest, small).hand:
            self._hand = True
            events.append(TrayEvent(TrayEventKind.HAND))
            if self._pending is not None:
                # A hand comes for dice that have come to rest: no further die is thrown.
                events += self._told(self._pending)
                self._pending = None
        self._moving = True
        return tuple(events)

    def _look(self, small: Small, whole: Callable[[], NDArray[np.uint8]]) -> Look:
        picture = whole()
        return Look(small, picture, self._read(picture))

    def _judged(self, small: Small, whole: Callable[[], NDArray[np.uint8]], age_s: float) -> tuple[TrayEvent, ...]:
        """What lies there once it has lain still long enough."""
        if age_s < STILL_S or self._still < STILL_PICTURES:
            if age_s >= EARLY_S and self._early is None:
                self._early = self._look(small, whole)
            return ()
        self._moving = self._hand = False
        if self.reading is None:
            look = self._early
            if look is None or change(look.small, small).share >= MOTION:
                look = self._look(small, whole)
            self.picture, self.reading, self._early = look.picture, look.reading, None
            self.looks += 1
            self._pending = None
        reading = self.reading
        if reading.status == "empty":
            cleared = self._known is not None
            self._known = None
            return (TrayEvent(TrayEventKind.CLEARED),) if cleared else ()
        if self._known is not None and carried(self._known, reading):
            self._known = reading
        if self._lies(reading):
            self._remember(reading)
            return ()
        if age_s < LATE_S and not self._all_there(reading):
            return ()
        return self._told(reading)

    def _all_there(self, reading: DiceReading) -> bool:
        if self.dice is None:
            return reading.status == "unsure"
        return reading.seen >= self.dice

    def _lies(self, reading: DiceReading) -> bool:
        """Whether these are the dice of the roll that was told, or some of them."""
        known = self._known
        if known is None:
            return False
        return known is reading or (unmoved(known, reading) and reading.seen <= known.seen)

    def _remember(self, reading: DiceReading) -> None:
        assert self.picture is not None
        self._lying.remember(reading, self.picture.shape[1], self._rest)

    def _told(self, reading: DiceReading) -> tuple[TrayEvent, ...]:
        known, self._known = self._known, reading
        was_whole, self._whole = self._whole, self.dice is None or reading.seen >= self.dice
        thrown = self._lying.left
        self._remember(reading)
        values = reading.values
        if known is not None and was_whole and not thrown and nudged(known, reading):
            return (TrayEvent(TrayEventKind.NUDGED, values, reading.reasons),)
        if reading.status == "unsure":
            return (TrayEvent(TrayEventKind.UNSURE, values, reading.reasons),)
        if self.dice is not None and len(values) != self.dice:
            return (TrayEvent(TrayEventKind.UNSURE, values, (miscounted(len(values), self.dice),)),)
        return (TrayEvent(TrayEventKind.SETTLED, values),)


def miscounted(seen: int, thrown: int) -> str:
    """The sentence for too few dice or too many."""
    dice = say_count("{count} die", "{count} dice", seen, count=seen)
    if thrown - seen > 1:
        return say("{dice} seen, {thrown} are thrown: are some outside the tray?", dice=dice, thrown=thrown)
    if seen < thrown:
        return say_count(
            "{dice} seen, {thrown} is thrown: is one outside the tray?",
            "{dice} seen, {thrown} are thrown: is one outside the tray?",
            thrown,
            dice=dice,
            thrown=thrown,
        )
    return say_count(
        "{dice} seen, {thrown} is thrown: take out what does not belong to the roll.",
        "{dice} seen, {thrown} are thrown: take out what does not belong to the roll.",
        thrown,
        dice=dice,
        thrown=thrown,
    )
