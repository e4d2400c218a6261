"""The calls beside the game: hints, advice and photos, the tray's calibration, games on record, and the pages.

The law of this file: as in `web/calls.py`; and none of these changes what is played.
"""

from __future__ import annotations

from typing import Final

from companion.ports import LEARN
from web.calibration import STEPS
from web.call import SEEN, WRITTEN, Call, Parameter, look, page, photo, post
from web.photos import OF
from web.shapes import ANY_OBJECT, TEXT, of, or_null, ref, several

_KNOWN: Final = of("integer", "How many sentences the sender has already.", minimum=0, maximum=2**53)
_POINTS: Final = several(several(of("number", minimum=0, maximum=1), minItems=2, maxItems=2), minItems=4, maxItems=4)
_EIGHT: Final = r"^(0(\.\d+)?|1(\.0+)?)(,(0(\.\d+)?|1(\.0+)?)){7}$"
"""Four points x,y in parts of the upright picture's width and height."""
_ENDS: Final = r"^(0(\.\d+)?|1(\.0+)?)(,(0(\.\d+)?|1(\.0+)?)){3}((,(0(\.\d+)?|1(\.0+)?)){4}){0,99}$"
"""Two such points for each line."""
_GAME: Final = Parameter("game", of("string", minLength=1), "As GET /api/games names it.", "path")
_NUMBER: Final = Parameter("number", of("integer", minimum=1), "As GET /api/past numbers it.", "path")

BESIDE: Final = (
    post(
        "/api/hints",
        "ask",
        "The game's helper; ask again while `searching`.",
        {**SEEN, "known": _KNOWN},
        ("known",),
        "Hints",
        (409, 413, 422, 500),
    ),
    post(
        "/api/advice",
        "ask",
        "What would be best now, for the seat of this device.",
        SEEN,
        (),
        "Advice",
        (409, 413, 422, 500, 503),
    ),
    post(
        "/api/findings",
        "ask",
        "What is to say of a set-up before it is played.",
        {"game": TEXT, "options": ANY_OBJECT, "known": _KNOWN},
        ("known",),
        "Findings",
        (409, 413, 422, 500),
    ),
    look(
        "/api/opening/{game}",
        "The position in which a game with these options begins.",
        "Opening",
        404,
        422,
        topic="ask",
        asked=(_GAME, Parameter("options", TEXT, "A JSON object.")),
    ),
    photo(
        "/api/photo",
        "Reads the dice in a photo, with `of=tile` the tile, with `of=board` the whole board; 20 MB at most.",
        {"oneOf": [ref("Reading"), ref("TileReading"), ref("BoardReading")]},
        Parameter("of", of("string", enum=list(OF)), "`dice` where it is left out."),
        Parameter("corners", of("string", pattern=_EIGHT), "Of a board: the spots that GET /api/board names."),
        Parameter("learn", of("string", enum=list(LEARN[1:])), "Of a board: the colours are learned from it first."),
    ),
    photo(
        "/api/board",
        "Teaches another board than the printed one: a photo of it with nothing on it, 20 MB at most.",
        ref("BoardTaught"),
        Parameter("corners", of("string", pattern=_EIGHT), "The spots that GET /api/board names."),
        Parameter(
            "ends",
            of("string", pattern=_ENDS),
            "The ends of its lines in the straightened picture; left out: it is only straightened.",
        ),
    ),
    post(
        "/api/board/forget",
        "ask",
        "Photos are compared with the printed board again.",
        {},
        answer="BoardHelp",
        refused=(413, 422),
    ),
    look("/api/calibration", "Whether the tray is known.", "Calibration", topic="calibrate"),
    post(
        "/api/calibrate",
        "calibrate",
        "A step of a calibration; it takes some seconds.",
        {"step": of("string", enum=list(STEPS)), "corners": or_null(_POINTS)},
        ("corners",),
        "Calibrated",
    ),
    look("/api/story", "What each press of this game did.", "Story", topic="look back"),
    look("/api/past", "The games on record.", "PastGames", 404, 503, topic="look back"),
    look("/api/statistics", "Over all of them.", "Statistics", 404, 503, topic="look back"),
    look("/api/past/{number}", "One in words.", "PastGame", 404, 503, topic="look back", asked=(_NUMBER,)),
    look(
        "/api/past/{number}/position",
        "How the table looked after so many moments.",
        "Position",
        404,
        422,
        503,
        topic="look back",
        asked=(_NUMBER, Parameter("moments", WRITTEN, "1 is the start, and what counts where it is left out.")),
    ),
    look(
        "/api/past/{number}/course",
        "How one went: what each position was worth, the worst choices and the luckiest rolls; ask again while"
        " `searching`.",
        "Course",
        404,
        422,
        500,
        503,
        topic="look back",
        asked=(_NUMBER, Parameter("known", WRITTEN, "How many of `worths` the sender has already.")),
    ),
    Call(
        "GET",
        "/api/past/{number}/export",
        "look back",
        "One event a line, for `companion import`.",
        {"application/jsonl": TEXT},
        parameters=(_NUMBER,),
        refused=(404, 503),
    ),
    look("/api/daily", "The day's solitaires, and results.", "Daily", 404, 503, topic="look back"),
    page("/", "The page."),
    page("/tv", "The table on a wall."),
    page("/past", "Looking back."),
    page("/daily", "The day's solitaires."),
    page("/print", "Sheets on paper."),
    page(
        "/print/{thing}-{paper}.pdf",
        "Tiles, tray floor, board and cards on paper, in their usual sizes.",
        404,
        422,
        kind="application/pdf",
        asked=(Parameter("thing", TEXT, "What.", "path"), Parameter("paper", TEXT, "Its size.", "path")),
    ),
    page("/texts.js", "The texts of the pages, in the table's language.", kind="text/javascript"),
    page(
        "/games/{name}/art.svg",
        "A game's drawings, as symbols.",
        404,
        kind="image/svg+xml",
        asked=(Parameter("name", TEXT, "The game.", "path"),),
    ),
    page(
        "/games/{name}/{part}",
        "What a game brings along for the page.",
        404,
        kind="text/*",
        asked=(Parameter("name", TEXT, "The game.", "path"), Parameter("part", TEXT, "The file.", "path")),
    ),
    page(
        "/static/{filename}",
        "What the pages load.",
        404,
        kind="*/*",
        asked=(Parameter("filename", TEXT, "The file.", "path"),),
    ),
)
