"""What comes back from the calls that look at pictures: photos of dice, tile and board, and the tray's calibration.

The law of this file: as in `web/shapes.py`.
"""

from __future__ import annotations

from typing import Final

from web.shapes import DIE, FLAG, NUMBER, TEXT, WHOLE, Shape, fields, of, or_null, several

_POINT: Final = several(NUMBER, "x and y.", minItems=2, maxItems=2)
_STATUS: Final = of("string", enum=["read", "unsure", "empty", "error"])
_CONFIDENCE: Final = of("number", minimum=0, maximum=1)


def _reading(said: str, named: dict[str, Shape]) -> Shape:
    read = {
        "file": TEXT,
        "status": _STATUS,
        "ms": NUMBER,
        "reasons": several(TEXT),
        "picture": of("integer", "For GET /api/tray.jpg; of dice, to name in POST /api/dice too.", minimum=0),
    }
    return fields(said, {**read, **named}, optional=("picture",))


READING: Final = _reading(
    "A photo read; it is a roll only after POST /api/dice.",
    {
        "values": several(DIE, "Top faces, sorted; of an unsure reading only the sure ones."),
        "dice": several(
            fields(
                "",
                {
                    "value": DIE,
                    "confidence": _CONFIDENCE,
                    "center": _POINT,
                    "corners": several(_POINT, "The top face, clockwise, in pixels of the photo."),
                },
            )
        ),
    },
)

TILE_READING: Final = _reading(
    "A photo of a turned tile read; it is taken only by POST /api/choose.",
    {
        "face": or_null(of("string", "As the event names it.", minLength=1)),
        "by": or_null(of("string", "Its code, or its picture.", enum=["code", "picture"])),
        "confidence": _CONFIDENCE,
        "corners": several(_POINT, "From the top left one as it is read, in pixels of the photo."),
    },
)

_PIECE: Final = fields(
    "",
    {
        "kind": of("string", "token, runner, tile, car, truck or part."),
        "look": of("string", "A colour, a face, a letter, or by how many rows a part is shifted."),
        "way": of("string", "How it lies, where that matters: h or v."),
    },
)
_AT: Final = several(
    NUMBER, "x, y and edge, parts of the flat picture's width, height and width.", minItems=3, maxItems=3
)

BOARD_READING: Final = _reading(
    "A photo of the board compared with the game; nothing changes before POST /api/position.",
    {
        "version": of("integer", "The version that it was compared with.", minimum=0),
        "differences": several(
            fields(
                "",
                {
                    "spot": TEXT,
                    "take": several(_PIECE, "What lies there and should not."),
                    "put": several(_PIECE, "What should lie there and does not."),
                    "say": several(TEXT, "A sentence for each."),
                    "at": _AT,
                },
            )
        ),
        "unseen": several(fields("", {"spot": TEXT, "say": TEXT, "at": _AT}), "Where nothing can be said."),
        "change": or_null(of("object", "If the board is right: the keys of the position that stand otherwise.")),
        "prevented": of("string", "Why there is no `change` although something differs."),
        "decides": of("boolean", "What differs may be taken over; else it is where to look, and `unsure`."),
        "learned": of("boolean", "The colours were learned from this photo."),
        "teach": of(
            "boolean", "They have to be learned first: ask with `learn=set-up`, laid out as GET /api/board says."
        ),
    },
)

BOARD_HELP: Final = fields(
    "",
    {
        "version": WHOLE,
        "checks": of("boolean", "The game has a board that a photo can be compared with."),
        "known": of("boolean", "Its pieces were learned: photos can be compared at once."),
        "now": of("boolean", "They can be learned from the board as it stands: ask with `learn=now`."),
        "grid": of("boolean", "It bears no codes, and four of its corners are marked: send `corners` at once."),
        "taps": several(
            fields("", {"say": TEXT, "at": several(NUMBER, "About where: x and y.", minItems=2, maxItems=2)}),
            "What is marked, clockwise, where the board bears no codes: the middles of spots, or a grid's corners.",
        ),
        "spots": several(_AT, "Where all of its spots are."),
        "lay_out": several(
            fields("", {"say": TEXT, "at": _AT, **_PIECE["properties"]}),
            "How to lay the board out for the photo from which the colours are learned; empty: as it stands.",
        ),
        "high": of("number", "The board's height in parts of its width."),
        "teaches": of("boolean", "Another board than the printed one can be taught: POST /api/board."),
        "taught": of("boolean", "One was: photos are compared with it."),
    },
)

BOARD_TAUGHT: Final = _reading(
    "A photo of another board, empty: straightened, or learned.",
    {
        "version": WHOLE,
        "learned": of("boolean", "From now on photos are compared with it."),
        "lines": several(
            fields(
                "",
                {
                    "say": TEXT,
                    "spots": of("integer", "How many it has, evenly spaced.", minimum=2),
                    "ends": several(
                        fields("", {"say": TEXT, "at": several(NUMBER, "x and y.", minItems=2, maxItems=2)}),
                        "Where its first and its last spot may be, parts of the straightened picture.",
                        minItems=2,
                        maxItems=2,
                    ),
                },
            ),
            "Of a photo that was straightened; `picture` shows it.",
        ),
    },
)

_TRAY: Final = {
    "step": TEXT,
    "camera": TEXT,
    "calibrated": FLAG,
    "die_px": or_null(NUMBER),
    "held": of("boolean", "The camera keeps its exposure."),
}

CALIBRATION: Final = fields(
    "Whether the tray is known.",
    {**_TRAY, "error": of("string", "There is no camera to calibrate.")},
    optional=(*_TRAY, "error"),
)

CALIBRATED: Final = fields(
    "What came of a step; after `forget` only step, camera, calibrated, die_px and held.",
    {
        **_TRAY,
        "ok": FLAG,
        "outlook": TEXT,
        "hints": several(fields("", {"say": TEXT, "urgent": FLAG, "place": or_null(several(NUMBER))})),
        "corners": or_null(several(_POINT, "Parts of width and height.")),
        "found": FLAG,
        "status": _STATUS,
        "values": several(DIE),
        "picture": WHOLE,
    },
    optional=("camera", "calibrated", "ok", "outlook", "hints", "corners", "found", "status", "values", "picture"),
)

FROM_PICTURES: Final[dict[str, Shape]] = {
    "Reading": READING,
    "TileReading": TILE_READING,
    "BoardReading": BOARD_READING,
    "BoardHelp": BOARD_HELP,
    "BoardTaught": BOARD_TAUGHT,
    "Calibration": CALIBRATION,
    "Calibrated": CALIBRATED,
}
