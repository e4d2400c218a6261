"""What the advisor says of a Highway position: the chance to win after every action that is open, the best first.

The law of this file: each option of the prompts gets a number of its own; nothing here looks under a tile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.advisor.highway.holdings import shield_worth
from companion.advisor.highway.road import pass_chance
from companion.advisor.highway.turns import Runners, bust, stop_and_roll
from companion.advisor.highway.worth import Outlook, outlook
from companion.advisor.question import NoAdviceError
from companion.events import Event
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, Stopped, climb
from companion.games.highway.events import DirectionChosen, MarkerPicked, MarkerPushed, ShieldUsed
from companion.games.highway.moves import is_top, neighbour
from companion.games.highway.odds import bust_odds, bust_odds_after
from companion.games.highway.rules import changed_by, outcome, prompts, splits
from companion.games.highway.shields import helps
from companion.games.highway.state import State
from companion.prompts import Choose, RollDice


@dataclass(frozen=True)
class Action:
    event: Event | None
    """None: roll."""
    win: float
    """The chance to win of the seat in turn."""


@dataclass(frozen=True)
class Advice:
    actions: tuple[Action, ...]
    """The best first."""
    bust: float
    """The chance that the next roll is a bust; 0 while markers are checked."""
    risk: float | None
    """The chance that the tiles cost at least one of the markers, if all of them stop now; None while none stands."""
    hidden: int
    """Tiles that lie face down."""

    @property
    def best(self) -> Action:
        return self.actions[0]


def advise(state: State, open_to: Sequence[Event] = ()) -> Advice:
    """`open_to`: the options of the seat in turn, where they are known; empty: those of the state.

    Raises:
        NoAdviceError: the game is over, or nothing is to be decided here.
    """
    if outcome(state):
        raise NoAdviceError("the game is over: there is nothing to decide")  # in no language
    if state.board is None:
        raise NoAdviceError("the tiles are not shuffled yet: there is nothing to decide")  # in no language
    waiting = prompts(state)
    options = tuple(open_to) or tuple(e for p in waiting if isinstance(p, Choose) for e in p.options)
    rolls = any(isinstance(prompt, RollDice) for prompt in waiting)
    if not rolls and not any(map(_is_decided_here, options)):
        raise NoAdviceError("the table says what happens here: there is nothing to decide")  # in no language
    table = outlook(state)
    worth = dict(_worths(table, options, rolls))
    ranked = sorted(worth, key=lambda event: -worth[event])
    actions = tuple(Action(event, worth[event]) for event in ranked)
    return Advice(actions, _bust(state, ranked[0]), _risk(table), len(table.road.down))


def _is_decided_here(option: Event) -> bool:
    """Not what tiles or the table say: a turned tile, or whether a hazard is passed as agreed."""
    decided = (SplitChosen, Stopped, BustAccepted, ShieldUsed, MarkerPicked, MarkerPushed, DirectionChosen)
    return isinstance(option, decided)


def _worths(table: Outlook, options: Sequence[Event], rolls: bool) -> Iterator[tuple[Event | None, float]]:
    state = table.state
    if state.stop is not None:
        yield from _checking(table, options, rolls)
    elif rolls:
        yield from _between_rolls(table, options)
    else:
        yield from _rolled(table, options)


def _between_rolls(table: Outlook, options: Sequence[Event]) -> Iterator[tuple[Event | None, float]]:
    now = dict(table.state.climb.runners)
    pushes = [event for event in options if isinstance(event, MarkerPushed)]
    pushed = [{**now, event.column: now[event.column] + event.by} for event in pushes]
    (stop, roll), *after = stop_and_roll(table, [now, *pushed])
    yield None, roll
    if Stopped() in options:
        yield Stopped(), stop
    for event, worths in zip(pushes, after, strict=True):
        yield event, max(worths)


def _rolled(table: Outlook, options: Sequence[Event]) -> Iterator[tuple[Event | None, float]]:
    """Each split of the roll, each shield with its best split, or the bust."""
    state = table.state
    reached: dict[tuple[tuple[int, int], ...], Runners] = {}
    leads: list[tuple[Event, float, list[tuple[tuple[int, int], ...]]]] = []
    for event in options:
        if isinstance(event, SplitChosen | ShieldUsed):
            after = changed_by(state, event) if isinstance(event, ShieldUsed) else state
            ways = splits(after) if isinstance(event, ShieldUsed) else (event,)
            cost = shield_worth(len(after.shields[state.seat])) if isinstance(event, ShieldUsed) else 0.0
            ends = [climb(after.climb, way.columns) for way in ways]
            keys = [tuple(sorted(runners.items())) for runners in ends]
            reached.update(zip(keys, ends, strict=True))
            leads.append((event, cost, keys))
    worths = dict(zip(reached, map(max, stop_and_roll(table, reached.values())), strict=True))
    lost = bust(table)
    for event, cost, keys in leads:
        yield event, table.without(max((worths[key] for key in keys), default=lost), cost)
    if BustAccepted() in options:
        yield BustAccepted(), lost


def _checking(table: Outlook, options: Sequence[Event], rolls: bool) -> Iterator[tuple[Event | None, float]]:
    """While the markers of a stop are checked."""
    state, waiting = table.state, table.state.climb.runners
    if state.at is None:
        worth = table.staying(None, waiting)
        # The order hardly matters; a column that is won for certain comes first, since nothing can then come between.
        picks = [event for event in options if isinstance(event, MarkerPicked)]
        yield from ((event, worth) for event in sorted(picks, key=lambda e: not is_top((e.column, waiting[e.column]))))
        return
    lost, passed = table.staying(None, waiting), table.staying(state.at, waiting)
    if rolls:
        chance = pass_chance(state.options, state.at[0])
        yield None, chance * passed + (1 - chance) * lost
    for event in options:
        match event:
            case DirectionChosen(direction):
                yield event, table.coming_to(neighbour(state.at, direction), waiting, state.chain)
            case BustAccepted():
                yield event, lost
            case ShieldUsed():
                cost = shield_worth(len(state.shields[state.seat]) - 1)
                yield event, table.without(passed if helps(state, event) else lost, cost)


def _bust(state: State, best: Event | None) -> float:
    if state.stop is not None:
        return 0.0
    match best:
        case BustAccepted():
            return 1.0
        case SplitChosen(columns):
            return float(bust_odds_after(state, columns))
        case MarkerPushed(column, by):
            runners = {**state.climb.runners, column: state.climb.runners[column] + by}
            return float(bust_odds(replace(state, climb=replace(state.climb, runners=runners))))
        case ShieldUsed():
            used = changed_by(state, best)
            return min((float(bust_odds_after(used, split.columns)) for split in splits(used)), default=1.0)
    return float(bust_odds(state))


def _risk(table: Outlook) -> float | None:
    runners = table.state.climb.runners
    return table.risk(runners) if runners else None
