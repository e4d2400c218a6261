"""What each press would do now: the one place that both announces it and does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.box.by_hand import to_correct, to_tell
from companion.box.facing import Facing, has_choice, is_aside, role_of
from companion.box.hints import OUT, Hints, out_pages
from companion.box.menu import DiceByHand, ShowAddress, ShowBoard, ShowOut
from companion.events import Event
from companion.inputs import BoardChecked, Button, DiceTyped, Input, LobbyAsked, LookAsked, PlayAgainAsked, UndoAsked
from companion.language import ENGLISH, chosen, say, say_of
from companion.prompts import Question, Role
from companion.snapshot import OpenPrompt
from companion.tree import Branch, Cursor, Leaf
from companion.view import Words

if TYPE_CHECKING:
    from companion.box.box import State


@dataclass(frozen=True)
class Take:
    """Options taken from the open prompts by one press, to be undone as one."""

    events: tuple[Event, ...]


Asked = Input | Take | None
"""What the table is to do; None: nothing but what the box shows has changed."""

Result = tuple["State", Asked]  # in no language
Press = Callable[[], Result]


@dataclass(frozen=True)
class Offer:
    """One press: the words that announce it, and what it does."""

    words: Words
    press: Press


Key = tuple[Button, bool]
"""A button, and whether it is held."""

ROLL, STOP = (Button.ROLL, False), (Button.STOP, False)
ON, BACKWARDS = (Button.CHOOSE, False), (Button.CHOOSE, True)
HOLD_ROLL, HOLD_STOP, MENU = (Button.ROLL, True), (Button.STOP, True), (Button.MENU, False)


def reading_on() -> Words:
    return (say("read on"), say("more"))


def going_back() -> Words:
    return (say("back"),)


def showing() -> Words:
    return (say("show"),)


def opening() -> Words:
    return (say("open"),)


def _widths(*texts: str) -> Words:
    """Each text once: not every language has as many."""
    return tuple(dict.fromkeys(texts))


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
        offered = _play(state, facing)
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
    offered = _moving(tree, cursor, lambda moved: replace(state, menu=moved))
    match node:
        case Branch():
            offered[ROLL] = Offer(opening(), lambda: (replace(state, menu=cursor.entered()), None))
        case Leaf(value=DiceByHand()):
            offered[ROLL] = Offer(opening(), lambda: (replace(closed, hand=_hand(facing)), None))
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


def _hand(facing: Facing) -> Any:
    if (awaited := facing.awaited) is not None:
        return to_tell(awaited.count, facing.tray.values if facing.unsure else ())
    return to_correct(facing.view.roll or facing.history.now.event.pips)  # type: ignore[attr-defined]


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


def _play(state: State, facing: Facing) -> dict[Key, Offer]:
    if facing.check_board:
        return {ROLL: Offer((say("it is"), say("yes")), lambda: (state, BoardChecked()))}
    if facing.over:
        again = Offer((say("play again"), say("again")), lambda: (state, PlayAgainAsked(facing.version)))
        points = Offer(
            reading_on() if state.page else (say("points"),), lambda: (replace(state, page=state.page + 1), None)
        )
        return {
            ROLL: points if state.page < len(facing.results) else again,
            STOP: Offer((say("other game"), say_of("game", "other")), lambda: (state, LobbyAsked(facing.version))),
        }
    question = state.question(facing)
    page, pages = state.page_of(facing, question)
    if facing.unsure:
        offered = _looking(state, facing)
        if question is not None and not has_choice(question):
            offered |= _stopping(state, facing, question, 0)
    elif page < pages - 1:
        offered = {ROLL: Offer(reading_on(), lambda: (replace(state, page=page + 1), None))}
        if question is not None and not has_choice(question):
            offered |= _stopping(state, facing, question, 0)
    elif question is None or (facing.awaited and _aside(question)):
        offered = _looking(state, facing)
    else:
        offered = _answering(state, facing, question)
    return offered | _stepping_back(state, facing, offered, page)


def _aside(question: OpenPrompt) -> bool:
    """Whether an awaited roll comes before it: nobody waits for it, or ROLL never takes it."""
    prompt = question.prompt
    assert isinstance(prompt, Question)
    return prompt.optional and Role.STOP not in prompt.roles


def _looking(state: State, facing: Facing) -> dict[Key, Offer]:
    if facing.awaited is None:
        return {}
    if facing.camera_out:
        return {
            ROLL: Offer(
                _widths(say("dice by hand"), say("by hand"), say_of("in few signs", "by hand")),
                lambda: (replace(state, hand=_hand(facing)), None),
            )
        }
    return {
        ROLL: Offer(
            _widths(say("read dice"), say_of("in few signs", "read dice")), lambda: (state, LookAsked(facing.version))
        )
    }


def _answering(state: State, facing: Facing, question: OpenPrompt) -> dict[Key, Offer]:
    assert isinstance(question.prompt, Question)
    tree = facing.tree(question)
    cursor = state.cursor_of(question)

    def at(moved: Cursor) -> State:
        return state.with_cursor(question, moved)

    offered = _moving(tree, cursor, at) if has_choice(question) else {}
    match cursor.node(tree):
        case Leaf(value=option):
            offered |= _taking(state, facing, question, option)
        case Branch():
            offered[ROLL] = Offer(opening(), lambda: (at(cursor.entered()), None))
            # Nothing is highlighted that could be taken first, so STOP is the stop itself.
            if Role.STOP in question.prompt.roles:
                offered |= _stopping(state, facing, question, question.prompt.roles.index(Role.STOP))
        case _:
            offered[ROLL] = Offer(going_back(), lambda: (at(cursor.left()), None))
    if cursor.inside:
        offered[STOP] = Offer(going_back(), lambda: (at(cursor.left()), None))
    return offered


def _taking(state: State, facing: Facing, question: OpenPrompt, option: int) -> dict[Key, Offer]:
    assert isinstance(question.prompt, Question)
    event, role = question.prompt.options[option], role_of(question, option)
    stopping = _stopping(state, facing, question, option)
    if role is Role.STOP:
        return _looking(state, facing) | stopping
    words = (
        _widths(say("take"), say_of("in few signs", "take"))
        if has_choice(question)
        else _naming(question.labels[option])
    )
    return {ROLL: Offer(words, lambda: (state, Take((event,))))} | stopping


def _naming(label: str) -> Words:
    """A single option, by its own name where that is short."""
    return (_within(label),) if len(label) <= 10 else (say("ok"),)


def _within(label: str) -> str:
    """As it stands within a line: German keeps its capitals."""
    return label.lower() if chosen() == ENGLISH else label


def _stopping(state: State, facing: Facing, question: OpenPrompt, option: int) -> dict[Key, Offer]:
    """STOP takes the highlighted option and stops the turn after it, where that is possible."""
    assert isinstance(question.prompt, Question)
    event, role = question.prompt.options[option], role_of(question, option)
    if role is Role.STOP:
        return {STOP: Offer((say("stop"),), lambda: (state, Take((event,))))}
    if role is Role.OTHER:
        return {}
    stop = stop_after(facing, event)
    return (
        {}
        if stop is None
        else {
            STOP: Offer(
                _widths(say("take+stop"), say("+stop"), say_of("in few signs", "+stop")),
                lambda: (state, Take((event, *stop))),
            )
        }
    )


def stop_after(facing: Facing, event: Event) -> tuple[Event, ...] | None:
    """The stop that may follow `event` in the same press: () where that ends the game, None where none may."""
    after = facing.history.after(event)
    if after.game.outcome(after.state):
        return ()
    seat = _seat_answering(facing, event)
    for prompt in after.game.prompts(after.state):
        if isinstance(prompt, Question) and prompt.seat == seat and Role.STOP in prompt.roles:
            return (prompt.options[prompt.roles.index(Role.STOP)],)
    return None


def _seat_answering(facing: Facing, event: Event) -> int | None:
    return next((opened.prompt.seat for opened in facing.opened if opened.prompt.accepts(event)), None)


def _stepping_back(state: State, facing: Facing, offered: dict[Key, Offer], page: int) -> dict[Key, Offer]:
    """Where nothing can be stopped, STOP is one step back, or on to whoever else has to choose."""
    if STOP in offered:
        return {}
    if len(waiting := facing.questions) > 1:
        turned = state.turned_to_next(waiting)
        to = turned.question(facing)
        others = (say("other player"), say("others"), say_of("player", "next"))
        words = (f"{_within(to.labels[0])}?", say_of("prompt", "other")) if to and is_aside(to) else others
        return {STOP: Offer(words, lambda: (turned, None))}
    if facing.in_lobby and facing.history.can_undo:
        return {STOP: Offer(going_back(), lambda: (state, UndoAsked(facing.version)))}
    if page > 0:
        return {STOP: Offer(going_back(), lambda: (replace(state, page=page - 1), None))}
    return {}


def _moving(tree: Any, cursor: Cursor, at: Callable[[Cursor], State]) -> dict[Key, Offer]:
    """The highlight: CHOOSE, or a held ROLL where there is no such button."""
    if len(cursor.entries(tree)) < 2:
        return {}
    on = Offer((say_of("in a list", "next"),), lambda: (at(cursor.moved(tree, 1)), None))
    return {
        ON: on,
        HOLD_ROLL: on,
        BACKWARDS: Offer((say_of("in a list", "last"),), lambda: (at(cursor.moved(tree, -1)), None)),
    }
