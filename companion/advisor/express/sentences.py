"""The advice in plain sentences: what to mark, what it comes to, and what speaks for it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.advisor.express.advice import Action
from companion.games.express.rules import State
from companion.games.express.sheets import FIFTH_BOXES, NEGATIVE, Sheet
from companion.games.express.telling import marks_of
from companion.language import say, say_count


def why(state: State, actions: Sequence[Action]) -> str:
    """Begins with the name where others play too."""
    seat = actions[0].event.seat
    said = _alone(state, actions)
    return said if len(state.players) == 1 else say("{name}: {advice}", name=state.players[seat], advice=said)


def _alone(state: State, actions: Sequence[Action]) -> str:
    best = actions[0]
    before = state.sheets[best.event.seat]
    words: dict[str, object] = {"what": marks_of(best.sheet, best.event.selection), "points": f"{best.points:.0f}"}
    if len(actions) == 1:
        return say("Mark {what}: there is no other way. That ends at {points} points on average.", **words)
    other = actions[1]
    words |= {"other": marks_of(other.sheet, other.event.selection), "more": f"{best.points - other.points:.0f}"}
    if best.points - other.points < 0.5:
        said = say("Mark {what}: that ends at {points} points on average, as {other} does.", **words)
    else:
        said = say("Mark {what}: that ends at {points} points on average, {more} more than {other}.", **words)
    reason = _reason(state, before, best, other)
    return f"{said} {reason}" if reason else said


def _reason(state: State, before: Sheet, best: Action, other: Action) -> str:
    """What a look at the sheet shows for it, beside the next best; empty: no single thing."""
    if best.sheet.out and not other.sheet.out:
        return say("It ends your sheet, and playing on would cost more.")
    if other.sheet.out and not best.sheet.out:
        return say("You stay in the game.")
    saved = [
        row for row in sorted(set(best.event.pairs)) if before.pairs.get(row, 0) <= NEGATIVE < best.sheet.pairs[row]
    ]
    if saved and before.pairs.get(saved[0]):
        return say("Row {row} then costs nothing any more.", row=saved[0])
    opened, others = _opened(before, best), _opened(before, other)
    if opened < others:
        less, penalty = others - opened, state.options.penalty
        return say_count(
            "It opens {count} row less, and a row with few marks costs {penalty}.",
            "It opens {count} rows less, and a row with few marks costs {penalty}.",
            less,
            count=less,
            penalty=penalty,
        )
    marks, more = (one.sheet.fifth.get(one.event.fifth, 0) for one in (best, other))
    if 0 < marks < more:
        return say("Its fifth die has more room left: {marks} of {boxes} marks.", marks=marks, boxes=FIFTH_BOXES)
    return ""


def _opened(before: Sheet, action: Action) -> int:
    return len(action.sheet.pairs) - len(before.pairs)
