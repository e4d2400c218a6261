"""How much each player may be told: set on a phone or the box, kept by name, and obeyed by the odds."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.access import access
from companion.games import GAMES
from companion.inputs import LevelPicked, NewGameAsked, OddsAsked, SeatClaimed
from companion.journal import Journal
from companion.levels import Level, effective, offered, seats_awaited
from companion.ports import BadInput, Refused
from companion.settings import SettingsFile
from companion.snapshot import OpenPrompt
from companion.start import new_game, start_game
from companion.table import Table
from tests.companion.at_box import Player, choose, in_lobby

ADVISED = ("cant-stop",)


@pytest.fixture
def advised(journal: Journal, tmp_path: Path) -> Player:
    game = GAMES["cant-stop"]
    number = start_game(game, new_game(game, ("Ann", "Bo"), {}, 0), journal)
    settings = SettingsFile(tmp_path / "settings.json")
    return Player(Table(GAMES, journal, number, settings, access(tmp_path, "1234"), advised=ADVISED))


@pytest.mark.parametrize(
    ("game", "levels"),
    [
        ("cant-stop", ("off", "odds", "advice")),
        ("highway", ("off", "odds")),
        ("express", ()),
        ("rush-hour-shift", ()),
    ],
)
def test_a_game_offers_what_it_has(game: str, levels: tuple[str, ...]) -> None:
    assert offered(GAMES[game], ADVISED) == levels


def test_a_level_that_a_game_has_not_comes_to_the_most_below_it() -> None:
    assert effective(Level.ADVICE, (Level.OFF, Level.ODDS)) is Level.ODDS
    assert effective(Level.ADVICE, ()) is Level.OFF
    assert effective(Level.OFF, (Level.OFF, Level.ODDS)) is Level.OFF


def test_at_first_everybody_may_hear_the_odds_and_nothing_is_said(advised: Player) -> None:
    now = advised.throw(2, 2, 5, 5)

    assert now.levels == ("odds", "odds")
    assert now.choice is not None
    assert now.choice.odds == ()


def test_a_level_goes_with_the_name_into_the_next_game_and_over_a_restart(advised: Player, tmp_path: Path) -> None:
    advised.table.handle(LevelPicked(1, "advice"))
    again = NewGameAsked("cant-stop", ("Bo", "Cas"), {}, 0, advised.snapshot.version, confirm=True)

    assert advised.table.handle(again).levels == ("advice", "odds")
    assert SettingsFile(tmp_path / "settings.json").now.level("Bo") is Level.ADVICE
    advised.table.handle(LevelPicked(0, "odds"))
    assert SettingsFile(tmp_path / "settings.json").now.levels == {}


def test_a_level_that_nobody_knows_on_disk_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_text('{"levels": {"Ann": "oracle", "Bo": "off", "Cas": 3}, "odds": true}')
    now = SettingsFile(tmp_path / "settings.json").now

    assert (now.levels, now.odds) == ({"Bo": "off"}, True)


def test_who_wants_to_be_told_nothing_hears_no_odds_in_their_turn(advised: Player) -> None:
    advised.table.handle(OddsAsked(True))
    assert advised.snapshot.bust
    told_nothing = advised.table.handle(LevelPicked(0, "off"))
    rolled = advised.throw(2, 2, 5, 5)
    assert told_nothing.bust == ""
    assert rolled.choice is not None
    assert rolled.choice.odds == ()

    told_odds = advised.table.handle(LevelPicked(0, "odds"))
    assert told_odds.choice is not None
    assert len(told_odds.choice.odds) == len(told_odds.choice.labels)


def test_a_phone_sets_the_level_of_its_own_seat_and_of_seats_without_a_phone(advised: Player) -> None:
    advised.table.handle(SeatClaimed(0, True, "anns"))

    assert advised.table.handle(LevelPicked(0, "advice", "anns")).levels[0] == "advice"
    assert advised.table.handle(LevelPicked(1, "off", "anns")).levels[1] == "off"
    with pytest.raises(Refused, match="Ann plays on another phone"):
        advised.table.handle(LevelPicked(0, "off", "bos"))
    assert advised.table.handle(LevelPicked(0, "off")).levels == ("off", "off")


@pytest.mark.parametrize(
    ("picked", "sentence"),
    [
        (LevelPicked(2, "odds"), "there is no seat 2"),
        (LevelPicked(0, "oracle"), "level must be off or odds or advice, not 'oracle'"),
    ],
)
def test_a_seat_or_level_that_does_not_exist_is_refused(advised: Player, picked: LevelPicked, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        advised.table.handle(picked)


def test_a_level_is_picked_in_the_menu_of_the_box(advised: Player) -> None:
    advised.press("menu")
    advised_now = choose(advised, "Odds and advice", "Ann: odds", "advice")
    assert advised_now.levels == ("advice", "odds")

    advised.press("menu")
    assert choose(advised, "Odds and advice", "Ann: advice").screen.entries == ("off", "odds", "advice *", "Back")


def test_where_nobody_wants_to_hear_odds_the_menu_does_not_offer_them(advised: Player) -> None:
    advised.table.handle(LevelPicked(0, "off"))
    assert "Odds: off" in advised.press("menu").screen.entries
    assert "Odds: off" not in advised.table.handle(LevelPicked(1, "off")).screen.entries


def test_in_the_lobby_levels_are_offered_once_a_game_that_has_them_is_chosen_and_somebody_plays(
    journal: Journal,
) -> None:
    player = in_lobby(journal)
    assert not player.snapshot.levels_offered
    choose(player, "Down the Highway")
    assert player.snapshot.levels_offered == ("off", "odds")
    assert "Odds and advice" not in player.press("menu").screen.entries
    player.press("menu")
    choose(player, "Blue")
    assert "Odds and advice" in player.press("menu").screen.entries
    assert choose(player, "Odds and advice", "Blue: odds", "off").levels == ("off",)


@pytest.mark.parametrize(
    ("face", "options"),
    [(None, {"tiles": "table"}), ("flood", {"hazard": "agreed"})],
    ids=["a tile to turn", "a hazard as the table says"],
)
def test_for_what_is_seen_on_the_table_nobody_is_advised(face: str | None, options: dict[str, str]) -> None:
    board = {"7.4": {"face": face, "up": face is not None}}
    game = GAMES["highway"]
    stop = {"board": board, "path": ["7.4"], "resolving": [], "options": options}
    (prompt,) = game.prompts(game.from_position({"game": "highway", "players": ["Ann", "Bo"], **stop}))

    assert seats_awaited([OpenPrompt(prompt, since=1)]) == ()
