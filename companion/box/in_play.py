"""What each press would do while a game is played or agreed on: read on, look, take, stop, step back."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.box.by_hand import dice_to_tell
from companion.box.facing import Facing, has_choice, is_aside, role_of
from companion.box.offer import ROLL, STOP, Key, Offer, Take, going_back, moving, opening, reading_on, widths
from companion.events import Event
from companion.inputs import BoardChecked, LobbyAsked, LookAsked, PlayAgainAsked, UndoAsked
from companion.language import lowered, say, say_of
from companion.prompts import Question, Role
from companion.snapshot import OpenPrompt
from companion.tree import Branch, Cursor, Leaf
from companion.view import Words

if TYPE_CHECKING:
    from companion.box.box import State


def playing(state: State, facing: Facing) -> dict[Key, Offer]:
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
                widths(say("dice by hand"), say("by hand"), say_of("in few signs", "by hand")),
                lambda: (replace(state, hand=dice_to_tell(facing)), None),
            )
        }
    return {
        ROLL: Offer(
            widths(say("read dice"), say_of("in few signs", "read dice")), lambda: (state, LookAsked(facing.version))
        )
    }


def _answering(state: State, facing: Facing, question: OpenPrompt) -> dict[Key, Offer]:
    assert isinstance(question.prompt, Question)
    tree = facing.tree(question)
    cursor = state.cursor_of(question)

    def at(moved: Cursor) -> State:
        return state.with_cursor(question, moved)

    offered = moving(tree, cursor, at) if has_choice(question) else {}
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
        widths(say("take"), say_of("in few signs", "take"))
        if has_choice(question)
        else (say("ok"),)
        if question.why
        else _naming(question.labels[option])
    )
    return {ROLL: Offer(words, lambda: (state, Take((event,))))} | stopping


def _naming(label: str) -> Words:
    """A single option, by its own name where that is short."""
    return (lowered(label),) if len(label) <= 10 else (say("ok"),)


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
                widths(say("take+stop"), say("+stop"), say_of("in few signs", "+stop")),
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
        words = (f"{lowered(to.labels[0])}?", say_of("prompt", "other")) if to and is_aside(to) else others
        return {STOP: Offer(words, lambda: (turned, None))}
    if facing.in_lobby and facing.history.can_undo:
        return {STOP: Offer(going_back(), lambda: (state, UndoAsked(facing.version)))}
    if page > 0:
        return {STOP: Offer(going_back(), lambda: (replace(state, page=page - 1), None))}
    return {}
