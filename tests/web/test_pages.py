"""The page, the files that it loads, and the server under it."""

from __future__ import annotations

import json
import urllib.request

import pytest
from flask.testing import FlaskClient

from companion.colours import COLOURS, OF_PIECES
from tests.web.fake_table import Table, error
from web import create_app, serve


def test_the_page_runs_no_foreign_or_inline_script_and_the_api_is_not_stored(phone: FlaskClient) -> None:
    page = phone.get("/")
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'self';" in policy
    assert "img-src 'self' blob: data:" in policy
    assert "unsafe" not in policy
    assert b"<style" not in page.data
    assert b" style=" not in page.data
    assert phone.get("/api/snapshot").headers["Cache-Control"] == "no-store"
    assert phone.post("/api/undo", json={}).headers["Cache-Control"] == "no-store"


def test_every_colour_of_the_pieces_has_a_light_and_a_dark_one(phone: FlaskClient) -> None:
    with phone.get("/static/colours.css") as file:
        light, dark = file.get_data(as_text=True).split("@media (prefers-color-scheme: dark)")
    for colour in (*COLOURS, *OF_PIECES):
        assert f"--{colour}: #" in light
        assert f"--{colour}: #" in dark
    assert f'data-colours="{" ".join(COLOURS)}"'.encode() in phone.get("/").data


def test_a_board_is_served_for_games_that_can_be_started_alone(phone: FlaskClient) -> None:
    board = phone.get("/games/cant-stop/board.js")
    assert board.mimetype == "text/javascript"
    assert b"export function draw(" in board.data
    assert phone.get("/games/nothing/board.js").status_code == 404


def test_the_print_page_is_plain_html_under_the_same_strict_policy(stranger: FlaskClient) -> None:
    page = stranger.get("/print")
    assert page.mimetype == "text/html"
    assert "default-src 'self'" in page.headers["Content-Security-Policy"]
    assert b"<style" not in page.data
    assert b"<script>" not in page.data


def test_what_is_not_there_says_so_in_json(phone: FlaskClient) -> None:
    missing = phone.get("/api/nothing")
    assert missing.status_code == 404
    assert error(missing)


def test_a_served_app_answers_and_a_second_on_its_port_fails_until_it_is_closed(table: Table) -> None:
    app = create_app(table.ports())
    served = serve(app, "127.0.0.1", 0)
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{served.port}/api/snapshot", timeout=10) as answer:
            assert json.load(answer)["version"] == 17
        with pytest.raises(OSError, match="in use"):
            serve(app, "127.0.0.1", served.port)
    finally:
        served.close()
    serve(app, "127.0.0.1", served.port).close()
