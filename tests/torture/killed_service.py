"""`companion play` that is killed and started again, and a page that stays open over all of it.

The law of this file: it always has the same port, so that the page finds it again, and nobody else gets it meanwhile.
"""

from __future__ import annotations

import json
import socket
import threading
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Final

from tests.command import Command

PATIENCE_S: Final = 30.0


class Service:
    """`companion play`, started again and again."""

    def __init__(self) -> None:
        # Bound and never listened on: the service may listen there beside it, and nobody else is given that port.
        self._kept = socket.socket()
        self._kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._kept.bind(("127.0.0.1", 0))
        self.port = int(self._kept.getsockname()[1])
        self._running: Command | None = None

    def start(self, data: Path, pictures: Path, *arguments: str) -> None:
        quiet = ("--display", "simulated", "--buttons", "none", "--camera", f"folder:{pictures}", "--pin", "none")
        where = ("--host", "127.0.0.1", "--port", str(self.port), "--data", str(data))
        self._running = Command("play", *where, *quiet, *arguments)

    def kill(self) -> None:
        assert self._running
        self._running.kill()
        self._running.communicate()

    def close(self) -> None:
        if self._running:
            self._running.kill()  # where a fault came before its end
        self._kept.close()


class OpenPage:
    """A page that stays open over all restarts: its stream, and again a second after it has ended, as browsers do."""

    RETRY_S: Final = 1.0
    """As the stream's `retry` tells them."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._changed = threading.Condition()
        self._shown: tuple[int, dict[str, Any]] = (0, {})
        """What was shown last, and how often the page has found the table anew."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, name="an open page")
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def found(self) -> int:
        with self._changed:
            return self._shown[0]

    def shows_anew(self, found: int) -> dict[str, Any]:
        """The first that it shows once it has found the table more often than that."""
        with self._changed:
            assert self._changed.wait_for(lambda: self._shown[0] > found, PATIENCE_S), "the page does not come back"
            return self._shown[1]

    def _look(self) -> None:
        found = 0
        while not self._ended.is_set():
            connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)
            with suppress(OSError, HTTPException, ValueError):
                connection.request("GET", "/api/events")
                found += 1
                for line in connection.getresponse():
                    if line.startswith(b'data: {"'):
                        with self._changed:
                            self._shown = found, json.loads(line[6:])
                            self._changed.notify_all()
                    if self._ended.is_set():
                        break
            connection.close()
            self._ended.wait(self.RETRY_S)
