"""The coordinator: one input in, one snapshot out. No thread, clock or device.

Judge, then write, then show: a refused input changes nothing; an accepted one is in the journal before the snapshot
that shows it exists. The box, tray, devices and notice are the table's own: never in the journal, never in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion import history as past
from companion.access import Access
from companion.box import Box, Facing
from companion.box.presses import Take
from companion.colours import seat_colours
from companion.events import BadEvent, DiceRolled, Event, GameStarted, PositionCorrected, Redone, Undone, decode
from companion.game import BadSetUp, Game, IllegalEvent
from companion.inputs import (
    BrightnessAsked,
    Button,
    ButtonPressed,
    Device,
    DeviceChanged,
    DiceRead,
    DiceTyped,
    HintsAsked,
    HintsFound,
    HoldSeen,
    Input,
    LobbyAsked,
    LookAsked,
    NewGameAsked,
    NewPinAsked,
    OddsAsked,
    PhoneChose,
    PlayAgainAsked,
    PositionTyped,
    RedoAsked,
    SeatClaimed,
    SwitchOffAsked,
    Tray,
    TraySeen,
    TrayState,
    UndoAsked,
)
from companion.journal import LOBBY, Journal, JournalError
from companion.lobby import NAME as LOBBY_NAME
from companion.lobby import GameResumed, SetUpDone, lobby_game
from companion.open_prompts import open_prompts, still_open
from companion.ports import BadInput, NotRecorded, Refused
from companion.prompts import PIPS, RollDice
from companion.settings import BRIGHTNESS, SettingsFile
from companion.snapshot import OpenPrompt, Snapshot
from companion.start import Shuffle, again, agreed, lobby_start, new_game, start_game

MOVED_ON = "The table has moved on: look again."


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
    ) -> None:
        """Take up game `number` of the journal, or its lobby.

        Raises:
            BadEvent, BadPosition, IllegalEvent: its rows are not what these rules allow.
        """
        lobby = lobby_game(games)
        self._games = {**games, lobby.name: lobby}
        self._journal = journal
        self._settings = settings or SettingsFile()
        self._access = access or Access(None, False, "", "", {})
        self._switch_off = switch_off
        self._shuffle = shuffle
        self._box = Box()
        self._open: tuple[OpenPrompt, ...] = ()
        self._tray = Tray()
        self._look = 0
        self._devices: dict[str, Device] = {}
        self._notice = ""
        self._part_held = 0.0
        self._hints_asked = 0
        self._resume(number)

    def _resume(self, number: int) -> None:
        rows = self._journal.rows(number)
        self._history = past.replay(self._games, ((row.event, row.joined) for row in rows))
        self._number, self._version = number, rows[-1].id
        self._reopen(kept=())

    @property
    def _in_lobby(self) -> bool:
        return self._number == LOBBY

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

    def _facing(self) -> Facing:
        return Facing(
            history=self._history,
            version=self._version,
            opened=self._open,
            claims=self._claims(),
            tray=self._tray,
            settings=self._settings.now,
            in_lobby=self._in_lobby,
            has_pin=self._access.keys().pin is not None,
            notice=self._notice,
            part_held=self._part_held,
        )

    def _claims(self) -> tuple[str, ...]:
        return tuple(map(self._access.claimed, self._players()))

    def _players(self) -> tuple[str, ...]:
        if self._in_lobby:
            names: tuple[str, ...] = self._history.state.names
            return names
        return self._history.started.players

    def snapshot(self) -> Snapshot:
        history, facing = self._history, self._facing()
        game, state = history.game, history.state
        outcome = game.outcome(state)
        odds_on = self._settings.now.odds
        screen, announced = self._box.shown(facing)
        return Snapshot(
            version=self._version,
            game=game.name,
            title=game.title,
            position=(game.shown or game.position)(state),
            prompts=tuple(replace(one, highlight=self._box.highlighted(one, facing)) for one in self._open),
            view=replace(facing.view, move=facing.moves),
            told=history.now.told,
            winners=None if outcome is None else tuple(sorted(outcome.winners)),
            can_undo=history.can_undo,
            can_redo=bool(history.undone),
            announce=announced,
            screen=screen,
            brightness=self._settings.now.brightness,
            tray=self._tray,
            look=self._look,
            last_roll_undone=bool(history.undone) and isinstance(history.undone[-1].event, DiceRolled),
            devices=dict(self._devices),
            notice=self._notice,
            colours=state.colours if self._in_lobby else seat_colours(history.started.colours, len(self._players())),
            claims=facing.claims,
            odds_on=odds_on,
            bust=game.odds(state, None) if odds_on else "",
            hints_asked=self._hints_asked if self._box.waits_for_hints else 0,
        )

    def _dispatch(self, received: Input) -> None:
        match received:
            case ButtonPressed(button, held, version):
                if version is not None:
                    self._require_unanswered(version)
                self._press(button, held)
            case HoldSeen(part):
                self._part_held = part
            case TraySeen(tray):
                self._tray = tray
                self._box.tray_seen(self._facing())
            case DiceRead(tray, since):
                self._tray = tray
                self._box.tray_seen(self._facing())
                if any(isinstance(o.prompt, RollDice) and o.since == since for o in self._open):
                    self._happen(DiceRolled(tray.values))
            case PhoneChose():
                self._phone_chose(received)
            case DiceTyped(values, version):
                self._dice_typed(values, version)
            case LookAsked(version):
                self._look_asked(version)
            case UndoAsked(version):
                self._require_present(version)
                self._undo()
            case RedoAsked(version):
                self._require_present(version)
                self._redo()
            case PositionTyped(position, version):
                self._require_present(version)
                if self._in_lobby:
                    raise IllegalEvent("There is no board to put right yet.")
                self._happen(PositionCorrected(position))
            case NewGameAsked():
                self._new_game(received)
            case PlayAgainAsked(version):
                self._play_again(version)
            case LobbyAsked(version):
                self._open_lobby(version)
            case SeatClaimed():
                self._claim(received)
            case _:
                self._set(received)

    def _set(self, received: Input) -> None:
        """What is of the box and not of the game."""
        match received:
            case OddsAsked(on):
                self._settings.change(odds=on)
                self._reopen(kept=self._open)
            case BrightnessAsked(level):
                if not 0 <= level < len(BRIGHTNESS):
                    raise BadEvent(f"brightness must be from 0 to {len(BRIGHTNESS) - 1}, not {level}")
                self._settings.change(brightness=level)
            case NewPinAsked():
                self._access.new_pin()
            case SwitchOffAsked():
                self._switch_off()
            case HintsAsked():
                self._hints_asked += 1
                self._box.ask_hints()
            case HintsFound(version, sentences):
                # Of a table that has moved on there is nothing to say any more.
                if version == self._version:
                    self._box.tell_hints(sentences)
            case DeviceChanged(name, device):
                self._devices[name] = device

    def _phone_chose(self, chose: PhoneChose) -> None:
        event = decode(chose.event, self._history.game.events)
        answers = [opened for opened in self._open if opened.prompt.accepts(event)]
        if answers and all(chose.version < opened.since for opened in answers):
            raise IllegalEvent(MOVED_ON)
        self._require_seen(chose.version)
        if isinstance(event, DiceRolled):
            raise BadEvent("a roll is typed in by POST /api/dice, not chosen")
        for opened in answers[:1]:
            self._require_own_seat(opened.prompt.seat, chose.device)
        self._happen(event)

    def _require_own_seat(self, seat: int | None, device: str) -> None:
        """Who plays a seat on a phone answers there, or on the box; anybody may take the seat over."""
        if seat is None or self._in_lobby:
            return
        holder = self._claims()[seat]
        if holder and holder != device:
            name = self._players()[seat]
            raise IllegalEvent(f"{name} plays on another phone: answer there or on the box, or take the seat over.")

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
        if self._tray.state is TrayState.UNSURE:
            # People said what lies there: nobody is to be asked again until it moves.
            self._tray = replace(self._tray, state=TrayState.READ, values=tuple(sorted(values)), reasons=())

    def _look_asked(self, version: int) -> None:
        """The camera is to look now, whatever lies there."""
        self._require_seen(version)
        awaited = [opened for opened in self._open if isinstance(opened.prompt, RollDice)]
        if not awaited:
            raise IllegalEvent("No roll is awaited now.")
        if version < awaited[0].since:
            raise IllegalEvent(MOVED_ON)
        self._look += 1

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
        self._part_held = 0.0
        if button is Button.CHOOSE:
            self._settings.change(choose_wired=True)
        asked = self._box.press(button, held, self._facing())
        match asked:
            case None:
                pass
            case Take(events):
                self._happen(*events, joined=True)
            case _:
                self._dispatch(asked)

    def _happen(self, *events: Event, joined: bool = False) -> None:
        """Events of one press: all of them judged, then written, then shown."""
        after = self._history
        for n, event in enumerate(events):
            after = after.after(event, joined and n > 0)  # may refuse: then nothing has changed
        itself: list[Event] = []
        while not isinstance(events[-1], Undone | Redone) and (own := after.game.unasked(after.state)) is not None:
            itself.append(own)
            after = after.after(own, joined=True)
        if self._in_lobby and isinstance(events[-1], SetUpDone):
            self._start(agreed(self._games, after.state))
            return
        self._version = self._journal.append(self._number, events, joined, itself)[-1].id
        self._history = after
        if self._in_lobby and isinstance(events[-1], GameResumed):
            self._resume(events[-1].number)
            return
        answered = [o.prompt for o in self._open if o.prompt.accepts(events[0])] if len(events) == 1 else []
        self._reopen(kept=still_open(self._open, answered))

    def _undo(self) -> None:
        steps = self._history.undo_steps()
        self._happen(*[Undone() for _ in range(max(steps, 1))])

    def _redo(self) -> None:
        steps = self._history.redo_steps()
        self._happen(*[Redone() for _ in range(max(steps, 1))])

    def _new_game(self, asked: NewGameAsked) -> None:
        self._require_present(asked.version)
        if asked.game not in self._games or asked.game == LOBBY_NAME:
            offered = ", ".join(name for name in self._games if name != LOBBY_NAME)
            raise BadSetUp(f"there is no game {asked.game!r}; there are {offered}")
        first = new_game(self._games[asked.game], asked.players, asked.options, asked.first)
        if self._open and not self._in_lobby and not asked.confirm:
            raise IllegalEvent("A game is unfinished: confirm that it is to be set aside.")
        self._start(first)

    def _play_again(self, version: int) -> None:
        """The same players once more; the next seat begins."""
        self._require_present(version)
        if self._in_lobby or self._open:
            raise IllegalEvent("The game is not over: a new one is agreed on in the lobby.")
        self._start(again(self._history.game, self._history.started))

    def _open_lobby(self, version: int) -> None:
        self._require_present(version)
        if self._in_lobby:
            raise IllegalEvent("The next game is being agreed on already.")
        self._journal.append(LOBBY, (lobby_start(self._games, self._journal),))
        self._resume(LOBBY)

    def _start(self, first: GameStarted) -> None:
        self._resume(start_game(self._games[first.game], first, self._journal, self._shuffle))

    def _claim(self, asked: SeatClaimed) -> None:
        players = self._players()
        if not 0 <= asked.seat < len(players):
            seats = f"seats 0 to {len(players) - 1}, not {asked.seat}" if players else "no seats yet"
            raise BadEvent(f"there are {seats}")
        name = players[asked.seat]
        holder = self._access.claimed(name)
        if not asked.device:
            raise IllegalEvent("This device is unknown here: open the table's page first.")
        if holder and holder != asked.device and not asked.take:
            raise IllegalEvent(f"{name} plays on another phone: take the seat over, or let them give it away.")
        self._access.claim(name, asked.device if asked.claim else "")

    def _reopen(self, kept: tuple[OpenPrompt, ...]) -> None:
        """Open the prompts of the new state; those in `kept` go on as they are."""
        self._open = open_prompts(self._history, self._version, kept, self._settings.now.odds)
        self._box.moved_on(self._facing())
