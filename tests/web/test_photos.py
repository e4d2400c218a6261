"""Photos of the whole board: what is asked of the reader, and by whom."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.ports import Corners
from tests.web.conftest import PhoneWith
from tests.web.fake_table import Table, error

Asked = list[tuple[bytes, Corners | None, str]]


@pytest.fixture
def asked() -> Asked:
    return []


@pytest.fixture
def phone(phone_with: PhoneWith, asked: Asked) -> FlaskClient:
    def read(photo: bytes, corners: Corners | None, learn: str) -> Mapping[str, Any]:
        asked.append((photo, corners, learn))
        return {"status": "read", "differences": []}

    opened: FlaskClient = phone_with(read_board=read, board=lambda: {"checks": True})
    return opened


def test_a_photo_of_the_board_is_read_and_changes_nothing(phone: FlaskClient, asked: Asked, table: Table) -> None:
    assert phone.post("/api/photo?of=board", data=b"x").get_json() == {"status": "read", "differences": []}
    assert asked == [(b"x", None, "")]
    assert table.asked == []
    assert phone.get("/api/board").get_json() == {"checks": True}


def test_people_may_say_where_the_board_lies_and_what_is_to_be_learned(phone: FlaskClient, asked: Asked) -> None:
    where = "corners=0.1,0.2,0.9,0.2,1,0.8,0,0.75"
    assert phone.post(f"/api/photo?of=board&{where}&learn=set-up", data=b"x").status_code == 200
    assert asked == [(b"x", ((0.1, 0.2), (0.9, 0.2), (1.0, 0.8), (0.0, 0.75)), "set-up")]


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("corners=0.1,0.2", "corners"),
        ("corners=0,0,1,0,1,1,0,1.5", "corners"),
        ("corners=0,0,1,0,1,1,0,nan", "corners"),
        ("corners=", "corners"),
        ("learn=all", "learn"),
    ],
)
def test_what_is_no_corner_or_nothing_to_learn_is_named(
    phone: FlaskClient, asked: Asked, query: str, says: str
) -> None:
    answer = phone.post(f"/api/photo?of=board&{query}", data=b"x")
    assert answer.status_code == 422
    assert says in error(answer)
    assert asked == []


def test_who_has_not_typed_the_pin_sends_no_photo_of_the_board(stranger: FlaskClient) -> None:
    assert stranger.post("/api/photo?of=board", data=b"x").status_code == 403


def test_a_photo_of_the_board_has_the_same_limit_as_every_photo(phone: FlaskClient) -> None:
    assert phone.post("/api/photo?of=board", data=b"x" * (20 * 1024 * 1024 + 1)).status_code == 413


def test_another_board_is_taught_and_forgotten_by_calls_of_their_own(phone_with: PhoneWith) -> None:
    asked: list[object] = []

    def teach(photo: bytes, corners: Corners, ends: object) -> Mapping[str, Any]:
        asked.append((photo, corners, ends))
        return {"status": "read", "reasons": []}

    phone = phone_with(teach_board=teach, forget_board=lambda: {"taught": False})
    where = "corners=0.1,0.2,0.9,0.2,1,0.8,0,0.75"
    four = ((0.1, 0.2), (0.9, 0.2), (1.0, 0.8), (0.0, 0.75))
    assert phone.post(f"/api/board?{where}", data=b"x").status_code == 200
    assert phone.post(f"/api/board?{where}&ends=0,0,0,1,1,0,1,1", data=b"x").status_code == 200
    assert asked == [(b"x", four, None), (b"x", four, (((0, 0), (0, 1)), ((1, 0), (1, 1))))]
    for query, says in (("", "corners"), (f"{where}&ends=0,0,1", "ends"), (f"{where}&ends=2,0,0,0", "ends")):
        answer = phone.post(f"/api/board?{query}", data=b"x")
        assert answer.status_code == 422
        assert says in answer.get_json()["error"]
    assert phone.post(f"/api/board?{where}", data=b"").status_code == 422
    assert phone.post("/api/board/forget", data="{}").get_json() == {"taught": False}
