"""The advice in one plain sentence: what to do, and what speaks for it."""

from __future__ import annotations

from companion.advisor.advice import Action, Advice
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, State, Stopped, blocked, topped
from companion.games.cant_stop.screens import label


def why(state: State, advice: Advice) -> str:
    best, other = advice.best, advice.actions[1] if len(advice.actions) > 1 else None
    match best.event:
        case BustAccepted():
            return "No pair fits a column that is open to the runners: this turn's progress is lost."
        case SplitChosen():
            return f"{_split(state, best, other)} then {_busts(advice.bust)}."
        case Stopped() if best.win == 1 or best.turns == 1:
            return "Stop: that wins."
        case Stopped():
            assert other
            return (
                f"Stop: {_busts(advice.bust)} and lose {_steps(state)};"
                f" {_worth(best, other)} now, {_number(other, best)} if you roll."
            )
    if other:
        return f"Roll: {_busts(advice.bust)}; {_worth(best, other)}, {_number(other, best)} if you stop."
    if columns := blocked(state) if state.runners else ():
        return f"Roll: no stop is allowed on another player's token (column {', '.join(map(str, columns))})."
    return f"Roll: a turn begins with a roll, and {_busts(advice.bust)}."


def _split(state: State, best: Action, other: Action | None) -> str:
    assert isinstance(best.event, SplitChosen)
    chosen = label(state, best.event)
    if other is None:
        return f"Take {chosen}: there is no other split;"
    assert other.event
    return f"Take {chosen}: {_worth(best, other)}, {_number(other, best)} with {label(state, other.event)};"


def _worth(action: Action, beside: Action) -> str:
    """With the unit of the game."""
    return f"{_number(action, beside)} {'turns to go' if action.win is None else 'to win'}"


def _number(action: Action, beside: Action) -> str:
    """With one more digit where the two would look equal."""
    if action.win is not None and beside.win is not None:
        return f"{100 * action.win:.{2 if abs(action.win - beside.win) < 0.001 else 1}f} %"
    assert action.turns is not None
    assert beside.turns is not None
    return f"{action.turns:.{3 if abs(action.turns - beside.turns) < 0.01 else 2}f}"


def _busts(chance: float) -> str:
    if chance == 0:
        return "no roll can bust"
    return "fewer than 1 in 100 rolls bust" if chance < 0.005 else f"{100 * chance:.0f} in 100 rolls bust"


def _steps(state: State) -> str:
    own = state.tokens[state.seat]
    steps = sum(space - own.get(column, 0) for column, space in state.runners.items())
    won = topped(state.runners)
    what = f"{steps} step{'s' * (steps != 1)}"
    return f"{what}, column {' and '.join(map(str, sorted(won)))} among them" if won else what
