"""What is said comes in the table's language, and the page's part of it with the page."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from companion.language import LANGUAGES, choose, later, page_texts, say, say_count, say_of
from companion.lobby import lobby_game
from companion.lobby.events import PlayerJoined
from companion.lobby.set_up import Lobby, Step
from tests.web.fake_table import Table
from web import create_app


@pytest.fixture
def phone() -> FlaskClient:
    return create_app(Table().ports()).test_client()


def test_english_is_what_stands_in_the_source() -> None:
    assert say("{name} begins.", name="Ann") == "Ann begins."
    assert say_count("{count} rule", "{count} rules", 1, count=1) == "1 rule"
    assert say_count("{count} rule", "{count} rules", 2, count=2) == "2 rules"


def test_german_comes_from_the_catalogue(german: None) -> None:
    assert say("{name} begins.", name="Ann") == "Ann beginnt."
    assert say_count("{count} rule", "{count} rules", 1, count=1) == "1 Regel"
    assert say_count("{count} rule", "{count} rules", 2, count=2) == "2 Regeln"
    assert say_of("the game", "Start") == "Los geht's"


def test_a_text_of_a_module_is_said_when_it_is_shown() -> None:
    text = later("Who begins?")
    assert say(text) == "Who begins?"
    choose("de")
    try:
        assert say(text) == "Wer beginnt?"
    finally:
        choose("en")


def test_what_nobody_translated_is_said_in_english(german: None) -> None:
    assert say("This is in no catalogue, {name}.", name="Ann") == "This is in no catalogue, Ann."
    assert say("") == ""


def test_a_name_with_braces_is_a_name(german: None) -> None:
    assert say("{name} begins.", name="{count}") == "{count} beginnt."


def test_the_page_brings_the_language_along(phone: FlaskClient) -> None:
    assert b'<html lang="en" ' in phone.get("/").data
    assert phone.get("/texts.js").data == b"export const texts = {};\n"


def test_the_page_of_a_german_table_is_german(phone: FlaskClient, german: None) -> None:
    page = phone.get("/").get_data(as_text=True)
    assert '<html lang="de" ' in page
    assert "Hausregeln" in page
    answer = phone.get("/texts.js")
    assert answer.mimetype == "text/javascript"
    texts = json.loads(answer.get_data(as_text=True).partition(" = ")[2].rstrip().rstrip(";").replace(",\n}", "\n}"))
    assert texts["Choose a game."] == "Wählt ein Spiel."
    again = phone.get("/texts.js", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_texts_for_the_page(language: str) -> None:
    choose(language)
    try:
        assert "export const texts" in page_texts()
    finally:
        choose("en")


def test_the_journal_of_a_german_table_is_in_no_language(german: None) -> None:
    """Who is called by a colour on the box gets it, also where that name is read back by an English table."""
    lobby = lobby_game({})
    offered = [
        event
        for prompt in lobby.prompts(Lobby(step=Step.PLAYERS))
        for event in getattr(prompt, "options", ())
        if isinstance(event, PlayerJoined)
    ]
    assert PlayerJoined("Rot", "red") in offered
    choose("en")
    assert lobby.apply(Lobby(step=Step.PLAYERS), PlayerJoined("Rot", "red")).colours == ("red",)
