"""The page's speed and what it costs: the first view, a press until twenty phones show it, and ten thousand events.

`python -m tests.web.bench`; `make bench` runs it. No test depends on it.
"""

from __future__ import annotations

import http.client
import statistics
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

from tests.web.real_table import RealTable

PHONES = 20
PRESSES = 100
EVENTS = 10_000
VIEWS = 11


class Phone:
    """Reads the stream as a page does, and notes when the newest version came."""

    def __init__(self, address: str) -> None:
        self.version, self.at = 0, 0.0
        self.changed = threading.Condition()
        self._line = http.client.HTTPConnection(urlsplit(address).netloc)
        self._line.request("GET", "/api/events")
        self._answer = self._line.getresponse()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self._answer:
            if line.startswith(b'data: {"version": '):
                version = int(line[len(b'data: {"version": ') :].split(b",", 1)[0])
                with self.changed:
                    self.version, self.at = version, time.perf_counter()
                    self.changed.notify_all()

    def shown(self, version: int) -> float:
        """When it was there; waits for it."""
        with self.changed:
            if not self.changed.wait_for(lambda: self.version >= version, 10):
                raise TimeoutError(f"version {version} never came")
            return self.at


def process() -> tuple[float, int]:
    """Resident megabytes, and threads."""
    status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(status["VmRSS"].split()[0]) / 1024, int(status["Threads"])


def press_to_all_pages(table: RealTable) -> None:
    """From a call that is sent to the last of twenty streams that shows it."""
    phones = [Phone(table.address) for _ in range(PHONES)]
    presser = http.client.HTTPConnection(urlsplit(table.address).netloc)
    for phone in phones:
        phone.shown(table.now().version)
    times = []
    for nth in range(PRESSES):
        version = table.now().version
        path, rest = ("/api/undo", "") if nth % 2 else ("/api/dice", ', "values": [1, 3, 4, 6]')
        began = time.perf_counter()
        presser.request("POST", path, f'{{"version": {version}{rest}}}', {"Content-Type": "application/json"})
        answer = presser.getresponse()
        answer.read()
        assert answer.status == 200
        times.append(1000 * (max(phone.shown(table.now().version) for phone in phones) - began))
    spread = f"({min(times):.1f} .. {max(times):.1f})"
    print(
        f"{f'press to all of {PHONES} phones':44} {statistics.median(times):9.1f} ms  {spread}  at most 150", flush=True
    )


def many_events(table: RealTable) -> None:
    """Threads and memory while phones watch, after a tenth of the events and after all; the disk is not waited for."""
    table.hurry()
    grown = {}
    for nth in range(EVENTS // 2):
        table.throw(1, 3, 4, 6)
        table.undo()
        if 2 * (nth + 1) in (EVENTS // 10, EVENTS):
            grown[2 * (nth + 1)] = process()
    (before, threads_before), (after, threads_after) = grown.values()
    print(f"{f'resident after {EVENTS // 10} and {EVENTS} events':44} {before:9.1f} MB, {after:.1f} MB", flush=True)
    print(f"{'threads then':44} {threads_before:9}, {threads_after}", flush=True)


def first_view(table: RealTable) -> None:
    """A fresh phone, from the address to the drawn board; and as a multiple of what the same browser takes for a page
    that is one picture, measured in turn: on a busy machine only that tells two versions apart."""
    import shutil

    from playwright.sync_api import sync_playwright

    from tests.conftest import QUIET

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        times: dict[str, list[float]] = {"": [], "static/icon.svg": []}
        for path in [*times] * VIEWS:
            phone = browser.new_context(viewport={"width": 390, "height": 844})
            page = phone.new_page()
            began = time.perf_counter()
            page.goto(table.address + path, wait_until="commit")
            page.locator("circle" if path else "#board > *").first.wait_for(state="attached")
            times[path].append(1000 * (time.perf_counter() - began))
            phone.close()
        browser.close()
    views, bare = times.values()
    spread = f"({min(views):.0f} .. {max(views):.0f})"
    print(f"{'first view, board drawn':44} {statistics.median(views):9.0f} ms  {spread}  at most 1000", flush=True)
    ratio = statistics.median(view / plain for view, plain in zip(views, bare, strict=True))
    print(f"{'as a multiple of a page that is one picture':44} {ratio:9.1f}", flush=True)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        table = RealTable(Path(folder), "cant-stop", ("Ann", "Bo"))
        first_view(table)
        press_to_all_pages(table)
        many_events(table)
        table.close()
