"""The coordinator: one input in, one snapshot out. No thread, clock or device.

Judge, then write, then show: a refused input changes nothing; an accepted one is in the journal before the snapshot
that shows it exists. The box, tray, devices and notice are the table's own: never in the journal, never in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from companion import history as past
from companion import seats
from companion.access import Access
from companion.answering import Answering
from companion.board_report import Standing
from companion.board_side import BoardSide
from companion.box import Box, Facing
from companion.box.offer import Take
from companion.box_side import BoxSide
from companion.colours import seat_colours
from companion.devices import Button, ButtonPressed, Device, DeviceChanged, DiceRead, HoldSeen, TileSeen, TraySeen
from companion.events import BadEvent, DiceRolled
from companion.game import BadSetUp, Correction, Game, IllegalEvent
from companion.hearing import Hearing
from companion.inputs import (
    MOVED_ON,
    BackAsked,
    BoardChecked,
    DailyAsked,
    Decided,
    DiceTyped,
    Input,
    LobbyAsked,
    LookAsked,
    NewGameAsked,
    PhoneChose,
    PlayAgainAsked,
    PositionTyped,
    RedoAsked,
    SeatClaimed,
    UndoAsked,
    WhatIfAsked,
)
from companion.journal import Journal
from companion.journal_file import JournalError
from companion.language import later, say
from companion.lobby import NAME as LOBBY_NAME
from companion.played import NOTHING, Played
from companion.ports import BadInput, NotRecorded, Refused
from companion.prompts import RevealTile
from companion.record_side import RECORD, RecordSide
from companion.settings import SettingsFile
from companion.showing import snapshot_of
from companion.snapshot import Snapshot
from companion.start import Shuffle
from companion.strengths import Playable
from companion.tray_side import TraySide

PUT_PIECES = later("Put the pieces on the board as they are shown here.")
"""Another game lies on the table now, in the middle of it."""


class Table:
    """One game in play, or the lobby in which the next one is agreed on."""

    def __init__(
        self,
        games: Mapping[str, Game[Any]],
        journal: Journal,
        number: int,
        settings: SettingsFile | None = None,
        access: Access | None = None,
        switch_off: Callable[[], None] = lambda: None,
        shuffle: Shuffle | None = None,
        advised: Collection[str] = (),
        playable: Playable = NOTHING,
    ) -> None:
        """Take up game `number` of the journal, or its lobby; there is advice on the games `advised`, and the companion
        can play a seat in those that are `playable`.

        Raises:
            BadEvent, BadPosition, IllegalEvent: its rows are not what these rules allow.
        """
        self._played = Played(games, journal, number, shuffle, playable)
        self._settings = settings or SettingsFile()
        self._access = access or Access(None, False, "", "", {})
        self._hearing = Hearing(self._played, self._settings, self._access, advised)
        self._answering = Answering(self._played, self._access)
        self._box = Box()
        self._box_side = BoxSide(self._box, self._played, self._hearing, self._settings, self._access, switch_off)
        self._tray = TraySide()
        self._notice = ""
        self._part_held = 0.0
        self._board = BoardSide()
        self._journal = journal
        self._record = RecordSide()

    def begin(self, cut_off: bool, problem: str = "") -> None:
        """Whether the table before this one was cut off, and what people should know of the record."""
        self._board.begin(cut_off, self._is_under_way)
        self._record.begin(problem)
        self._tell_record(problem)

    @property
    def _is_under_way(self) -> bool:
        """Whether pieces stand elsewhere than as a game begins; one that is kept apart begins anywhere."""
        history = self._played.history
        return (
            not self._played.in_lobby and (history.can_undo or bool(history.started.apart)) and bool(self._played.open)
        )

    def handle(self, received: Input) -> Snapshot:
        """Take one input.

        Raises:
            Refused: it was not taken, and nothing has changed.
        """
        self._notice = ""
        before, played_before = self._played.version, self._played.number
        try:
            self._dispatch(received)
        except (IllegalEvent, BadSetUp) as refusal:
            self._refuse(received, str(refusal))
            kind = BadInput if isinstance(refusal, BadSetUp) else Refused
            raise kind(str(refusal), self.snapshot()) from refusal
        except BadEvent as refusal:
            raise BadInput(str(refusal), self.snapshot()) from refusal
        except JournalError as failure:
            self._notice = str(failure)
            self._tell_record(str(failure))
            raise NotRecorded(str(failure), self.snapshot()) from failure
        if self._played.version != before:
            self._tell_record(self._record.written(self._journal.took_s, self._played.in_lobby))
            self._board.moved_on(taken_up=self._played.number != played_before and self._is_under_way)
            self._tray.moved_on(self._tile_since)
            self._box.moved_on(self._facing())
        return self.snapshot()

    def _tell_record(self, problem: str) -> None:
        """The record stands among the parts of the box from the first trouble with it on."""
        if problem or RECORD in self._box_side.devices:
            self._box_side.take(DeviceChanged(RECORD, Device("journal", problem)))

    def _refuse(self, received: Input, sentence: str) -> None:
        """A phone is told by its answer; whoever stands at the box is told by the screen."""
        if isinstance(received, ButtonPressed) and received.version is None:
            self._notice = sentence

    def story(self) -> tuple[int, list[dict[str, Any]]]:
        """The version, and what each press of this game did, in sentences. Any thread may ask: a history is frozen.

        A change in between only makes the version too old to undo by.
        """
        version = self._played.version
        return version, past.story(self._played.history)

    def corrections(self) -> tuple[int, Mapping[str, Any], tuple[Correction, ...]]:
        """The version, the whole position, and all that may stand otherwise on the real table. Any thread may ask."""
        version, history = self._played.version, self._played.history
        if history.game.name == LOBBY_NAME:
            return version, {}, ()
        return version, history.game.position(history.state), tuple(history.game.corrections(history.state))

    def standing(self) -> Standing:
        """What is played and how it stands, for whoever looks at its board. Any thread may ask."""
        version, history = self._played.version, self._played.history
        colours = history.game.colours or seat_colours(history.started.colours, len(history.started.players))
        return Standing(version, history.game, history.state, colours)

    def _facing(self) -> Facing:
        played = self._played
        return Facing(
            history=played.history,
            number=played.number,
            version=played.version,
            opened=self._hearing.opened,
            players=played.players,
            colours=played.colours,
            claims=seats.claims(played.players, self._access),
            strengths=played.strengths,
            levels=self._hearing.levels,
            levels_offered=self._hearing.offered,
            tray=self._tray.now,
            settings=self._settings.now,
            in_lobby=played.in_lobby,
            has_pin=self._access.keys().pin is not None,
            notice=self._notice,
            devices=self._box_side.devices,
            part_held=self._part_held,
            solitaires=played.solitaires,
            check_board=self._board.check,
            taken_up=self._board.taken_up,
        )

    def snapshot(self) -> Snapshot:
        return snapshot_of(self._facing(), self._box, self._tray, self._box_side.asked)

    def _dispatch(self, received: Input) -> None:
        match received:
            case ButtonPressed():
                self._press(received)
            case HoldSeen(part):
                self._part_held = part
            case TraySeen(tray):
                self._tray.dice_seen(tray)
                self._box.tray_seen(self._facing())
            case DiceRead(tray, since):
                self._tray.dice_seen(tray)
                self._box.tray_seen(self._facing())
                if not self._board.drops_roll() and any(one.since == since for one in self._played.rolls):
                    self._played.happen(DiceRolled(tray.values))
            case TileSeen(tray, since) if since == self._tile_since:
                before = self._tray.now.tile
                self._tray.tile_seen(tray, since)
                self._box.tile_seen(self._facing(), since, before)
            case TileSeen():
                pass  # that tile was said meanwhile
            case PhoneChose():
                self._notice = self._answering.take(received)
            case DiceTyped():
                corrected = self._played.roll_typed(received.values, received.version)
                self._tray.people_said(received, corrected, self._played.version)
            case Decided():
                self._notice = self._played.decide(received)
            case BoardChecked():
                if self._board.checked() and self._played.rolls:
                    self._tray.looks += 1
            case LookAsked(version):
                self._look_asked(version)
            case UndoAsked(version, to):
                self._played.require_present(version)
                self._played.undo(to)
            case RedoAsked(version):
                self._played.require_present(version)
                self._played.redo()
            case PositionTyped(position, version):
                self._played.require_present(version)
                self._played.correct(position)
            case NewGameAsked(version=version):
                self._played.require_present(version)
                self._played.new_game(received)
            case WhatIfAsked(version=version):
                self._played.require_present(version)
                self._played.what_if(received)
                self._notice = say(PUT_PIECES)
            case DailyAsked(version=version):
                self._played.require_present(version)
                self._played.daily(received)
                self._notice = say(PUT_PIECES)
            case BackAsked(version):
                self._played.require_present(version)
                self._played.go_back()
                self._notice = say(PUT_PIECES)
            case PlayAgainAsked(version):
                self._played.require_present(version)
                self._played.play_again()
            case LobbyAsked(version):
                self._played.require_present(version)
                self._played.open_lobby()
            case SeatClaimed():
                seats.claim(received, self._played.players, self._played.strengths, self._access)
            case _:
                self._box_side.take(received)

    @property
    def _tile_since(self) -> int | None:
        """Since when a turned tile is awaited."""
        return next((one.since for one in self._played.open if isinstance(one.prompt, RevealTile)), None)

    def _look_asked(self, version: int) -> None:
        """The camera is to look now, whatever lies there."""
        self._played.require_seen(version)
        if not self._played.rolls:
            raise IllegalEvent(say("No roll is awaited now."))
        if version < self._played.rolls[0].since:
            raise IllegalEvent(say(MOVED_ON))
        self._board.looked()
        self._tray.looks += 1

    def _press(self, pressed: ButtonPressed) -> None:
        if pressed.version is not None:
            self._played.require_unanswered(pressed.version)
        self._part_held = 0.0
        if pressed.button is Button.CHOOSE:
            self._settings.change(choose_wired=True)
        asked = self._box.press(pressed, self._facing())
        match asked:
            case None:
                pass
            case Take(events):
                self._played.happen(*events, joined=True)
            case _:
                self._dispatch(asked)
