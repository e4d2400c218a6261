"""Can't Stop in words: everything that its screens say."""

from __future__ import annotations

from fractions import Fraction

from companion.events import DiceRolled, Event, PositionCorrected
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.odds import bust_odds
from companion.games.cant_stop.rules import (
    BustAccepted,
    Spaces,
    SplitChosen,
    State,
    Stopped,
    apply,
    blocked,
    outcome,
    splits,
    topped,
)
from companion.view import View, Words


def view(state: State, event: Event | None) -> View:
    """What a screen says now, and what to move after `event`."""
    if ended := outcome(state):
        (winner,) = ended.winners
        won = ", ".join(map(str, sorted(topped(state.tokens[winner]))))
        turns = f"in {state.turns} turns" if len(state.players) == 1 else f"columns {won}"
        return View(title=f"{state.players[winner]} wins", lines=(turns,), move=_moves(event, state))
    need = state.options.columns_to_win
    won_so_far = len(topped(state.tokens[state.seat]))
    return View(
        title=state.players[state.seat],
        number=f"{won_so_far}/{need}",
        lines=tuple(f"{column}: {space}/{LENGTHS[column]}" for column, space in sorted(state.runners.items())),
        roll=state.pips or (),
        move=_moves(event, state),
    )


def tell(before: State, event: Event, after: State) -> tuple[str, ...]:
    """What just happened, and what to move on the board."""
    name = before.players[before.seat]
    match event:
        case DiceRolled(pips):
            rolled = f"{name} rolled {' '.join(map(str, pips))}."
            return (rolled,) if splits(after) else (rolled, "Bust: no pair fits a column that is open to the runners.")
        case SplitChosen(columns):
            runners = after.runners or {c: after.tokens[before.seat][c] for c in columns}
            said = " and ".join(f"{c} on space {runners[c]}" for c in sorted(set(columns)))
            told: tuple[str, ...] = (f"{name}: runner in {said}.",)
            tops = sorted(set(columns) & topped(runners))
            told += tuple(f"Column {c} is at the top: stop to win it." for c in tops if after.runners)
            return told if after.runners else told + _stopped(before, after, runners)
        case Stopped():
            return _stopped(before, after, before.runners)
        case BustAccepted():
            passed = "" if len(before.players) == 1 else f" {after.players[after.seat]}'s turn."
            return (f"{name} lost this turn's progress: take the runners off, the tokens stay.{passed}",)
    raise AssertionError(f"no words for {event}")


def _stopped(before: State, after: State, kept: Spaces) -> tuple[str, ...]:
    name = before.players[before.seat]
    tokens = ", ".join(f"{c} to space {kept[c]}" for c in sorted(kept))
    told: tuple[str, ...] = (f"{name} stopped: move the token in {tokens}; take the runners off.",)
    for column in sorted(topped(kept)):
        others = [before.players[s] for s, own in enumerate(before.tokens) if s != before.seat and column in own]
        off = f" Take off the token of {' and '.join(others)}." if others else ""
        told += (f"Column {column} is won by {name} and closed.{off}",)
    if outcome(after):
        return (*told, f"{name} wins.")
    return told if len(before.players) == 1 else (*told, f"{after.players[after.seat]}'s turn.")


def _moves(event: Event | None, after: State) -> tuple[Words, ...]:
    match event:
        case DiceRolled() if not splits(after):
            return (("Bust: no pair fits an open column", "Bust: no pair fits"),)
        case SplitChosen(columns) if after.runners:
            climbed = sorted(set(columns))
            tops = topped(after.runners)
            spaces = {c: "the top" if c in tops else f"space {after.runners[c]}" for c in climbed}
            return tuple((f"Runner {c} to {space}", f"{c} to {space}") for c, space in spaces.items())
        case Stopped() | SplitChosen():
            return (("Tokens up to the runners", "Tokens to runners"), ("Take the runners off", "Runners off"))
        case BustAccepted():
            return (("Take the runners off", "Runners off"), ("The tokens stay", "Tokens stay"))
    return ()


def also(before: State, event: Event, after: State) -> tuple[Words, ...]:
    """Columns that the stop has won, and whose tokens leave them."""
    now, earlier = topped(after.tokens[before.seat]), topped(before.tokens[before.seat])
    said: list[Words] = []
    for column in sorted(now - earlier) if not isinstance(event, PositionCorrected) else ():
        said.append((f"Column {column} is won", f"{column} is won"))
        for seat, tokens in enumerate(before.tokens):
            if seat != before.seat and column in tokens:
                name = before.players[seat]
                said.append((f"{name}'s token off column {column}", f"{name}: off {column}", f"Tokens off {column}"))
    return tuple(said)


def explain(state: State, event: Event) -> str:
    """Why the rules refuse `event` now."""
    if outcome(state):
        return "The game is over: start a new one, or undo."
    match event:
        case DiceRolled(pips) if state.pips is None:
            return f"A roll is 4 dice from 1 to 6, not {' '.join(map(str, pips))}."
        case DiceRolled():
            return "The last roll still waits for a choice."
        case SplitChosen() if state.pips is None:
            return "There is no roll to split: roll the dice first."
        case SplitChosen(columns):
            possible = " or ".join(label(state, split) for split in splits(state)) or "nothing: it is a bust"
            return f"{' + '.join(map(str, columns))} is no split of this roll; it allows {possible}."
        case Stopped() if state.pips is not None:
            return "Choose what the roll moves before you stop."
        case Stopped() if columns := blocked(state):
            return f"No stop on another player's token (column {', '.join(map(str, columns))}): roll on."
        case Stopped():
            return "Roll before you stop."
        case BustAccepted():
            return "This is no bust."
    return "That is not awaited now."


def label(state: State, event: Event) -> str:
    match event:
        case SplitChosen((column, other)) if column == other:
            return f"{column} twice"
        case SplitChosen(columns):
            return " + ".join(map(str, columns))
        case Stopped():
            return "Stop"
        case BustAccepted():
            return "Bust"
    raise AssertionError(f"no label for {event}")


def odds(state: State, event: Event | None) -> str:
    """The chance that the next roll busts: now, or after a split."""
    match event:
        case None if state.pips is None and not outcome(state):
            return percent(bust_odds(state))
        case SplitChosen():
            after = apply(state, event)
            return "" if outcome(after) else percent(bust_odds(after))
    return ""


def percent(chance: Fraction) -> str:
    """A chance in whole percents; what is possible is never said to be 0 or 100."""
    whole = round(100 * chance)
    if chance > 0 and whole == 0:
        return "<1%"
    return ">99%" if chance < 1 and whole == 100 else f"{whole}%"
