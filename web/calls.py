"""Every call, in one table: the document at `/api/openapi.json` is made of it.

The law of this file: it says what `web/pages.py` and the files under it do, call by call. A test holds the two
together, and schemathesis compares what is said here with what is answered.
"""

from __future__ import annotations

from typing import Final

from companion.devices import Button
from companion.levels import Level
from web.call import SEEN, WRITTEN, Call, Parameter, look, picture, post
from web.calls_beside import BESIDE
from web.shapes import ANY_OBJECT, DIE, FLAG, SEAT, TEXT, of, or_null, several

_PLACE: Final = of("integer", minimum=0, maximum=2**53)
_ANNOUNCED: Final = or_null(of("string", "What `announce` said of it as it went down; refused where that has changed."))
_BUTTONS: Final = [str(button) for button in Button]

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
        asked=(Parameter("picture", WRITTEN, "Its number."),),
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
        {**SEEN, "event": of("object", "An option, as the prompt has it.")},
    ),
    post(
        "/api/dice",
        "play",
        "A roll typed in; or the last one put right, while its choice is open.",
        {**SEEN, "values": several(DIE), "picture": _PLACE},
        ("picture",),
    ),
    post("/api/look", "play", "The camera is to look now; the simulated tray throws.", SEEN),
    post("/api/checked", "play", "After a power cut: the board looks as it should.", SEEN),
    post(
        "/api/undo",
        "play",
        "Takes back the last press, or all after the first `to` moments of the story.",
        {**SEEN, "to": _PLACE},
        ("to",),
    ),
    post("/api/redo", "play", "Does again what was undone last.", SEEN),
    post(
        "/api/position",
        "play",
        "The board is put right: these parts of the position stand otherwise.",
        {**SEEN, "position": ANY_OBJECT},
    ),
    post(
        "/api/correct",
        "play",
        "The same, by the labels that GET /api/corrections lists.",
        {**SEEN, "path": several(TEXT)},
    ),
    post(
        "/api/button",
        "press",
        "As if pressed on the box.",
        {**SEEN, "button": of("string", enum=_BUTTONS), "held": FLAG, "announced": _ANNOUNCED},
        ("held", "announced"),
    ),
    post(
        "/api/hands",
        "press",
        "An edge of a page's button, by the page's own clock; without `button`: time passed.",
        {
            **SEEN,
            "page": of("string", minLength=1, maxLength=64),
            "ms": of("number", minimum=0, maximum=2**53),
            "button": or_null(of("string", enum=_BUTTONS[:3])),
            "down": FLAG,
            "announced": _ANNOUNCED,
        },
        ("button", "down", "announced"),
    ),
    post("/api/lobby", "set up", "Back to where the next game is agreed on.", SEEN),
    post("/api/again", "set up", "The same players once more.", SEEN),
    post(
        "/api/what-if",
        "set up",
        "A copy of a game on record goes on from one of its moments; with `confirm` an unfinished game waits.",
        {**SEEN, "number": of("integer", minimum=0, maximum=2**53), "moments": _PLACE, "confirm": FLAG},
        ("confirm",),
    ),
    post(
        "/api/daily/play",
        "set up",
        "Today's solitaire of a game goes on the table for a player, or goes on where that one's first try was left.",
        {**SEEN, "game": TEXT, "player": TEXT, "confirm": FLAG},
        ("confirm",),
    ),
    post("/api/back", "set up", "From such a copy back to the game that waits.", SEEN),
    post(
        "/api/new",
        "set up",
        "A game begins; an unfinished one is set aside only with `confirm`.",
        {
            **SEEN,
            "game": TEXT,
            "players": several(TEXT),
            "options": ANY_OBJECT,
            "first": SEAT,
            "confirm": FLAG,
            "companion": several(TEXT, "For each seat how well the companion plays it; empty: somebody does."),
        },
        ("options", "first", "confirm", "companion"),
    ),
    *BESIDE,
)
