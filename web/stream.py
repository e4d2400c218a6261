"""The live stream: the newest snapshot at once and after every change, and a beat that says the line still holds."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue

from companion.ports import Mailbox
from companion.snapshot import Snapshot, to_json

BEAT_S = 3.0
MOST_STREAMS = 40
_COME_BACK_S = 5


def stream_calls(mailbox: Mailbox) -> Blueprint:
    """`GET /api/events`."""
    calls = Blueprint("stream", __name__)
    free = threading.BoundedSemaphore(MOST_STREAMS)

    @calls.get("/api/events")
    def events() -> ResponseReturnValue:
        if not free.acquire(blocking=False):
            full = jsonify(error=f"{MOST_STREAMS} pages watch this table already: close one of them.")
            full.headers["Retry-After"] = str(_COME_BACK_S)
            return full, 503
        response = Response(_messages(mailbox), mimetype="text/event-stream")
        # Not in the generator's own finally: a generator that never began has none.
        response.call_on_close(free.release)
        return response

    return calls


def _messages(mailbox: Mailbox) -> Iterator[str]:
    serial, snapshot = mailbox.latest()
    yield "retry: 1000\n" + _snapshot(snapshot)
    beat_at = time.monotonic() + BEAT_S
    while True:
        newer = mailbox.wait(serial, max(0.0, beat_at - time.monotonic()))
        if newer is not None:
            serial, snapshot = newer
            yield _snapshot(snapshot)
        # However busy the table is: a beat is due all the same.
        if newer is None or time.monotonic() >= beat_at:
            yield "event: beat\ndata: {}\n\n"
            beat_at = time.monotonic() + BEAT_S


def _snapshot(snapshot: Snapshot) -> str:
    return f"event: snapshot\ndata: {json.dumps(to_json(snapshot))}\n\n"
