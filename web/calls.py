"""Every call, in one table: the document at `/api/openapi.json` is made of it.

The law of this file: it says what `web/pages.py` and the files under it do, call by call. A test holds the two
together, and schemathesis compares what is said here with what is answered.
"""

from __future__ import annotations

from typing import Final

from companion.devices import Button
from companion.levels import Level
from companion.ports import LEARN
from web.calibration import STEPS
from web.call import BYTES, JSON, Call, Parameter, look, page, picture, post
from web.photos import OF
from web.shapes import ANY_OBJECT, DIE, FLAG, SEAT, TEXT, VERSION, of, or_null, ref, several

_SEEN: Final = {"version": VERSION}
_PLACE: Final = of("integer", minimum=0, maximum=2**53)
_KNOWN: Final = of("integer", "How many sentences the sender has already.", minimum=0, maximum=2**53)
_ANNOUNCED: Final = or_null(of("string", "What `announce` said of it as it went down; refused where that has changed."))
_BUTTONS: Final = [str(button) for button in Button]
_POINTS: Final = several(several(of("number", minimum=0, maximum=1), minItems=2, maxItems=2), minItems=4, maxItems=4)
_EIGHT: Final = r"^(0(\.\d+)?|1(\.0+)?)(,(0(\.\d+)?|1(\.0+)?)){7}$"
"""Four points x,y in parts of the upright picture's width and height."""
_GAME: Final = Parameter("game", of("string", minLength=1), "As GET /api/games names it.", "path")
_NUMBER: Final = Parameter("number", of("integer", minimum=1), "As GET /api/past numbers it.", "path")
_WRITTEN: Final = of("integer", minimum=0, maximum=10**15 - 1)

