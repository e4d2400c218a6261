"""The menu behind ROLL + STOP: what is wanted seldom, or only when something went wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Final

from companion.apart import way_back
from companion.box.hints import OUT
from companion.colours import COLOURS
from companion.events import DiceRolled
from companion.inputs import (
    AdviceAsked,
    BackAsked,
    BrightnessAsked,
    DailyAsked,
    HintsAsked,
    LevelPicked,
    LobbyAsked,
    NewPinAsked,
    OddsAsked,
    PositionTyped,
    RedoAsked,
    SwitchOffAsked,
    UndoAsked,
)
from companion.language import later, say
from companion.levels import Level
from companion.settings import BRIGHTNESS
from companion.tree import Back, Branch, Leaf, Node, sorted_in
from companion.words import LINE, cut

if TYPE_CHECKING:
    from companion.box.facing import Facing


LEVELS = {Level.OFF: later("off"), Level.ODDS: later("odds"), Level.ADVICE: later("advice")}

MEANING = {
    Level.OFF: later("Is told nothing."),
    Level.ODDS: later("Odds, when asked for."),
    Level.ADVICE: later("Odds and what is best, when asked for."),
}


MOST_NAMES: Final = 6
"""In a list, as with all that the box lets people choose."""


@dataclass(frozen=True)
class DiceByHand:
    """Told to the box itself: open the dice."""


@dataclass(frozen=True)
class ShowAddress:
    """Told to the box itself: show the address and the PIN."""


@dataclass(frozen=True)
class ShowBoard:
    """Told to the box itself: tell what lies on the board and in hands."""


@dataclass(frozen=True)
class ShowOut:
    """Told to the box itself: say which parts of the box are out of order, and what to do."""


def menu(facing: Facing) -> tuple[Node, ...]:
    """What may be wanted now. A leaf's value is the input that it asks of the table, or one of the four above."""
    history, version = facing.history, facing.version
    entries: list[Node] = []
    if facing.out:
        entries.append(Leaf(say(OUT), ShowOut()))
    if facing.awaited or isinstance(history.now.event, DiceRolled):
        entries.append(Leaf(say("Dice by hand"), DiceByHand()))
    if history.can_undo:
        entries.append(Leaf(say("Undo"), UndoAsked(version)))
    if history.undone:
        entries.append(Leaf(say("Redo"), RedoAsked(version)))
    if way_back(history.started):
        entries.append(Leaf(say("Back to the game"), BackAsked(version), say("This was only what might have been.")))
    if not facing.in_lobby:
        if history.game.helps and not facing.over:
            entries.append(Leaf(say("Hints"), HintsAsked(), say("A helper looks ahead. It sees no hand.")))
        if facing.advised and not facing.over:
            entries.append(Leaf(say("Ask for advice"), AdviceAsked(), say("Everybody at the box sees it.")))
        if Level.ODDS in facing.levels_offered and any(level is not Level.OFF for level in facing.levels):
            on = facing.settings.odds
            entries.append(Leaf(say("Odds: on") if on else say("Odds: off"), OddsAsked(not on)))
        entries.append(Branch(say("Correct the board"), cache(lambda: corrections(facing))))
        entries.append(Branch(say("New game"), lambda: _sure(say("Yes, new game"), LobbyAsked(version))))
    if facing.in_lobby and facing.solitaires:
        meaning = say("Alone, from where everybody begins today.")
        entries.append(Branch(say("Solitaire of the day"), lambda: _solitaires(facing), meaning))
    if facing.levels_offered and facing.players:
        meaning = say("Who may be told what, once it is asked.")
        entries.append(Branch(say("Odds and advice"), lambda: _levels(facing), meaning))
    if facing.board:
        entries.append(Leaf(say("Look at the board"), ShowBoard()))
    entries.append(Branch(say("This box"), lambda: _box(facing)))
    return (*entries, Back())


def corrections(facing: Facing) -> tuple[Node, ...]:
    """Everything on the table that may be put right, one thing at a time."""
    game, state = facing.history.game, facing.history.state
    whole = game.position(state)
    return sorted_in(
        [
            (one.path[:-1], Leaf(one.path[-1], PositionTyped({**whole, **one.change}, facing.version)))
            for one in game.corrections(state)
        ]
    )


def _solitaires(facing: Facing) -> tuple[Node, ...]:
    """Which game, then who plays: whoever has joined or played here, or, where nobody is known, a colour."""
    known = (player.name for player in facing.history.state.known)
    names = tuple(dict.fromkeys((*facing.players, *known)))[:MOST_NAMES]
    names = names or tuple(say(colour).capitalize() for colour in COLOURS[:MOST_NAMES])

    def of(game: str) -> tuple[Node, ...]:
        return tuple(Leaf(facing.spelled(name), DailyAsked(game, name, facing.version)) for name in names)

    return tuple(Branch(title, partial(of, game)) for game, title in facing.solitaires)


def _box(facing: Facing) -> tuple[Node, ...]:
    levels = [
        Leaf(f"{say(name)} *" if level == facing.settings.brightness else say(name), BrightnessAsked(level))
        for level, name in enumerate(BRIGHTNESS)
    ]
    nodes: list[Node] = [Leaf(say("Address and PIN") if facing.has_pin else say("Address"), ShowAddress())]
    if facing.has_pin:
        nodes.append(
            Branch(
                say("New PIN"),
                lambda: _sure(say("Yes, new PIN"), NewPinAsked()),
                say("Every phone has to type it anew."),
            )
        )
    nodes.append(Branch(say("Brightness"), lambda: levels))
    nodes.append(Branch(say("Switch off"), lambda: _sure(say("Yes, switch off"), SwitchOffAsked())))
    return tuple(nodes)


def _levels(facing: Facing) -> tuple[Node, ...]:
    """For each seat how much it may be told."""
    said = {level: say(word) for level, word in LEVELS.items()}

    def of(seat: int) -> tuple[Node, ...]:
        return tuple(
            Leaf(
                f"{said[level]} *" if level is facing.levels[seat] else said[level],
                LevelPicked(seat, level),
                say(MEANING[level]),
            )
            for level in facing.levels_offered
        )

    names = (cut(facing.spelled(name), LINE - 3 - max(map(len, said.values()))) for name in facing.players)
    return tuple(
        Branch(f"{name}: {said[facing.levels[seat]]}", partial(of, seat))
        for seat, name in enumerate(names)
        if not facing.strengths[seat]
    )


def _sure(yes: str, asked: object) -> Sequence[Node]:
    """What cannot be taken back is asked once more."""
    return (Leaf(yes, asked),)
