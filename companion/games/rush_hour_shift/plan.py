"""How many cards a seat needs to the exit while the other one stands still, and which.

The way is a shortest one in slides and shifts; what fits on one card of the deck is then played with one card. With one
or two cards that is the fewest. A longer way may have a shorter one beside it, in which a MOVE is split otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.game import GoesOn, Seat, always
from companion.games.rush_hour_shift.rules import HEROES, Options, PartShifted, State, VehicleMoved
from companion.games.rush_hour_shift.search import winning_cards, winning_line
from companion.games.rush_hour_shift.way_out import Action, way_out


@dataclass(frozen=True)
class Turn:
    """One card, and what to do with it."""

    card: str
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Plan:
    turns: tuple[Turn, ...] | None
    """None: no way out was found."""
    proven: bool
    """With turns: there is no plan of fewer; without: there is no way out at all."""
    in_time: bool = True
    """False: the search was told to stop before it had found one."""


def plan(state: State, seat: Seat, goes_on: GoesOn = always) -> Plan:
    """From the present grid, as if a turn of `seat` began, with any cards that the deck holds."""
    fresh = replace(state, seat=seat, card=None, moves_left=0, shift_left=False)
    deck = dict(state.options.deck)
    if cards := [card for card in winning_cards(fresh) if deck[card]]:
        line = winning_line(fresh, cards[0]) or ()
        return Plan((Turn(cards[0], tuple(event for event in line if isinstance(event, Action))),), proven=True)
    way = way_out(state.grid, HEROES[seat], goes_on)
    if way.actions is None:
        return Plan(None, way.proven, way.in_time)
    turns = in_cards(way.actions, state.options)
    return Plan(turns, proven=len(turns) <= 2)


def in_cards(actions: tuple[Action, ...], options: Options) -> tuple[Turn, ...]:
    """The same actions in the same order, with as few cards as they can be played with."""
    best: list[tuple[Turn, ...]] = [()]
    for end in range(1, len(actions) + 1):
        ways = []
        for begin in range(end):
            if card := _card_for(actions[begin:end], options):
                ways.append((*best[begin], Turn(card, actions[begin:end])))
        best.append(min(ways, key=len))
    return best[-1]


def _card_for(actions: tuple[Action, ...], options: Options) -> str | None:
    """The card that allows just this; a SLIDE or SHIFT is always taken to be in the deck."""
    spaces = sum(abs(action.by) for action in actions if isinstance(action, VehicleMoved))
    shifts = [action for action in actions if isinstance(action, PartShifted)]
    if len(actions) == 1:
        return "shift" if shifts else "slide"
    # The number on the card is used up to the last, so that it is right where all of it must be (R14).
    number = spaces + sum(abs(shift.by) for shift in shifts) if options.pool else spaces
    if len(shifts) > 1 or (shifts and shifts[0] not in (actions[0], actions[-1])):
        return None
    card = f"move-and-shift-{number}" if shifts else f"move-{number}"
    return card if dict(options.deck).get(card) else None
