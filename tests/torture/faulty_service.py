"""The running service on a faulty box, as those see it who sit around it: its stream, its OLED, its process.

The law of this file: everything is seen from outside: HTTP, the panel's pixels, /proc, and what it logs.
"""

from __future__ import annotations

import base64
import io
import json
import os
import re
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, Final

from PIL import Image

from hardware.layout import shifted
from hardware.rest import PLACES

SOURCE: Final = Path(__file__).with_name("faulty_box.c")
LOOK_S: Final = 0.1
"""Between two looks."""


class FaultyService:
    """`companion play` on `faulty_box`, its wall clock and its disk too."""

    def __init__(self, folder: Path, seed: int, *arguments: str) -> None:
        shim, self._faults, toml = folder / "faulty_box.so", folder / "faults", folder / "table.toml"
        subprocess.run(["cc", "-Wall", "-shared", "-fPIC", "-O2", "-o", shim, SOURCE, "-ldl"], check=True)
        toml.write_text('[display]\nkind = "ssd1306"\n')
        self.wrong_clock_and_disk()
        self.data = folder / "data"
        self._log = (folder / "log").open("w+")
        command = [sys.executable, "-m", "tests.torture.faulty_box", "play", "--host", "127.0.0.1", "--port", "0"]
        quiet = ["--pin", "none", "--data", str(self.data), "--config", str(toml), "--camera", "simulated"]
        self._process = subprocess.Popen(
            [*command, *quiet, "--seed", str(seed), *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env=os.environ | {"LD_PRELOAD": str(shim), "FAULTY_BOX": str(self._faults)},
        )
        self._asking = threading.Lock()
        found = None
        while found is None:
            line = self._line()
            found = re.search(r"http://127.0.0.1:(\d+)/", line)
        self.port = int(found[1])
        self.newest: dict[str, Any] = self.get()
        self.heard_s = time.monotonic()
        """When a phone last heard of the table."""
        self._ended = threading.Event()
        threading.Thread(target=self._listen, name="a phone that looks", daemon=True).start()

    def wrong_clock_and_disk(self, step_s: int = 0, sync_ms: int = 0) -> None:
        # Written in place: the service has it mapped.
        mode = "r+b" if self._faults.exists() else "wb"
        with self._faults.open(mode) as file:
            file.write(struct.pack("qq", step_s, sync_ms))

    def _line(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            self._log.seek(0)
            raise AssertionError(f"the service has ended: {self._log.read()[-2000:]}")
        return line

    def box(self, *command: Any) -> Any:
        """What the box answers to a command."""
        with self._asking:
            assert self._process.stdin
            self._process.stdin.write(json.dumps(command) + "\n")
            self._process.stdin.flush()
            while not (line := self._line()).startswith("box "):
                pass
            return json.loads(line[4:])

    def get(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self._fetched("/api/snapshot"))
        return found

    def _fetched(self, path: str) -> bytes:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", path)
            return connection.getresponse().read()
        finally:
            connection.close()

    def stream_answers(self) -> int:
        """What a further page gets that opens its stream: the status."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", "/api/events")
            return connection.getresponse().status
        finally:
            connection.close()

    def _listen(self) -> None:
        """As a phone does: the stream, and again whenever it ends."""
        while not self._ended.is_set():
            with suppress(OSError, HTTPException, ValueError):
                connection = HTTPConnection("127.0.0.1", self.port, timeout=30)
                connection.request("GET", "/api/events")
                for line in connection.getresponse():
                    if line.startswith(b"data: "):
                        self.heard_s = time.monotonic()
                    if line.startswith(b'data: {"'):
                        self.newest = json.loads(line[6:])
            self._ended.wait(1.0)

    def panel_shows_the_page(self) -> bool:
        """Whether the OLED's own pixels are what the page shows of it, wherever they are shifted to."""
        with Image.open(io.BytesIO(self._fetched("/api/oled.png"))) as png:
            wanted = png.convert("1")
        seen = base64.b64decode(self.box("panel"))
        return any(shifted(wanted, place).tobytes() == seen for place in PLACES)

    def log_says(self, sentence: str) -> int:
        """How often."""
        self._log.seek(0)
        return self._log.read().count(sentence)

    def problems(self) -> str:
        """All that is said to be out of order, and the tray's notice."""
        out = [f"{name}: {one['problem']}" for name, one in self.newest["devices"].items() if one["problem"]]
        return " ".join([*out, self.newest["tray"]["notice"]])

    def uses(self) -> tuple[float, int, int]:
        """Memory in MB, threads, open files."""
        at = Path(f"/proc/{self._process.pid}")
        status = dict(line.split(":", 1) for line in (at / "status").read_text().splitlines() if ":" in line)
        return int(status["VmRSS"].split()[0]) / 1024, int(status["Threads"]), len(os.listdir(at / "fd"))

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def close(self) -> None:
        self._ended.set()
        self._process.terminate()
        try:
            self._process.wait(20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._log):
            if pipe:
                pipe.close()


def seconds_until(true: Callable[[], bool], longest_s: float) -> float | None:
    """How long it takes until something is so; None: longer than that."""
    began_s = time.monotonic()
    while not true():
        if time.monotonic() - began_s > longest_s:
            return None
        threading.Event().wait(LOOK_S)
    return time.monotonic() - began_s


class DeadPhone:
    """A page that has opened its stream, and reads nothing of it any more."""

    def __init__(self, port: int) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.connect(("127.0.0.1", port))
        self._socket.sendall(b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")

    def close(self) -> None:
        self._socket.close()
