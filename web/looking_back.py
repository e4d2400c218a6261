"""Calls that look back: what happened in this game, the games on record, statistics. They change nothing."""

from __future__ import annotations

import logging

from flask import Blueprint, Response, abort, jsonify, request
from flask.typing import ResponseReturnValue

from companion.journal_file import JournalError
from companion.language import later, say
from companion.ports import Past, WebPorts
from companion.records import BadRecord
from companion.search import SearchFailedError
from web import bodies
from web.bodies import Malformed

logger = logging.getLogger(__name__)

NO_RECORD = later("This table keeps no record to look back at.")

_LISTEN_S = 1.0
"""How long a call waits for a step that its page does not know yet."""


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

    @calls.get("/api/past/<int:number>/course")
    def course(number: int) -> ResponseReturnValue:
        if ports.courses is None:
            abort(404, say(NO_RECORD))
        known = bodies.number("known", request.args.get("known", "0"))
        return jsonify(ports.courses.course(number, known, _LISTEN_S))

    @calls.get("/api/daily")
    def daily() -> ResponseReturnValue:
        if ports.dailies is None:
            abort(404, say(NO_RECORD))
        return jsonify(ports.dailies.today())

    @calls.errorhandler(SearchFailedError)
    def failed(error: SearchFailedError) -> ResponseReturnValue:
        logger.error("a course failed", exc_info=error)
        return jsonify(error=say("The advisor failed: ask again.")), 500

    @calls.get("/api/past/<int:number>/export")
    def export(number: int) -> ResponseReturnValue:
        lines = Response(_past(ports).export(number), mimetype="application/jsonl")
        lines.headers["Content-Disposition"] = f'attachment; filename="game-{number}.jsonl"'
        return lines

    return calls


def _past(ports: WebPorts) -> Past:
    if ports.past is None:
        abort(404, say(NO_RECORD))
    return ports.past
