"""Can't Stop in words: everything that its screens say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from companion.language import listed, say, say_of
from companion.view import View, Words


def view(state: State, event: Event | None) -> View:
    """What a screen says now, and what to move after `event`."""
    if ended := outcome(state):
        (winner,) = ended.winners
        won = ", ".join(map(str, sorted(topped(state.tokens[winner]))))
        alone = len(state.players) == 1
        how = say("in {turns} turns", turns=state.turns) if alone else say("columns {columns}", columns=won)
        return View(title=say("{name} wins", name=state.players[winner]), lines=(how,), move=_moves(event, state))
    need = state.options.columns_to_win
    won_so_far = len(topped(state.tokens[state.seat]))
    runners = tuple(f"{column}: {space}/{LENGTHS[column]}" for column, space in sorted(state.runners.items()))
    return View(
        title=state.players[state.seat],
        number=f"{won_so_far}/{need}",
        lines=runners,
        roll=state.pips or (),
        move=_moves(event, state),
        drawn=runners,
    )


def tell(before: State, event: Event, after: State) -> tuple[str, ...]:
    """What just happened, and what to move on the board."""
    name = before.players[before.seat]
    match event:
        case DiceRolled(pips):
            rolled = say("{name} rolled {pips}.", name=name, pips=" ".join(map(str, pips)))
            bust = say("Bust: no pair fits a column that is open to the runners.")
            return (rolled,) if splits(after) else (rolled, bust)
        case SplitChosen(columns):
            runners = after.runners or {c: after.tokens[before.seat][c] for c in columns}
            told: tuple[str, ...] = (say("{name}: runner in {where}.", name=name, where=standing(runners, columns)),)
            tops = sorted(set(columns) & topped(runners))
            told += tuple(
                say("Column {column} is at the top: stop to win it.", column=c) for c in tops if after.runners
            )
            return told if after.runners else told + _stopped(before, after, runners)
        case Stopped():
            return _stopped(before, after, before.runners)
        case BustAccepted():
            lost = say("{name} lost this turn's progress: take the runners off, the tokens stay.", name=name)
            return (lost if len(before.players) == 1 else f"{lost} {turn_of(after)}",)
    raise AssertionError(f"no words for {event}")


def standing(runners: Spaces, columns: Iterable[int]) -> str:
    """Where the runners of these columns stand, in the middle of a sentence."""
    each = (say("{column} on space {space}", column=c, space=runners[c]) for c in sorted(set(columns)))
    return say(" and ").join(each)


def turn_of(state: State) -> str:
    return say("{name}'s turn.", name=state.players[state.seat])


def _stopped(before: State, after: State, kept: Spaces) -> tuple[str, ...]:
    name = before.players[before.seat]
    tokens = ", ".join(say("{column} to space {space}", column=c, space=kept[c]) for c in sorted(kept))
    told: tuple[str, ...] = (
        say("{name} stopped: move the token in {tokens}; take the runners off.", name=name, tokens=tokens),
    )
    for column in sorted(topped(kept)):
        others = [before.players[s] for s, own in enumerate(before.tokens) if s != before.seat and column in own]
        off = say("Take off the token of {names}.", names=listed(others)) if others else ""
        closed = say("Column {column} is won by {name} and closed.", column=column, name=name)
        told += (f"{closed} {off}".rstrip(),)
    if outcome(after):
        return (*told, say("{name} wins.", name=name))
    return told if len(before.players) == 1 else (*told, turn_of(after))


def _moves(event: Event | None, after: State) -> tuple[Words, ...]:
    match event:
        case DiceRolled() if not splits(after):
            return (bust_words(),)
        case SplitChosen(columns) if after.runners:
            return tuple(_runner(column, after) for column in sorted(set(columns)))
        case Stopped() | SplitChosen():
            return ((say("Tokens up to the runners"), say("Tokens to runners")), _runners_off())
        case BustAccepted():
            return (_runners_off(), tokens_stay())
    return ()


def bust_words() -> Words:
    return (say("Bust: no pair fits an open column"), say("Bust: no pair fits"))


def tokens_stay() -> Words:
    return (say("The tokens stay"), say("Tokens stay"))


def _runners_off() -> Words:
    return (say("Take the runners off"), say("Runners off"))


def _runner(column: int, after: State) -> Words:
    if column in topped(after.runners):
        return (say("Runner {column} to the top", column=column), say("{column} to the top", column=column))
    space = after.runners[column]
    return (
        say("Runner {column} to space {space}", column=column, space=space),
        say("{column} to space {space}", column=column, space=space),
    )


def also(before: State, event: Event, after: State) -> tuple[Words, ...]:
    """Columns that the stop has won, and whose tokens leave them."""
    now, earlier = topped(after.tokens[before.seat]), topped(before.tokens[before.seat])
    said: list[Words] = []
    for column in sorted(now - earlier) if not isinstance(event, PositionCorrected) else ():
        said.append((say("Column {column} is won", column=column), say("{column} is won", column=column)))
        for seat, tokens in enumerate(before.tokens):
            if seat != before.seat and column in tokens:
                name = before.players[seat]
                said.append(
                    (
                        say("{name}'s token off column {column}", name=name, column=column),
                        say("{name}: off {column}", name=name, column=column),
                        say("Tokens off {column}", column=column),
                    )
                )
    return tuple(said)


def explain(state: State, event: Event) -> str:
    """Why the rules refuse `event` now."""
    if outcome(state):
        return say("The game is over: start a new one, or undo.")
    match event:
        case DiceRolled(pips) if state.pips is None:
            return no_roll(pips)
        case DiceRolled():
            return say("The last roll still waits for a choice.")
        case SplitChosen() if state.pips is None:
            return say("There is no roll to split: roll the dice first.")
        case SplitChosen(columns):
            return no_split(columns, [label(state, split) for split in splits(state)])
        case Stopped() if state.pips is not None:
            return say("Choose what the roll moves before you stop.")
        case Stopped() if columns := blocked(state):
            where = ", ".join(map(str, columns))
            return say("No stop on another player's token (column {columns}): roll on.", columns=where)
        case Stopped():
            return say("Roll before you stop.")
        case BustAccepted():
            return say("This is no bust.")
    return say("That is not awaited now.")


def no_roll(pips: Iterable[int]) -> str:
    return say("A roll is 4 dice from 1 to 6, not {pips}.", pips=" ".join(map(str, pips)))


def no_split(columns: Iterable[int], allowed: Sequence[str]) -> str:
    """Why these columns cannot climb; `allowed` labels the splits that can."""
    split = " + ".join(map(str, columns))
    if not allowed:
        return say("{split} is no split of this roll; it allows nothing: it is a bust.", split=split)
    possible = say(" or ").join(allowed)
    return say("{split} is no split of this roll; it allows {possible}.", split=split, possible=possible)


def label(state: State, event: Event) -> str:
    match event:
        case SplitChosen((column, other)) if column == other:
            return say("{column} twice", column=column)
        case SplitChosen(columns):
            return " + ".join(map(str, columns))
        case Stopped():
            return say_of("the turn", "Stop")
        case BustAccepted():
            return say("Bust")
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
