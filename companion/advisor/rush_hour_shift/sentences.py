"""The advice in plain sentences: what to play and do, what it stops or comes to, and what is estimated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.advisor.rush_hour_shift.advice import Action, threat
from companion.advisor.rush_hour_shift.exits import nearest_exit
from companion.advisor.rush_hour_shift.line import as_grid, line_to
from companion.advisor.rush_hour_shift.ways import NEVER
from companion.events import Event
from companion.games.rush_hour_shift import rules
from companion.games.rush_hour_shift.cards import CARDS
from companion.games.rush_hour_shift.hints import spelled
from companion.games.rush_hour_shift.rules import CardPlayed, PartShifted, State, TurnEnded, VehicleMoved
from companion.games.rush_hour_shift.screens import label as short_label
from companion.games.rush_hour_shift.search import winning_line
from companion.games.rush_hour_shift.words import cards as counted
from companion.games.rush_hour_shift.words import far, rows_far
from companion.language import capital, say

PATIENCE: Final = 300
"""Grids that are looked at for a way to the exit: what takes longer is only said to be far."""

STOPS: Final = 5
"""From so many hands of 100 on a threat is spoken of."""


def why(state: State, actions: Sequence[Action]) -> str:
    best = actions[0]
    said = _what(state, best)
    if best.win == 1:
        return said
    brings = _brings(state, best)
    return f"{said} {brings}" if brings else said


def approximate(state: State) -> str:
    """What the chances leave out."""
    return say(
        "{other}'s cards are unknown; what comes after the next one is estimated.", other=state.players[1 - state.seat]
    )


def _what(state: State, best: Action) -> str:
    if isinstance(best.event, TurnEnded):
        assert state.card
        return say("End the turn: nothing that {card} still allows is better.", card=CARDS[state.card].title)
    how = _how(state, best)
    if not isinstance(best.event, CardPlayed):
        return say("{how}: that wins.", how=capital(how)) if best.win == 1 else say("{how}.", how=capital(how))
    words = {"card": CARDS[best.event.card].title, "how": how}
    if best.win == 1:
        return say("Play {card}, that wins: {how}.", **words)
    return say("Of your cards play the one with the best chance; of all, that is {card}: {how}.", **words)


def _how(state: State, best: Action) -> str:
    """What to do on the grid, from here to the end of the turn."""
    after = rules.apply(state, best.event)
    own = () if isinstance(best.event, CardPlayed) else (best.event,)
    line: tuple[Event, ...] = ()
    if best.win == 1:
        line = () if rules.outcome(after) else winning_line(after, after.card or "") or ()
    else:
        # Where no straight line is found the next question tells the next step.
        line = line_to(after, as_grid(after, best.ends)) or ()
    return spelled(state.grid, (*own, *line)) or say("nothing is moved")


def _brings(state: State, best: Action) -> str:
    """What it stops, or how far both have to go then; empty: nothing that is known."""
    name, other = state.players[state.seat], state.players[1 - state.seat]
    if best.loses is not None:
        idle, left = round(100 * threat(state)), round(100 * best.loses)
        if idle >= STOPS and left < idle:
            many = {"other": other, "many": idle, "left": left}
            return say("{other} could win at once with {many} of 100 hands; that leaves {left}.", **many)
        if left >= STOPS:
            return say("Even so {other} wins at once with {left} of 100 hands.", other=other, left=left)
    own, others = (nearest_exit(best.ends, seat, PATIENCE) for seat in (int(state.seat), 1 - int(state.seat)))
    if not (own.proven and others.proven) or max(own.cards, others.cards) >= NEVER:
        return ""
    words = {"name": name, "other": other, "own": counted(own.cards), "others": others.cards}
    return say("Then {name} needs {own} to the exit and {other} {others}.", **words)


def label(state: State, event: Event) -> str:
    """An option in ten signs, with the piece's name whatever lists the box would put above it."""
    match event:
        case VehicleMoved(vehicle, by):
            return f"{vehicle} {far(state.grid.named[vehicle], by)}"
        case PartShifted(part, by):
            return f"{part[0].upper()} {rows_far(by)}"  # L or R in English and in German
    return short_label(state, event)
