"""The advice in one plain sentence: what to do, and what speaks for it."""

from __future__ import annotations

from companion.advisor.advice import Action, Advice
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, State, Stopped, blocked, topped
from companion.games.cant_stop.screens import label
from companion.language import listed, number, say, say_count


def why(state: State, advice: Advice) -> str:
    best, other = advice.best, advice.actions[1] if len(advice.actions) > 1 else None
    odds = busts(advice.bust)
    match best.event:
        case BustAccepted():
            return say("No pair fits a column that is open to the runners: this turn's progress is lost.")
        case SplitChosen():
            return _split(state, best, other, odds)
        case Stopped() if best.win == 1 or best.turns == 1:
            return say("Stop: that wins.")
        case Stopped():
            assert other
            return say(
                "Stop: {odds} and lose {steps}; {worth} now, {other} if you roll.",
                odds=odds,
                steps=steps(state),
                worth=_worth(best, other),
                other=_number(other, best),
            )
    if other:
        return say(
            "Roll: {odds}; {worth}, {other} if you stop.",
            odds=odds,
            worth=_worth(best, other),
            other=_number(other, best),
        )
    if columns := blocked(state) if state.runners else ():
        return say(
            "Roll: no stop is allowed on another player's token (column {columns}).",
            columns=", ".join(map(str, columns)),
        )
    return say("Roll: a turn begins with a roll, and {odds}.", odds=odds)


def _split(state: State, best: Action, other: Action | None, odds: str) -> str:
    assert isinstance(best.event, SplitChosen)
    chosen = label(state, best.event)
    if other is None:
        return say("Take {split}: there is no other split; then {odds}.", split=chosen, odds=odds)
    assert other.event
    return say(
        "Take {split}: {worth}, {other} with {other_split}; then {odds}.",
        split=chosen,
        worth=_worth(best, other),
        other=_number(other, best),
        other_split=label(state, other.event),
        odds=odds,
    )


def _worth(action: Action, beside: Action) -> str:
    """With the unit of the game."""
    written = _number(action, beside)
    return say("{number} turns to go", number=written) if action.win is None else say("{number} to win", number=written)


def _number(action: Action, beside: Action) -> str:
    """With one more digit where the two would look equal."""
    if action.win is not None and beside.win is not None:
        return chance_beside(action.win, beside.win)
    assert action.turns is not None
    assert beside.turns is not None
    return number(action.turns, 3 if abs(action.turns - beside.turns) < 0.01 else 2)


def chance_beside(win: float, other: float) -> str:
    """A chance to win, with one more digit where the other would look equal."""
    return f"{number(100 * win, 2 if abs(win - other) < 0.001 else 1)} %"


def busts(chance: float) -> str:
    if chance == 0:
        return say("no roll can bust")
    if chance < 0.005:
        return say("fewer than 1 in 100 rolls bust")
    return say("{count} in 100 rolls bust", count=f"{100 * chance:.0f}")


def steps(state: State) -> str:
    own = state.tokens[state.seat]
    steps = sum(space - own.get(column, 0) for column, space in state.runners.items())
    what = say_count("{count} step", "{count} steps", steps, count=steps)
    if not (won := topped(state.runners)):
        return what
    columns = listed(map(str, sorted(won)))
    return say("{steps}, column {columns} among them", steps=what, columns=columns)
