"""What comes back from the calls that look back: the story of a game, the games on record, what they add up to.

The law of this file: as in `web/shapes.py`.
"""

from __future__ import annotations

from typing import Final

from companion.course import Unit
from web.shapes import ANY_OBJECT, COLOUR, FLAG, NUMBER, STRENGTH, TEXT, WHOLE, Shape, fields, of, or_null, several

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
            "companion": several(STRENGTH, "By seat; none: people played all of them."),
            "events": WHOLE,
            "imported": FLAG,
            "apart": ANY_OBJECT,
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
        "companion": several(STRENGTH, "By seat; none: people played all of them."),
        "colours": several(COLOUR),
        "over": FLAG,
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

_DAILY: Final = fields(
    "Of a day and a game.",
    {
        "day": of("string", "ISO 8601, by the box's clock."),
        "game": TEXT,
        "title": TEXT,
        "position": of("object", "Where it begins."),
        "par": of("string", "What the advisor needs on average, or the points that it makes."),
        "results": several(fields("", {"name": TEXT, "result": TEXT}), "First tries that are over, the best first."),
    },
)

DAILY: Final = fields(
    "",
    {
        "day": TEXT,
        "games": several(_DAILY, "Today's."),
        "before": several(_DAILY, "Those of earlier days that somebody has played, the latest first."),
        "names": several(TEXT, "Who played here last."),
    },
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
    "Daily": DAILY,
    "Statistics": STATISTICS,
}
