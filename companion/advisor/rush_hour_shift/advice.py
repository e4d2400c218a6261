"""What the advisor says of a turn: the chance to win after each thing that may be done, the best first.

Whatever the cards allow is looked at to the end of the turn. Of the grids in which it may end the most promising are
looked at again after the other player's answer; what comes then is only estimated. Hands are private: of the other
one's nothing is known but what lies open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.advisor.question import NoAdviceError
from companion.advisor.rush_hour_shift.grids import Bools, Grids, as_arrays
from companion.advisor.rush_hour_shift.plays import Begun, Ends, ends
from companion.advisor.rush_hour_shift.replies import replied
from companion.advisor.rush_hour_shift.ways import Floats
from companion.advisor.rush_hour_shift.worth import PRICES, chances, goes
from companion.events import Event
from companion.games.rush_hour_shift import rules
from companion.games.rush_hour_shift.cards import CARDS, HAND
from companion.games.rush_hour_shift.grid import COLUMNS
from companion.games.rush_hour_shift.rules import CardPlayed, DrawAgreed, State, TurnEnded, VehicleMoved
from companion.games.rush_hour_shift.search import winning_line

WIDE: Final = 60
"""Grids that are followed after each space of a move."""

CLOSER: Final = 12
"""Grids that are looked at again; one of each card besides."""

LEAST: Final = 1e-3
"""Nothing that is not certain is said to be."""


Keeps = Sequence[tuple[int, Sequence[str]]]


@dataclass(frozen=True)
class Action:
    event: Event
    win: float
    """The chance to win of whoever's turn it is."""
    ends: Grids
    """The grid in which the turn is best ended after it."""
    loses: float | None
    """The chance that the other player wins with the next card then; None: not looked at."""


def advise(state: State, open_to: Sequence[Event] = ()) -> tuple[Action, ...]:
    """What may be done now, the best first. `open_to`: what may be chosen, of cards those in hand; empty: anything.

    Raises:
        NoAdviceError: the game is over.
    """
    if rules.outcome(state):
        raise NoAdviceError("the game is over: there is nothing to decide")  # in no language
    possible = [event for event in open_to or rules.options(state) if not isinstance(event, DrawAgreed)]
    deck = dict(state.options.deck)
    in_deck = [event for event in possible if not isinstance(event, CardPlayed) or deck[event.card]]
    possible = in_deck or possible
    hand = [event.card for event in possible if isinstance(event, CardPlayed)]
    if not hand or len(hand) > HAND:
        return _ranked(state, possible, unseen(state), [(HAND, ())] * len(possible))
    keeps = [(1, [kept for kept in hand if kept != played]) for played in hand]
    return _ranked(state, possible, unseen(state, hand), keeps)


def unseen(state: State, hand: Sequence[str] = ()) -> Mapping[str, int]:
    """How many of each kind may be in the other player's hand; of an own one each kind counts once."""
    elsewhere = Counter((*state.discards, *([state.card] if state.card else []), *hand))
    left = {card: max(count - elsewhere[card], 0) for card, count in state.options.deck}
    # A deck that was counted wrongly, or one that is all but spent, tells nothing.
    return left if sum(left.values()) >= HAND else dict(state.options.deck)


def threat(state: State) -> float:
    """The chance that the other player wins with the next card if nothing more is done."""
    others = unseen(state)
    here = begun(state, [TurnEnded()]).grids
    return float(replied(here, 1 - int(state.seat), state.options, others, goes(others)[None]).loses[0])


