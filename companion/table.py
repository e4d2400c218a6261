"""The coordinator: one input in, one snapshot out. No thread, clock or device.

Judge, then write, then show: a refused input changes nothing; an accepted one is in the journal before the snapshot
that shows it exists. The box, tray, devices and notice are the table's own: never in the journal, never in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from companion import history as past
from companion import levels, seats
from companion.access import Access
from companion.agreement import Agreement, said
from companion.box import ADVICE, HINTS, Box, Facing, hint_pages
from companion.box.advice import advice_pages
from companion.box.presses import Take
from companion.events import BadEvent, DiceRolled, PositionCorrected, Undone, decode
from companion.game import BadSetUp, Correction, Game, IllegalEvent, shown_scores
from companion.inputs import (
    AdviceAsked,
    AdviceFound,
    BoardChecked,
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
    LevelPicked,
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
from companion.journal import Journal, JournalError
from companion.levels import Level
from companion.lobby import NAME as LOBBY_NAME
from companion.open_prompts import with_odds
from companion.played import MOVED_ON, Played
from companion.ports import BadInput, NotRecorded, Refused
from companion.prompts import PIPS, Choose
from companion.settings import BRIGHTNESS, SettingsFile
from companion.snapshot import OpenPrompt, Said, Snapshot
from companion.start import Shuffle, again, new_game
from companion.view import View

RECORD = "record"
"""The name under which the journal stands among the parts of the box, once there is trouble with it."""


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
    ) -> None:
        """Take up game `number` of the journal, or its lobby; there is advice on the games `advised`.

        Raises:
            BadEvent, BadPosition, IllegalEvent: its rows are not what these rules allow.
        """
        self._games = games
        self._played = Played(games, journal, number, shuffle)
        self._settings = settings or SettingsFile()
        self._access = access or Access(None, False, "", "", {})
        self._switch_off = switch_off
        self._advised = advised
        self._box = Box()
        self._tray = Tray()
        self._look = 0
        self._devices: dict[str, Device] = {}
        self._notice = ""
        self._part_held = 0.0
        self._counted: tuple[tuple[OpenPrompt, ...], tuple[Level, ...], tuple[OpenPrompt, ...]] | None = None
        """The open prompts whose odds were counted last, how much each seat may be told, and the prompts with them."""
        self._asked = 0
        """How often the box has asked for hints or advice."""
        self._agreement = Agreement()
        self._said: Said | None = None
        self._check_board = False
        """The table was cut off: people are asked to look at the board first."""
        self._dropped_a_roll = False
        """The camera read one meanwhile."""

    def begin(self, cut_off: bool, problem: str = "") -> None:
        """Whether the table before this one was cut off, and what people should know of the record."""
        history = self._played.history
        begun = not self._played.in_lobby and len(history.moments) > 1 and bool(self._played.open)
        self._check_board = cut_off and begun
        if problem:
            self._set(DeviceChanged(RECORD, Device("journal", problem)))

    def handle(self, received: Input) -> Snapshot:
        """Take one input.

        Raises:
            Refused: it was not taken, and nothing has changed.
        """
        self._notice = ""
        before = self._played.version
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
            self._set(DeviceChanged(RECORD, Device("journal", str(failure))))
            raise NotRecorded(str(failure), self.snapshot()) from failure
        if self._played.version != before:
            if RECORD in self._devices:
                self._set(DeviceChanged(RECORD, Device("journal")))
            self._check_board = False
            self._box.moved_on(self._facing())
        return self.snapshot()

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

    def _facing(self) -> Facing:
        played = self._played
        return Facing(
            history=played.history,
            version=played.version,
            opened=self._opened(),
            players=played.players,
            colours=played.colours,
            claims=seats.claims(played.players, self._access),
            levels=self._levels(),
            levels_offered=self._offered(),
            tray=self._tray,
            settings=self._settings.now,
            in_lobby=played.in_lobby,
            has_pin=self._access.keys().pin is not None,
            notice=self._notice,
            devices=self._devices,
            part_held=self._part_held,
            check_board=self._check_board,
        )

    def _offered(self) -> tuple[Level, ...]:
        return levels.offered(self._played.chosen, self._advised)

    def _levels(self) -> tuple[Level, ...]:
        """How much each seat may be told."""
        offered, settings = self._offered(), self._settings.now
        return tuple(levels.effective(settings.level(name), offered) for name in self._played.players)

    def _opened(self) -> tuple[OpenPrompt, ...]:
        """The open prompts, with the odds where they are asked for: counted once for each state, not for each press."""
        played = self._played
        if not self._settings.now.odds:
            return played.open
        told = self._levels()
        if self._counted is None or self._counted[0] is not played.open or self._counted[1] != told:
            counted = with_odds(played.history, played.open, partial(levels.may_hear_odds, told))
            self._counted = played.open, told, counted
        return self._counted[2]

    def snapshot(self) -> Snapshot:
        history, facing = self._played.history, self._facing()
        game, state = history.game, history.state
        outcome = game.outcome(state)
        screen, announced = self._box.shown(facing)
        position = (game.shown or game.position)(state)
        return Snapshot(
            version=self._played.version,
            game=game.name,
            title=game.title,
            position=position,
            prompts=tuple(replace(one, highlight=self._box.highlighted(one, facing)) for one in facing.opened),
            view=self._view(facing),
            told=history.now.told,
            winners=None if outcome is None else tuple(sorted(outcome.winners)),
            scores=shown_scores(game, state, position),
            can_undo=history.can_undo,
            undoes=history.undoes,
            can_redo=bool(history.undone),
            can_correct_roll=not self._played.rolls and isinstance(history.now.event, DiceRolled),
            announce=announced,
            screen=screen,
            brightness=self._settings.now.brightness,
            tray=self._tray,
            look=self._look,
            last_roll_undone=bool(history.undone) and isinstance(history.undone[-1].event, DiceRolled),
            said=self._said,
            devices=dict(self._devices),
            notice=self._notice,
            colours=facing.colours,
            claims=facing.claims,
            odds_on=self._settings.now.odds,
            bust=facing.bust,
            levels=facing.levels,
            levels_offered=facing.levels_offered,
            check_board=self._check_board,
            advice_asked=self._asked if self._box.waits_for(ADVICE) else 0,
            hints_asked=self._asked if self._box.waits_for(HINTS) else 0,
        )

    def _view(self, facing: Facing) -> View:
        """With all that the last press did, and with what the odds say besides."""
        lines = (*facing.view.lines, *(words[0] for words in facing.more_odds))
        return replace(facing.view, lines=lines, move=facing.moves)

    def _dispatch(self, received: Input) -> None:
        match received:
            case ButtonPressed(button, held, version):
                if version is not None:
                    self._played.require_unanswered(version)
                self._press(button, held)
            case HoldSeen(part):
                self._part_held = part
            case TraySeen(tray):
                self._tray = tray
                self._box.tray_seen(self._facing())
            case DiceRead(tray, since):
                self._tray = tray
                self._box.tray_seen(self._facing())
                if self._check_board:
                    self._dropped_a_roll = True
                elif any(opened.since == since for opened in self._played.rolls):
                    self._played.happen(DiceRolled(tray.values))
            case PhoneChose():
                self._phone_chose(received)
            case DiceTyped():
                self._dice_typed(received)
            case BoardChecked():
                self._board_checked()
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
                self._correct(position)
            case NewGameAsked():
                self._new_game(received)
            case PlayAgainAsked(version):
                self._play_again(version)
            case LobbyAsked(version):
                self._played.require_present(version)
                self._played.open_lobby()
            case SeatClaimed():
                seats.claim(received, self._played.players, self._access)
            case _:
                self._set(received)

    def _correct(self, position: Mapping[str, Any]) -> None:
        """The board is put right, to what people say of it."""
        if self._played.in_lobby:
            raise IllegalEvent("There is no board to put right yet.")
        if not position:
            raise BadEvent("the position names nothing: say what stands where")
        history = self._played.history
        if history.after(event := PositionCorrected(position)).state == history.state:
            raise IllegalEvent("That is how the board stands already.")
        self._played.happen(event)

    def _set(self, received: Input) -> None:
        """What is of the box and not of the game."""
        match received:
            case OddsAsked(on):
                self._settings.change(odds=on)
            case BrightnessAsked(level):
                if not 0 <= level < len(BRIGHTNESS):
                    raise BadEvent(f"brightness must be from 0 to {len(BRIGHTNESS) - 1}, not {level}")
                self._settings.change(brightness=level)
            case NewPinAsked():
                self._access.new_pin()
            case SwitchOffAsked():
                self._switch_off()
            case LevelPicked():
                self._pick_level(received)
            case HintsAsked():
                self._ask(HINTS)
            case AdviceAsked():
                self._ask(ADVICE)
            # Of a table that has moved on there is nothing to say any more.
            case HintsFound(version, sentences, searching) if version == self._played.version:
                self._box.tell(HINTS, hint_pages(sentences), searching)
            case AdviceFound(version, found) if version == self._played.version:
                self._box.tell(ADVICE, advice_pages(found, self._played.open))
            case DeviceChanged(name):
                self._devices[name] = received.noted(self._devices.get(name))

    def _ask(self, what: str) -> None:
        """The box asks for hints or advice, and shows that it waits."""
        self._asked += 1
        self._box.ask(what)

    def _pick_level(self, picked: LevelPicked) -> None:
        players, offered = self._played.players, self._offered()
        if not 0 <= picked.seat < len(players):
            raise BadEvent(f"there is no seat {picked.seat}: {len(players)} play")
        if picked.level not in offered:
            raise BadEvent(f"level must be {' or '.join(offered) or 'left alone here'}, not {picked.level!r}")
        if picked.device is not None:
            seats.require_own(picked.seat, picked.device, players, self._access)
        self._settings.pick_level(players[picked.seat], Level(picked.level))

    def _phone_chose(self, chose: PhoneChose) -> None:
        event = decode(chose.event, self._played.history.game.events)
        answers = [opened for opened in self._played.open if opened.prompt.accepts(event)]
        if answers and all(chose.version < opened.since for opened in answers):
            raise IllegalEvent(MOVED_ON)
        self._played.require_seen(chose.version)
        if isinstance(event, DiceRolled):
            raise BadEvent("a roll is typed in by POST /api/dice, not chosen")
        if not answers and not self._played.in_lobby and chose.version < self._played.version:
            # Whoever was quicker has answered it: why the rules refuse it now would only puzzle.
            raise IllegalEvent(MOVED_ON)
        if answers and not self._played.in_lobby:
            seats.require_own(answers[0].prompt.seat, chose.device, self._played.players, self._access)
            if not self._agreed(answers[0], chose.device):
                return
        self._played.happen(event)

    def _agreed(self, asked: OpenPrompt, device: str) -> bool:
        """Whether this phone may answer alone, or the others have said the same; else they are asked now."""
        players, version = self._played.players, self._played.version
        if not (isinstance(asked.prompt, Choose) and asked.prompt.together):
            return True
        if self._agreement.add(version, seats.spoken_for(device, players, self._access), players):
            return True
        self._notice = said(self._agreement.seats(version), asked.labels[0], players)
        return False

    def _dice_typed(self, typed: DiceTyped) -> None:
        """A roll typed in; or, while the last roll's choice is open, that roll corrected."""
        values, version = typed.values, typed.version
        self._played.require_seen(version)
        rolls = self._played.rolls
        if not rolls and not isinstance(self._played.history.now.event, DiceRolled):
            raise IllegalEvent("No roll is awaited, and the last one is answered already: undo that first.")
        if version < max(opened.since for opened in rolls or self._played.open):
            raise IllegalEvent(MOVED_ON)
        if any(pips not in PIPS for pips in values):
            raise BadEvent(f"values must be numbers from 1 to 6, not {list(values)}")
        last = self._played.history.now.event
        if rolls:
            self._played.happen(DiceRolled(values))
        else:
            self._played.happen(Undone(), DiceRolled(values))
        self._said_of_tray(typed, () if rolls or not isinstance(last, DiceRolled) else last.pips)

    def _said_of_tray(self, typed: DiceTyped, corrected: tuple[int, ...]) -> None:
        """People said what lies in the tray, or in a photo; `corrected` was taken for it before.

        Nobody is to be asked again until it moves, and what is drawn into the picture holds no longer.
        """
        values, seen, before = tuple(sorted(typed.values)), self._tray, self._said
        picture = typed.picture
        if not picture and seen.state is TrayState.UNSURE:
            picture = seen.picture
        elif not picture and corrected and tuple(sorted(corrected)) == seen.values != values:
            # Put right a second time, it is still the same picture.
            again = before is not None and not seen.picture and before.values == seen.values
            picture = before.picture if before is not None and again else seen.picture
        if picture:
            self._said = Said(self._played.version, picture, values)
        if seen.state is TrayState.UNSURE or (picture and not typed.picture):
            self._tray = replace(seen, state=TrayState.READ, values=values, reasons=(), picture=0)

    def _board_checked(self) -> None:
        """The board is as it should be; dice that were thrown meanwhile are read now."""
        self._check_board = False
        if self._dropped_a_roll and self._played.rolls:
            self._look += 1

    def _look_asked(self, version: int) -> None:
        """The camera is to look now, whatever lies there."""
        self._played.require_seen(version)
        if not self._played.rolls:
            raise IllegalEvent("No roll is awaited now.")
        if version < self._played.rolls[0].since:
            raise IllegalEvent(MOVED_ON)
        # Whoever throws on has looked at the board.
        self._check_board = False
        self._look += 1

    def _press(self, button: Button, held: bool) -> None:
        self._part_held = 0.0
        if button is Button.CHOOSE:
            self._settings.change(choose_wired=True)
        asked = self._box.press(button, held, self._facing())
        match asked:
            case None:
                pass
            case Take(events):
                self._played.happen(*events, joined=True)
            case _:
                self._dispatch(asked)

    def _new_game(self, asked: NewGameAsked) -> None:
        self._played.require_present(asked.version)
        if asked.game not in self._games:
            raise BadSetUp(f"there is no game {asked.game!r}; there are {', '.join(self._games)}")
        first = new_game(self._games[asked.game], asked.players, asked.options, asked.first)
        if self._played.open and not self._played.in_lobby and not asked.confirm:
            raise IllegalEvent("A game is unfinished: confirm that it is to be set aside.")
        self._played.start(first)

    def _play_again(self, version: int) -> None:
        """The same players once more; the next seat begins."""
        self._played.require_present(version)
        if self._played.in_lobby or self._played.open:
            raise IllegalEvent("The game is not over: a new one is agreed on in the lobby.")
        history = self._played.history
        self._played.start(again(history.game, history.started, history.state))
