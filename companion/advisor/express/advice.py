"""What the advisor says of a throw: with how many points the sheet ends after each selection, the best first.

Each plays a sheet of their own with the common throws until all are out, so nothing that others do changes what a
selection is worth in points. The chance to be ahead of them is not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.advisor.express.throws import as_numbers
from companion.advisor.express.worth import network
from companion.advisor.question import NoAdviceError
from companion.events import Event
from companion.game import Seat
from companion.games.express.rules import SelectionMade, State, options
from companion.games.express.scoring import sheet_score
from companion.games.express.sheets import Sheet


@dataclass(frozen=True)
class Action:
    event: SelectionMade
    points: float
    """With which the sheet ends on average."""
    sheet: Sheet
    """After it."""


def advise(state: State, seat: int | None = None, open_to: Sequence[Event] = ()) -> tuple[Action, ...]:
    """What the seat may make of the throw, the best first; None: the first seat that the throw waits for.

    `open_to`: its options, where what others chose in secret bars some of them (R13, R15); empty: those of the state.

    Raises:
        NoAdviceError: the game is over, no throw waits, or not for this seat.
    """
    if not state.still_in:
        raise NoAdviceError("the game is over: there is nothing to decide")  # in no language
    if state.pips is None:
        raise NoAdviceError("no throw waits for a selection: give its pips")  # in no language
    if seat is None:
        seat = state.undecided[0]
    if seat not in state.undecided:
        raise NoAdviceError(f"the throw does not wait for seat {seat}")  # in no language
    possible = [event for event in open_to if isinstance(event, SelectionMade)] or options(state, Seat(seat))
    before = state.sheets[seat]
    sheets = [before.marked(event.selection) for event in possible]
    points = ends_with(sheets, state.options.penalty)
    ranked = sorted(zip(possible, points, sheets, strict=True), key=lambda one: -one[1])
    return tuple(Action(*one) for one in ranked)


def ends_with(sheets: Sequence[Sheet], penalty: int) -> list[float]:
    """How many points each of these sheets has in the end, on average; one that is out has its own."""
    points = [float(sheet_score(sheet, penalty)) for sheet in sheets]
    going_on = [nth for nth, sheet in enumerate(sheets) if not sheet.out]
    if going_on:
        marks, fifth = (np.array(part) for part in zip(*(as_numbers(sheets[nth]) for nth in going_on), strict=True))
        for nth, said in zip(going_on, network(penalty).of(marks, fifth).tolist(), strict=True):
            points[nth] = said
    return points
