"""What is being played: a game of the journal or its lobby, how far it has come, and which prompts stand open.

Judge, then write: nothing of this changes before the journal holds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from companion import history as past
from companion.apart import set_aside, way_back, what_if
from companion.colours import seat_colours
from companion.daily import day_start, offered, tries
from companion.events import BadEvent, DiceRolled, Event, GameStarted, PositionCorrected, Redone, Undone
from companion.game import BadSetUp, Game, IllegalEvent
from companion.history import History
from companion.inputs import MOVED_ON, DailyAsked, Decided, NewGameAsked, WhatIfAsked
from companion.journal import LOBBY, Journal
from companion.language import say
from companion.lobby import GameResumed, SetUpDone, lobby_game
from companion.open_prompts import open_prompts, still_open
from companion.own_seats import OwnSeats
from companion.prompts import PIPS, RollDice
from companion.snapshot import OpenPrompt
from companion.start import Shuffle, again, agreed, lobby_start, may_go_on, new_game, start_game
from companion.strengths import Playable

NOTHING: Final[Playable] = {}


class Played:
    """One game, or the lobby in which the next one is agreed on."""

    history: History[Any]
    version: int
    """The number of the journal's last row."""
    open: tuple[OpenPrompt, ...]
    """As they stand while the companion plays some of the seats."""
    number: int
    """The game's in the journal; `LOBBY` for the lobby."""

    def __init__(
        self,
        games: Mapping[str, Game[Any]],
        journal: Journal,
        number: int,
        shuffle: Shuffle | None,
        playable: Playable = NOTHING,
    ) -> None:
        """Take up game `number` of the journal, or its lobby; the companion can play the games `playable`.

        Raises:
            BadEvent, BadPosition, IllegalEvent: its rows are not what these rules allow.
        """
        lobby = lobby_game(games, playable)
        self._own = OwnSeats(playable)
        self._offered = games
        self._games = {**games, lobby.name: lobby}
        self._journal = journal
        self._shuffle = shuffle
        self._resume(number)

    def _resume(self, number: int) -> None:
        rows = self._journal.rows(number)
        self.history = past.replay(self._games, ((row.event, row.joined) for row in rows))
        self.number, self.version = number, rows[-1].id
        self._set_open(open_prompts(self.history, self.version, ()))

    def _set_open(self, opened: tuple[OpenPrompt, ...]) -> None:
        self._asked = opened
        """What the rules wait for."""
        self.open = self._own.over(opened, self.history, self.version)

    def decide(self, decided: Decided) -> str:
        """The companion has said what it does; of a table that has moved on it is not heard. Not empty: it could not,
        and people are told by this sentence what to do."""
        if not self._own.hear(decided, self.open, self.version):
            return ""
        self._set_open(self._asked)
        name = self.players[decided.seat]
        return say("{name} cannot decide: choose for it.", name=name) if self._own.failed else ""

    @property
    def strengths(self) -> tuple[str, ...]:
        """How well the companion plays each seat; empty: people play it."""
        if self.in_lobby:
            return tuple(player.strength for player in self.history.state.players)
        return self._own.strengths(self.history)

    @property
    def in_lobby(self) -> bool:
        return self.number == LOBBY

    @property
    def chosen(self) -> Game[Any] | None:
        """The game that is played, or about to be."""
        return self._games.get(self.history.state.chosen) if self.in_lobby else self.history.game

    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat; in the lobby of those who have joined so far."""
        if self.in_lobby:
            names: tuple[str, ...] = self.history.state.names
            return names
        return self.history.started.players

    @property
    def colours(self) -> tuple[str, ...]:
        """Theirs; in a game whose pieces have colours of their own, these."""
        if self.in_lobby:
            chosen: tuple[str, ...] = self.history.state.colours
            return chosen
        return self.history.game.colours or seat_colours(self.history.started.colours, len(self.players))

    @cached_property
    def solitaires(self) -> tuple[tuple[str, str], ...]:
        """The games that have a solitaire of the day, by name and as the OLED calls them."""
        return tuple((game.name, say(game.brief or game.title)) for game in offered(self._offered))

    @property
    def rolls(self) -> tuple[OpenPrompt, ...]:
        """The rolls that are awaited."""
        return tuple(opened for opened in self.open if isinstance(opened.prompt, RollDice))

    def happen(self, *events: Event, joined: bool = False) -> None:
        """Events of one press: all of them judged, then written, then true.

        Raises:
            IllegalEvent, BadSetUp, JournalError: nothing has changed.
        """
        after = self.history
        for n, event in enumerate(events):
            after = after.after(event, joined and n > 0)
        itself: list[Event] = []
        while not isinstance(events[-1], Undone | Redone) and (own := after.game.unasked(after.state)) is not None:
            itself.append(own)
            after = after.after(own, joined=True)
        if self.in_lobby and isinstance(events[-1], SetUpDone):
            self._start(agreed(self._games, after.state))
            return
        self.version = self._journal.append(self.number, events, joined, itself)[-1].id
        self.history = after
        if self.in_lobby and isinstance(events[-1], GameResumed):
            self._resume(events[-1].number)
            return
        answered = [one.prompt for one in self._asked if one.prompt.accepts(events[0])] if len(events) == 1 else []
        self._set_open(open_prompts(self.history, self.version, still_open(self._asked, answered)))

    def is_kept(self, event: Event) -> bool:
        """Whether the rules allow it now, but it is the companion's to decide, who has not said so."""
        kept = [one.prompt for one in self._asked if one not in self.open]
        return any(prompt.accepts(event) for prompt in kept) and not any(one.prompt.accepts(event) for one in self.open)

    def undo(self, to: int | None = None) -> None:
        """Take back all that the last press did, or all after the first `to` moments."""
        steps = self.history.undo_steps() if to is None else len(self.history.moments) - to
        if to is not None and not 0 < to < len(self.history.moments):
            raise IllegalEvent(say("There is nothing after that to take back."))
        self.happen(*[Undone() for _ in range(max(steps, 1))])

    def redo(self) -> None:
        """Do again all that the press undone last did."""
        self.happen(*[Redone() for _ in range(max(self.history.redo_steps(), 1))])

    def roll_typed(self, values: tuple[int, ...], version: int) -> tuple[int, ...]:
        """A roll typed in; or, while the last roll's choice is open, that roll corrected: then what it was before."""
        self.require_seen(version)
        rolls, last = self.rolls, self.history.now.event
        if not rolls and not isinstance(last, DiceRolled):
            raise IllegalEvent(say("No roll is awaited, and the last one is answered already: undo that first."))
        if version < max(opened.since for opened in rolls or self.open):
            raise IllegalEvent(say(MOVED_ON))
        if any(pips not in PIPS for pips in values):
            raise BadEvent(f"values must be numbers from 1 to 6, not {list(values)}")
        if rolls or not isinstance(last, DiceRolled):
            self.happen(DiceRolled(values))
            return ()
        self.happen(Undone(), DiceRolled(values))
        return last.pips

    def correct(self, position: Mapping[str, Any]) -> None:
        """The board is put right, to what people say of it."""
        if self.in_lobby:
            raise IllegalEvent(say("There is no board to put right yet."))
        if not position:
            raise BadEvent("the position names nothing: say what stands where")
        if self.history.after(event := PositionCorrected(position)).state == self.history.state:
            raise IllegalEvent(say("That is how the board stands already."))
        self.happen(event)

    def new_game(self, asked: NewGameAsked) -> None:
        """Another game with whoever is named; one that is unfinished is set aside where that was confirmed."""
        if asked.game not in self._offered:
            raise BadSetUp(
                say("there is no game {game}; there are {games}", game=repr(asked.game), games=", ".join(self._offered))
            )
        first = new_game(
            self._offered[asked.game], asked.players, asked.options, asked.first, strengths=asked.strengths
        )
        self._require_confirmed(asked.confirm)
        self._start(first)

    def what_if(self, asked: WhatIfAsked) -> None:
        """A copy of a game on record goes on from one of its moments; the game in play waits meanwhile."""
        back_to = 0 if self.in_lobby else set_aside(self.history, self.number)
        first = what_if(self._offered, self._journal, asked.number, asked.moments, back_to)
        self._require_confirmed(asked.confirm)
        self._start(first)

    def daily(self, asked: DailyAsked) -> None:
        """A day's solitaire; the first try of a name goes on where it was left."""
        first = day_start(self._offered, asked.game, asked.player, asked.day)
        begun = tries(self._journal).get((asked.day, asked.game, asked.player))
        if begun == self.number and self.open:
            raise IllegalEvent(say("It lies on the table already."))
        self._require_confirmed(asked.confirm)
        if begun is not None and may_go_on(self._offered, self._journal, begun):
            self._take_up(begun)
        else:
            self._start(first)

    def go_back(self) -> None:
        """From such a copy back to the game that waits."""
        number = None if self.in_lobby else way_back(self.history.started)
        if not number:
            raise IllegalEvent(say("There is no game to come back to."))
        self._take_up(number)

    def _take_up(self, number: int) -> None:
        """By the lobby, whose row says after a cut of power which game lies on the table."""
        self._journal.append(LOBBY, (lobby_start(self._games, self._journal, number),))
        self._resume(LOBBY)
        self.happen(GameResumed(number))

    def _require_confirmed(self, confirm: bool) -> None:
        if self.open and not self.in_lobby and not confirm:
            raise IllegalEvent(say("A game is unfinished: confirm that it is to be set aside."))

    def play_again(self) -> None:
        """The same players once more; the next seat begins."""
        if self.in_lobby or self.open:
            raise IllegalEvent(say("The game is not over: a new one is agreed on in the lobby."))
        self._start(again(self.history.game, self.history.started, self.history.state))

    def _start(self, first: GameStarted) -> None:
        """Go on with a fresh game."""
        self._resume(start_game(self._games[first.game], first, self._journal, self._shuffle))

    def open_lobby(self) -> None:
        """Go on with agreeing on the next game."""
        if self.in_lobby:
            raise IllegalEvent(say("The next game is being agreed on already."))
        self._journal.append(LOBBY, (lobby_start(self._games, self._journal),))
        self._resume(LOBBY)

    def require_seen(self, version: int) -> None:
        """A version that this table has not reached was seen at another one."""
        if version > self.version:
            raise IllegalEvent(say(MOVED_ON))

    def require_unanswered(self, version: int) -> None:
        """A press on a page must mean the questions that stood there."""
        self.require_seen(version)
        if version < max((opened.since for opened in self.open), default=self.version):
            raise IllegalEvent(say(MOVED_ON))

    def require_present(self, version: int) -> None:
        """What undoes or corrects must mean what the phone shows."""
        if version != self.version:
            raise IllegalEvent(say(MOVED_ON))
