"""Ten phones at a real server choose at once: real HTTP clients, a thread each. Nothing is lost or mixed up."""

from __future__ import annotations

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.web.real_table import RealTable

PHONES = 10
THROWS = 3
ENDS_S = 60.0
"""How long the phones may take in all: a loaded machine is slow."""


@dataclass
class Phone:
    """One person's phone: it keeps its cookie, and knows which of its calls the table took."""

    address: str
    seat: int
    chance: Random
    taken: list[tuple[list[int], int] | None] = field(default_factory=list)
    """What the table said yes to: a selection (pairs, fifth), or None where one was taken back."""
    refused: list[str] = field(default_factory=list)
    surprises: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self._call("snapshot")
        assert self._call("seat", seat=self.seat, claim=True)[0] == 200

    def _call(self, name: str, **body: Any) -> tuple[int, dict[str, Any]]:
        data = json.dumps(body).encode() if body else None
        request = urllib.request.Request(f"{self.address}api/{name}", data, {"Content-Type": "application/json"})
        try:
            with self._browser.open(request, timeout=ENDS_S) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, json.load(refusal)

    def play(self, start: threading.Barrier) -> None:
        """One throw: choose, at random take back and choose anew, with answers in between that must be refused."""
        _, seen = self._call("snapshot")
        options = next(
            prompt["options"] for prompt in seen["prompts"] if prompt["seat"] == self.seat and not prompt["optional"]
        )
        start.wait(ENDS_S)
        self._must_refuse(seen["version"] - 1, self.chance.choice(options))
        self._must_refuse(seen["version"], {**self.chance.choice(options), "seat": (self.seat + 1) % PHONES})
        self._choose(seen["version"], options)
        self._must_refuse(seen["version"], self.chance.choice(options))
        for _ in range(self.chance.randrange(3)):
            if not self._take_back():
                return
            self._choose(self._call("snapshot")[1]["version"], options)

    def _choose(self, version: int, options: list[dict[str, Any]]) -> None:
        event = self.chance.choice(options)
        status, body = self._call("choose", version=version, event=event)
        if status == 200:
            self.taken.append((event["pairs"], event["fifth"]))
        else:
            self.surprises.append(f"{event}: {body['error']}")

    def _take_back(self) -> bool:
        """Whether it came before the last one was in."""
        version = self._call("snapshot")[1]["version"]
        status, body = self._call("choose", version=version, event={"event": "SelectionTakenBack", "seat": self.seat})
        if status == 200:
            self.taken.append(None)
        else:
            self.refused.append(body["error"])
        return status == 200

    def _must_refuse(self, version: int, event: dict[str, Any]) -> None:
        status, body = self._call("choose", version=version, event=event)
        if status == 409:
            self.refused.append(body["error"])
        else:
            self.surprises.append(f"{event} was taken")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RealTable]:
    running = RealTable(tmp_path, "express", [f"P{seat}" for seat in range(PHONES)])
    yield running
    running.close()


@pytest.mark.parametrize("seed", range(3))
def test_ten_phones_choosing_at_once_lose_and_mix_up_nothing(table: RealTable, seed: int) -> None:
    chance = Random(seed)
    phones = [Phone(table.address, seat, Random(chance.random())) for seat in range(PHONES)]
    marks: list[tuple[dict[str, int], dict[str, int]]] = [({}, {}) for _ in phones]
    rows = 1
    for _ in range(THROWS):
        table.throw(*(chance.randint(1, 6) for _ in range(5)))
        start = threading.Barrier(PHONES)
        threads = [threading.Thread(target=phone.play, args=(start,)) for phone in chance.sample(phones, PHONES)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(ENDS_S)
        for phone, (pairs, fifth) in zip(phones, marks, strict=True):
            assert phone.surprises == []
            assert phone.taken[-1] is not None
            for row in phone.taken[-1][0]:
                pairs[str(row)] = pairs.get(str(row), 0) + 1
            value = str(phone.taken[-1][1])
            if value in fifth or len(fifth) < 3:
                fifth[value] = fifth.get(value, 0) + 1
        rows += 1 + sum(len(phone.taken) for phone in phones)
        now = table.now()
        assert now.awaited_roll
        assert now.version == rows  # every answer that was taken is one row of the journal, and there are no others
        for phone in phones:
            phone.taken.clear()

    sheets = table.now().position["sheets"]
    assert [(sheet["pairs"], sheet["fifth"]) for sheet in sheets] == marks
    assert sum(len(phone.refused) for phone in phones) >= PHONES * THROWS * 3
