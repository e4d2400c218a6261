"""The coordinator: one input in, one snapshot out. No thread, clock or device.

Judge, then write, then show: a refused input changes nothing; an accepted one is in the journal before the snapshot
that shows it exists. Highlight, tray, devices and notice are the table's own: never in the journal, never in a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, assert_never

from companion import history as past
from companion.announce import announce
from companion.events import (
    BadEvent,
    DiceRolled,
    Event,
    GameStarted,
    PositionCorrected,
    Redone,
    Undone,
    decode,
)
from companion.game import BadSetUp, Game, IllegalEvent, Seat
from companion.inputs import (
    Button,
    ButtonPressed,
    Device,
    DeviceChanged,
    DiceRead,
    DiceTyped,
    Input,
    NewGameAsked,
    PhoneChose,
    PositionTyped,
    RedoAsked,
    Tray,
    TraySeen,
    UndoAsked,
)
from companion.journal import Journal, JournalError
from companion.ports import BadInput, NotRecorded, Refused
from companion.presses import taken_by_roll, taken_by_stop
from companion.prompts import PIPS, Choose, Prompt, RollDice
from companion.snapshot import OpenPrompt, Snapshot

MOVED_ON = "The table has moved on: look again."


def new_game(game: Game[Any], players: tuple[str, ...], options: Mapping[str, Any], first: int) -> GameStarted:
    """The first event of a fresh game.

    Raises:
        BadSetUp: the game cannot start so.
    """
    if any(not name.strip() for name in players):
        raise BadSetUp("every player needs a name")
    if len(set(players)) < len(players):
        raise BadSetUp(f"two players have the same name: {', '.join(players)}")
    state = game.start(players, options, Seat(first))
    position = game.position(state)
    whole = position["options"]
    assert isinstance(whole, dict)
    return GameStarted(game.name, players, whole, first, position)


class Table:
    """One game in play."""

    def __init__(self, games: Mapping[str, Game[Any]], journal: Journal, number: int) -> None:
        """Take up game `number` of the journal.

        Raises:
            BadEvent, BadPosition, IllegalEvent: its rows are not what these rules allow.
        """
        self._games = games
        self._journal = journal
        self._number = number
        rows = journal.rows(number)
        self._history = past.replay(games, ((row.event, row.joined) for row in rows))
        self._version = rows[-1].id
        self._open: tuple[OpenPrompt, ...] = ()
        self._reopen(kept=())
        self._tray = Tray()
        self._look = 0
        self._devices: dict[str, Device] = {}
        self._notice = ""

    def handle(self, received: Input) -> Snapshot:
        """Take one input.

        Raises:
            Refused: it was not taken, and nothing has changed.
        """
        self._notice = ""
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
            raise NotRecorded(str(failure), self.snapshot()) from failure
        return self.snapshot()

    def _refuse(self, received: Input, sentence: str) -> None:
        """A phone is told by its answer; whoever stands at the box is told by the screen."""
        if isinstance(received, ButtonPressed) and received.version is None:
            self._notice = sentence

    def snapshot(self) -> Snapshot:
        history = self._history
        outcome = history.game.outcome(history.state)
        plain = Snapshot(
            version=self._version,
            game=history.game.name,
            title=history.game.title,
            position=history.game.position(history.state),
            prompts=self._open,
            view=history.game.view(history.state, history.now.event),
            told=history.now.told,
            winners=None if outcome is None else tuple(sorted(outcome.winners)),
            can_undo=len(history.moments) > 1,
            can_redo=bool(history.undone),
            tray=self._tray,
            look=self._look,
            last_roll_undone=bool(history.undone) and isinstance(history.undone[-1].event, DiceRolled),
            devices=dict(self._devices),
            notice=self._notice,
        )
        return replace(plain, announce=announce(plain))

    def _dispatch(self, received: Input) -> None:
        match received:
            case ButtonPressed(button, held, version):
                if version is not None:
                    self._require_unanswered(version)
                self._press(button, held)
            case TraySeen(tray):
                self._tray = tray
            case DiceRead(tray, since):
                self._tray = tray
                if any(isinstance(o.prompt, RollDice) and o.since == since for o in self._open):
                    self._happen(DiceRolled(tray.values))
            case PhoneChose(record, version):
                self._phone_chose(record, version)
            case DiceTyped(values, version):
                self._dice_typed(values, version)
            case UndoAsked(version):
                self._require_present(version)
                self._undo()
            case RedoAsked(version):
                self._require_present(version)
                self._redo()
            case PositionTyped(position, version):
                self._require_present(version)
                self._happen(PositionCorrected(position))
            case NewGameAsked():
                self._new_game(received)
            case DeviceChanged(name, device):
                self._devices[name] = device
            case _:
                assert_never(received)

    def _phone_chose(self, record: Mapping[str, Any], version: int) -> None:
        event = decode(record, self._history.game.events)
        answers = [opened for opened in self._open if opened.prompt.accepts(event)]
        if answers and all(version < opened.since for opened in answers):
            raise IllegalEvent(MOVED_ON)
        self._require_seen(version)
        if isinstance(event, DiceRolled):
            raise BadEvent("a roll is typed in by POST /api/dice, not chosen")
        self._happen(event)

    def _dice_typed(self, values: tuple[int, ...], version: int) -> None:
        """A roll typed in; or, while the last roll's choice is open, that roll corrected."""
        self._require_seen(version)
        rolls = [opened for opened in self._open if isinstance(opened.prompt, RollDice)]
        if not rolls and not isinstance(self._history.now.event, DiceRolled):
            raise IllegalEvent("No roll is awaited, and there is none to correct.")
        if version < max(opened.since for opened in rolls or self._open):
            raise IllegalEvent(MOVED_ON)
        if any(pips not in PIPS for pips in values):
            raise BadEvent(f"values must be numbers from 1 to 6, not {list(values)}")
        if rolls:
            self._happen(DiceRolled(values))
        else:
            self._happen(Undone(), DiceRolled(values))

    def _require_seen(self, version: int) -> None:
        """A version that this table has not reached was seen at another one."""
        if version > self._version:
            raise IllegalEvent(MOVED_ON)

    def _require_unanswered(self, version: int) -> None:
        """A press on a page must mean the questions that stood there."""
        self._require_seen(version)
        if version < max((opened.since for opened in self._open), default=self._version):
            raise IllegalEvent(MOVED_ON)

    def _require_present(self, version: int) -> None:
        """What undoes or corrects must mean what the phone shows."""
        if version != self._version:
            raise IllegalEvent(MOVED_ON)

    def _press(self, button: Button, held: bool) -> None:
        match button, held:
            case Button.ROLL, False:
                self._press_roll()
            case Button.STOP, False:
                self._happen(*taken_by_stop(self._history, self._open), joined=True)
            case (Button.CHOOSE, False) | (Button.ROLL, True):
                self._move_highlight(1)
            case Button.CHOOSE, True:
                self._move_highlight(-1)
            case Button.STOP, True:
                self._undo()

    def _press_roll(self) -> None:
        """Takes the highlighted option, never one of role stop; where a roll is awaited, looks at the tray now."""
        if (event := taken_by_roll(self._open)) is not None:
            self._happen(event)
        elif any(isinstance(opened.prompt, RollDice) for opened in self._open):
            self._look += 1
        elif not self._open:
            self._play_again()

    def _move_highlight(self, by: int) -> None:
        for n, opened in enumerate(self._open):
            if isinstance(opened.prompt, Choose):
                moved = replace(opened, highlight=(opened.highlight + by) % len(opened.prompt.options))
                self._open = (*self._open[:n], moved, *self._open[n + 1 :])
                return
        raise IllegalEvent("There is nothing to choose now.")

    def _happen(self, *events: Event, joined: bool = False) -> None:
        """Events of one press: all of them judged, then written, then shown."""
        after = self._history
        for n, event in enumerate(events):
            after = after.after(event, joined and n > 0)  # may refuse: then nothing has changed
        self._version = self._journal.append(self._number, events, joined)[-1].id
        self._history = after
        answered = [o.prompt for o in self._open if o.prompt.accepts(events[0])] if len(events) == 1 else []
        self._reopen(kept=_still_open(self._open, answered))

    def _undo(self) -> None:
        steps = self._history.undo_steps()
        self._happen(*[Undone() for _ in range(max(steps, 1))])

    def _redo(self) -> None:
        steps = self._history.redo_steps()
        self._happen(*[Redone() for _ in range(max(steps, 1))])

    def _new_game(self, asked: NewGameAsked) -> None:
        self._require_present(asked.version)
        if asked.game not in self._games:
            raise BadSetUp(f"there is no game {asked.game!r}; there are {', '.join(self._games)}")
        first = new_game(self._games[asked.game], asked.players, asked.options, asked.first)
        if self._open and not asked.confirm:
            raise IllegalEvent("A game is unfinished: confirm that it is to be set aside.")
        self._start(first)

    def _play_again(self) -> None:
        """The same players once more; the next seat begins."""
        started = self._history.started
        first = (started.first + 1) % len(started.players)
        game = self._history.game
        options = game.position(game.from_position(started.position))["options"]
        assert isinstance(options, dict)
        self._start(new_game(game, started.players, options, first))

    def _start(self, first: GameStarted) -> None:
        history = past.begin(self._games[first.game], first)
        self._number, row = self._journal.start(first)
        self._history, self._version = history, row.id
        self._reopen(kept=())

    def _reopen(self, kept: tuple[OpenPrompt, ...]) -> None:
        """Open the prompts of the new state; those in `kept` go on as they are."""
        game, state = self._history.game, self._history.state
        self._open = tuple(
            next((k for k in kept if k.prompt == prompt), None)
            or OpenPrompt(prompt, self._version, 0, _labels(game, state, prompt))
            for prompt in game.prompts(state)
        )


def _still_open(were_open: tuple[OpenPrompt, ...], answered: list[Prompt]) -> tuple[OpenPrompt, ...]:
    """Prompts of other seats than the one that answered: for them nothing has changed, if they stay."""
    if not answered:
        return ()
    seats = {prompt.seat for prompt in answered}
    return tuple(opened for opened in were_open if opened.prompt.seat not in seats)


def _labels(game: Game[Any], state: Any, prompt: Prompt) -> tuple[str, ...]:
    return tuple(game.label(state, option) for option in prompt.options) if isinstance(prompt, Choose) else ()
