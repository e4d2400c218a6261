"""The calls with which the page calibrates the tray."""

from __future__ import annotations

import threading

from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from companion.language import say
from companion.ports import WebPorts
from web import bodies
from web.answering import read
from web.bodies import Malformed

STEPS = ("empty", "roll", "forget")


def calibration_calls(ports: WebPorts) -> Blueprint:
    """`GET /api/calibration`, and `POST /api/calibrate`, one step a call; it takes some seconds."""
    calls = Blueprint("calibration", __name__)
    looking = threading.Lock()

    @calls.get("/api/calibration")
    def state() -> ResponseReturnValue:
        return jsonify(dict(ports.calibrate("state", None)))

    @calls.post("/api/calibrate")
    def calibrate() -> ResponseReturnValue:
        body = read()
        step = bodies.text(body, "step")
        if step not in STEPS:
            raise Malformed(f'the field "step" must be {", ".join(STEPS)}, not {step[:60]!r}')
        corners = bodies.corners(body, "corners") if body.get("corners") is not None else None
        # Two phones that look at once would look at each other's hands.
        if not looking.acquire(blocking=False):
            return jsonify(error=say("Another phone is looking at the tray: wait a moment.")), 409
        try:
            taken = dict(ports.calibrate(step, corners))
        finally:
            looking.release()
        return jsonify(taken), 503 if "error" in taken else 200

    @calls.errorhandler(Malformed)
    def malformed(error: Malformed) -> ResponseReturnValue:
        return jsonify(error=str(error)), 422

    return calls
