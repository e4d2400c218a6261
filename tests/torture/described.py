"""The calls that the served document describes, made by schemathesis at a real table: as they should be, and bent.

The law of this file: no answer is a fault; every answer is what the document says; what is refused, comes without the
PIN or from elsewhere, or is of a topic that may not, changes nothing that is played.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import closing
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as some
from jsonschema_rs import Draft202012Validator
from schemathesis import Case, GenerationMode, openapi
from schemathesis.core.failures import Failure, FailureGroup
from schemathesis.core.result import Ok

from companion.games import GAMES
from companion.snapshot import Snapshot
from tests.torture.calls import Fuzzed
from tests.torture.described_box import Box, filled, known_at
from tests.web.browser.real_table import RealTable, real_table

PIN: Final = "4711"
A_TABLE: Final = 60
"""Calls before the next table is laid."""
MAY_CHANGE: Final = {"play", "press", "set up"}
"""The topics of the document whose calls may change what is played."""
SLOW: Final = {"/api/calibrate"}
"""Takes seconds: one call in many."""
DOOR: Final = "/api/pin"
STREAM: Final = "/api/events"
PHOTOS: Final = {"/api/photo", "/api/board"}
"""Their body is a picture: any bytes are one, or are answered as none, so a bent one is no wrong one."""
FOREIGN: Final = "http://elsewhere.example"
WAIT_S: Final = 30

CHECKED: Final = (
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_headers_conformance,
    schemathesis.checks.response_schema_conformance,
    schemathesis.checks.negative_data_rejection,
)
"""Not `positive_data_acceptance`: no schema says which answers the rules of a game allow just now."""
REFUSALS: Final = [403, 404, 405, 409, 413, 422, 429, 503]
CONFIG: Final = {
    "checks": {"negative_data_rejection": {"expected-statuses": REFUSALS}},
    # Who has the PIN is played here: a made-up cookie is no wrong body.
    "generation": {"with-security-parameters": False},
}

RENDERS: Final = Path(__file__).parents[1] / "vision" / "renders"


def described_calls(seed: int, count: int) -> Fuzzed:
    """Make `count` of them, at a table of each game after the other; the same seed makes the same calls."""
    tried = Fuzzed()
    with TemporaryDirectory() as kept, closing(Box(Path(kept), seed)) as box:
        for nth, game in enumerate(cycle([*GAMES, "lobby"])):
            if tried.requests >= count:
                return tried
            with TemporaryDirectory() as folder:
                _at_a_table(Path(folder), box, game, seed * 1000 + nth, min(A_TABLE, count - tried.requests), tried)
    raise AssertionError("the tables never end")


def _at_a_table(folder: Path, box: Box, game: str, seed: int, count: int, tried: Fuzzed) -> None:
    with real_table(folder, PIN, **box.ports) as table:
        if game != "lobby":
            table.start(game, ("Ann", "Bo", "Cy")[: max(2, GAMES[game].seats.start)])
        caller = _Caller(table, Random(seed), tried)

        @seeded(seed)
        @settings(
            max_examples=count,
            phases=[Phase.generate],
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(some.sampled_from(caller.ways()).flatmap(lambda way: way))
        def call(case: Case[Any]) -> None:
            caller.call(case)

        call()


class _Caller:
    """Whoever makes the calls: mostly a player of the table, now and then a guest or another site's page."""

    def __init__(self, table: RealTable, chance: Random, tried: Fuzzed) -> None:
        self._table, self._chance, self._tried = table, chance, tried
        self._address = table.address.rstrip("/")
        self._guest = requests.Session()
        served = self._guest.get(f"{self._address}/api/openapi.json", timeout=WAIT_S).json()
        self._schema = openapi.from_dict(closed(served), config=schemathesis.Config.from_dict(CONFIG))
        self._snapshots = Draft202012Validator(
            {"$ref": "#/components/schemas/Snapshot", "components": closed(served)["components"]}
        )
        self._let_in()

    def _let_in(self) -> None:
        keys = self._table.keys()
        self._secret = keys.secret
        self._player = requests.Session()
        self._player.post(f"{self._address}/api/pin", json={"pin": keys.pin}, timeout=WAIT_S).raise_for_status()

    def ways(self) -> list[some.SearchStrategy[Case[Any]]]:
        """As it should be and bent, for each call; those that may be taken more often, and the slow one seldom."""
        ways = []
        for found in self._schema.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()
            if operation.path in SLOW and self._chance.random() < 0.8:
                continue
            takes = bool(operation.body or operation.query or operation.path_parameters)
            ways += [operation.as_strategy(GenerationMode.POSITIVE)] * (4 if takes else 1)
            if takes:
                ways.append(operation.as_strategy(GenerationMode.NEGATIVE))
        return ways

    def call(self, case: Case[Any]) -> None:
        if self._table.keys().secret != self._secret:
            # Somebody found the menu of the box, and had another PIN drawn.
            self._let_in()
        who = self._chance.choices(("player", "guest", "other site"), (16, 2, 1))[0]
        before = self._table.now
        as_it_should_be = case.meta is not None and case.meta.generation.mode.is_positive
        if case.operation.path in PHOTOS:
            case.body = self._photo()
        elif as_it_should_be and self._chance.random() < 0.8:
            known = known_at(self._table, before, self._chance)
            case.body = filled(case.body, known, self._chance)
            case.query = filled(case.query, {**known, "options": "{}"}, self._chance)
            case.path_parameters = filled(case.path_parameters, known, self._chance)
        session = self._guest if who == "guest" else self._player
        origin = FOREIGN if who == "other site" else self._address
        try:
            answer = self._send(case, session, origin)
        except requests.RequestException as error:
            self._wrong(case, f"no answer: {error}")
            return
        finally:
            self._tried.requests += 1
        self._judge(case, who, answer, before)
        if who == "guest" and case.operation.path == DOOR and answer.status_code == 200:
            self._guest = requests.Session()  # it typed the right PIN, and is a guest no more

    def _send(
        self, case: Case[Any], session: requests.Session, origin: str
    ) -> requests.Response | schemathesis.Response:
        kept: dict[str, Any] = {"headers": {"Origin": origin}, "timeout": WAIT_S, "allow_redirects": False}
        if case.operation.path != STREAM:
            return case.call(base_url=self._address, session=session, **kept)
        with session.get(f"{self._address}{STREAM}", stream=True, **kept) as stream:
            lines = (line for line in stream.iter_lines(chunk_size=1) if line.startswith(b"data: "))
            if wrong := [str(error) for error in self._snapshots.iter_errors(json.loads(next(lines)[6:]))]:
                self._wrong(case, wrong[0])
            stream._content = b""
            return stream

    def _judge(self, case: Case[Any], who: str, answer: Any, before: Snapshot) -> None:
        (topic,) = case.operation.definition.raw["tags"]
        after, status = self._table.now, answer.status_code
        told = f"{who}: {status} {answer.content[:200]!r}"
        if status >= 500 and not (status == 503 and b'"error"' in answer.content):
            self._tried.faults += 1
            self._wrong(case, f"a fault: {told}")
        try:
            left_out = [schemathesis.checks.negative_data_rejection] if case.operation.path in PHOTOS else []
            case.validate_response(answer, checks=list(CHECKED), excluded_checks=left_out)
        except (Failure, FailureGroup) as failure:
            each = failure.exceptions if isinstance(failure, FailureGroup) else [failure]
            self._wrong(case, f"{'; '.join(str(one).replace(chr(10), ' ')[:600] for one in each)}: {told}")
        changed = (after.version, after.position) != (before.version, before.position)
        if changed and (status != 200 or topic not in MAY_CHANGE):
            self._wrong(case, f"it changed the game: {told}")
        forbidden = case.operation.definition.raw.get("security") if who == "guest" else case.method == "POST"
        if who != "player" and forbidden and status == 200:
            self._wrong(case, f"it was let in: {told}")

    def _wrong(self, case: Case[Any], sentence: str) -> None:
        self._tried.wrong.append(
            f"{case.method} {case.formatted_path} {case.query or ''} {case.body!r:.300}: {sentence}"
        )

    def _photo(self) -> bytes:
        photo = self._chance.choice(sorted(RENDERS.glob("*.jpg"))).read_bytes()
        return photo if self._chance.random() < 0.1 else photo[: self._chance.randrange(2000)]


def closed(served: Mapping[str, Any]) -> dict[str, Any]:
    """The document with no room in its answers for fields that it does not name: so it cannot fall behind them."""
    document: dict[str, Any] = json.loads(json.dumps(served))

    def close(shape: Any) -> None:
        for inner in shape.values() if isinstance(shape, dict) else shape if isinstance(shape, list) else ():
            close(inner)
        if isinstance(shape, dict) and isinstance(shape.get("properties"), dict):
            shape.setdefault("additionalProperties", False)

    close(document["components"]["schemas"])
    return document


def main() -> int:
    seed, count = (int(word) for word in sys.argv[1:3])
    tried = described_calls(seed, count)
    for sentence in tried.wrong:
        print(sentence)
    print(f"described calls: {tried.requests} fuzzed, {tried.faults} answered by a fault; seed {seed}")
    return 1 if tried.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
