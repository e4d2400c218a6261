"""Hints, findings and openings over HTTP: asked of the helper, not of the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from flask.testing import FlaskClient

from companion.game import GoesOn
from companion.games import GAMES
from companion.helper import Helper
from companion.search import Search
from companion.snapshot import Snapshot
from companion.view import View
from tests.web.fake_table import Table, error
from web import create_app

if TYPE_CHECKING:
    from tests.web.conftest import PhoneWith

POSITION = {"game": "rush-hour-shift", "players": ["Ann", "Bo"], "turn": 0}
PLAYING = Snapshot(17, "rush-hour-shift", "Rush Hour Shift", POSITION, (), View("Ann"))
CRASH = {
    "G": {"row": 1, "col": 0, "length": 2, "axis": "h"},
    "S": {"row": 4, "col": 12, "length": 2, "axis": "h"},
    "A": {"row": 4, "col": 11, "length": 2, "axis": "h"},
}


@pytest.fixture
def table() -> Table:
    return Table(showing=PLAYING)


@pytest.fixture
def phone(phone_with: PhoneWith) -> FlaskClient:
    return phone_with(helper=Helper(GAMES))


def test_hints_are_said_with_the_version_that_they_are_of(table: Table, phone: FlaskClient) -> None:
    answer = phone.post("/api/hints", json={"version": 17})

    assert answer.status_code == 200
    assert answer.json["version"] == 17  # type: ignore[index]
    assert answer.json["hints"][0] == "No card wins now for Ann."  # type: ignore[index]
    assert table.asked == []


def test_hints_of_another_version_are_refused(phone: FlaskClient) -> None:
    answer = phone.post("/api/hints", json={"version": 16})

    assert answer.status_code == 409
    assert error(answer) == "The table has moved on: ask again."
    assert answer.json["snapshot"]["version"] == 17  # type: ignore[index]


def test_what_takes_long_is_asked_for_again_by_how_much_is_known(phone: FlaskClient) -> None:
    known = 0
    while (answer := phone.post("/api/hints", json={"version": 17, "known": known})).json["searching"]:  # type: ignore[index]
        known = len(answer.json["hints"])  # type: ignore[index]

    assert [sentence[:11] for sentence in answer.json["hints"]] == ["No card win", "If Bo stood", "If Ann stoo"]  # type: ignore[index]


class Slow(Helper):
    """While it thinks, somebody plays."""

    def __init__(self, table: Table) -> None:
        super().__init__(GAMES)
        self._table = table

    def hints(self, snapshot: Snapshot) -> Search[str]:
        self._table.box.put(replace(PLAYING, version=18))
        return super().hints(snapshot)


def test_hints_that_came_too_late_are_dropped(table: Table, phone_with: PhoneWith) -> None:
    phone = phone_with(helper=Slow(table))

    assert phone.post("/api/hints", json={"version": 17}).status_code == 409


def test_a_fault_of_the_helper_is_told_and_the_next_question_is_asked_anew(
    phone_with: PhoneWith, caplog: pytest.LogCaptureFixture
) -> None:
    faults = [ZeroDivisionError()]

    def hints(state: object, goes_on: GoesOn) -> Iterator[str]:
        if faults:
            raise faults.pop()
        yield "Move."

    game = replace(GAMES["rush-hour-shift"], hints=hints)
    phone = phone_with(helper=Helper({game.name: game}))
    failed = phone.post("/api/hints", json={"version": 17})

    assert (failed.status_code, error(failed)) == (500, "The helper failed: ask again.")
    assert "ZeroDivisionError" in caplog.text
    assert phone.post("/api/hints", json={"version": 17, "known": 0}).json["hints"] == ["Move."]  # type: ignore[index]


def test_findings_say_what_is_wrong_at_which_vehicle(phone: FlaskClient) -> None:
    answer = phone.post("/api/findings", json={"game": "rush-hour-shift", "options": {"layout": CRASH}})

    assert answer.json["findings"] == [{"where": "A", "refused": True, "reason": "A stands on S"}]  # type: ignore[index]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({"game": "chess", "options": {}}, "there is no game 'chess'"),
        ({"game": "rush-hour-shift"}, 'the field "options" is missing'),
        ({"game": 7, "options": {}}, 'the field "game" must be a text'),
        ({"game": "rush-hour-shift", "options": []}, 'the field "options" must be an object'),
    ],
)
def test_findings_of_what_is_no_set_up_are_refused(phone: FlaskClient, body: dict[str, Any], sentence: str) -> None:
    answer = phone.post("/api/findings", json=body)

    assert answer.status_code == 422
    assert error(answer).startswith(sentence)


def test_an_opening_is_looked_at_without_a_pin(table: Table, phone_with: PhoneWith) -> None:
    table.keys = replace(table.keys, pin="4711")
    stranger = phone_with(helper=Helper(GAMES))
    answer = stranger.get("/api/opening/rush-hour-shift", query_string={"options": json.dumps({"layout": "ours-2"})})

    assert answer.json["position"]["vehicles"]["G"]["row"] == 1  # type: ignore[index]
    assert stranger.post("/api/hints", json={"version": 17}).status_code == 403
    assert stranger.post("/api/findings", json={"game": "rush-hour-shift", "options": {}}).status_code == 403


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("/api/opening/chess", "there is no game 'chess'"),
        ('/api/opening/rush-hour-shift?options={"layout":"x"}', "layout must be ours-1"),
        ("/api/opening/rush-hour-shift?options=[", "the body must be a JSON object"),
    ],
)
def test_an_opening_that_cannot_be_is_refused(phone: FlaskClient, address: str, sentence: str) -> None:
    answer = phone.get(address)

    assert answer.status_code == 422
    assert error(answer).startswith(sentence)


def test_a_game_brings_its_modules_and_nothing_else_of_its_folder(phone: FlaskClient) -> None:
    table = Table(({"name": "rush-hour-shift", "title": "", "seats": [2, 2], "options": []},))
    page = create_app(table.ports()).test_client()

    assert page.get("/games/rush-hour-shift/drag.js").mimetype == "text/javascript"
    for name in ("rules.py", "RULES.md", "nothing.js", "..%2f__init__.py", "__pycache__"):
        assert page.get(f"/games/rush-hour-shift/{name}").status_code == 404
    assert phone.get("/games/rush-hour-shift/drag.js").status_code == 404
