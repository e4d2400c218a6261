"""Serving the app on a port, in a thread of its own, until it is closed."""

from __future__ import annotations

import logging
import socket
import threading
from typing import Any, cast

from flask import Flask
from waitress import wasyncore
from waitress.server import create_server

from companion.addresses import HERE
from companion.lasting import lasting
from web import connections
from web.access import PHOTO_BYTES
from web.stream import MOST_STREAMS

THREADS = 64
"""Each open stream holds one; the rest answer calls."""

assert THREADS > MOST_STREAMS

_GLANCE_S = 0.25
"""How often the loop looks whether it is to end."""

_SILENT_MS = 20_000
"""How long a connection may leave what was sent to it unconfirmed."""

_UNSENT_BYTES = 256 * 1024
"""How much may wait to be sent on a connection before whoever writes has to wait. Waitress also keeps so much of what
it has sent: with its own 16 MB, forty phones that watch a long evening would take more memory than a small Pi has."""

_LEAVE_S = 0.3
"""How long calls in the works may take to end, since the whole service is to stop within a second. Streams that wait
for news take longer, and are let go."""


class Served:
    """A running server."""

    def __init__(self, app: Flask, listener: socket.socket) -> None:
        self._sockets: dict[int, Any] = {}
        self._stop = threading.Event()
        self.port = int(listener.getsockname()[1])
        """The port it listens on: of use where 0 was asked for."""
        # The stubs take the open connections for one.
        self._server = cast(
            Any,
            create_server(
                app,
                map=self._sockets,
                sockets=[listener],
                threads=THREADS,
                # A little above the photo's limit, so that it is the app that refuses, in its own words.
                max_request_body_size=PHOTO_BYTES + 1_000_000,
                outbuf_high_watermark=_UNSENT_BYTES,
                connection_limit=connections.MOST,
                # Behind a proxy with a certificate, on the box itself, each phone still counts as one.
                trusted_proxy=HERE,
                trusted_proxy_count=1,
                trusted_proxy_headers={"x-forwarded-for", "x-forwarded-proto"},
                ident="companion",
            ),
        )
        self._server.channel_class = connections.admit
        self._thread = lasting(self._loop, "web")

    def close(self) -> None:
        """Stop at once; open streams are cut, and browsers come back by themselves."""
        # It would warn of streams that still wait for news: they are daemons, and nobody listens to them any more.
        logging.getLogger("waitress").setLevel(logging.ERROR)
        # Calls first, while the loop still carries their answers out; then the sockets.
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=_LEAVE_S)
        self._stop.set()
        self._thread.join()
        wasyncore.close_all(self._sockets)

    def _loop(self) -> None:
        # waitress's own run() ends by a signal only, and signals are the main thread's.
        while not self._stop.is_set():
            wasyncore.loop(timeout=_GLANCE_S, map=self._sockets, count=1)
            connections.end_the_slow(self._server.active_channels.values())


def listen(host: str, port: int) -> socket.socket:
    """A socket on which phones are heard once something serves it.

    Bound here and not by waitress, which would leave its threads behind where the port is taken.

    Raises:
        OSError: the port is taken, or the address is not this machine's.
    """
    listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # A phone that fell asleep says no farewell: without this it holds its stream for a quarter hour.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SILENT_MS)
    return listener


def serve(app: Flask, host: str, port: int) -> Served:
    """Serve `app` until the handle's `close()`. Raises OSError as `listen` does."""
    return Served(app, listen(host, port))
