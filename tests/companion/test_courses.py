"""The courses of games on record: thought once, kept over a restart, told in words; a game without one says so."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.advisor import COURSES
from companion.course import Step
from companion.courses import Courses
from companion.events import DiceRolled, Event, GameStarted
from companion.games import GAMES
from companion.games.cant_stop.rules import SplitChosen, Stopped
from companion.journal import Journal
from companion.records import BadRecord
from companion.search import SearchFailedError
from companion.start import new_game, start_game

PATIENCE_S = 60.0

GAME = GAMES["cant-stop"]
OPENING = {
    "game": "cant-stop",
    "players": ["Ann", "Bo"],
    "tokens": [
        {"3": 5, "11": 5, "2": 2, "4": 4, "5": 7, "6": 9, "7": 11, "9": 7},
        {"8": 11, "10": 7, "2": 2, "4": 5, "5": 7, "6": 9, "7": 11, "9": 7, "12": 2},
    ],
}
"""Either needs one column more, and few spaces are left: the advisor is through with it in no time."""
PLAYED = (
    DiceRolled((1, 1, 3, 4)),
    SplitChosen((4, 5)),
    Stopped(),
    DiceRolled((6, 6, 3, 3)),
    SplitChosen((6, 12)),
    Stopped(),
)
"""Ann rolls what she needs and does not take it; Bo wins."""


def put_on_record(journal: Journal, players: tuple[str, ...] = ("Ann", "Bo")) -> int:
    """The whole game, of seven moments."""
    made = journal.start(GameStarted("cant-stop", players, {}, 0, {**OPENING, "players": list(players)}))[0]
    for event in PLAYED:
        journal.append(made, (event,))
    return made


@pytest.fixture
def number(journal: Journal) -> int:
    return put_on_record(journal)


class Counted:
    """The real weigher, which counts the games that it goes through."""

    def __init__(self) -> None:
        self.games = 0
        self.weigher = replace(COURSES["cant-stop"], weigh=self.weigh)

    def weigh(self, moments: Sequence[tuple[Any, Event]]) -> Iterator[Step]:
        self.games += 1
        return COURSES["cant-stop"].weigh(moments)


@pytest.fixture
def counted() -> Counted:
    return Counted()


def courses(folder: Path, counted: Counted) -> Courses:
    weighers = {"cant-stop": counted.weigher}
    return Courses(GAMES, folder / "journal.sqlite", folder / "courses", weighers)


def whole(asked: Courses, number: int) -> dict[str, Any]:
    known = 0
    while (found := asked.course(number, known, PATIENCE_S))["searching"]:
        known = len(found["worths"])
    return found


def test_a_game_is_told_with_its_mistakes_and_its_luck_by_name(tmp_path: Path, counted: Counted, number: int) -> None:
    found = whole(courses(tmp_path, counted), number)

    assert (found["unit"], found["of"], len(found["worths"])) == ("win", 7, 7)
    assert found["worths"][-1] == [0, 1]
    stopped, took = found["mistakes"][:2]
    assert (stopped["moments"], stopped["seat"]) == (4, 0)
    assert stopped["told"].startswith("Ann stopped (")
    assert "rolling on was better" in stopped["told"]
    assert took["told"].startswith("Ann chose 4 + 5 (")
    assert "2 + 7 was better (100 %)" in took["told"]
    assert found["luckiest"][0]["told"].startswith("Ann rolled 1 1 3 4: ")
    assert [one["end"] for one in found["sums"]] == ["0 %", "100 %"]


def test_a_course_is_thought_once_and_kept_over_a_restart(tmp_path: Path, counted: Counted, number: int) -> None:
    first = whole(courses(tmp_path, counted), number)
    assert whole(courses(tmp_path, counted), number) == first
    assert counted.games == 1


@pytest.mark.parametrize("written", ["", "{}", '{"key": "another game"}', None])
def test_what_was_kept_and_is_of_no_use_is_thought_anew(
    tmp_path: Path, counted: Counted, number: int, written: str | None
) -> None:
    first = whole(courses(tmp_path, counted), number)
    kept = tmp_path / "courses" / f"game-{number}.json"
    if written is None:
        body = json.loads(kept.read_text())
        written = json.dumps({**body, "steps": [*body["steps"][:-1], {"worth": "much"}]})
    kept.write_text(written)
    assert whole(courses(tmp_path, counted), number) == first
    assert counted.games == 2


def test_a_folder_that_cannot_be_written_costs_only_the_next_thought(
    tmp_path: Path, counted: Counted, number: int, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "courses").write_text("a file in the place of the folder")
    assert len(whole(courses(tmp_path, counted), number)["worths"]) == 7
    assert "cannot be written" in caplog.text


def test_a_game_that_goes_on_is_not_told(tmp_path: Path, counted: Counted, journal: Journal) -> None:
    number = start_game(GAME, new_game(GAME, ("Ann", "Bo"), {}, 0), journal)
    found = courses(tmp_path, counted).course(number, 0, PATIENCE_S)
    assert (found["unit"], found["worths"]) == (None, [])
    assert found["why"] == "How it went is told once the game is over."


def test_a_game_that_no_advisor_knows_says_so(tmp_path: Path, counted: Counted, journal: Journal) -> None:
    game = GAMES["rush-hour-shift"]
    number = start_game(game, new_game(game, ("Ann", "Bo"), {}, 0), journal)
    found = courses(tmp_path, counted).course(number, 0, PATIENCE_S)
    assert found["unit"] is None
    assert found["why"].startswith("There is no plot of this game")


def test_a_game_that_is_not_there_is_refused(tmp_path: Path, counted: Counted, number: int) -> None:
    with pytest.raises(BadRecord, match="no game 99"):
        courses(tmp_path, counted).course(99, 0, PATIENCE_S)


def test_a_fault_is_said_and_the_next_question_is_thought_anew(tmp_path: Path, counted: Counted, number: int) -> None:
    asked = courses(tmp_path, counted)
    counted.weigher = replace(counted.weigher, weigh=counted.weigh)
    faults: list[Exception] = [ZeroDivisionError()]

    def weigh(moments: Sequence[tuple[Any, Event]]) -> Iterator[Step]:
        if faults:
            raise faults.pop()
        return counted.weigh(moments)

    asked = Courses(
        GAMES, tmp_path / "journal.sqlite", tmp_path / "courses", {"cant-stop": replace(counted.weigher, weigh=weigh)}
    )
    with pytest.raises(SearchFailedError):
        asked.course(number, 0, PATIENCE_S)
    assert len(whole(asked, number)["worths"]) == 7
