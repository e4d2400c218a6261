"""The live stream: the newest snapshot at once and after every change, and a beat that says the line still holds.

Each device gets its own: with the seats that it holds. What looks the same to it as before is not sent again.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue

from companion.ports import Keys, Mailbox
from web.devices import Viewer, for_device, this_viewer

BEAT_S = 3.0
MOST_STREAMS = 40
_COME_BACK_S = 5


def stream_calls(mailbox: Mailbox, keys: Callable[[], Keys]) -> Blueprint:
    """`GET /api/events`."""
    calls = Blueprint("stream", __name__)
    free = threading.BoundedSemaphore(MOST_STREAMS)

    @calls.get("/api/events")
    def events() -> ResponseReturnValue:
        if not free.acquire(blocking=False):
            full = jsonify(error=f"{MOST_STREAMS} pages watch this table already: close one of them.")
            full.headers["Retry-After"] = str(_COME_BACK_S)
            return full, 503
        response = Response(_messages(mailbox, this_viewer(), keys), mimetype="text/event-stream")
        # Not in the generator's own finally: a generator that never began has none.
        response.call_on_close(free.release)
        return response

    return calls


def _messages(mailbox: Mailbox, viewer: Viewer, keys: Callable[[], Keys]) -> Iterator[str]:
    secret = keys().secret
    serial, snapshot = mailbox.latest()
    sent = json.dumps(for_device(snapshot, viewer))
    yield f"retry: 1000\nevent: snapshot\ndata: {sent}\n\n"
    beat_at = time.monotonic() + BEAT_S
    # A new secret ends all ids: the page comes back by itself, and gets the one that it has now.
    while keys().secret == secret:
        newer = mailbox.wait(serial, max(0.0, beat_at - time.monotonic()))
        if newer is not None:
            serial, snapshot = newer
            body = json.dumps(for_device(snapshot, viewer))
            if body != sent:
                sent = body
                yield f"event: snapshot\ndata: {body}\n\n"
        # However busy the table is: a beat is due all the same.
        if newer is None or time.monotonic() >= beat_at:
            yield "event: beat\ndata: {}\n\n"
            beat_at = time.monotonic() + BEAT_S
