"""The calls under /api: a body becomes an input, and the table's answer becomes a status and a snapshot."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from concurrent.futures import CancelledError
from typing import Any

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from companion.inputs import (
    Button,
    ButtonPressed,
    DiceTyped,
    Input,
    NewGameAsked,
    PhoneChose,
    PositionTyped,
    RedoAsked,
    UndoAsked,
)
from companion.ports import BadInput, NotRecorded, Refused, WebPorts
from companion.prompts import PIPS
from companion.snapshot import to_json
from web.access import PHOTO_BYTES, Doorkeeper, no_pin

_ANSWER_S = 10.0
"""How long the table may think."""

_LARGEST = 2**53
"""Whole numbers above it are not safe in every reader of JSON."""


class Malformed(ValueError):
    """The body is not what the call wants; the message says which field and which value."""


def api_calls(ports: WebPorts, doorkeeper: Doorkeeper) -> Blueprint:
    """All calls under /api but the stream."""
    calls = Blueprint("api", __name__)
    reading = threading.Lock()

    @calls.errorhandler(Malformed)
    def malformed(error: Malformed) -> ResponseReturnValue:
        return jsonify(error=str(error)), 422

    @calls.get("/api/snapshot")
    def snapshot() -> ResponseReturnValue:
        return jsonify(to_json(ports.mailbox.latest()[1]))

    @calls.get("/api/games")
    def games() -> ResponseReturnValue:
        return jsonify([dict(game) for game in ports.games])

    @calls.get("/api/tray.jpg")
    def tray() -> ResponseReturnValue:
        if not doorkeeper.admits():
            return no_pin()
        return _image(ports.tray_jpeg(_picture(request.args.get("picture"))), "image/jpeg", "tray")

    @calls.get("/api/oled.png")
    def oled() -> ResponseReturnValue:
        return _image(ports.oled_png(True), "image/png", "display")

    @calls.post("/api/pin")
    def pin() -> ResponseReturnValue:
        return doorkeeper.answer(_text(_body(), "pin"))

    @calls.post("/api/photo")
    def photo() -> ResponseReturnValue:
        request.max_content_length = PHOTO_BYTES
        picture = request.get_data(cache=False)
        if not picture:
            raise Malformed("the body must be a JPEG of the dice, and it is empty")
        # One after the other: a picture in the works takes much of a small computer's memory.
        with reading:
            return jsonify(dict(ports.read_photo(picture)))

    @calls.post("/api/choose")
    def choose() -> ResponseReturnValue:
        body = _body()
        return _put(ports, PhoneChose(_object(body, "event"), _version(body)))

    @calls.post("/api/dice")
    def dice() -> ResponseReturnValue:
        body = _body()
        return _put(ports, DiceTyped(_pips(body, "values"), _version(body)))

    @calls.post("/api/undo")
    def undo() -> ResponseReturnValue:
        return _put(ports, UndoAsked(_version(_body())))

    @calls.post("/api/redo")
    def redo() -> ResponseReturnValue:
        return _put(ports, RedoAsked(_version(_body())))

    @calls.post("/api/position")
    def position() -> ResponseReturnValue:
        body = _body()
        return _put(ports, PositionTyped(_object(body, "position"), _version(body)))

    @calls.post("/api/button")
    def button() -> ResponseReturnValue:
        body = _body()
        return _put(ports, ButtonPressed(_button(body), _flag(body, "held"), _version(body)))

    @calls.post("/api/new")
    def new() -> ResponseReturnValue:
        body = _body()
        asked = NewGameAsked(
            game=_text(body, "game"),
            players=_texts(body, "players"),
            options=_object(body, "options") if "options" in body else {},
            first=_whole(body, "first") if "first" in body else 0,
            version=_version(body),
            confirm=_flag(body, "confirm"),
        )
        return _put(ports, asked)

    return calls


def _put(ports: WebPorts, asked: Input) -> ResponseReturnValue:
    """Put it before the table, and say what came of it."""
    try:
        return jsonify(to_json(ports.post(asked).result(timeout=_ANSWER_S)))
    except Refused as refusal:
        status = {BadInput: 422, NotRecorded: 503}.get(type(refusal), 409)
        return jsonify(error=str(refusal), snapshot=to_json(refusal.snapshot)), status
    except TimeoutError:
        return jsonify(error="The table did not answer in time: look at what it shows before you try again."), 503
    except CancelledError:
        return jsonify(error="The table is being closed."), 503


def _image(picture: bytes | None, mimetype: str, name: str) -> ResponseReturnValue:
    if picture is None:
        return jsonify(error=f"There is no picture of the {name}."), 404
    return Response(picture, mimetype=mimetype)


def _body() -> Mapping[str, Any]:
    """The body, a JSON object that every part of the house can write down again."""
    raw = request.get_data()
    try:
        body = json.loads(raw, parse_constant=_no_constant)
        # Half a character ("\ud800") is JSON, but no text that a file or a screen could take.
        json.dumps(body, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Malformed(f"the body must be a JSON object, not {_shown(raw.decode(errors='replace'))}") from None
    if not isinstance(body, dict):
        raise Malformed(f"the body must be a JSON object, not {_shown(body)}")
    return body


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def _field(body: Mapping[str, Any], name: str, wanted: str) -> Any:
    if name not in body:
        raise Malformed(f'the field "{name}" is missing: it must be {wanted}')
    return body[name]


def _wrong(name: str, wanted: str, value: object) -> Malformed:
    return Malformed(f'the field "{name}" must be {wanted}, not {_shown(value)}')


def _is_whole(value: object) -> bool:
    # True is an int to Python, and no number to anybody else.
    return isinstance(value, int) and not isinstance(value, bool)


def _whole(body: Mapping[str, Any], name: str) -> int:
    wanted = "a whole number from 0"
    value = _field(body, name, wanted)
    if not _is_whole(value) or not 0 <= value <= _LARGEST:
        raise _wrong(name, wanted, value)
    return int(value)


def _version(body: Mapping[str, Any]) -> int:
    return _whole(body, "version")


def _flag(body: Mapping[str, Any], name: str) -> bool:
    """A field that may be left out: false then."""
    value = body.get(name, False)
    if not isinstance(value, bool):
        raise _wrong(name, "true or false", value)
    return value


def _text(body: Mapping[str, Any], name: str) -> str:
    value = _field(body, name, "a text")
    if not isinstance(value, str):
        raise _wrong(name, "a text", value)
    return value


def _object(body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = _field(body, name, "an object")
    if not isinstance(value, dict):
        raise _wrong(name, "an object", value)
    return value


def _texts(body: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = _field(body, name, "a list of texts")
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _wrong(name, "a list of texts", value)
    return tuple(value)


def _pips(body: Mapping[str, Any], name: str) -> tuple[int, ...]:
    wanted = f"a list of whole numbers from {PIPS[0]} to {PIPS[-1]}"
    value = _field(body, name, wanted)
    if not isinstance(value, list) or not all(_is_whole(item) and item in PIPS for item in value):
        raise _wrong(name, wanted, value)
    return tuple(value)


def _button(body: Mapping[str, Any]) -> Button:
    wanted = " or ".join(f'"{button}"' for button in Button)
    value = _field(body, "button", wanted)
    if not isinstance(value, str) or value not in list(Button):
        raise _wrong("button", wanted, value)
    return Button(value)


def _picture(number: str | None) -> int | None:
    if number is None:
        return None
    if not (number.isascii() and number.isdecimal() and len(number) <= 15):
        raise _wrong("picture", "a whole number from 0", number)
    return int(number)


def _shown(value: object) -> str:
    """A value in an error's words, short enough for one line."""
    text = json.dumps(value)
    return text if len(text) <= 60 else text[:57] + "..."
