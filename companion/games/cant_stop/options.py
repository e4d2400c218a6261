"""What a table may want otherwise (RULES.md), with one line of what each does; two its expansion asks too."""

from __future__ import annotations

from typing import Final

from companion.language import later
from companion.options import Option

COLUMNS_TO_WIN: Final = Option(
    "columns_to_win",
    (3, 4, 5),
    later("Columns that win; a longer game takes 5 for two players, 4 for three."),
    later("Columns that win; longer: 5 for two, 4 for three."),
    title=later("columns to win"),
)

STOP_WHEN_WON: Final = Option(
    "stop_when_won",
    (False, True),
    later("The turn stops by itself as soon as it wins the game."),
    later("The turn stops by itself once it wins."),
    title=later("stop when won"),
)

OPTIONS: Final = (
    COLUMNS_TO_WIN,
    Option(
        "same_space",
        ("share", "blocking"),
        later("blocking: no stop while a runner stands on another's token."),
        later("blocking: no stop on another's token."),
        title=later("same space"),
        words=(later("share"), later("blocking")),
    ),
    STOP_WHEN_WON,
)
