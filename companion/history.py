"""A game so far: the fold of its journal rows through the rules' one gate, with what was undone.

State = fold. An `Undone` takes back the last event that still counts, a `Redone` brings back the one undone last;
any other event ends what could be redone. `History` is frozen: the next one is made, then written, then shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from companion.events import TABLE_EVENTS, DiceRolled, Event, GameStarted, PositionCorrected, Redone, Undone, decode
from companion.game import BadPosition, Game, IllegalEvent, step
from companion.language import later, say, say_count
from companion.prompts import Shuffle

S = TypeVar("S")

PUT_RIGHT: Final = later("The position was put right.")
"""What is told of a correction."""


@dataclass(frozen=True)
class Moment(Generic[S]):
    """The state after an event that counts."""

    state: S
    event: Event
    told: tuple[str, ...]
    """Sentences not yet answered by anybody: a roll adds to them, a decision begins anew."""
    joined: bool = False
    """Done by the same press as the moment before."""


@dataclass(frozen=True)
class History(Generic[S]):
    game: Game[S]
    started: GameStarted
    moments: tuple[Moment[S], ...]
    """The first is the start."""
    undone: tuple[Moment[S], ...] = ()
    """What can be redone, the next one last."""

    @property
    def now(self) -> Moment[S]:
        return self.moments[-1]

    @property
    def state(self) -> S:
        return self.now.state

    @cached_property
    def can_undo(self) -> bool:
        """Whether anything was done. What the companion shuffled belongs to the start: the tiles lie as they lie."""
        if len(self.moments) < 2:
            return False
        asked = self.game.prompts(self.moments[-2].state)
        return not any(isinstance(prompt, Shuffle) for prompt in asked)

    def after(self, event: Event, joined: bool = False) -> History[S]:
        """The history with one more event.

        Raises:
            IllegalEvent: it is not allowed now.
        """
        match event:
            case Undone():
                if not self.can_undo:
                    raise IllegalEvent(say("There is nothing to undo."))
                return replace(self, moments=self.moments[:-1], undone=(*self.undone, self.now))
            case Redone():
                if not self.undone:
                    raise IllegalEvent(say("There is nothing to redo."))
                return replace(self, moments=(*self.moments, self.undone[-1]), undone=self.undone[:-1])
            case PositionCorrected(position):
                return self._with(self._corrected(position), event, (say(PUT_RIGHT),), joined)
            case GameStarted():
                raise IllegalEvent(say("A game starts only once."))
        state = step(self.game, self.state, event)
        told = self.game.tell(self.state, event, state)
        goes_on = joined or isinstance(event, DiceRolled)
        return self._with(state, event, (*self.now.told, *told) if goes_on else told, joined)

    def _with(self, state: S, event: Event, told: tuple[str, ...], joined: bool) -> History[S]:
        return replace(self, moments=(*self.moments, Moment(state, event, told, joined)), undone=())

    def _corrected(self, position: Mapping[str, Any]) -> S:
        given = self.game.filled(self.state, position)
        whole = {"players": list(self.started.players), "options": dict(self.started.options), **given}
        try:
            state = self.game.from_position(whole)
        except BadPosition as error:
            raise IllegalEvent(say("That position cannot be: {why}.", why=error)) from error
        if list(whole["players"]) != list(self.started.players):
            raise IllegalEvent(say("A correction keeps the players of the game."))
        return state

    @property
    def last_press(self) -> tuple[tuple[S, Moment[S]], ...]:
        """What the last press did: each moment with the state before it. Empty at the start."""
        first = len(self.moments) - self.undo_steps()
        return tuple((self.moments[n - 1].state, self.moments[n]) for n in range(first, len(self.moments)))

    @cached_property
    def undoes(self) -> tuple[str, ...]:
        """What the last press did, in sentences: what an undo would take back."""
        if not self.can_undo:
            return ()
        return tuple(sentence for before, moment in self.last_press for sentence in self.words(before, moment))

    def words(self, before: S, moment: Moment[S]) -> tuple[str, ...]:
        """What one event did, in sentences."""
        if isinstance(moment.event, PositionCorrected):
            return (say(PUT_RIGHT),)
        return self.game.tell(before, moment.event, moment.state)

    def undo_steps(self) -> int:
        """How many events the last press did."""
        return _press(self.moments[1:])

    def redo_steps(self) -> int:
        """How many events the press undone last did."""
        return next((n for n, moment in enumerate(reversed(self.undone), 1) if not _joins_next(self.undone, n)), 0)


def _press(moments: tuple[Moment[S], ...]) -> int:
    return next((n for n, moment in enumerate(reversed(moments), 1) if not moment.joined), 0)


def _joins_next(undone: tuple[Moment[S], ...], n: int) -> bool:
    """Whether the moment redone after the n-th is of the same press."""
    return n < len(undone) and undone[-n - 1].joined


def begin(game: Game[S], started: GameStarted) -> History[S]:
    """The history of a game that has only started.

    Raises:
        BadPosition: its position is none of this game, or of other players.
    """
    state = game.from_position(started.position)
    seated = game.position(state)["players"]
    if seated != list(started.players):
        raise BadPosition(f"players: the game was started by {list(started.players)}, its position names {seated}")
    return History(game, started, (Moment(state, started, ()),))


def replay(games: Mapping[str, Game[Any]], rows: Iterable[tuple[Mapping[str, Any], bool]]) -> History[Any]:
    """The history of journal rows (event, joined); the first is `GameStarted`.

    Raises:
        BadEvent, BadPosition, IllegalEvent: a row is not what this companion's rules allow.
    """
    history: History[Any] | None = None
    for record, joined in rows:
        if history is None:
            started = decode(record, (GameStarted,))
            assert isinstance(started, GameStarted)
            if started.game not in games:
                raise IllegalEvent(
                    say(
                        "there is no game {game} here; there are {games}",
                        game=repr(started.game),
                        games=", ".join(games),
                    )
                )
            history = begin(games[started.game], started)
        else:
            history = go_on(history, record, joined)
    if history is None:
        raise IllegalEvent(say("it holds no event"))
    return history


def go_on(history: History[S], record: Mapping[str, Any], joined: bool) -> History[S]:
    """The history with one more row.

    Raises:
        BadEvent, IllegalEvent: the row is not what these rules allow.
    """
    return history.after(decode(record, (*TABLE_EVENTS, *history.game.events)), joined)


def story(history: History[Any]) -> list[dict[str, Any]]:
    """What each press did, in sentences, and how many moments there were after it; the start first."""
    names = history.started.players
    begin = say_count("{names} begin.", "{names} begin.", len(names), names=", ".join(names))
    told: list[dict[str, Any]] = [{"moments": 1, "told": [begin]}]
    for nth, moment in enumerate(history.moments[1:], 1):
        words = list(history.words(history.moments[nth - 1].state, moment))
        if moment.joined and nth > 1:
            told[-1]["told"] += words
            told[-1]["moments"] = nth + 1
        else:
            told.append({"moments": nth + 1, "told": words})
    return told
