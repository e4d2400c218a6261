"""The app: the page, the files it loads, and every call under it."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePath

from flask import Flask, Response, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from companion.box.parts import every_part
from companion.colours import COLOURS
from companion.language import chosen, page_texts, say, say_count, say_of
from companion.ports import WebPorts
from web.access import Doorkeeper, guard
from web.api import api_calls
from web.art import symbols
from web.calibration import calibration_calls
from web.devices import for_device, name_devices, this_viewer
from web.looking_back import looking_back
from web.openapi import document_calls
from web.stream import stream_calls

PARTS = {".js": "text/javascript", ".css": "text/css"}
"""What a game's folder may bring along for the page, by the ends of the files' names."""

ELSEWHERE = frozenset(
    f"{name}.js"
    for name in (
        "tv",
        "print",
        "past",
        "course",
        "daily",
        "loading",
        "boardcheck",
        "boarddialog",
        "boardmarks",
        "boardteach",
        "boardtodo",
        "corners",
    )
)
"""Scripts of the pages beside the table, and those that its own fetches only when somebody asks for what they do."""

_IMPORT = re.compile(r'^(?:import|export)\b[^;]*?"((?:\./|/games/)[^"]+)"', re.MULTILINE)
"""A module of a game that another one imports, as the games write it."""


def create_app(ports: WebPorts) -> Flask:
    """Everything that the web serves, over `ports` alone."""
    app = Flask("web")
    # After an update the phone asks whether its files are still the same, instead of trusting them for hours.
    app.config["SEND_FILE_MAX_AGE_DEFAULT"] = 0
    app.jinja_env.globals.update(say=say, say_of=say_of, say_count=say_count, language=chosen)
    app.jinja_env.filters.update(say=say)
    doorkeeper = Doorkeeper(ports.keys)
    name_devices(app, ports.keys)
    guard(app, doorkeeper)
    app.register_blueprint(api_calls(ports, doorkeeper))
    app.register_blueprint(calibration_calls(ports))
    app.register_blueprint(looking_back(ports))
    app.register_blueprint(stream_calls(ports.mailbox, ports.keys))
    app.register_blueprint(document_calls())
    offered = frozenset(str(game["name"]) for game in ports.games)
    # Named in the page, so that a phone fetches them at once and not one after the other as they import each other.
    scripts = sorted(
        file.name
        for file in resources.files("web").joinpath("static").iterdir()
        if file.name.endswith(".js") and file.name not in ELSEWHERE
    )
    # So that a page asks for nothing that is not there.
    app.jinja_env.globals.update(brought=json.dumps({game: _brought(game) for game in sorted(offered)}))

    @app.get("/")
    def page() -> ResponseReturnValue:
        snapshot = ports.mailbox.latest()[1]
        parts = _modules(snapshot.game) if snapshot.game in offered else ()
        page = render_template(
            "index.html",
            may_act=doorkeeper.admits(),
            colours=COLOURS,
            devices=json.dumps(every_part()),
            modules=["/texts.js", *(f"/static/{name}" for name in scripts), *parts],
            # What the stream would tell first: the page is drawn before that is open.
            snapshot=json.dumps(for_device(snapshot, this_viewer())),
        )
        answer = Response(page)
        # The page says whether this device may act, and that changes.
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @app.get("/tv")
    def wall() -> ResponseReturnValue:
        return render_template("tv.html")

    @app.get("/past")
    def past() -> ResponseReturnValue:
        return render_template("past.html")

    @app.get("/daily")
    def daily() -> ResponseReturnValue:
        return render_template("daily.html")

    @app.get("/print")
    def paper() -> ResponseReturnValue:
        return render_template("print.html")

    @app.get("/print/<thing>-<paper>.pdf")
    def pdf(thing: str, paper: str) -> ResponseReturnValue:
        if request.args:
            # A size that is let pass would be cut out before anybody sees that it is another.
            return jsonify(
                error=say("Printed from here, all has its usual size: the command companion print makes others.")
            ), 422
        made = ports.printed(thing, paper)
        if made is None:
            abort(404)
        return Response(made, mimetype="application/pdf")

    @app.get("/texts.js")
    def texts() -> ResponseReturnValue:
        # One module for whatever language the table speaks: which one that is, a page's script cannot import by.
        answer = Response(page_texts(), mimetype=PARTS[".js"])
        answer.headers["Cache-Control"] = "no-cache"
        answer.add_etag()
        return answer.make_conditional(request)

    @app.get("/games/<name>/<part>")
    def game_part(name: str, part: str) -> ResponseReturnValue:
        # Only games that may be started, and files that lie there: nothing from outside is ever made a path.
        if name not in offered or PurePath(part).suffix not in PARTS:
            abort(404)
        folder = resources.files(f"companion.games.{name.replace('-', '_')}")
        file = next((file for file in folder.iterdir() if file.name == part), None)
        if file is None:
            abort(404)
        answer = Response(file.read_text(encoding="utf-8"), mimetype=PARTS[PurePath(part).suffix])
        answer.headers["Cache-Control"] = "no-cache"
        return answer

    @app.get("/games/<name>/art.svg")
    def game_art(name: str) -> ResponseReturnValue:
        drawn = symbols(name) if name in offered else None
        if drawn is None:
            abort(404)
        answer = Response(drawn, mimetype="image/svg+xml")
        answer.headers["Cache-Control"] = "no-cache"
        return answer

    @app.errorhandler(RequestEntityTooLarge)
    def too_large(error: RequestEntityTooLarge) -> ResponseReturnValue:
        return jsonify(error=say("The body is too large: 64 KB at most, a photo 20 MB.")), 413

    @app.errorhandler(HTTPException)
    def other(error: HTTPException) -> ResponseReturnValue:
        return jsonify(error=error.description or error.name), error.code or 500

    return app


@cache
def _modules(game: str) -> tuple[str, ...]:
    """The addresses of a game's board and panel, and of all that they import from games' folders."""
    found: dict[str, None] = {}
    waiting = [f"/games/{game}/{name}.js" for name in _brought(game) if name != "paper"]
    while waiting:
        address = waiting.pop()
        if address in found:
            continue
        found[address] = None
        _, _, folder, name = address.split("/")
        for imported in _IMPORT.findall(_part(folder, name).read_text(encoding="utf-8")):
            waiting.append(imported if imported.startswith("/") else f"/games/{folder}/{imported.removeprefix('./')}")
    return tuple(sorted(found))


def _brought(game: str) -> tuple[str, ...]:
    """The names of the parts that web/static/parts.js may ask a game for."""
    return tuple(name for name in ("board", "panel", "paper") if _part(game, f"{name}.js").is_file())


def _part(game: str, name: str) -> Traversable:
    """What a game's folder brings along, if it is there."""
    return resources.files(f"companion.games.{game.replace('-', '_')}") / name
