"""The calls under /api: a body becomes an input, and the table's answer becomes a status and a snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from companion.devices import Button, ButtonPressed
from companion.gestures import Gesture
from companion.inputs import (
    BoardChecked,
    DiceTyped,
    LookAsked,
    OddsAsked,
    PhoneChose,
    PositionTyped,
    RedoAsked,
    UndoAsked,
)
from companion.ports import WebPorts
from web import bodies
from web.access import Doorkeeper, no_pin
from web.answering import moved_on, put, read
from web.asking import add_asking
from web.bodies import Malformed
from web.devices import for_device, this_device, this_viewer
from web.hands import BackwardsClock, PageHands
from web.photos import add_photos
from web.setting_up import add_setting_up

_ON_THE_BOX = (Button.ROLL, Button.STOP, Button.CHOOSE)
_PAGE_NAME = 64
"""Characters of the name that a page gives itself, at most."""


def api_calls(ports: WebPorts, doorkeeper: Doorkeeper) -> Blueprint:
    """All calls under /api but the stream."""
    calls = Blueprint("api", __name__)

    @calls.errorhandler(Malformed)
    def malformed(error: Malformed) -> ResponseReturnValue:
        return jsonify(error=str(error)), 422

    @calls.post("/api/pin")
    def pin() -> ResponseReturnValue:
        return doorkeeper.answer(bodies.text(read(), "pin"))

    _looking(calls, ports, doorkeeper)
    _playing(calls, ports)
    _pressing(calls, ports)
    add_setting_up(calls, ports)
    add_asking(calls, ports)
    add_photos(calls, ports)
    return calls


def _looking(calls: Blueprint, ports: WebPorts, doorkeeper: Doorkeeper) -> None:
    @calls.get("/api/snapshot")
    def snapshot() -> ResponseReturnValue:
        return jsonify(for_device(ports.mailbox.latest()[1], this_viewer()))

    @calls.get("/api/games")
    def games() -> ResponseReturnValue:
        return jsonify([dict(game) for game in ports.games])

    @calls.get("/api/tray.jpg")
    def tray() -> ResponseReturnValue:
        if not doorkeeper.admits():
            return no_pin()
        return _image(ports.tray_jpeg(bodies.picture(request.args.get("picture"))), "image/jpeg", "tray")

    @calls.get("/api/door")
    def door() -> ResponseReturnValue:
        way_in = ports.door()
        return jsonify(address=way_in.address or request.host, name=way_in.name)

    @calls.get("/api/door.svg")
    def door_code() -> ResponseReturnValue:
        way_in = ports.door()
        code = (doorkeeper.admits() and way_in.code_with_pin_svg) or way_in.code_svg
        return _image(code or None, "image/svg+xml", "address")

    @calls.get("/api/oled.png")
    def oled() -> ResponseReturnValue:
        return _image(ports.oled_png(True), "image/png", "display")


def _playing(calls: Blueprint, ports: WebPorts) -> None:
    @calls.post("/api/choose")
    def choose() -> ResponseReturnValue:
        body = read()
        return put(ports, PhoneChose(bodies.object_(body, "event"), bodies.version(body), this_device()))

    @calls.post("/api/dice")
    def dice() -> ResponseReturnValue:
        body = read()
        picture = bodies.whole(body, "picture") if "picture" in body else 0
        return put(ports, DiceTyped(bodies.pips(body, "values"), bodies.version(body), picture))

    @calls.post("/api/look")
    def look() -> ResponseReturnValue:
        return put(ports, LookAsked(bodies.version(read())))

    @calls.post("/api/checked")
    def checked() -> ResponseReturnValue:
        bodies.version(read())
        return put(ports, BoardChecked())

    @calls.post("/api/undo")
    def undo() -> ResponseReturnValue:
        body = read()
        to = bodies.whole(body, "to") if "to" in body else None
        return put(ports, UndoAsked(bodies.version(body), to))

    @calls.post("/api/redo")
    def redo() -> ResponseReturnValue:
        return put(ports, RedoAsked(bodies.version(read())))

    @calls.post("/api/position")
    def position() -> ResponseReturnValue:
        body = read()
        return put(ports, PositionTyped(bodies.object_(body, "position"), bodies.version(body)))

    @calls.get("/api/corrections")
    def corrections() -> ResponseReturnValue:
        version, _, all_of_them = ports.corrections()
        path = tuple(request.args.getlist("path"))
        below = [
            one.path[len(path)] for one in all_of_them if one.path[: len(path)] == path and len(one.path) > len(path)
        ]
        return jsonify(version=version, next=list(dict.fromkeys(below)))

    @calls.post("/api/correct")
    def correct() -> ResponseReturnValue:
        body = read()
        path, seen = bodies.texts(body, "path"), bodies.version(body)
        version, whole, all_of_them = ports.corrections()
        change = next((one.change for one in all_of_them if one.path == path), None)
        if seen != version or change is None:
            # The lists were those of a table that is no more.
            return moved_on(ports)
        return put(ports, PositionTyped({**whole, **change}, seen))

    @calls.post("/api/odds")
    def odds() -> ResponseReturnValue:
        return put(ports, OddsAsked(bodies.flag(read(), "on")))


def _pressing(calls: Blueprint, ports: WebPorts) -> None:
    pages = PageHands()

    @calls.post("/api/button")
    def button() -> ResponseReturnValue:
        body = read()
        held = bodies.flag_or_no(body, "held")
        pressed = ButtonPressed(bodies.button(body, "button"), held, bodies.version(body), bodies.announced(body))
        return put(ports, pressed)

    @calls.post("/api/hands")
    def hands() -> ResponseReturnValue:
        body = read()
        version, announced = bodies.version(body), bodies.announced(body)

        def seen(gesture: Gesture) -> Gesture:
            if not isinstance(gesture, ButtonPressed):
                return gesture
            # Of a chord, or a hold that came due meanwhile, the button that was let go says nothing.
            own = gesture.button == body.get("button")
            return replace(gesture, version=version, announced=announced if own else None)

        return put(ports, *map(seen, _gestures(ports, pages, body)))


def _gestures(ports: WebPorts, pages: PageHands, body: Mapping[str, Any]) -> tuple[Gesture, ...]:
    """What an edge of a page's button, or the time that has passed (`"button": null`), comes to."""
    page = bodies.short_text(body, "page", _PAGE_NAME)
    at_s = bodies.seconds(body, "ms")
    try:
        if body.get("button") is None:
            return pages.still(page, at_s)
        button = bodies.button(body, "button", _ON_THE_BOX)
        return pages.edge(page, button, bodies.flag(body, "down"), at_s, ports.wake)
    except BackwardsClock:
        raise Malformed(f'the field "ms" must not go back, as {body["ms"]} does') from None


def _image(picture: bytes | None, mimetype: str, name: str) -> ResponseReturnValue:
    if picture is None:
        return jsonify(error=f"There is no picture of the {name}."), 404  # in no language
    return Response(picture, mimetype=mimetype)
