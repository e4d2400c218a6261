"""A fault plan, played against the running service while phones act: what breaks is seen, what is mended is seen too.

    python -m tests.torture.faults SEED MINUTES

The law of this file: each fault is visible within ten seconds and gone within ten of its end, nothing that was answered
is lost, and memory, threads and open files do not grow. The clock is everybody's own: nothing runs faster than life but
the phones, which act about every second, where people at a table do so about every six.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from companion.games import GAMES
from companion.journal import Journal
from tests.torture.answered import Account, Call, ask, event_of, key_of
from tests.torture.evening import NAMES, something_posted
from tests.torture.fault_plan import LIVING, Fault, plan
from tests.torture.faulty_service import FaultyService, seconds_until

WITHIN_S: Final = 10.0
HELD_S: Final = 5.0
"""The longest that a fault goes on once it was seen."""
GROWN_MB, GROWN_THREADS, GROWN_FILES = 10.0, 3, 6
"""After the first third: what allocators keep for later, and calls that happen to be under way."""
PACE_S: Final = 1.0
"""Seconds between two presses of a phone, on average."""


@dataclass
class Survived(Account):
    injected: int = 0
    survived: int = 0
    minutes: float = 0.0
    seen_s: list[float] = field(default_factory=list)
    gone_s: list[float] = field(default_factory=list)
    by_fault: dict[str, list[float]] = field(default_factory=dict)
    """The longest that each took to be seen, and to be gone."""
    grown: tuple[float, int, int] = (0.0, 0, 0)


class Phone:
    """Somebody who plays, about once a second, and remembers what was answered."""

    def __init__(self, service: FaultyService, chance: Random) -> None:
        self._service, self._chance = service, chance
        self.answered: list[Call] = []
        self.wrong: list[str] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._play, name="a phone that plays")
        self._thread.start()

    def close(self) -> None:
        self._ended.set()
        self._thread.join()

    def _play(self) -> None:
        while not self._ended.wait(self._chance.uniform(0, 2 * PACE_S)):
            connection = HTTPConnection("127.0.0.1", self._service.port, timeout=30)
            with suppress(OSError, HTTPException, ValueError):
                now = ask(connection, "GET", "/api/snapshot", None)[1]
                call = Call(*something_posted(now, self._chance))
                status, answer = ask(connection, "POST", f"/api/{call.name}", call.body)
                if status == 200:
                    call.answer = answer
                    self.answered.append(call)
                elif status >= 500:
                    self.wrong.append(f"{call.name} {dict(call.body)}: {status} {answer}")
            connection.close()


def play_faults(
    seed: int,
    minutes: float = 0.0,
    names: tuple[str, ...] = (),
    living: int = LIVING,
    within_s: float = WITHIN_S,
    held_s: float = HELD_S,
) -> Survived:
    """All faults once, and again until so many minutes are over; with `names` only those.

    `living` phones read their streams; `held_s` is the longest that a fault goes on.
    """
    tried, chance, began_s = Survived(), Random(seed), time.monotonic()
    game = chance.choice(("cant-stop", "express", "highway"))
    players = ",".join(NAMES[: min(4, GAMES[game].seats.stop - 1)])
    with TemporaryDirectory() as folder, ExitStack() as closing:
        service = FaultyService(Path(folder), seed, "--game", game, "--players", players)
        closing.callback(service.close)
        ended = threading.Event()
        for _ in range(living - 1):
            threading.Thread(target=_look, args=(service.port, ended), daemon=True).start()
        closing.callback(ended.set)
        playing = [Phone(service, Random(chance.random())) for _ in range(2)]
        before: tuple[float, int, int] | None = None
        try:
            for nth, fault in _rounds(service, chance, bool(minutes), names, began_s + minutes * 60):
                if nth and before is None and time.monotonic() - began_s > minutes * 60 / 3:
                    # By then all that is loaded late was loaded, and every buffer was full once.
                    before = service.uses()
                _inject(service, fault, tried, within_s, chance.uniform(0, held_s))
        finally:
            for phone in playing:
                phone.close()
        tried.minutes = (time.monotonic() - began_s) / 60
        if before is not None:
            after = service.uses()
            tried.grown = (after[0] - before[0], after[1] - before[1], after[2] - before[2])
        for phone in playing:
            tried.wrong += phone.wrong
            _account(service.data, phone.answered, tried)
    grown = [f"{what} grew by {by:.1f}" for what, by, most in _growth(tried.grown) if by > most]
    tried.wrong += [f"{sentence} (seed {seed})" for sentence in grown]
    return tried


def _growth(grown: tuple[float, int, int]) -> tuple[tuple[str, float, float], ...]:
    return (
        ("memory in MB", grown[0], GROWN_MB),
        ("threads", grown[1], GROWN_THREADS),
        ("open files", grown[2], GROWN_FILES),
    )


def _rounds(
    service: FaultyService, chance: Random, whole: bool, names: tuple[str, ...], until_s: float
) -> Iterator[tuple[int, Fault]]:
    """Each fault with the number of its round."""
    nth = 0
    while nth == 0 or time.monotonic() < until_s:
        for fault in plan(service, chance, whole and nth == 0):
            if not names or fault.name.partition(" to ")[0] in names:
                yield nth, fault
            if nth and time.monotonic() > until_s:
                return
        nth += 1


def _inject(service: FaultyService, fault: Fault, tried: Survived, within_s: float, held_s: float) -> None:
    """One fault from its beginning until it is gone."""
    tried.injected += 1
    fault.begin()
    seen_s = seconds_until(fault.seen, 2 * within_s)
    threading.Event().wait(fault.held_s or held_s)
    fault.end()
    gone_s = seconds_until(fault.gone, 2 * within_s)
    where = f"{fault.name}, fault {tried.injected}"
    for what, took_s in (("seen", seen_s), ("gone", gone_s)):
        if took_s is None or took_s > within_s:
            tried.wrong.append(f"{where}: not {what} within {within_s:.0f} s but {took_s} ({service.problems()})")
    if not service.alive:
        raise AssertionError(f"{where}: the service has ended")
    if seen_s is not None and gone_s is not None:
        tried.survived += 1
        tried.seen_s.append(seen_s)
        tried.gone_s.append(gone_s)
        longest = tried.by_fault.setdefault(fault.name.partition(" to ")[0], [0.0, 0.0])
        longest[:] = max(longest[0], seen_s), max(longest[1], gone_s)


def _look(port: int, ended: threading.Event) -> None:
    """A phone on the table that only looks."""
    while not ended.wait(1.0):
        with suppress(OSError, HTTPException):
            connection = HTTPConnection("127.0.0.1", port, timeout=30)
            connection.request("GET", "/api/events")
            for _ in connection.getresponse():
                if ended.is_set():
                    break
            connection.close()


def _account(data: Path, answered: list[Call], tried: Survived) -> None:
    """Every answered press has its row, with that very event."""
    journal = Journal(data / "journal.sqlite")
    rows = {row.id: row.event for game in journal.games() for row in journal.rows(game.id)}
    journal.close()
    tried.answered += len(answered)
    for call in answered:
        assert call.answer is not None
        version, wanted = int(call.answer["version"]), event_of(call)
        seen = range(int(call.body["version"]) + 1, version + 1)
        kept = version in rows and (wanted is None or key_of(wanted) in {key_of(rows[n]) for n in seen if n in rows})
        if not kept:
            tried.lost += 1
            tried.wrong.append(f"{call.name} {dict(call.body)} was answered by version {version}, and is lost")


def main() -> int:
    """Print what came of it."""
    seed, minutes = int(sys.argv[1]), float(sys.argv[2])
    tried = play_faults(seed, minutes)
    for sentence in tried.wrong:
        print(sentence)
    for name, (seen_s, gone_s) in sorted(tried.by_fault.items()):
        print(f"{name:36} seen after {seen_s:4.1f} s at most, gone after {gone_s:4.1f} s")
    print(told(tried, seed))
    return 1 if tried.wrong else 0


def told(tried: Survived, seed: int) -> str:
    """In one line."""
    mb, threads, files = tried.grown
    return (
        f"faults: {tried.injected} injected in {tried.minutes:.0f} minutes, {tried.survived} survived; seen after"
        f" {median(tried.seen_s):.1f} s ({max(tried.seen_s):.1f} s at most), gone after {median(tried.gone_s):.1f} s"
        f" ({max(tried.gone_s):.1f} s at most); {tried.answered} events acknowledged, {tried.lost} lost; grown by"
        f" {mb:.1f} MB, {threads} threads, {files} open files; seed {seed}"
    )


if __name__ == "__main__":
    sys.exit(main())
