"""Each device has an id of its own, and is told which seats it holds."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeSerializer

from companion.inputs import PhoneChose, SeatClaimed
from companion.ports import Keys
from tests.web.fake_table import ROLLING, Table
from web import create_app


@pytest.fixture
def app(table: Table) -> Flask:
    return create_app(table.ports())


def device(table: Table, phone: FlaskClient) -> str:
    """The id by which the table knows this phone."""
    phone.post("/api/seat", json={"seat": 0, "claim": True})
    claimed = table.asked.pop()
    assert isinstance(claimed, SeatClaimed)
    return claimed.device


def test_whoever_opens_the_page_gets_an_id_for_a_year_and_keeps_it(table: Table, app: Flask) -> None:
    phone = app.test_client()
    cookie = phone.get("/").headers["Set-Cookie"]
    assert cookie.startswith("companion-device=")
    for part in ("HttpOnly", "SameSite=Strict", "Max-Age=31536000"):
        assert part in cookie
    known = device(table, phone)
    assert known
    phone.get("/")
    assert device(table, phone) == known


def test_a_program_that_never_opens_the_page_gets_an_id_with_its_first_call(table: Table, app: Flask) -> None:
    phone = app.test_client()
    first = phone.get("/api/snapshot").headers["Set-Cookie"]
    assert first.startswith("companion-device=")
    assert "Set-Cookie" not in phone.get("/api/snapshot").headers
    with app.test_client().get("/static/page.css") as file:
        assert "Set-Cookie" not in file.headers


def test_two_phones_have_two_ids(table: Table, app: Flask) -> None:
    assert device(table, app.test_client()) != device(table, app.test_client())


def test_what_a_phone_chose_names_the_phone(table: Table, app: Flask) -> None:
    phone = app.test_client()
    known = device(table, phone)
    phone.post("/api/choose", json={"version": 17, "event": {"event": "Stopped"}})
    assert table.asked == [PhoneChose({"event": "Stopped"}, 17, known)]


@pytest.mark.parametrize("value", ["", "made up", URLSafeSerializer(b"not ours", salt="companion device").dumps("x")])
def test_an_id_that_we_did_not_sign_is_replaced(table: Table, app: Flask, value: str) -> None:
    phone = app.test_client()
    phone.set_cookie("companion-device", value)
    assert len(device(table, phone)) == 16


def test_a_new_secret_gives_new_ids(table: Table, app: Flask) -> None:
    phone = app.test_client()
    before = device(table, phone)
    table.keys = Keys(None, b"another secret")
    after = device(table, phone)
    assert after != before
    assert device(table, phone) == after


def test_each_phone_is_told_which_seats_it_holds(table: Table, app: Flask) -> None:
    ann, bo = app.test_client(), app.test_client()
    claims = (device(table, ann), device(table, bo), "", device(table, ann))
    table.box.put(replace(ROLLING, claims=claims, colours=("blue", "red", "green", "yellow")))
    told = ann.get("/api/snapshot").get_json()
    assert told["mine"] == [0, 3]
    assert [seat["claimed"] for seat in told["seats"]] == [True, True, False, True]
    assert bo.get("/api/snapshot").get_json()["mine"] == [1]
    assert app.test_client().get("/api/snapshot").get_json()["mine"] == []
    assert all(claim not in json.dumps(told) for claim in claims if claim)


def test_the_stream_tells_each_phone_its_own_seats(table: Table, app: Flask) -> None:
    phone = app.test_client()
    table.box.put(replace(ROLLING, claims=("", device(table, phone))))
    answer = phone.get("/api/events", buffered=False)
    first = str(bytes(next(iter(answer.response))), "utf-8")  # type: ignore[arg-type]
    assert json.loads(first.split("data: ")[1])["mine"] == [1]
    answer.close()
