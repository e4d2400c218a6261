"""What comes back from the calls beside the table's own snapshot: advice, set-ups.

The law of this file: as in `web/shapes.py`.
"""

from __future__ import annotations

from typing import Final

from web.shapes import COLOUR, NUMBER, SEAT, TEXT, WHOLE, Shape, fields, of, or_null, ref, several

_ACTION: Final = {"description": "The word roll, or an event.", "oneOf": [of("string", const="roll"), ref("Event")]}

ADVICE: Final = fields(
    "",
    {
        "version": WHOLE,
        "seat": SEAT,
        "advice": fields(
            "The best first.",
            {
                "best": _ACTION,
                "actions": several(
                    fields(
                        "",
                        {
                            "action": _ACTION,
                            "win": or_null(
                                of(
                                    "number",
                                    "The chance of the seat in turn; null when alone or where points are counted.",
                                )
                            ),
                            "turns": or_null(of("number", "Expected further turns; null unless alone.")),
                            "points": of("number", "With which the sheet ends on average; where points are counted."),
                            "label": of(
                                "string",
                                "The action in a few signs; in Express and Rush Hour Shift.",
                            ),
                        },
                        optional=("points", "label"),
                    )
                ),
                "bust": NUMBER,
                "why": TEXT,
                "approximate": of("string", "What was not counted exactly; where there is such."),
            },
            optional=("approximate",),
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
            "companion": several(TEXT, "How well the companion can play a seat; none: it cannot."),
            "for_companion": of("string", "What people do for a seat that it plays."),
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

BESIDE: Final[dict[str, Shape]] = {
    "Advice": ADVICE,
    "Hints": HINTS,
    "Findings": FINDINGS,
    "Opening": OPENING,
    "Games": GAMES,
    "Corrections": CORRECTIONS,
    "Door": fields(
        "",
        {
            "address": of("string", "What another phone opens."),
            "name": of("string", "The same by name; empty where the network knows none."),
        },
    ),
    "Done": fields("", {"ok": of("boolean", const=True)}),
    "Document": of("object", "This document."),
}
