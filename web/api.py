"""The calls under /api: a body becomes an input, and the table's answer becomes a status and a snapshot."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from companion.devices import Button, ButtonPressed
from companion.gestures import Gesture
from companion.inputs import (
    BackAsked,
    BoardChecked,
    DailyAsked,
    DiceTyped,
    Input,
    LevelPicked,
    LobbyAsked,
    LookAsked,
    NewGameAsked,
    OddsAsked,
    PhoneChose,
    PlayAgainAsked,
    PositionTyped,
    RedoAsked,
    SeatClaimed,
    UndoAsked,
    WhatIfAsked,
)
from companion.language import say
from companion.ports import BadInput, NotRecorded, Refused, WebPorts
from web import bodies
from web.access import Doorkeeper, no_pin
from web.asking import add_asking, moved_on
from web.bodies import Malformed
from web.devices import for_device, this_device, this_viewer
from web.hands import BackwardsClock, PageHands
from web.photos import add_photos

_ANSWER_S = 10.0
"""How long the table may think."""

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
        return doorkeeper.answer(bodies.text(_body(), "pin"))

    _looking(calls, ports, doorkeeper)
    _playing(calls, ports)
    _pressing(calls, ports)
    _setting_up(calls, ports)
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
        body = _body()
        return _put(ports, PhoneChose(bodies.object_(body, "event"), bodies.version(body), this_device()))

    @calls.post("/api/dice")
    def dice() -> ResponseReturnValue:
        body = _body()
        picture = bodies.whole(body, "picture") if "picture" in body else 0
        return _put(ports, DiceTyped(bodies.pips(body, "values"), bodies.version(body), picture))

    @calls.post("/api/look")
    def look() -> ResponseReturnValue:
        return _put(ports, LookAsked(bodies.version(_body())))

    @calls.post("/api/checked")
    def checked() -> ResponseReturnValue:
        bodies.version(_body())
        return _put(ports, BoardChecked())

    @calls.post("/api/undo")
    def undo() -> ResponseReturnValue:
        body = _body()
        to = bodies.whole(body, "to") if "to" in body else None
        return _put(ports, UndoAsked(bodies.version(body), to))

    @calls.post("/api/redo")
    def redo() -> ResponseReturnValue:
        return _put(ports, RedoAsked(bodies.version(_body())))

    @calls.post("/api/position")
    def position() -> ResponseReturnValue:
        body = _body()
        return _put(ports, PositionTyped(bodies.object_(body, "position"), bodies.version(body)))

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
        body = _body()
        path, seen = bodies.texts(body, "path"), bodies.version(body)
        version, whole, all_of_them = ports.corrections()
        change = next((one.change for one in all_of_them if one.path == path), None)
        if seen != version or change is None:
            # The lists were those of a table that is no more.
            return moved_on(ports)
        return _put(ports, PositionTyped({**whole, **change}, seen))

    @calls.post("/api/odds")
    def odds() -> ResponseReturnValue:
        return _put(ports, OddsAsked(bodies.flag(_body(), "on")))


def _pressing(calls: Blueprint, ports: WebPorts) -> None:
    pages = PageHands()

    @calls.post("/api/button")
    def button() -> ResponseReturnValue:
        body = _body()
        held = bodies.flag_or_no(body, "held")
        pressed = ButtonPressed(bodies.button(body, "button"), held, bodies.version(body), bodies.announced(body))
        return _put(ports, pressed)

    @calls.post("/api/hands")
    def hands() -> ResponseReturnValue:
        body = _body()
        version, announced = bodies.version(body), bodies.announced(body)

        def seen(gesture: Gesture) -> Gesture:
            if not isinstance(gesture, ButtonPressed):
                return gesture
            # Of a chord, or a hold that came due meanwhile, the button that was let go says nothing.
            own = gesture.button == body.get("button")
            return replace(gesture, version=version, announced=announced if own else None)

        return _put(ports, *map(seen, _gestures(ports, pages, body)))


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


def _setting_up(calls: Blueprint, ports: WebPorts) -> None:
    @calls.post("/api/seat")
    def seat() -> ResponseReturnValue:
        body = _body()
        asked = SeatClaimed(
            seat=bodies.whole(body, "seat"),
            claim=bodies.flag(body, "claim"),
            device=this_device(),
            take=bodies.flag_or_no(body, "take"),
        )
        return _put(ports, asked)

    @calls.post("/api/level")
    def level() -> ResponseReturnValue:
        body = _body()
        return _put(ports, LevelPicked(bodies.whole(body, "seat"), bodies.text(body, "level"), this_device()))

    @calls.post("/api/lobby")
    def lobby() -> ResponseReturnValue:
        return _put(ports, LobbyAsked(bodies.version(_body())))

    @calls.post("/api/again")
    def again() -> ResponseReturnValue:
        return _put(ports, PlayAgainAsked(bodies.version(_body())))

    @calls.post("/api/what-if")
    def what_if() -> ResponseReturnValue:
        body = _body()
        asked = WhatIfAsked(
            number=bodies.whole(body, "number"),
            moments=bodies.whole(body, "moments"),
            version=bodies.version(body),
            confirm=bodies.flag_or_no(body, "confirm"),
        )
        return _put(ports, asked)

    @calls.post("/api/daily/play")
    def daily() -> ResponseReturnValue:
        body = _body()
        asked = DailyAsked(
            game=bodies.text(body, "game"),
            player=bodies.text(body, "player"),
            version=bodies.version(body),
            confirm=bodies.flag_or_no(body, "confirm"),
        )
        return _put(ports, asked)

    @calls.post("/api/back")
    def back() -> ResponseReturnValue:
        return _put(ports, BackAsked(bodies.version(_body())))

    @calls.post("/api/new")
    def new() -> ResponseReturnValue:
        body = _body()
        asked = NewGameAsked(
            game=bodies.text(body, "game"),
            players=bodies.texts(body, "players"),
            options=bodies.object_(body, "options") if "options" in body else {},
            first=bodies.whole(body, "first") if "first" in body else 0,
            version=bodies.version(body),
            confirm=bodies.flag_or_no(body, "confirm"),
            strengths=bodies.texts(body, "companion") if "companion" in body else (),
        )
        return _put(ports, asked)


def _put(ports: WebPorts, *asked: Input) -> ResponseReturnValue:
    """Put all of it before the table, in order, and say what came of the last, or of the first that was refused."""
    answers = [ports.post(one) for one in asked]
    try:
        answered = [answer.result(timeout=_ANSWER_S) for answer in answers]
    except Refused as refusal:
        status = {BadInput: 422, NotRecorded: 503}.get(type(refusal), 409)
        return jsonify(error=str(refusal), snapshot=for_device(refusal.snapshot, this_viewer())), status
    except TimeoutError:
        return jsonify(error=say("The table did not answer in time: look at what it shows before you try again.")), 503
    except CancelledError:
        return jsonify(error=say("The table is being closed.")), 503
    newest = answered[-1] if answered else ports.mailbox.latest()[1]
    return jsonify(for_device(newest, this_viewer()))


def _image(picture: bytes | None, mimetype: str, name: str) -> ResponseReturnValue:
    if picture is None:
        return jsonify(error=f"There is no picture of the {name}."), 404  # in no language
    return Response(picture, mimetype=mimetype)


def _body() -> Mapping[str, Any]:
    return bodies.read(request.get_data())
