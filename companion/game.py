"""The contract between the table and every game.

A game is a record of pure functions of a frozen state. It draws no random number: dice, tiles and cards come in as
events, so the same events always give the same state. `apply` may assume that a prompt has accepted the event: `step`
is the one gate, and whatever passes it is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NewType, TypeVar

from companion import unsaid
from companion.board_check import BoardCheck
from companion.colours import piece_colours
from companion.events import Event, Json
from companion.language import later, say
from companion.options import Finding, Option
from companion.prompts import Prompt
from companion.view import View, Words

Seat = NewType("Seat", int)
"""A place at the table, from 0."""

S = TypeVar("S")


GoesOn = Callable[[], bool]
"""Asked often by whatever takes long. False: nobody waits for it any more, or it took too long, so it is given up."""


def always() -> bool:
    """Takes as long as it takes."""
    return True


class IllegalEvent(ValueError):
    """The rules do not allow it now. Nothing has changed."""


class BadPosition(ValueError):
    """Not a position of this game; the message names the key and the value."""


class BadSetUp(ValueError):
    """The game cannot start with these players or options; the message says which and what is possible."""


@dataclass(frozen=True)
class Outcome:
    """How a finished game ended. No winners: a draw."""

    winners: frozenset[Seat]


@dataclass(frozen=True)
class Correction:
    """One thing on the real table that may be other than the companion believes."""

    path: tuple[str, ...]
    """Labels from the outermost list on the box to what is chosen: ("Ann's tokens", "column 7", "space 5")."""

    change: Json
    """The keys of the position that it changes, with their new values."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[S]):
    """One game's rules."""

    name: str
    """As on the command line and in the journal; with `_` for `-` also the name of its folder."""

    title: str
    """As on the box."""

    brief: str = ""
    """The same for the OLED, where it is longer than 20 signs."""

    seats: range
    """How many players it takes."""

    plays: tuple[str, ...] = ()
    """What each seat plays, in a word, where the rules tell the seats apart (gold, silver); empty: they are alike.
    Where these are colours, seats are shown in them."""

    options: tuple[Option, ...]

    events: tuple[type[Event], ...]
    """Every kind of event that its rules may accept."""

    start: Callable[[Sequence[str], Json, Seat], S]
    """The state before the first event, for these players, options and first seat. Raises BadSetUp."""

    from_position: Callable[[Json], S]
    """The state of a position (FORMATS section 3). Raises BadPosition."""

    position: Callable[[S], dict[str, object]]
    """The whole position; `from_position(position(state)) == state`."""

    prompts: Callable[[S], tuple[Prompt, ...]]
    """What the table waits for. Empty once the game is over."""

    apply: Callable[[S, Event], S]
    """The state after an event that one of `prompts` accepts."""

    explain: Callable[[S, Event], str]
    """Why `event`, which no prompt accepts, is not allowed: one sentence for a player."""

    tell: Callable[[S, Event, S], tuple[str, ...]]
    """What just happened and what to move on the real board: before, event, after."""

    outcome: Callable[[S], Outcome | None]
    """Who won, once it is over."""

    view: Callable[[S, Event | None], View]
    """What a screen says of the state, and of the event that led to it."""

    label: Callable[[S, Event], str]
    """An option in at most ten characters; under `path`, what is left to say there."""

    corrections: Callable[[S], Iterator[Correction]]
    """All that may be put right on the box, one thing at a time; only built when somebody asks."""

    path: Callable[[S, Event], tuple[str, ...]] = unsaid.no_path
    """The lists above an option where a prompt has more than six (DESIGN section 4), the outermost first."""

    effect: Callable[[S, Event], str] = unsaid.no_effect
    """What an option would do, in one line, where a screen has room for it. Empty: its label says it all."""

    loses: Callable[[S, Event], bool] = unsaid.no_loss
    """Whether an option costs the roll or a piece for certain, where another may save it: a page shows it so."""

    unasked: Callable[[S], Event | None] = unsaid.nothing_unasked
    """What the table may answer by itself, since it makes no difference: an event all the same."""

    odds: Callable[[S, Event | None], str] = unsaid.no_odds
    """In at most five characters, said only when asked for: how likely the next roll busts after this option; with
    None, how likely the roll awaited now does. Empty: nothing to say."""

    more_odds: Callable[[S], tuple[Words, ...]] = unsaid.no_more_odds
    """What else to say of the roll awaited now, where the odds are asked for; the narrowest of each within 21 signs."""

    also: Callable[[S, Event, S], tuple[Words, ...]] = unsaid.nothing_else
    """What else an event (before, event, after) asks people to do on the real board, which the state after it no longer
    shows; follows `view.move` on the OLED."""

    hints: Callable[[S, GoesOn], Iterator[str]] = unsaid.no_hints
    """Sentences of a helper, said only when asked for: what is known at once first, then what takes seconds to find."""

    findings: Callable[[Json, GoesOn], Iterator[Finding]] = unsaid.no_findings
    """What to say of these options before a game starts with them, at the piece concerned: refusals at once and nothing
    else where there are any, warnings as they are found, which may take seconds too."""

    begins_again: Callable[[S], Seat | None] = unsaid.next_in_order
    """Who begins when the same players go on after this end; None: the next seat in order."""

    scores: Callable[[S], tuple[int, ...] | None] = unsaid.no_scores
    """Each seat's points, where the game counts points."""

    shuffled: Callable[[S, Callable[[list[Any]], None]], Event] = unsaid.no_shuffle
    """What answers the prompt `Shuffle`: the second argument puts a list into random order, in place."""

    solitaire: Callable[[str, Callable[[int], int]], Json] | None = None
    """The position of a day's solitaire for the player of this name; the second argument draws a whole number below its
    own. None: the game has none."""

    in_hand: Callable[
        [Sequence[tuple[Event, S]], Seat, Callable[[list[Any]], None], tuple[Event, ...]], tuple[Event, ...]
    ] = unsaid.all_in_hand
    """Of these options of a seat those that it has, where the companion plays it and deals itself what people would
    hold in their hands: the events of the game so far, the start first and each with the state after it, the seat, what
    puts a list into random order, in place and each time the same, and the options."""

    for_companion: str = later("People roll for it and move its pieces; it says what it does, and waits.")
    """What is to be done for a seat that the companion plays."""

    shown: Callable[[S], dict[str, object]] | None = None
    """The position as it may leave the journal, without what lies face down; None: `position` hides nothing."""

    masked: Callable[[Sequence[tuple[Event, S]]], tuple[Event, ...]] | None = None
    """The events of a game so far, the start first and each with the state after it, as they may leave the journal;
    None: they hide nothing."""

    filled: Callable[[S, Json], Json] = unsaid.nothing_to_fill
    """A position that people gave of this game, with what `shown` kept from them put back."""

    board: BoardCheck[S] | None = None
    """How a photo of its board is compared with the state; None: it has no board."""

    @property
    def colours(self) -> tuple[str, ...]:
        """Each seat's, where its pieces have a colour of their own; empty: the colours that people picked."""
        return piece_colours(self.plays)

    def reads_board(self, state: S) -> bool:
        """Whether a photo of the board can be compared with this state."""
        return self.board is not None and self.board.ready(state)

    @property
    def says_odds(self) -> bool:
        """Whether there are odds that can be asked for."""
        return self.odds is not unsaid.no_odds

    @property
    def offer(self) -> dict[str, Any]:
        """The game as set-ups list it, in JSON: titles and words are for people, names and values for events."""
        return {
            "name": self.name,
            "title": say(self.title),
            "seats": [self.seats.start, self.seats.stop - 1],
            "plays": [say(word) for word in self.plays],
            "colours": list(self.colours),
            "options": [
                {
                    "name": option.name,
                    "title": option.called,
                    "values": list(option.values),
                    "words": [option.word(value) for value in option.values],
                    "meaning": say(option.meaning),
                    "rule": option.is_rule,
                }
                for option in self.options
            ],
            "companion": [],
            "for_companion": say(self.for_companion),
        }

    @property
    def helps(self) -> bool:
        """Whether there is a helper that can be asked for hints."""
        return self.hints is not unsaid.no_hints


def shown_scores(game: Game[S], state: S, shown: Json) -> tuple[int, ...] | None:
    """Each seat's points as far as they may be seen: a game that hides marks must not give them away by its points."""
    points = game.scores(state)
    return points if points is None or game.shown is None else game.scores(game.from_position(shown))


def step(game: Game[S], state: S, event: Event) -> S:
    """The state after `event`, if the table awaits it.

    Raises:
        IllegalEvent: no prompt accepts it.
    """
    if not any(prompt.accepts(event) for prompt in game.prompts(state)):
        raise IllegalEvent(game.explain(state, event))
    return game.apply(state, event)
