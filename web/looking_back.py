"""Calls that look back: what happened in this game, the games on record, statistics. They change nothing."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request
from flask.typing import ResponseReturnValue

from companion.journal import JournalError
from companion.language import say
from companion.ports import Past, WebPorts
from companion.records import BadRecord
from web import bodies
from web.bodies import Malformed


def looking_back(ports: WebPorts) -> Blueprint:
    """`/api/story`, `/api/past` and all under it, `/api/statistics`."""
    calls = Blueprint("looking back", __name__)  # in no language

    @calls.errorhandler(BadRecord)
    def no_record(error: BadRecord) -> ResponseReturnValue:
        return jsonify(error=f"{error}."), 404

    @calls.errorhandler(JournalError)
    def out_of_reach(error: JournalError) -> ResponseReturnValue:
        return jsonify(error=f"{error}."), 503

    @calls.errorhandler(Malformed)
    def malformed(error: Malformed) -> ResponseReturnValue:
        return jsonify(error=str(error)), 422

    @calls.get("/api/story")
    def story() -> ResponseReturnValue:
        version, moves = ports.story()
        return jsonify(version=version, moves=moves)

    @calls.get("/api/past")
    def past() -> ResponseReturnValue:
        return jsonify(_past(ports).games())

    @calls.get("/api/statistics")
    def statistics() -> ResponseReturnValue:
        return jsonify(_past(ports).statistics())

    @calls.get("/api/past/<int:number>")
    def game(number: int) -> ResponseReturnValue:
        return jsonify(_past(ports).game(number))

    @calls.get("/api/past/<int:number>/position")
    def position(number: int) -> ResponseReturnValue:
        moments = bodies.number("moments", request.args.get("moments", "1"))
        return jsonify(_past(ports).position(number, moments))

    @calls.get("/api/past/<int:number>/export")
    def export(number: int) -> ResponseReturnValue:
        lines = Response(_past(ports).export(number), mimetype="application/jsonl")
        lines.headers["Content-Disposition"] = f'attachment; filename="game-{number}.jsonl"'
        return lines

    return calls


def _past(ports: WebPorts) -> Past:
    if ports.past is None:
        abort(404, say("This table keeps no record to look back at."))
    return ports.past
