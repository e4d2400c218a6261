"""What comes back from the calls, as JSON Schemas: the components of the document that `web/openapi.py` puts together.

The law of this file: a shape names every field that is sent, and says of each whether it may be null. Clients are to
let pass fields that they do not know: more may be added, none is changed.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from companion.devices import TrayState
from companion.levels import Level
from companion.prompts import PIPS, Role
from companion.strengths import Strength

Shape = dict[str, Any]


def of(kind: str, said: str = "", **more: Any) -> Shape:
    return {"type": kind, **({"description": said} if said else {}), **more}


def or_null(shape: Shape) -> Shape:
    named = {"enum": [*shape["enum"], None]} if "enum" in shape else {}
    return {**shape, "type": [shape["type"], "null"], **named}


def several(shape: Shape, said: str = "", **more: Any) -> Shape:
    return of("array", said, items=shape, **more)


def fields(said: str, named: dict[str, Shape], optional: Collection[str] = ()) -> Shape:
    """An object with these fields, all of them but the `optional` ones always there."""
    return of("object", said, properties=named, required=[name for name in named if name not in optional])


def mapping(shape: Shape, said: str) -> Shape:
    return of("object", said, additionalProperties=shape)


def ref(name: str) -> Shape:
    return {"$ref": f"#/components/schemas/{name}"}


TEXT: Final = of("string")
FLAG: Final = of("boolean")
WHOLE: Final = of("integer", minimum=0)
NUMBER: Final = of("number")
DIE: Final = of("integer", minimum=PIPS[0], maximum=PIPS[-1])
ANY_OBJECT: Final = of("object")
VERSION: Final = of("integer", "The version of the table that the sender saw.", minimum=0, maximum=2**53)
SEAT: Final = of("integer", "A place at the table, from 0.", minimum=0, maximum=2**53)
STRENGTH: Final = or_null(
    of("string", "How well the companion plays the seat; null: somebody does.", enum=[str(one) for one in Strength])
)
COLOUR: Final = of("string", "By the name that people use for the pieces.")

EVENT: Final = of(
    "object",
    "Its name, and the fields of its kind.",
    properties={"event": TEXT},
    required=["event"],
    additionalProperties=True,
)
POSITION: Final = of("object", "All that lies on the table, complete enough to start a game from; each game's own.")

_OPTIONS: Final = {
    "highlight": of("integer", "The option that ROLL takes.", minimum=0),
    "options": several(ref("Event"), "What may be chosen, by POST /api/choose."),
    "roles": several(of("string", enum=[str(role) for role in Role]), "Which button takes each option."),
    "labels": several(TEXT, "Each option in a few characters."),
    "paths": several(several(TEXT), "The lists above each option, where it takes a tree to tell them apart."),
    "odds": several(TEXT, "How likely the roll after each option busts, where somebody asked."),
    "effects": several(TEXT, "What each option does, where its label does not say it."),
    "loses": several(of("boolean"), "Which options cost the roll or a piece for certain."),
    "optional": of("boolean", "The game goes on without an answer."),
}


def _prompt(kind: str, said: str, **more: Shape) -> Shape:
    body = {
        "kind": of("string", const=kind),
        "seat": or_null(of("integer", "Who is asked; null: anybody.", minimum=0)),
        "since": of("integer", "The version in which it opened: an answer must not be older.", minimum=0),
    }
    why = of("string", "What the companion does at the seat that it plays, and why; people do it for it.")
    return fields(said, {**body, "why": why, **more}, optional=("why",))


PROMPT: Final = {
    "description": "What the table waits for. Several may be open at once.",
    "oneOf": [
        _prompt("RollDice", "Dice are to be thrown.", count=WHOLE),
        _prompt("Choose", "One of the options is to be chosen.", **_OPTIONS),
        _prompt("RevealTile", "A tile of the real table is to be named.", space=TEXT, **_OPTIONS),
        _prompt("Arrange", "Things may be arranged, in any order."),
        _prompt("Decide", "The companion thinks of what it does at a seat that it plays; nobody answers it."),
    ],
}

VIEW: Final = fields(
    "The game in words.",
    {
        "title": of("string", "Whose turn it is, or who has won."),
        "number": of("string", "The game's one number."),
        "lines": several(TEXT, "What lies on the board, the most important first."),
        "roll": several(WHOLE, "The dice that wait for a choice."),
        "move": several(TEXT, "What to move on the real board."),
        "board": several(TEXT, "What else lies on the board and in hands."),
        "drawn": several(TEXT, "Those of the lines that a drawing of the board shows as well."),
    },
)

SCREEN: Final = fields(
    "What the OLED shows, in words.",
    {
        "title": TEXT,
        "number": TEXT,
        "dice": several(or_null(WHOLE), "null: a die that nobody has said yet."),
        "aside": several(TEXT, "The same in up to three widths."),
        "die_at": or_null(WHOLE),
        "text": several(TEXT),
        "small": several(TEXT),
        "entries": several(TEXT),
        "at": of("integer", "The entry shown inverse."),
        "page": several(WHOLE, "Which page of how many.", minItems=2, maxItems=2),
        "big": TEXT,
        "bottom": of("string", "What the buttons do now."),
        "address": of("boolean", "The page's address takes the whole frame."),
        "bar": of("number", "How much of a hold is done, 0 to 1."),
        "trouble": TEXT,
    },
)

TRAY: Final = fields(
    "The tray as last seen.",
    {
        "state": of("string", enum=[str(state) for state in TrayState]),
        "values": several(WHOLE, "Top faces, sorted; of an unsure reading only the sure ones."),
        "reasons": several(TEXT, "Why it is unsure, in words for a player."),
        "picture": of("integer", "For GET /api/tray.jpg; 0: none.", minimum=0),
        "notice": TEXT,
        "tile": of("string", "The face of the turned tile that was made out; empty: none was."),
    },
)

DEVICE: Final = fields(
    "A part of the box.",
    {
        "kind": of("string", "What drives it."),
        "state": of("string", enum=["ok", "out"]),
        "since": of("string", "ISO 8601, by the box's clock."),
        "problem": of("string", "What is wrong, and what to do."),
    },
)

SNAPSHOT: Final = fields(
    "The whole table at one moment.",
    {
        "version": of("integer", "Never comes back, not after an undo either.", minimum=0),
        "game": TEXT,
        "apart": of("object", "What this game is, where it is kept apart from the others: `what_if`, or `daily`."),
        "number": of("integer", "The game's on record, as GET /api/past has it; 0 in the lobby.", minimum=0),
        "title": of("string", "The game's name, as on its box."),
        "position": ref("Position"),
        "prompts": several(ref("Prompt")),
        "told": several(TEXT, "What happened and what to move, until somebody acts again."),
        "view": ref("View"),
        "winners": or_null(several(SEAT, "Null while the game goes on; none: a draw.")),
        "scores": or_null(several(of("integer"), "Null where the game counts no points.")),
        "can_undo": FLAG,
        "undoes": several(TEXT, "What an undo would take back."),
        "can_redo": FLAG,
        "can_correct_roll": of("boolean", "POST /api/dice would put the last roll right."),
        "announce": mapping(TEXT, "What each button would do now."),
        "seats": several(fields("", {"player": TEXT, "colour": COLOUR, "claimed": FLAG, "companion": STRENGTH})),
        "levels": fields(
            "How much each seat may be told.",
            {"offered": several(ref("Level")), "seats": several(ref("Level"))},
        ),
        "odds": fields("", {"on": FLAG, "bust": of("string", "How likely the awaited roll busts, if asked.")}),
        "box": ref("Screen"),
        "tray": ref("Tray"),
        "devices": mapping(ref("Device"), "By the part's name."),
        "notice": of("string", "What was refused; gone with the next snapshot."),
        "check_board": of("boolean", "The table was cut off, and waits for a look at the board."),
        "taken_up": of("boolean", "The game goes on after a rest, and nobody has done anything yet."),
        "board_photo": of("boolean", "A photo of this game's board can be compared with it."),
        "mine": several(SEAT, "The seats that this device holds."),
        "may_act": of("boolean", "This device has typed the PIN, or none is wanted."),
    },
)

ERROR: Final = fields(
    "What was not done, and why.",
    {"error": of("string", "A sentence for a player.", minLength=1), "snapshot": ref("Snapshot")},
    optional=("snapshot",),
)

COMPONENTS: Final[dict[str, Shape]] = {
    "Snapshot": SNAPSHOT,
    "Position": POSITION,
    "Event": EVENT,
    "Prompt": PROMPT,
    "View": VIEW,
    "Screen": SCREEN,
    "Tray": TRAY,
    "Device": DEVICE,
    "Level": of("string", enum=[str(level) for level in Level]),
    "Error": ERROR,
}
