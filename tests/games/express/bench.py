"""From one phone's choice to all other phones: `python -m tests.games.express.bench`."""

from __future__ import annotations

import http.client
import json
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tests.web.real_table import RealTable

PHONES = 10
THROWS = 12


class Watching:
    """A phone that listens to the stream, and notes when each version reached it."""

    def __init__(self, port: int) -> None:
        self.at_s: dict[int, float] = {}
        self.changed = threading.Condition()
        self._line = http.client.HTTPConnection("127.0.0.1", port)
        self._line.request("GET", "/api/events")
        self._stream = self._line.getresponse()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self._stream:
            if line.startswith(b"data: {") and b'"version"' in line:
                now, version = time.perf_counter(), json.loads(line[6:])["version"]
                with self.changed:
                    self.at_s.setdefault(version, now)
                    self.changed.notify_all()

    def seen(self, version: int) -> float:
        with self.changed:
            assert self.changed.wait_for(lambda: version in self.at_s, 20)
            return self.at_s[version]


def choose(line: http.client.HTTPConnection, version: int, event: dict[str, Any]) -> int:
    """The version after it."""
    body = json.dumps({"version": version, "event": event})
    line.request("POST", "/api/choose", body, {"Content-Type": "application/json"})
    after = json.load(line.getresponse())
    return int(after["version"])


def main() -> None:
    last, each = [], []
    with tempfile.TemporaryDirectory() as folder:
        table = RealTable(Path(folder), "express", [f"P{seat}" for seat in range(PHONES)])
        port = int(table.address.rsplit(":", 1)[1].strip("/"))
        phones = [Watching(port) for _ in range(PHONES)]
        line = http.client.HTTPConnection("127.0.0.1", port)
        for nth in range(THROWS):
            thrown = table.throw(*((1, 2, 3, 4, 5) if nth % 2 else (1, 1, 2, 4, 6)))
            questions: list[Any] = [opened.prompt for opened in thrown.prompts]
            for prompt in questions:
                option = prompt.options[nth % len(prompt.options)]
                event = {"event": "SelectionMade", "seat": option.seat, "pairs": option.pairs, "fifth": option.fifth}
                began = time.perf_counter()
                version = choose(line, thrown.version, event)
                took = [1000 * (phone.seen(version) - began) for phone in phones[1:]]
                last.append(max(took))
                each.extend(took)
            if table.now().winners is not None:
                break
        table.close()
    for what, times in (("a selection on the last of nine other phones", last), ("  on each of them", each)):
        print(f"{what:44} {statistics.median(times):9.3f} ms  ({min(times):.3f} .. {max(times):.3f})", flush=True)


if __name__ == "__main__":
    main()
