"""The server in its thread: what it keeps of a stream."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from threading import Event

from flask import Flask, Response

from web.serving import serve

MESSAGE = "data: " + "x" * 10_000 + "\n\n"
"""Larger than the 8 KB up to which waitress keeps a string and no file."""
MESSAGES = 1_000
MB = 1024 * 1024


@contextmanager
def streaming(enough: Event) -> Iterator[int]:
    """The port of a server with one endless-looking stream."""
    app = Flask("stream")

    @app.get("/stream")
    def stream() -> Response:
        def messages() -> Iterator[str]:
            for _ in range(MESSAGES):
                yield MESSAGE
            enough.wait(60)

        return Response(messages(), mimetype="text/event-stream")

    served = serve(app, "127.0.0.1", 0)
    try:
        yield served.port
    finally:
        enough.set()
        served.close()


def test_of_what_a_stream_has_sent_nothing_much_is_kept() -> None:
    enough = Event()
    with streaming(enough) as port:
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/stream")
        answer = connection.getresponse()
        tracemalloc.start()
        try:
            for _ in range(MESSAGES):
                answer.read(len(MESSAGE))
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        connection.close()
    assert peak < 2 * MB, f"{MESSAGES * len(MESSAGE) / MB:.0f} MB were sent"
