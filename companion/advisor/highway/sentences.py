"""The advice on Highway in plain sentences: what to do, what speaks for it, and what was not counted."""

from __future__ import annotations

from companion.advisor.highway.advice import Action, Advice
from companion.advisor.highway.road import pass_chance
from companion.advisor.sentences import busts, chance_beside, steps
from companion.events import Event
from companion.games.cant_stop.rules import BustAccepted, SplitChosen, Stopped
from companion.games.highway import names
from companion.games.highway.events import DirectionChosen, MarkerPicked, MarkerPushed, ShieldUsed
from companion.games.highway.moves import is_top
from companion.games.highway.screens import label
from companion.games.highway.state import State
from companion.language import say


def why(state: State, advice: Advice) -> str:
    best, other = advice.best, advice.actions[1] if len(advice.actions) > 1 else None
    if state.stop is not None:
        return _checking(state, best, other)
    odds = busts(advice.bust)
    match best.event:
        case Stopped() if best.win == 1:
            return say("Stop: that wins.")
        case Stopped():
            assert other
            said = say(
                "Stop: {odds} and lose {steps}; {worth} now, {other} if you roll.",
                odds=odds,
                steps=steps(state.climb),
                worth=_worth(best, other),
                other=_number(other, best),
            )
            return said + _tiles(advice)
        case None if other is None and not state.climb.runners:
            return say("Roll: a turn begins with a roll, and {odds}.", odds=odds)
        case None:
            stop = next((action for action in advice.actions if action.event == Stopped()), best)
            said = say(
                "Roll: {odds}; {worth}, {other} if you stop.",
                odds=odds,
                worth=_worth(best, stop),
                other=_number(stop, best),
            )
            return said + _tiles(advice)
        case SplitChosen() if other is None:
            split = label(state, best.event)
            return say("Take {split}: there is no other split; then {odds}.", split=split, odds=odds)
        case BustAccepted() if other is None:
            return say("No pair fits a column that is open to the runners: this turn's progress is lost.")
    assert other
    assert best.event
    return _compared(state, best, other, odds)


def _compared(state: State, best: Action, other: Action, odds: str) -> str:
    """The best use of a roll beside the next best."""
    assert best.event
    words = {
        "worth": _worth(best, other),
        "other": _number(other, best),
        "next": doing(state, other.event),
        "odds": odds,
    }
    match best.event:
        case BustAccepted():
            return say("Take the bust and keep the shield: {worth}, {other} with {next}.", **words)
        case ShieldUsed():
            use = doing(state, best.event)
            return say("Use the {use}: {worth}, {other} with {next}; then {odds}.", use=use, **words)
        case MarkerPushed(column, by):
            return say(
                "Push the marker in column {column} up by {by}: {worth}, {other} with {next}.",
                column=column,
                by=by,
                **words,
            )
    return say(
        "Take {split}: {worth}, {other} with {other_split}; then {odds}.",
        split=label(state, best.event),
        other_split=words["next"],
        **words,
    )


def doing(state: State, event: Event | None) -> str:
    """An action as a part of a sentence, after "with"."""
    match event:
        case None:
            return say("a roll")
        case Stopped():
            return say("a stop")
        case BustAccepted():
            return say("the bust")
        case ShieldUsed(used, die, by):
            return say("shield {number} ({die} counts as {new})", number=used, die=die, new=die + by)
        case MarkerPushed(column, by):
            return say("a push in column {column} by {by}", column=column, by=by)
    return label(state, event)


def _checking(state: State, best: Action, other: Action | None) -> str:
    """While the markers of a stop are checked."""
    match best.event:
        case None:
            passes = f"{100 * pass_chance(state.options, state.chain[-1][0]):.0f}"
            return say("Roll: {count} in 100 rolls pass the hazard.", count=passes)
        case MarkerPicked(column) if is_top((column, state.climb.runners[column])):
            return say("Check column {column} first: it is won for certain.", column=column)
        case MarkerPicked(column):
            return say("Check column {column} first: in what order hardly matters here.", column=column)
        case DirectionChosen(direction):
            way = names.way(direction)
            if other is None or not isinstance(other.event, DirectionChosen):
                return say("Go {way}: there is no other way.", way=way)
            return say(
                "Go {way}: {worth}, {other} with {next}. Hidden tiles count as their mix.",
                way=way,
                worth=_worth(best, other),
                other=_number(other, best),
                next=names.way(other.event.direction),
            )
    if other is None:
        return say("The hazard is not passed: the marker comes off.")
    words = {"worth": _worth(best, other), "other": _number(other, best)}
    if isinstance(best.event, ShieldUsed):
        use = doing(state, best.event)
        return say("Use the {use}: the hazard is passed; {worth}, {other} without.", use=use, **words)
    return say("Keep the shield, the marker comes off: {worth}, {other} with it used.", **words)


def _tiles(advice: Advice) -> str:
    """What the tiles do to a stop, and how they were counted; empty: nothing."""
    if not advice.risk:
        return ""
    risk = f"{min(max(100 * advice.risk, 1), 99):.0f}"
    if not advice.hidden:
        return " " + say("If you stop, tiles cost a marker in {count} of 100 cases.", count=risk)
    return " " + say(
        "If you stop, tiles cost a marker in {count} of 100 cases; hidden ones count as their mix.", count=risk
    )


def approximate(advice: Advice) -> str:
    """What was not counted to the last."""
    return say(
        "Not exact: {count} hidden tiles count as the mix that is left, those of a chain drawn apart; a marker counts "
        "as the mean of where it may end; shields, Maps and Losts by a rule of thumb.",
        count=advice.hidden,
    )


def _worth(action: Action, beside: Action) -> str:
    return say("{number} to win", number=_number(action, beside))


def _number(action: Action, beside: Action) -> str:
    return chance_beside(action.win, beside.win)
