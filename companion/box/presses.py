"""What each press would do now: the one place that both announces it and does it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.box.by_hand import dice_to_tell
from companion.box.facing import Facing
from companion.box.hints import OUT, Hints, out_pages
from companion.box.in_play import playing
from companion.box.menu import DiceByHand, ShowAddress, ShowBoard, ShowOut
from companion.box.offer import (
    BACKWARDS,
    HOLD_ROLL,
    HOLD_STOP,
    MENU,
    ON,
    ROLL,
    STOP,
    Key,
    Offer,
    Press,
    Result,
    going_back,
    moving,
    opening,
    reading_on,
    showing,
)
from companion.inputs import DiceTyped, LookAsked, UndoAsked
from companion.language import say, say_of
from companion.tree import Branch, Cursor, Leaf

if TYPE_CHECKING:
    from companion.box.box import State


def offers(state: State, facing: Facing) -> dict[Key, Offer]:
    """Everything that a press may do now."""
    if state.address:
        shown = Offer(going_back(), lambda: (replace(state, address=False), None))
        return {ROLL: shown, STOP: shown, MENU: shown}
    if state.hints is not None:
        return _hints(state)
    if state.board is not None and state.board < len(facing.board):
        offered = _board(state, state.board, facing)
    elif state.menu is not None:
        offered = _menu(state, state.menu, facing)
    elif state.hand is not None:
        offered = _by_hand(state, facing)
    else:
        offered = playing(state, facing)
    if facing.history.can_undo:
        offered[HOLD_STOP] = Offer(
            (say("undo"),), lambda: (replace(state, menu=None, hand=None, board=None), UndoAsked(facing.version))
        )
    if state.menu is None:
        offered[MENU] = Offer((say("menu"),), lambda: (replace(state, menu=Cursor(), board=None), None))
    return offered


def _hints(state: State) -> dict[Key, Offer]:
    hints = state.hints
    assert hints is not None
    back = Offer(going_back(), lambda: (replace(state, hints=None), None))
    if hints.is_last:
        return {ROLL: back, STOP: back, MENU: back}
    on = Offer(reading_on(), lambda: (replace(state, hints=replace(hints, at=hints.at + 1)), None))
    return {ROLL: on, STOP: back, MENU: back}


def _menu(state: State, cursor: Cursor, facing: Facing) -> dict[Key, Offer]:
    tree = facing.menu
    node = cursor.node(tree)
    closed = replace(state, menu=None)
    back = replace(state, menu=cursor.left()) if cursor.inside else closed
    offered = moving(tree, cursor, lambda moved: replace(state, menu=moved))
    match node:
        case Branch():
            offered[ROLL] = Offer(opening(), lambda: (replace(state, menu=cursor.entered()), None))
        case Leaf(value=DiceByHand()):
            offered[ROLL] = Offer(opening(), lambda: (replace(closed, hand=dice_to_tell(facing)), None))
        case Leaf(value=ShowAddress()):
            offered[ROLL] = Offer(showing(), lambda: (replace(closed, address=True), None))
        case Leaf(value=ShowBoard()):
            offered[ROLL] = Offer(showing(), lambda: (replace(closed, board=0), None))
        case Leaf(value=ShowOut()):
            out = Hints(OUT, out_pages(facing.out_list, facing.out_sentences), searching=False)
            offered[ROLL] = Offer(showing(), lambda: (replace(closed, hints=out), None))
        case Leaf(value=asked):
            offered[ROLL] = Offer((say("ok"),), lambda: (closed, asked))
        case _:
            offered[ROLL] = Offer(going_back(), lambda: (back, None))
    offered[STOP] = Offer(going_back(), lambda: (back, None))
    offered[MENU] = Offer(going_back(), lambda: (closed, None))
    return offered


def _board(state: State, page: int, facing: Facing) -> dict[Key, Offer]:
    """Page by page, then back to where one was."""
    closed = replace(state, board=None)
    after = replace(state, board=page + 1) if page + 1 < len(facing.board) else closed
    before = replace(state, board=page - 1) if page else closed
    return {
        ROLL: Offer(going_back() if after is closed else reading_on(), lambda: (after, None)),
        STOP: Offer(going_back(), lambda: (before, None)),
    }


def _by_hand(state: State, facing: Facing) -> dict[Key, Offer]:
    hand = state.hand
    assert hand is not None
    closed = replace(state, hand=None)

    def added(by: int) -> Press:
        return lambda: (replace(state, hand=hand.added(by)), None)

    def accept() -> Result:
        return closed, DiceTyped(tuple(value for value in hand.values if value is not None), facing.version)

    on = Offer(("+1",), added(1))
    return {
        ROLL: Offer((say("accept"),), accept)
        if hand.last
        else Offer((say("next die"), say_of("die", "next")), lambda: (replace(state, hand=hand.next()), None)),
        STOP: Offer(going_back(), lambda: (closed, None))
        if hand.correcting or facing.camera_out
        else Offer(
            (say("look again"), say_of("again", "look")),
            lambda: (replace(closed, dismissed=True), LookAsked(facing.version)),
        ),
        ON: on,
        HOLD_ROLL: on,
        BACKWARDS: Offer(("-1",), added(-1)),
    }
