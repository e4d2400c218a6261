"""Who may act: who typed the PIN, from our own page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.ports import Keys
from tests.web.fake_table import Table, error
from web import create_app
from web.access import Doorkeeper

FOREIGN = "elsewhere.example"

PLAYING = ("choose", "dice", "photo", "undo", "redo", "button", "hands", "look", "odds", "position", "checked")
SETTING_UP = ("seat", "lobby", "again", "new")


def test_without_the_pin_a_device_may_look_and_not_act(table: Table, stranger: FlaskClient) -> None:
    assert stranger.get("/api/snapshot").status_code == 200
    assert stranger.get("/api/oled.png").status_code == 200
    assert stranger.get("/api/tray.jpg").status_code == 403
    for call in (*PLAYING, *SETTING_UP):
        answer = stranger.post(f"/api/{call}", json={"version": 17})
        assert answer.status_code == 403
        assert "PIN" in error(answer)
    assert table.asked == []


def test_who_typed_the_pin_once_may_act(stranger: FlaskClient) -> None:
    assert b'data-may-act="no"' in stranger.get("/").data
    welcome = stranger.post("/api/pin", json={"pin": "4711"})
    assert welcome.status_code == 200
    assert stranger.post("/api/undo", json={"version": 17}).status_code == 200
    assert stranger.get("/api/tray.jpg").status_code == 200
    assert b'data-may-act="yes"' in stranger.get("/").data


def test_a_new_pin_ends_what_was_admitted_before(table: Table, stranger: FlaskClient) -> None:
    stranger.post("/api/pin", json={"pin": "4711"})
    assert stranger.post("/api/undo", json={"version": 17}).status_code == 200
    table.keys = Keys("0815", b"another secret")
    assert stranger.post("/api/undo", json={"version": 17}).status_code == 403
    assert stranger.post("/api/pin", json={"pin": "4711"}).status_code == 403
    assert stranger.post("/api/pin", json={"pin": "0815"}).status_code == 200
    assert stranger.post("/api/undo", json={"version": 17}).status_code == 200


def test_a_pin_that_is_dropped_lets_everybody_act(table: Table, stranger: FlaskClient) -> None:
    table.keys = replace(table.keys, pin=None)
    assert stranger.post("/api/undo", json={"version": 17}).status_code == 200


def test_no_script_and_no_other_site_gets_hold_of_a_cookie(stranger: FlaskClient) -> None:
    cookies = stranger.post("/api/pin", json={"pin": "4711"}).headers.getlist("Set-Cookie")
    assert {cookie.partition("=")[0] for cookie in cookies} == {"companion", "companion-device"}
    assert all("HttpOnly" in cookie and "SameSite=Strict" in cookie for cookie in cookies)


def test_a_cookie_that_we_did_not_sign_lets_nobody_in(stranger: FlaskClient) -> None:
    stranger.set_cookie("companion", '"may act".forged')
    assert stranger.post("/api/undo", json={"version": 17}).status_code == 403


def test_the_eleventh_guess_must_wait_even_if_it_is_right(stranger: FlaskClient) -> None:
    for _ in range(10):
        assert stranger.post("/api/pin", json={"pin": "0000"}).status_code == 403
    late = stranger.post("/api/pin", json={"pin": "4711"})
    assert late.status_code == 429
    assert "wait 10 minutes" in error(late)
    assert int(late.headers["Retry-After"]) <= 600
    other = stranger.post("/api/pin", json={"pin": "4711"}, environ_base={"REMOTE_ADDR": "10.0.0.9"})
    assert other.status_code == 200


def test_ten_minutes_later_one_may_guess_again() -> None:
    now = [0.0]
    doorkeeper = Doorkeeper(lambda: Keys("4711", b"s"), clock=lambda: now[0])
    with Flask("test").test_request_context():
        for _ in range(10):
            assert doorkeeper.answer("0000")[1] == 403
        assert doorkeeper.answer("4711")[1] == 429
        now[0] = 600.0
        assert doorkeeper.answer("4711")[1] == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://elsewhere.example"}, 403),
        ({"Origin": "http://localhost:81"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://["}, 403),
        ({"Origin": "http://elsewhere.example", "Host": "elsewhere.example"}, 403),
        ({"Origin": "http://192.168.1.23:8000", "Host": "192.168.1.23:8000"}, 200),
        ({"Origin": "http://companion.local:8000", "Host": "companion.local:8000"}, 200),
        ({"Origin": "http://[::1]:8000", "Host": "[::1]:8000"}, 200),
    ],
)
def test_calls_from_another_sites_page_are_refused(phone: FlaskClient, headers: Mapping[str, str], status: int) -> None:
    assert phone.post("/api/undo", json={"version": 17}, headers=dict(headers)).status_code == status


@pytest.mark.parametrize("path", ["/", "/api/snapshot", "/api/events", "/api/past", "/static/page.js"])
def test_a_foreign_name_that_points_at_the_box_reads_nothing(phone: FlaskClient, path: str) -> None:
    refused = phone.get(path, headers={"Host": FOREIGN})
    assert refused.status_code == 403
    assert b"another name" in refused.data


@pytest.mark.parametrize("named", ["localhost", "192.168.1.23:8000", "[fe80::1]:8000", "companion.local:8000", "pi"])
def test_the_box_is_read_by_its_own_names(phone: FlaskClient, named: str) -> None:
    assert phone.get("/api/snapshot", headers={"Host": named}).status_code == 200


def test_no_get_changes_anything(table: Table) -> None:
    app = create_app(table.ports())
    phone = app.test_client()
    read = {rule.rule for rule in app.url_map.iter_rules() if "GET" in rule.methods}  # type: ignore[operator]
    for rule in app.url_map.iter_rules():
        assert "GET" in rule.methods or rule.methods == {"POST", "OPTIONS"}, rule  # type: ignore[operator]
        if "POST" in rule.methods:  # type: ignore[operator]
            assert rule.rule in read or phone.get(rule.rule).status_code == 405, rule
        elif not rule.arguments and rule.rule != "/api/events":
            phone.get(rule.rule)
    assert table.asked == []


def test_every_page_is_strict_about_scripts_and_carries_none_in_its_text(phone: FlaskClient) -> None:
    for path in ("/", "/tv", "/past", "/print"):
        page = phone.get(path)
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "Access-Control-Allow-Origin" not in page.headers
        assert not re.search(r"<script(?![^>]*\ssrc=)|\son\w+=|https?://", page.get_data(as_text=True)), path


def test_no_address_log_or_snapshot_says_the_pin(stranger: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    welcome = stranger.post("/api/pin", json={"pin": "4711"})
    shown = stranger.get("/api/snapshot").get_data(as_text=True) + stranger.get("/").get_data(as_text=True)

    assert "4711" not in shown + caplog.text + str(welcome.headers)
