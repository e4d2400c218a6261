"""Whole games of Highway on the engine itself, two players against each other: `tools/strength_highway.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from companion.advisor.highway.players import simplest, strongest
from companion.events import DiceRolled, Event
from companion.game import Seat
from companion.games.cant_stop.board import DICE, LENGTHS
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, Stopped, topped, won_columns
from companion.games.highway import HIGHWAY
from companion.games.highway.events import DirectionChosen, ShieldUsed
from companion.games.highway.rules import changed_by, shuffled, splits
from companion.games.highway.shields import helps
from companion.games.highway.state import State
from companion.prompts import Choose, RollDice, Shuffle
from tools.rivals import RULE_OF_28, Rival

Player = Callable[[State, Sequence[Event], Random], Event | None]
"""The state, what is open to the seat in turn, and its own chance, to what it chooses; None: it rolls.

The state is the engine's, with every face: a player must not look at those of tiles that lie face down.
"""

MOST_EVENTS: Final = 20_000
"""No game is so long; one that is would be a fault."""


def strong(state: State, open_to: Sequence[Event], chance: Random) -> Event | None:
    return strongest(state, open_to)


def beginner(state: State, open_to: Sequence[Event], chance: Random) -> Event | None:
    return simplest(state, open_to, chance)


def unseeing(state: State, open_to: Sequence[Event], chance: Random) -> Event | None:
    """The strong player, as if no tile lay there until it has stopped: it rolls and stops as in Can't Stop."""
    return strongest(state if state.stop is not None else replace(state, board={}), open_to)


def blind(state: State, open_to: Sequence[Event], chance: Random) -> Event | None:
    """The Rule of 28, which sees no tile: a shield mends what is lost otherwise, a Roundabout leads up."""
    return by_rule(RULE_OF_28, state, open_to)


def by_rule(rival: Rival, state: State, open_to: Sequence[Event]) -> Event | None:
    if Stopped() in open_to:
        return Stopped() if _stops(rival, state) else None
    if not open_to:
        return None
    mends = [event for event in open_to if isinstance(event, ShieldUsed) and helps(state, event)]
    if mends and BustAccepted() in open_to:
        return mends[0] if state.stop is not None else max(mends, key=lambda use: _best(rival, state, use))
    climbs = [event for event in open_to if isinstance(event, SplitChosen)]
    if climbs:
        return max(climbs, key=lambda split: (_weight(rival, state, split), _spread(split)))
    return DirectionChosen("up") if DirectionChosen("up") in open_to else open_to[0]


def _best(rival: Rival, state: State, use: ShieldUsed) -> float:
    after = changed_by(state, use)
    return max((_weight(rival, after, split) for split in splits(after)), default=-1.0)


def _weight(rival: Rival, state: State, split: SplitChosen) -> float:
    """What a split counts (tools/rivals.py)."""
    runners, own = dict(state.climb.runners), state.climb.tokens[state.seat]
    found = 0.0
    for column in split.columns:
        new = column not in runners
        runners[column] = runners.get(column, own.get(column, 0)) + 1
        grown = rival.slopes[column - 2] * (runners[column] - 1) / (LENGTHS[column] - 1)
        found += (grown + rival.intercepts[column - 2]) // 1 - rival.marker * new
    return float(found)


def _spread(split: SplitChosen) -> int:
    """Of equals the one whose pairs are most alike is taken, which has the lowest die with the highest (RULE_OF_28)."""
    return -(max(split.columns) - min(split.columns))


def _stops(rival: Rival, state: State) -> bool:
    own, runners = state.climb.tokens[state.seat], state.climb.runners
    if len(topped(own) | topped(runners)) >= state.climb.options.columns_to_win:
        return True
    free = set(LENGTHS) - won_columns(state.climb) - topped(runners)
    if len(runners) < state.markers:
        return not free
    total = sum((space - own.get(column, 0) + 1) * rival.values[column - 2] for column, space in runners.items())
    columns = list(runners)
    if len(columns) > 2:
        odd, even, high, low = rival.shape
        total += odd * all(c % 2 for c in columns) + even * all(c % 2 == 0 for c in columns)
        total += high * all(c >= 7 for c in columns) + low * all(c <= 7 for c in columns)
    return bool(total >= rival.threshold)


def play(players: Sequence[Player], first: int, tiles: Random, chance: Random) -> tuple[int, int]:
    """One game: who won, and how many events it took. `tiles` deals them; `chance` throws the dice."""
    state = HIGHWAY.start(["Ann", "Bo"], {}, Seat(first))
    for number in range(MOST_EVENTS):
        if over := HIGHWAY.outcome(state):
            (winner,) = over.winners
            return winner, number
        state = HIGHWAY.apply(state, _next(players, state, tiles, chance))
    raise AssertionError("a game without an end")


def _next(players: Sequence[Player], state: State, tiles: Random, chance: Random) -> Event:
    waiting = HIGHWAY.prompts(state)
    if isinstance(waiting[0], Shuffle):
        return shuffled(state, tiles.shuffle)
    options = [event for prompt in waiting if isinstance(prompt, Choose) for event in prompt.options]
    chosen = players[state.seat](state, options, chance) if options else None
    if chosen is not None:
        return chosen
    assert isinstance(waiting[0], RollDice)
    return DiceRolled(tuple(sorted(chance.choices(range(1, 7), k=DICE))))
