"""A game's drawings for the page, as one SVG of symbols: `tile-NAME` is what is printed as NAME.

The law of this file: the drawings themselves lie in the game's folder, and nothing of them is changed here.
"""

from __future__ import annotations

import re

from companion.drawings import art


def symbols(game: str) -> str | None:
    """Every drawing of a game as a symbol; None where it has none."""
    drawn = "".join(_symbol(name, file.read_text(encoding="utf-8")) for name, file in sorted(art(game).items()))
    return f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>' if drawn else None


def _symbol(name: str, svg: str) -> str:
    # A symbol is named by its place in the page; groups of two drawings must not share a name.
    inside = re.sub(r' id="[a-z]+"', "", svg).replace('xmlns="http://www.w3.org/2000/svg"', f'id="tile-{name}"')
    return re.sub(r"<title>.*?</title>", "", inside).replace("<svg ", "<symbol ").replace("</svg>", "</symbol>")
