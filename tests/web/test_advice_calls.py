"""Advice over HTTP: said to the phone that asked, on the table that it saw; and who may be told what."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient

from companion.adviser import Adviser, Advisor
from companion.events import Json
from companion.game import GoesOn
from companion.inputs import LevelPicked
from companion.levels import Level
from companion.search import Search
from companion.snapshot import Snapshot
from tests.web.fake_table import ROLLING, Table, error

if TYPE_CHECKING:
    from tests.web.conftest import PhoneWith

Advised = Callable[[Advisor], FlaskClient]

ADVICE = {"best": "roll", "actions": [{"action": "roll", "win": 0.5, "turns": None}], "bust": 0.1, "why": "Roll."}
ANN_ASKS = replace(
    ROLLING,
    levels=(Level.ADVICE, Level.ODDS, Level.OFF, Level.ODDS),
    levels_offered=tuple(Level),
    claims=("",) * 4,
    colours=("blue", "red", "green", "black"),
)


@pytest.fixture
def table() -> Table:
    return Table(showing=ANN_ASKS)


@pytest.fixture
def advised(phone_with: PhoneWith) -> Advised:
    """A phone at a table with this advisor."""
    return lambda advisor: phone_with(adviser=Adviser({"cant-stop": advisor}))


def test_advice_is_said_to_the_phone_that_asks_and_put_before_no_table(table: Table, advised: Advised) -> None:
    asked: list[Json] = []
    answer = advised(lambda position, *_: asked.append(position) or ADVICE).post("/api/advice", json={"version": 17})  # type: ignore[func-returns-value]

    assert answer.status_code == 200
    assert answer.json == {"version": 17, "seat": 0, "advice": ADVICE}
    assert asked == [ANN_ASKS.position]
    assert table.asked == []


def test_advice_on_a_table_that_is_gone_is_not_said(table: Table, advised: Advised) -> None:
    def while_somebody_plays(position: Json, *_: object) -> Json:
        table.box.put(replace(ANN_ASKS, version=18))
        return ADVICE

    phone = advised(while_somebody_plays)
    early, late = phone.post("/api/advice", json={"version": 16}), phone.post("/api/advice", json={"version": 17})

    assert (early.status_code, late.status_code) == (409, 409)
    assert error(late) == "The table has moved on: ask again."
    assert late.json["snapshot"]["version"] == 18  # type: ignore[index]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"levels": (Level.ODDS,) * 4}, "Ann plays without advice: allow it first under Odds and advice."),
        ({"levels_offered": (Level.OFF, Level.ODDS)}, "There is no advice to give now."),
        ({"winners": (0,)}, "There is no advice to give now."),
        ({"claims": ("another", "", "", "")}, "Ann plays on another phone: ask there or on the box."),
    ],
)
def test_advice_that_is_not_to_be_given_is_refused(
    table: Table, advised: Advised, changes: dict[str, Any], sentence: str
) -> None:
    table.box.put(replace(ANN_ASKS, **changes))
    answer = advised(lambda *_: ADVICE).post("/api/advice", json={"version": 17})

    assert (answer.status_code, error(answer)) == (409, sentence)


class StillEnding(Adviser):
    """One whose search has its one finding, and has not come to its end."""

    def ask(self, snapshot: Snapshot, seat: int | None = None) -> Search[Json]:
        search: Search[Json] = Search()
        found = threading.Event()

        def finding(_: GoesOn) -> Iterator[Json]:
            yield ADVICE
            found.set()
            search.more_than(1, patience_s=60.0)

        threading.Thread(target=search.run, args=(finding,), daemon=True).start()
        assert found.wait(30)
        return search


def test_advice_is_said_as_soon_as_it_is_found(phone_with: PhoneWith) -> None:
    answer = phone_with(adviser=StillEnding()).post("/api/advice", json={"version": 17})

    assert answer.json == {"version": 17, "seat": 0, "advice": ADVICE}


def test_a_fault_of_the_advisor_is_said_in_a_sentence(advised: Advised, caplog: pytest.LogCaptureFixture) -> None:
    def broken(*_: object) -> Json:
        raise ZeroDivisionError

    answer = advised(broken).post("/api/advice", json={"version": 17})

    assert (answer.status_code, error(answer)) == (500, "The helper failed: ask again.")
    assert "ZeroDivisionError" in caplog.text


def test_a_stranger_is_not_advised(stranger: FlaskClient) -> None:
    assert stranger.post("/api/advice", json={"version": 17}).status_code == 403
    assert stranger.post("/api/level", json={"seat": 0, "level": "advice"}).status_code == 403


def test_a_level_is_put_before_the_table_with_the_phone_that_picked_it(table: Table, phone: FlaskClient) -> None:
    assert phone.post("/api/level", json={"seat": 1, "level": "off"}).status_code == 200

    (picked,) = table.asked
    assert isinstance(picked, LevelPicked)
    assert (picked.seat, picked.level) == (1, "off")
    assert picked.device


def test_the_snapshot_says_what_there_is_to_choose_and_what_each_seat_chose(phone: FlaskClient) -> None:
    assert phone.get("/api/snapshot").json["levels"] == {  # type: ignore[index]
        "offered": ["off", "odds", "advice"],
        "seats": ["advice", "odds", "off", "odds"],
    }
