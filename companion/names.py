"""What a player may be called: short enough for every screen, and one line of text."""

from __future__ import annotations

from typing import Final

LONGEST_NAME: Final = 20
"""Signs: beside the game's one number in a line of the OLED stand 12 to 20, and two dots tell of the rest."""


def name_fault(name: str) -> str:
    """Why nobody can be called `name`, in one sentence; empty: somebody can."""
    if not name.strip():
        return "Every player needs a name."
    if name != name.strip():
        return f"A name begins and ends without a space: {name!r}."
    if len(name) > LONGEST_NAME:
        return f"A name has at most {LONGEST_NAME} signs, {name[:LONGEST_NAME]!r}... has {len(name)}."
    if not name.isprintable():
        shown = "".join(sign for sign in name if sign.isprintable())
        return f"A name is one line of plain signs; {shown!r} holds others."
    return ""
