"""The calls that ask for hints, advice and what is to say of a set-up: the table is not asked for these.

The law of this file: they may take seconds, so a call answers with what is found so far; while `searching` is true its
page asks again and says how much it knows. What belongs to a table that has moved on is not told.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from companion.adviser import asked_by
from companion.game import BadSetUp, IllegalEvent
from companion.language import later, say
from companion.ports import WebPorts
from companion.search import SearchFailedError
from web import bodies
from web.answering import moved_on, read
from web.devices import for_device, this_device, this_viewer

logger = logging.getLogger(__name__)

_LISTEN_S = 1.0
"""How long a call waits for something that its page does not know yet."""
_THINK_S = 10.0
"""How long advice may take."""

ASKED_ANEW = later("Something newer was asked: ask again.")
FAILED = later("The helper failed: ask again.")


def add_asking(calls: Blueprint, ports: WebPorts) -> None:
    """Onto the calls under /api, whose refusals they share."""

    @calls.post("/api/hints")
    def hints() -> ResponseReturnValue:
        body = read()
        version, known = bodies.version(body), _known(body)
        snapshot = ports.mailbox.latest()[1]
        if version == snapshot.version:
            found = ports.helper.hints(snapshot).more_than(known, _LISTEN_S)
            newest = ports.mailbox.latest()[1]
            if version == newest.version and not found.given_up:
                said = {"hints": list(found.all), "searching": found.searching, "ran_out": found.ran_out}
                return jsonify(version=version, **said)
        return moved_on(ports)

    @calls.post("/api/advice")
    def advice() -> ResponseReturnValue:
        version = bodies.version(read())
        snapshot = ports.mailbox.latest()[1]
        try:
            seat = asked_by(this_device(), snapshot)
        except IllegalEvent as refusal:
            return jsonify(error=str(refusal), snapshot=for_device(snapshot, this_viewer())), 409
        if version == snapshot.version:
            found = ports.adviser.ask(snapshot, seat).more_than(0, _THINK_S)
            if found.searching and not found.all:
                return jsonify(error=say(FAILED)), 503
            if version == ports.mailbox.latest()[1].version and not found.given_up:
                return jsonify(version=version, seat=seat, advice=found.all[0])
        return moved_on(ports)

    @calls.post("/api/findings")
    def findings() -> ResponseReturnValue:
        body = read()
        game, options, known = bodies.text(body, "game"), bodies.object_(body, "options"), _known(body)
        found = ports.helper.findings(game, options, this_device()).more_than(known, _LISTEN_S)
        if found.given_up:
            return jsonify(error=say(ASKED_ANEW)), 409
        judged = [asdict(one) for one in found.all]
        return jsonify(findings=judged, searching=found.searching, ran_out=found.ran_out)

    @calls.errorhandler(SearchFailedError)
    def failed(error: SearchFailedError) -> ResponseReturnValue:
        logger.error("the helper failed", exc_info=error)
        return jsonify(error=say(FAILED)), 500

    @calls.get("/api/opening/<game>")
    def opening(game: str) -> ResponseReturnValue:
        options = bodies.read(request.args.get("options", "{}").encode(errors="replace"))
        return jsonify(position=ports.helper.opening(game, options))

    @calls.errorhandler(BadSetUp)
    def senseless(error: BadSetUp) -> ResponseReturnValue:
        return jsonify(error=f"{error}."), 422


def _known(body: Mapping[str, Any]) -> int:
    """How many sentences the page has already."""
    return bodies.whole(body, "known") if "known" in body else 0
