"""The live stream: the newest snapshot at once and after every change, and a beat that says the line still holds.

Each device gets its own: with the seats that it holds. What looks the same to it as before is not sent again.
"""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from companion.language import say
from companion.ports import Keys, Mailbox
from web.connections import on_this_box
from web.devices import Viewer, for_device, this_viewer

BEAT_S = 3.0
MOST_STREAMS = 40
MOST_AN_ADDRESS = 4
"""A phone has one, a laptop some tabs; nobody may take the streams of all others. Programs on the box itself may."""
_COME_BACK_S = 5


def stream_calls(mailbox: Mailbox, keys: Callable[[], Keys]) -> Blueprint:
    """`GET /api/events`."""
    calls = Blueprint("stream", __name__)
    free = threading.BoundedSemaphore(MOST_STREAMS)
    watching = _Watching()

    @calls.get("/api/events")
    def events() -> ResponseReturnValue:
        address = request.remote_addr or ""
        if not watching.begin(address):
            return _full(
                say("{count} pages of this device watch the table already: close one of them.", count=MOST_AN_ADDRESS)
            )
        if not free.acquire(blocking=False):
            watching.end(address)
            return _full(say("{count} pages watch this table already: close one of them.", count=MOST_STREAMS))
        response = Response(_messages(mailbox, this_viewer(), keys), mimetype="text/event-stream")
        # Not in the generator's own finally: a generator that never began has none.
        response.call_on_close(free.release)
        response.call_on_close(lambda: watching.end(address))
        return response

    return calls


def _full(sentence: str) -> ResponseReturnValue:
    full = jsonify(error=sentence)
    full.headers["Retry-After"] = str(_COME_BACK_S)
    return full, 503


class _Watching:
    """How many streams each address has."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._streams: Counter[str] = Counter()

    def begin(self, address: str) -> bool:
        """Count one more, unless the address has enough."""
        with self._lock:
            if self._streams[address] >= MOST_AN_ADDRESS and not on_this_box(address):
                return False
            self._streams[address] += 1
            return True

    def end(self, address: str) -> None:
        with self._lock:
            self._streams[address] -= 1
            if self._streams[address] <= 0:
                del self._streams[address]


def _messages(mailbox: Mailbox, viewer: Viewer, keys: Callable[[], Keys]) -> Iterator[str]:
    secret = keys().secret
    serial, snapshot = mailbox.latest()
    sent = json.dumps(for_device(snapshot, viewer))
    yield f"retry: 1000\nevent: snapshot\ndata: {sent}\n\n"  # in no language
    beat_at = time.monotonic() + BEAT_S
    # A new secret ends all ids: the page comes back by itself, and gets the one that it has now.
    while keys().secret == secret:
        newer = mailbox.wait(serial, max(0.0, beat_at - time.monotonic()))
        if newer is not None:
            serial, snapshot = newer
            body = json.dumps(for_device(snapshot, viewer))
            if body != sent:
                sent = body
                yield f"event: snapshot\ndata: {body}\n\n"  # in no language
        # However busy the table is: a beat is due all the same.
        if newer is None or time.monotonic() >= beat_at:
            yield "event: beat\ndata: {}\n\n"
            beat_at = time.monotonic() + BEAT_S