CALLS: Final = (
    look("/api/openapi.json", "This document.", "Document"),
    look("/api/snapshot", "The table as it is now.", "Snapshot"),
    Call(
        "GET",
        "/api/events",
        "look",
        "The same as a stream without an end: an event `snapshot` at once and after every change, a `beat` every 3 s.",
        {"text/event-stream": TEXT},
        refused=(503,),
    ),
    look("/api/games", "What may be started.", "Games"),
    picture(
        "/api/tray.jpg",
        "The tray: the newest picture, or a numbered one with what was read drawn in.",
        "image/jpeg",
        404,
        422,
        asked=(Parameter("picture", _WRITTEN, "Its number."),),
        pin=True,
    ),
    look("/api/door", "How another phone gets here.", "Door"),
    picture("/api/door.svg", "The same as a QR code.", "image/svg+xml", 404),
    picture("/api/oled.png", "The OLED, with its PIN hidden.", "image/png", 404),
    look("/api/board", "What to know before its board is photographed.", "BoardHelp", topic="ask"),
    look(
        "/api/corrections",
        "What may stand otherwise on the real table, list by list.",
        "Corrections",
        asked=(Parameter("path", several(TEXT), "The labels picked so far, one `path` each."),),
    ),
    post(
        "/api/pin",
        "devices",
        "Types the PIN: the cookie that comes back lets this device act.",
        {"pin": TEXT},
        answer="Done",
        refused=(413, 422, 429),
        pin=False,
    ),
    post(
        "/api/seat",
        "devices",
        "This device plays this seat, or gives it up; `take`: from another device too.",
        {"seat": SEAT, "claim": FLAG, "take": FLAG},
        ("take",),
    ),
    post(
        "/api/level",
        "devices",
        "How much the player of a seat may be told.",
        {"seat": SEAT, "level": of("string", enum=[str(level) for level in Level])},
    ),
    post("/api/odds", "devices", "Whether the odds are said.", {"on": FLAG}),
    post(
        "/api/choose",
        "play",
        "Picks one of the options that stand in a prompt.",
        {**_SEEN, "event": of("object", "An option, as the prompt has it.")},
    ),
    post(
        "/api/dice",
        "play",
        "A roll typed in; or the last one put right, while its choice is open.",
        {**_SEEN, "values": several(DIE), "picture": _PLACE},
        ("picture",),
    ),
    post("/api/look", "play", "The camera is to look now; the simulated tray throws.", _SEEN),
    post("/api/checked", "play", "After a power cut: the board looks as it should.", _SEEN),
    post(
        "/api/undo",
        "play",
        "Takes back the last press, or all after the first `to` moments of the story.",
        {**_SEEN, "to": _PLACE},
        ("to",),
    ),
    post("/api/redo", "play", "Does again what was undone last.", _SEEN),
    post(
        "/api/position",
        "play",
        "The board is put right: these parts of the position stand otherwise.",
        {**_SEEN, "position": ANY_OBJECT},
    ),
    post(
        "/api/correct",
        "play",
        "The same, by the labels that GET /api/corrections lists.",
        {**_SEEN, "path": several(TEXT)},
    ),
    post(
        "/api/button",
        "press",
        "As if pressed on the box.",
        {**_SEEN, "button": of("string", enum=_BUTTONS), "held": FLAG, "announced": _ANNOUNCED},
        ("held", "announced"),
    ),
    post(
        "/api/hands",
        "press",
        "An edge of a page's button, by the page's own clock; without `button`: time passed.",
        {
            **_SEEN,
            "page": of("string", minLength=1, maxLength=64),
            "ms": of("number", minimum=0, maximum=2**53),
            "button": or_null(of("string", enum=_BUTTONS[:3])),
            "down": FLAG,
            "announced": _ANNOUNCED,
        },
        ("button", "down", "announced"),
    ),
    post("/api/lobby", "set up", "Back to where the next game is agreed on.", _SEEN),
    post("/api/again", "set up", "The same players once more.", _SEEN),
    post(
        "/api/what-if",
        "set up",
        "A copy of a game on record goes on from one of its moments; with `confirm` an unfinished game waits.",
        {**_SEEN, "number": of("integer", minimum=0, maximum=2**53), "moments": _PLACE, "confirm": FLAG},
        ("confirm",),
    ),
    post(
        "/api/daily/play",
        "set up",
        "Today's solitaire of a game goes on the table for a player, or goes on where that one's first try was left.",
        {**_SEEN, "game": TEXT, "player": TEXT, "confirm": FLAG},
        ("confirm",),
    ),
    post("/api/back", "set up", "From such a copy back to the game that waits.", _SEEN),
    post(
        "/api/new",
        "set up",
        "A game begins; an unfinished one is set aside only with `confirm`.",
        {
            **_SEEN,
            "game": TEXT,
            "players": several(TEXT),
            "options": ANY_OBJECT,
            "first": SEAT,
            "confirm": FLAG,
            "companion": several(TEXT, "For each seat how well the companion plays it; empty: somebody does."),
        },
        ("options", "first", "confirm", "companion"),
    ),
    post(
        "/api/hints",
        "ask",
        "The game's helper; ask again while `searching`.",
        {**_SEEN, "known": _KNOWN},
        ("known",),
        "Hints",
        (409, 413, 422, 500),
    ),
    post(
        "/api/advice",
        "ask",
        "What would be best now, for the seat of this device.",
        _SEEN,
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
    Call(
        "POST",
        "/api/photo",
        "ask",
        "Reads the dice in a photo, with `of=tile` the tile, with `of=board` the whole board; 20 MB at most.",
        {JSON: {"oneOf": [ref("Reading"), ref("TileReading"), ref("BoardReading")]}},
        {"image/jpeg": BYTES, "image/png": BYTES},
        parameters=(
            Parameter("of", of("string", enum=list(OF)), "`dice` where it is left out."),
            Parameter("corners", of("string", pattern=_EIGHT), "Of a board: the spots that GET /api/board names."),
            Parameter(
                "learn", of("string", enum=list(LEARN[1:])), "Of a board: the colours are learned from it first."
            ),
        ),
        refused=(413, 422),
        pin=True,
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
        asked=(_NUMBER, Parameter("moments", _WRITTEN, "1 is the start, and what counts where it is left out.")),
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
        asked=(_NUMBER, Parameter("known", _WRITTEN, "How many of `worths` the sender has already.")),
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