def _ranked(state: State, possible: Sequence[Event], others: Mapping[str, int], keeps: Keeps) -> tuple[Action, ...]:
    """`keeps`: after each of `possible`, how many cards are drawn for the next turn, and which are kept."""
    seat = int(state.seat)
    theirs = goes(others)
    found = ends(
        begun(state, possible), seat, state.options, lambda made, _: 1 - chances(made, 1 - seat, theirs, seat), WIDE
    )
    prices = np.array([_price(event) for event in possible], dtype=np.float32)[found.source]
    first = _paid(found.worth, prices)
    closer = _closer(found, first, len(possible))
    own = np.stack([goes(others, drawn, kept) for drawn, kept in keeps])[found.source[closer]]
    seen = replied(found.grids[closer], 1 - seat, state.options, others, own)
    again, at = _where(found.grids.keys[closer], found.grids.keys)
    # What the answers change on average is taken off where they were not looked at, and the best is one that was.
    paid = _paid(seen.wins, prices[closer])
    usual = float((first[closer] - paid).mean())
    value = np.where(again, _paid(seen.wins[at], prices), np.minimum(first - usual, paid.max() - LEAST))
    spared = found.left + COLUMNS * np.array([isinstance(event, TurnEnded) for event in possible])[found.source]
    # The best end of each, and of equals that with the fewest spaces: so nothing is moved for nothing.
    order = np.lexsort((-spared, -value.round(6), found.source))
    best = order[np.searchsorted(found.source[order], np.arange(len(possible)))].tolist()
    best.sort(
        key=lambda nth: (-round(float(value[nth]), 6), -int(spared[nth]), -_far(possible[int(found.source[nth])]))
    )
    off = found.grids.won(seat)
    actions = [
        Action(
            possible[int(found.source[nth])],
            1.0 if off[nth] else min(max(float(value[nth]), LEAST), 1 - LEAST),
            found.grids[nth : nth + 1],
            float(seen.loses[at[nth]]) if again[nth] else None,
        )
        for nth in best
    ]
    return _with_a_win(state, actions)


def begun(state: State, events: Sequence[Event]) -> Begun:
    """The moments after these events, each a beginning of its own; after the end of the turn nothing is left."""
    grids, rest = [], []
    for event in events:
        ends_it = isinstance(event, TurnEnded)
        after = state if ends_it else rules.apply(state, event)
        grids.append(after.grid)
        begun_to_move = not ends_it and rules.is_begun(after)
        rest.append(
            (0, False, begun_to_move, False)
            if ends_it
            else (after.moves_left, after.shift_left, begun_to_move, CARDS[after.card or ""].slides)
        )
    return Begun(as_arrays(*grids), np.arange(len(events)), *(np.array(part) for part in zip(*rest, strict=True)))


def _closer(found: Ends, first: Floats, sources: int) -> NDArray[np.int64]:
    """The most promising grids, each once, and of each of few beginnings the best."""
    order = np.argsort(-first, kind="stable")
    _, once = np.unique(found.grids.keys[order], return_index=True)
    chosen = order[np.sort(once)[:CLOSER]]
    if sources <= len(CARDS):
        _, best = np.unique(found.source[order], return_index=True)
        chosen = np.unique(np.concatenate((chosen, order[best])))
    return np.asarray(chosen)


def _where(keys: NDArray[np.int64], among: NDArray[np.int64]) -> tuple[Bools, NDArray[np.int64]]:
    """Which of `among` are one of these keys, and which one."""
    order = np.argsort(keys)
    at = order[np.searchsorted(keys[order], among).clip(max=len(keys) - 1)]
    return np.asarray(keys[at] == among), at


def _price(event: Event) -> float:
    return PRICES[event.card] if isinstance(event, CardPlayed) else 0.0


def _far(event: Event) -> int:
    """Of two ways to the same grid the one in fewer pushes."""
    return abs(event.by) if isinstance(event, VehicleMoved) else 0


def _paid(chance: Floats, price: Floats) -> Floats:
    """The chance without the card that it took."""
    return np.asarray(chance - price * chance * (1 - chance), dtype=np.float32)


def _with_a_win(state: State, actions: list[Action]) -> tuple[Action, ...]:
    """With the win first that is there for certain, whatever was followed."""
    for nth, action in enumerate(actions):
        after = None if isinstance(action.event, TurnEnded) else rules.apply(state, action.event)
        if after and (rules.outcome(after) or winning_line(after, after.card or "") is not None):
            actions[nth] = replace(action, win=1.0, loses=0.0)
    return tuple(sorted(actions, key=lambda action: action.win < 1))
