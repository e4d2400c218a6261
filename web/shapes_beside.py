"""What comes back from the calls beside the table's own snapshot: readings, advice, games on record, set-ups.

The law of this file: as in `web/shapes.py`.
"""

from __future__ import annotations

from typing import Final

from web.shapes import (
    ANY_OBJECT,
    COLOUR,
    DIE,
    FLAG,
    NUMBER,
    SEAT,
    TEXT,
    WHOLE,
    Shape,
    fields,
    of,
    or_null,
    ref,
    several,
)

_POINT: Final = several(NUMBER, "x and y.", minItems=2, maxItems=2)
_STATUS: Final = of("string", enum=["read", "unsure", "empty", "error"])

READING: Final = fields(
    "A photo read; it is a roll only after POST /api/dice.",
    {
        "file": TEXT,
        "status": _STATUS,
        "values": several(DIE, "Top faces, sorted; of an unsure reading only the sure ones."),
        "ms": NUMBER,
        "dice": several(
            fields(
                "",
                {
                    "value": DIE,
                    "confidence": of("number", minimum=0, maximum=1),
                    "center": _POINT,
                    "corners": several(_POINT, "The top face, clockwise, in pixels of the photo."),
                },
            )
        ),
        "reasons": several(TEXT),
        "picture": of("integer", "For GET /api/tray.jpg, and to name in POST /api/dice.", minimum=0),
    },
    optional=("picture",),
)

TILE_READING: Final = fields(
    "A photo of a turned tile read; it is taken only by POST /api/choose.",
    {
        "file": TEXT,
        "status": _STATUS,
        "face": {"oneOf": [of("string", "As the event names it.", minLength=1), of("null")]},
        "ms": NUMBER,
        "by": {"oneOf": [of("string", "Its code, or its picture.", enum=["code", "picture"]), of("null")]},
        "confidence": of("number", minimum=0, maximum=1),
        "corners": several(_POINT, "From the top left one as it is read, in pixels of the photo."),
        "reasons": several(TEXT),
        "picture": of("integer", "For GET /api/tray.jpg.", minimum=0),
    },
    optional=("picture",),
)

CALIBRATION: Final = fields(
    "Whether the tray is known.",
    {
        "step": TEXT,
        "camera": TEXT,
        "calibrated": FLAG,
        "die_px": or_null(NUMBER),
        "held": of("boolean", "The camera keeps its exposure."),
        "error": of("string", "There is no camera to calibrate."),
    },
    optional=("step", "camera", "calibrated", "die_px", "held", "error"),
)

CALIBRATED: Final = fields(
    "What came of a step; after `forget` only step, camera, calibrated, die_px and held.",
    {
        "step": TEXT,
        "camera": TEXT,
        "calibrated": FLAG,
        "ok": FLAG,
        "outlook": TEXT,
        "hints": several(fields("", {"say": TEXT, "urgent": FLAG, "place": or_null(several(NUMBER))})),
        "corners": or_null(several(_POINT, "Parts of width and height.")),
        "found": FLAG,
        "held": FLAG,
        "status": _STATUS,
        "values": several(DIE),
        "die_px": or_null(NUMBER),
        "picture": WHOLE,
    },
    optional=("camera", "calibrated", "ok", "outlook", "hints", "corners", "found", "status", "values", "picture"),
)

ADVICE: Final = fields(
    "",
    {
        "version": WHOLE,
        "seat": SEAT,
        "advice": fields(
            "The best first.",
            {
                "best": {
                    "description": "The word roll, or an event.",
                    "oneOf": [of("string", const="roll"), ref("Event")],
                },
                "actions": several(
                    fields(
                        "",
                        {
                            "action": {"oneOf": [of("string", const="roll"), ref("Event")]},
                            "win": or_null(of("number", "The chance of the seat in turn; null when alone.")),
                            "turns": or_null(of("number", "Expected further turns; null unless alone.")),
                            "points": of("number", "With which the sheet ends on average; where points are counted."),
                            "label": of("string", "The action in a few signs; where points are counted."),
                        },
                        optional=("points", "label"),
                    )
                ),
                "bust": NUMBER,
                "why": TEXT,
            },
        ),
    },
)

_SEARCH: Final = {
    "searching": of("boolean", "More may come: ask again with how many are known."),
    "ran_out": of("boolean", "Its time was up before it had looked everywhere."),
}

HINTS: Final = fields("", {"version": WHOLE, "hints": several(TEXT), **_SEARCH})

FINDINGS: Final = fields(
    "",
    {
        "findings": several(
            fields(
                "",
                {
                    "where": of("string", "The piece concerned; empty: the whole."),
                    "refused": of("boolean", "It cannot be played so."),
                    "reason": TEXT,
                },
            )
        ),
        **_SEARCH,
    },
)

OPENING: Final = fields("", {"position": ref("Position")})

GAMES: Final = several(
    fields(
        "A game that may be started.",
        {
            "name": TEXT,
            "title": TEXT,
            "seats": several(WHOLE, "The fewest and the most.", minItems=2, maxItems=2),
            "plays": several(TEXT, "What each seat plays, where it has a part of its own."),
            "colours": several(COLOUR, "Each seat's, where the pieces have colours of their own."),
            "options": several(
                fields(
                    "",
                    {
                        "name": TEXT,
                        "title": TEXT,
                        "values": several({"description": "Any JSON."}, "The default first."),
                        "words": several(TEXT, "Each value in words."),
                        "meaning": TEXT,
                        "rule": of("boolean", "It changes the rules, not only the screens."),
                    },
                )
            ),
        },
    )
)

CORRECTIONS: Final = fields("", {"version": WHOLE, "next": several(TEXT, "The labels that may follow the path.")})

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

BESIDE: Final[dict[str, Shape]] = {
    "Reading": READING,
    "TileReading": TILE_READING,
    "Calibration": CALIBRATION,
    "Calibrated": CALIBRATED,
    "Advice": ADVICE,
    "Hints": HINTS,
    "Findings": FINDINGS,
    "Opening": OPENING,
    "Games": GAMES,
    "Corrections": CORRECTIONS,
    "Story": STORY,
    "PastGames": PAST,
    "PastGame": PAST_GAME,
    "Statistics": STATISTICS,
    "Door": fields(
        "",
        {
            "address": of("string", "What another phone opens."),
            "name": of("string", "The same by name; empty where the network knows none."),
        },
    ),
    "Done": fields("", {"ok": of("boolean", const=True)}),
    "Document": {**ANY_OBJECT, "description": "This document."},
}
