"""What may stand otherwise on the real sheets, for putting it right on the box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.game import Correction, Seat
from companion.games.express.position import position
from companion.games.express.rules import State, hidden
from companion.games.express.sheets import BOXES, FIFTH_BOXES, ROWS, Marks
from companion.language import say, say_count
from companion.prompts import PIPS


def corrections(state: State) -> Iterator[Correction]:
    """Each sheet's marks, and who is out. Of a seat whose selection is hidden, nothing before all are in (R15)."""
    for seat, name in enumerate(state.players):
        if Seat(seat) in hidden(state):
            continue
        sheet = state.sheets[seat]
        for row in ROWS:
            for marks in range(BOXES + 1):
                change = {"pairs": _set(sheet.pairs, row, marks)}
                yield Correction((name, say("row {row}", row=row), _marks(marks)), _changed(state, seat, change))
        for value in PIPS if not sheet.is_full else sheet.fifth:
            for marks in range(FIFTH_BOXES + 1):
                fifth = _set(sheet.fifth, value, marks)
                yield Correction(
                    (name, say("fifth {value}", value=value), _marks(marks)),
                    _changed(state, seat, {"fifth": fifth, "out": FIFTH_BOXES in fifth.values()}),
                )
        if FIFTH_BOXES not in sheet.fifth.values():
            word = say("plays on") if sheet.out else say("is out")
            yield Correction((name, word), _changed(state, seat, {"out": not sheet.out}))


def _changed(state: State, seat: int, change: Mapping[str, object]) -> dict[str, Any]:
    """The sheets with one changed. What that seat chose is no longer known to be on it, so it is forgotten."""
    whole: dict[str, Any] = position(state)
    sheets, selections = whole["sheets"], whole["selections"]
    sheets[seat] |= change
    selections[seat] = None
    return {"sheets": sheets, "selections": selections}


def _set(marks: Marks, row: int, number: int) -> dict[str, int]:
    others = {str(other): marks[other] for other in marks if other != row}
    return {**others, str(row): number} if number else others


def _marks(number: int) -> str:
    return say_count("{count} mark", "{count} marks", number, count=number)
