"""What a player may be called: short enough for every screen, and one line of text."""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain, count
from typing import Final

from companion.language import say

LONGEST_NAME: Final = 20
"""Signs: beside the game's one number in a line of the OLED stand 12 to 20, and two dots tell of the rest."""

COMPANION: Final = "Companion"  # in no language: a name
"""Of the companion at a table."""


def companion_name(taken: Collection[str]) -> str:
    """What the companion is called at its next seat: a second one is Companion 2."""
    names = chain((COMPANION,), (f"{COMPANION} {nth}" for nth in count(2)))
    return next(name for name in names if name not in taken)


def name_fault(name: str) -> str:
    """Why nobody can be called `name`, in one sentence; empty: somebody can."""
    if not name.strip():
        return say("Every player needs a name.")
    if name != name.strip():
        return say("A name begins and ends without a space: {name}.", name=repr(name))
    if len(name) > LONGEST_NAME:
        return say(
            "A name has at most {most} signs, {name}... has {count}.",
            most=LONGEST_NAME,
            name=repr(name[:LONGEST_NAME]),
            count=len(name),
        )
    if not name.isprintable():
        shown = "".join(sign for sign in name if sign.isprintable())
        return say("A name is one line of plain signs; {shown} holds others.", shown=repr(shown))
    return ""
