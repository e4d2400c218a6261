"""One press: the words that announce it, and what it does; and what the presses of all that the box shows share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.devices import Button
from companion.events import Event
from companion.inputs import Input
from companion.language import say, say_of
from companion.tree import Cursor
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


def widths(*texts: str) -> Words:
    """Each text once: not every language has as many."""
    return tuple(dict.fromkeys(texts))


def moving(tree: Any, cursor: Cursor, at: Callable[[Cursor], State]) -> dict[Key, Offer]:
    """The highlight: CHOOSE, or a held ROLL where there is no such button."""
    if len(cursor.entries(tree)) < 2:
        return {}
    on = Offer((say_of("in a list", "next"),), lambda: (at(cursor.moved(tree, 1)), None))
    return {
        ON: on,
        HOLD_ROLL: on,
        BACKWARDS: Offer((say_of("in a list", "last"),), lambda: (at(cursor.moved(tree, -1)), None)),
    }
