"""Can't Stop as pure functions of a frozen state. `Rn` names a rule of RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.events import DiceRolled, Event
from companion.game import Outcome, Seat
from companion.games.cant_stop.board import COLUMNS_TO_WIN, DICE, LENGTHS, RUNNERS
from companion.prompts import Choose, Prompt, Role, RollDice

Spaces = Mapping[int, int]
"""The space stood on in each column, 1 at the foot; a column not named is empty. Never changed in place."""


FIRST = Seat(0)


@dataclass(frozen=True)
class Options:
    """What the table agreed on at set-up."""

    columns_to_win: int = COLUMNS_TO_WIN
    blocking: bool = False
    """R20: no stop while a runner stands on another player's token."""
    stop_when_won: bool = False
    """R18: a turn that has won the game stops by itself."""


@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    tokens: tuple[Spaces, ...]
    """Each seat's lasting progress."""
    options: Options = field(default_factory=Options)
    seat: Seat = FIRST
    """Whose turn it is; after the end, who won."""
    runners: Spaces = field(default_factory=dict)
    """This turn's white markers, on their absolute spaces."""
    pips: tuple[int, ...] | None = None
    """The roll that waits for a split; None between rolls."""
    turns: int = 0
    """Turns that have ended: the score of a game alone (R1)."""


@dataclass(frozen=True, order=True)
class SplitChosen(Event):
    """Two pairs were made and these columns climb; twice the same climbs twice."""

    columns: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "columns", tuple(sorted(self.columns)))


@dataclass(frozen=True)
class Stopped(Event):
    """The tokens moved up to the runners, and the turn passed on."""


@dataclass(frozen=True)
class BustAccepted(Event):
    """The players agree that the roll allows nothing: this turn's progress is lost."""


def prompts(state: State) -> tuple[Prompt, ...]:
    if outcome(state):
        return ()
    if state.pips is not None:
        # A bust is confirmed, not assumed: the camera may have misread.
        if options := splits(state):
            return (Choose(state.seat, options, (Role.GO,) * len(options)),)
        return (Choose(state.seat, (BustAccepted(),), (Role.OTHER,)),)
    roll = RollDice(DICE, state.seat)
    return (roll, Choose(state.seat, (Stopped(),), (Role.STOP,))) if may_stop(state) else (roll,)


def apply(state: State, event: Event) -> State:
    match event:
        case DiceRolled(pips):
            return replace(state, pips=pips)
        case SplitChosen(columns):
            climbed = replace(state, runners=climb(state, columns), pips=None)
            if state.options.stop_when_won and may_stop(climbed) and wins(climbed):
                return end_turn(climbed, kept=climbed.runners)
            return climbed
        case Stopped():
            return end_turn(state, kept=state.runners)
        case BustAccepted():
            return end_turn(state, kept={})
    raise AssertionError(f"no rule for {event}")


def outcome(state: State) -> Outcome | None:
    """R17: enough columns win at once."""
    for seat, tokens in enumerate(state.tokens):
        if len(topped(tokens)) >= state.options.columns_to_win:
            return Outcome(frozenset({Seat(seat)}))
    return None


def may_stop(state: State) -> bool:
    """R14: not before the first roll; R20: not on another player's token, where that blocks."""
    return bool(state.runners) and not blocked(state)


def blocked(state: State) -> tuple[int, ...]:
    """R20: columns in which a runner stands on another player's token. The top is never blocked."""
    if not state.options.blocking:
        return ()
    return tuple(
        column
        for column, space in sorted(state.runners.items())
        if space < LENGTHS[column]
        and any(tokens.get(column) == space for seat, tokens in enumerate(state.tokens) if seat != state.seat)
    )


def splits(state: State, markers: int = RUNNERS) -> tuple[SplitChosen, ...]:
    """R6-R12: every distinct way to use the roll with so many runners. Empty: a bust (R15).

    Dice that an expansion changed may leave 1..6; a pairing with a sum that no column has is then no split.
    """
    assert state.pips is not None
    possible = {
        split
        for pairing in pairings(state.pips)
        if all(column in LENGTHS for column in pairing)
        for split in _playable(state, pairing, markers)
    }
    return tuple(sorted(possible))


def pairings(pips: tuple[int, ...]) -> frozenset[tuple[int, ...]]:
    """The sums of the two pairs, for each of the three ways to make pairs of four dice."""
    a, b, c, d = pips
    return frozenset(tuple(sorted(pair)) for pair in ((a + b, c + d), (a + c, b + d), (a + d, b + c)))


def _playable(state: State, pairing: tuple[int, ...], markers: int) -> Iterator[SplitChosen]:
    """R7: both sums if both can climb; otherwise either one that can (R8, R9, R11)."""
    if _can_climb(state, pairing, markers):
        yield SplitChosen(pairing)
    else:
        yield from (SplitChosen((column,)) for column in pairing if _can_climb(state, (column,), markers))


def _can_climb(state: State, columns: tuple[int, ...], markers: int) -> bool:
    runners = climb(state, columns)
    closed = won_columns(state)
    return len(runners) <= markers and all(
        column not in closed and runners[column] <= LENGTHS[column] for column in columns
    )


def climb(state: State, columns: tuple[int, ...]) -> Spaces:
    """The runners after one step up each of `columns` (R5, R10)."""
    runners = dict(state.runners)
    tokens = state.tokens[state.seat]
    for column in columns:
        runners[column] = runners.get(column, tokens.get(column, 0)) + 1
    return runners


def topped(spaces: Spaces) -> frozenset[int]:
    """Columns whose last space is reached."""
    return frozenset(column for column, space in spaces.items() if space == LENGTHS[column])


def won_columns(state: State) -> frozenset[int]:
    """R16: closed for everybody."""
    return frozenset[int]().union(*map(topped, state.tokens))


def usable_columns(state: State, markers: int = RUNNERS) -> frozenset[int]:
    """The columns in which the next roll could move one of so many runners (R22)."""
    open_ones = frozenset(LENGTHS) - won_columns(state) - topped(state.runners)
    return open_ones if len(state.runners) < markers else open_ones & frozenset(state.runners)


def wins(state: State) -> bool:
    """Whether a stop now, as the runners stand, wins the game."""
    return len(topped(state.tokens[state.seat]) | topped(state.runners)) >= state.options.columns_to_win


def end_turn(state: State, kept: Spaces) -> State:
    """R14-R16: the tokens move; a column that is won closes, and the others' tokens leave it."""
    closed = topped(kept)
    tokens = tuple(
        {**spaces, **kept} if seat == state.seat else {c: s for c, s in spaces.items() if c not in closed}
        for seat, spaces in enumerate(state.tokens)
    )
    ended = State(state.players, tokens, state.options, state.seat, turns=state.turns + 1)
    return ended if outcome(ended) else replace(ended, seat=Seat((state.seat + 1) % len(tokens)))
