"""The document at /api/openapi.json names every call that there is, and no other."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema_rs import Draft202012Validator

from companion.advisor import ADVISORS
from tests.torture.described import MAY_CHANGE, closed, described_calls
from tests.torture.described_box import Box, playing
from tests.web.board_photos import board_photo
from tests.web.fake_table import Table
from web import create_app
from web.calibration import STEPS
from web.openapi import document

ALSO_ANSWERED = {"HEAD", "OPTIONS"}
"""Flask's own, wherever a GET is."""


@pytest.fixture
def app(table: Table) -> Flask:
    return create_app(table.ports())


def routes(app: Flask) -> set[tuple[str, str]]:
    return {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - ALSO_ANSWERED
    }


def operations() -> dict[tuple[str, str], dict[str, Any]]:
    return {
        (method.upper(), path): operation
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }


def test_every_route_and_method_is_in_the_document_and_every_one_of_the_document_is_a_route(app: Flask) -> None:
    assert routes(app) == set(operations())


def test_a_route_that_nobody_described_is_missed(app: Flask) -> None:
    app.add_url_rule("/api/news", view_func=str, methods=["POST"])
    assert routes(app) - set(operations()) == {("POST", "/api/news")}


def test_the_document_is_served_to_anybody(stranger: FlaskClient) -> None:
    answer = stranger.get("/api/openapi.json")
    assert answer.status_code == 200
    assert answer.get_json() == document()


def test_every_call_that_may_change_the_game_wants_the_pin_and_is_a_post() -> None:
    for (method, path), operation in operations().items():
        (topic,) = operation["tags"]
        if topic in MAY_CHANGE or (method == "POST" and path != "/api/pin"):
            assert (method, operation["security"]) == ("POST", [{"pin": []}]), path


def test_every_parameter_in_a_path_is_described() -> None:
    for (_, path), operation in operations().items():
        described = {one["name"] for one in operation.get("parameters", ()) if one["in"] == "path"}
        assert set(re.findall(r"{(\w+)}", path)) == described, path


def test_the_calls_of_the_document_are_answered_as_it_says_and_change_nothing_that_they_may_not() -> None:
    tried = described_calls(seed=1, count=120)

    assert tried.wrong == []
    assert tried.requests == 120


def test_the_answers_that_chance_seldom_brings_are_as_it_says_too(tmp_path: Path) -> None:
    position = {"game": "cant-stop", "players": ["Ann", "Bo"], "tokens": [{"6": 4}, {}], "runners": {"7": 3}}
    photo = Path(__file__).parents[1] / "vision" / "renders" / "white-on-green-felt.jpg"
    standing = playing()
    check, laid_out = standing.game.board, tmp_path / "laid-out.jpg"
    assert check is not None
    set_up = check.set_up(standing.state, standing.colours)
    board_photo(laid_out, check.plan(standing.state), set_up, 1, seated=True)
    with closing(Box(tmp_path, seed=1)) as box:
        read_board = box.ports["read_board"]
        answers = [
            *(("Calibrated", box.calibrate(step, None)) for step in STEPS),
            ("Calibration", box.calibrate("state", None)),
            ("Reading", box.ports["read_photo"](photo.read_bytes())),
            ("TileReading", box.ports["read_tile"](photo.read_bytes())),
            ("BoardReading", read_board(b"", None, "")),
            ("BoardReading", read_board(laid_out.read_bytes(), None, "")),
            ("BoardReading", read_board(laid_out.read_bytes(), None, "set-up")),
            ("BoardReading", read_board(laid_out.read_bytes(), None, "")),
            ("BoardHelp", box.ports["board"]()),
        ]
    for more in ({}, {"pips": [1, 2, 3, 4]}, {"players": ["Ann"], "tokens": [{"6": 4}]}):
        advice = ADVISORS["cant-stop"]({**position, **more}, None, ())
        answers.append(("Advice", {"version": 1, "seat": 0, "advice": advice}))
    runners = {"2": 3, "3": 1, "12": 1}
    advice = ADVISORS["highway"]({"game": "highway", "players": ["Ann", "Bo"], "runners": runners}, None, ())
    answers.append(("Advice", {"version": 1, "seat": 0, "advice": advice}))
    advice = ADVISORS["express"]({"players": ["Ann"], "pips": [1, 2, 3, 4, 6]}, None, ())
    answers.append(("Advice", {"version": 1, "seat": 0, "advice": advice}))
    parts = closed(document())["components"]
    for name, answer in answers:
        shape = Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": parts})
        assert [str(error) for error in shape.iter_errors(answer)] == [], name
