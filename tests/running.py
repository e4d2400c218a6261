"""The main job as a stranger runs it: a process, its HTTP and its event stream."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.command import Command

PATIENCE_S = 30.0
"""How long a test waits for a throw to be read; a loaded machine is slow."""


class Running:
    """`companion play` in a process of its own."""

    def __init__(self, data: Path, *arguments: str, companion: Sequence[str] = ()) -> None:
        """`companion` is the command where it is not the one of this Python; `data` is as that command sees it."""
        asked = ["play", "--host", "127.0.0.1", "--port", "0", "--pin", "none", "--data", str(data), *arguments]
        self.process: Command | subprocess.Popen[str]
        if companion:
            pipe = subprocess.PIPE
            self.process = subprocess.Popen([*companion, *asked], stdout=pipe, stderr=pipe, text=True)
        else:
            self.process = Command(*asked)
        assert self.process.stdout
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, (line, self.process.communicate())
        self.address = found[0]

    def get(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.address}api/snapshot", timeout=10) as answer:
            body: dict[str, Any] = json.load(answer)
            return body

    def post(self, call: str, **body: Any) -> tuple[int, dict[str, Any]]:
        request = urllib.request.Request(
            f"{self.address}api/{call}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, json.load(refusal)

    def press(self, button: str, held: bool = False) -> dict[str, Any]:
        status, body = self.post("button", version=self.get()["version"], button=button, held=held)
        assert status == 200, body
        return body

    def until(self, seen: Callable[[dict[str, Any]], bool], within_s: float = PATIENCE_S) -> dict[str, Any]:
        """The first snapshot of the event stream that is as wanted; its beats (`data: {}`) are none."""
        ends = time.monotonic() + within_s
        with urllib.request.urlopen(f"{self.address}api/events", timeout=within_s) as stream:
            for line in stream:
                if line.startswith(b'data: {"') and seen(body := json.loads(line[6:])):
                    assert isinstance(body, dict)
                    return body
                assert time.monotonic() < ends, self.get()
        raise AssertionError("the stream ended")

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=20)
        return self.process.returncode
