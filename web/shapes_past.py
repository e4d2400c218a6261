"""What comes back from the calls that look back: the story of a game, the games on record, what they add up to.

The law of this file: as in `web/shapes.py`.
"""

from __future__ import annotations

from typing import Final

from companion.course import Unit
from web.shapes import COLOUR, FLAG, NUMBER, TEXT, WHOLE, Shape, fields, of, or_null, several

_MOVES: Final = several(
    fields("A press.", {"moments": of("integer", "How many there were after it.", minimum=1), "told": several(TEXT)}),
    "The start first.",
)

STORY: Final = fields("", {"version": WHOLE, "moves": _MOVES})

PAST: Final = several(
    fields(
        "A game on record.",
        {
            "number": of("integer", minimum=1),
            "started": of("string", "ISO 8601, UTC."),
            "game": or_null(TEXT),
            "title": of("string", "The game's, as people say it; empty where it is not known."),
            "players": several(TEXT),
            "events": WHOLE,
            "imported": FLAG,
            "state": of("string", enum=["finished", "unfinished", "unreadable"]),
            "winners": or_null(several(TEXT, "Names; null while it goes on.")),
            "why": of("string", "Why it is unreadable."),
        },
        optional=("why",),
    ),
    "The latest first.",
)

PAST_GAME: Final = fields(
    "",
    {
        "number": WHOLE,
        "game": TEXT,
        "title": TEXT,
        "players": several(TEXT),
        "colours": several(COLOUR),
        "moves": _MOVES,
    },
)

_TOLD: Final = several(
    fields("", {"moments": of("integer", "As in the story.", minimum=1), "seat": WHOLE, "told": TEXT}),
    "Three at most, the greatest first.",
)

COURSE: Final = fields(
    "",
    {
        "number": WHOLE,
        "unit": {"type": ["string", "null"], "enum": [*map(str, Unit), None]},
        "of": of("integer", "How many moments the game has.", minimum=0),
        "worths": several(several(NUMBER), "For each moment, the start first, what it was worth to each seat."),
        "searching": of("boolean", "More comes."),
        "why": of("string", "Why there is nothing, or nothing more."),
        "mistakes": _TOLD,
        "luckiest": _TOLD,
        "sums": several(
            fields("Of a seat, in words.", dict.fromkeys(("start", "luck", "choices", "rest", "end"), TEXT))
        ),
    },
    optional=("why", "mistakes", "luckiest", "sums"),
)

STATISTICS: Final = fields(
    "Over all games but those from elsewhere.",
    {
        "dice": fields(
            "",
            {
                "rolls": WHOLE,
                "faces": several(WHOLE, "How often each was seen, one to six.", minItems=6, maxItems=6),
                "words": of("string", "Whether they look fair."),
                "sums": several(fields("", {"sum": WHOLE, "made": WHOLE, "expected": NUMBER})),
            },
        ),
        "busts": several(TEXT, "The latest first."),
        "players": several(fields("", {"name": TEXT, "games": WHOLE, "wins": WHOLE, "busts": WHOLE, "longest": WHOLE})),
    },
)

LOOKING_BACK: Final[dict[str, Shape]] = {
    "Story": STORY,
    "PastGames": PAST,
    "PastGame": PAST_GAME,
    "Course": COURSE,
    "Statistics": STATISTICS,
}
