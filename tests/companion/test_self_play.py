"""The companion against itself: whole games through the real table and its loop, without a hand on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.advisor import PLAYERS, REASONS
from companion.archive import Archive
from companion.events import Event, Json
from companion.games import GAMES
from companion.journal import Journal
from companion.records import export_lines, journal_rows, read_export, replayed
from companion.self_play import Played, SelfPlayError, self_play
from companion.start import new_game, start_game
from companion.strengths import Strength
from tests.command import run_afresh
from tests.running import Running

EACH = (Strength.STRONG, Strength.BEGINNER)

QUICK = {"rush-hour-shift": (Strength.BEGINNER, Strength.BEGINNER)}
"""The strong player of Rush Hour Shift thinks for half a minute a game."""


def games_of(name: str, journal: Journal, seed: int, strengths: tuple[Strength, ...] = EACH) -> Iterator[Played]:
    return self_play(GAMES, name, PLAYERS, REASONS, strengths, journal, seed)


@pytest.mark.parametrize("name", PLAYERS)
def test_whole_games_end_and_their_journal_replays_to_the_same(name: str, tmp_path: Path, journal: Journal) -> None:
    strengths = QUICK.get(name, EACH)
    (played,) = islice(games_of(name, journal, 3, strengths), 1)
    rows = journal_rows(journal, played.number)
    lines = export_lines(GAMES, journal, played.number)
    (tmp_path / "g.jsonl").write_text("\n".join(lines))
    history = replayed(GAMES, rows, "test")
    outcome = history.game.outcome(history.state)

    assert played.winners is not None
    assert outcome is not None
    assert sorted(outcome.winners) == list(played.winners)
    assert played.decisions
    assert replayed(GAMES, read_export(tmp_path / "g.jsonl"), "test").started.strengths == strengths


def test_the_same_seed_plays_the_same_game_and_another_another(journal: Journal) -> None:
    def rows(seed: int) -> Any:
        (played,) = islice(games_of("express", journal, seed, (Strength.BEGINNER,) * 2), 1)
        return journal_rows(journal, played.number)

    first = rows(5)
    assert rows(5) == first
    assert rows(6) != first


def test_the_next_seat_begins_the_next_game(journal: Journal) -> None:
    played = islice(games_of("cant-stop", journal, 1, (Strength.BEGINNER,) * 2), 2)

    assert [one.started.first for one in played] == [0, 1]


def test_a_player_that_fails_ends_it_with_a_sentence_instead_of_waiting(journal: Journal) -> None:
    def fails(position: Json, seat: int, open_to: object, chance: Random) -> Event | None:
        raise ZeroDivisionError

    bad = {"cant-stop": dict.fromkeys(Strength, fails)}
    with pytest.raises(SelfPlayError, match="no decision"):
        next(self_play(GAMES, "cant-stop", bad, REASONS, EACH, journal, 1))


def test_its_games_stand_on_record_by_name_and_level_and_in_no_statistics(tmp_path: Path, journal: Journal) -> None:
    list(islice(games_of("cant-stop", journal, 1, (Strength.BEGINNER,) * 2), 1))
    archive = Archive(GAMES, tmp_path / "journal.sqlite")

    assert archive.games()[0]["companion"] == ["beginner", "beginner"]
    assert archive.game(1)["companion"] == ["beginner", "beginner"]
    statistics = archive.statistics()
    assert (statistics["players"], statistics["busts"], statistics["dice"]["rolls"]) == ([], [], 0)


def test_the_export_of_a_game_that_goes_on_does_not_give_its_hand_away(journal: Journal) -> None:
    started = new_game(GAMES["rush-hour-shift"], ("Ann", "Companion"), {}, 0, strengths=("", "strong"))
    number = start_game(GAMES["rush-hour-shift"], started, journal)

    assert journal_rows(journal, number)[0][0]["seed"] == started.seed
    assert json.loads(export_lines(GAMES, journal, number)[0])["seed"] == 0


def test_the_command_says_who_won_and_keeps_the_games_where_it_is_told(tmp_path: Path) -> None:
    said = run_afresh("selfplay", "cant-stop", "--companion", "beginner", "--json", "--data", str(tmp_path))
    assert said.returncode == 0, said.stderr
    body = json.loads(said.stdout)

    assert (body["strengths"], body["winners"]) == (["beginner"], [0])
    assert len(Archive(GAMES, tmp_path / "journal.sqlite").games()) == 1


def test_a_table_that_is_killed_in_the_middle_of_its_turn_says_the_same_again(tmp_path: Path) -> None:
    def says(body: dict[str, Any]) -> list[str]:
        return [prompt["why"] for prompt in body["prompts"] if "why" in prompt]

    seated = ("--camera", "simulated", "--players", "Ann", "--companion", "strong", "--first", "1")
    running = Running(tmp_path, *seated)
    try:
        running.post("dice", version=running.get()["version"], values=[2, 3, 4, 6])
        said = says(running.until(lambda body: bool(says(body))))
        running.kill()
        running = Running(tmp_path, "--camera", "simulated")
        again = running.until(lambda body: bool(says(body)))
        assert says(again) == said
        (taken,) = again["prompts"][0]["options"]
        status, after = running.post("choose", version=again["version"], event=taken)
        assert status == 200
        assert after["position"]["runners"]
        assert after["seats"][1] == {"player": "Companion", "colour": "red", "claimed": False, "companion": "strong"}
        assert running.stop() == 0
    finally:
        running.kill()
