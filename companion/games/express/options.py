"""What a table may want otherwise (RULES.md), with one line of what each does."""

from __future__ import annotations

from typing import Final

from companion.games.express.position import PENALTIES, REVEALS
from companion.language import later
from companion.options import Option

OPTIONS: Final = (
    Option(
        "penalty",
        PENALTIES,
        later("What a row with one to four marks costs; 150 is the easy game."),
        later("A row of 1 to 4 marks; 150 is the easy game."),
        title=later("penalty"),
    ),
    Option(
        "different_start",
        (False, True),
        later("On the first throw everybody puts a different value aside."),
        later("First throw: fifth dice must all differ."),
        title=later("different start"),
    ),
    Option(
        "reveal",
        REVEALS,
        later("together: screens hide what the others chose until all are in."),
        later("together: hidden until everybody has chosen."),
        title=later("reveal"),
        words=(later("together"), later("at-once")),
    ),
)
