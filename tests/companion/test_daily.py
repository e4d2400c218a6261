"""The day's solitaire: the same for all on a date, another one the next day; the first try counts, and stays."""

from __future__ import annotations

import json
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from companion.advisor import COURSES
from companion.archive import Archive
from companion.cli import main
from companion.dailies import Dailies
from companion.daily import day_start, offered, today
from companion.games import GAMES
from companion.games.cant_stop.rules import SplitChosen
from companion.inputs import DailyAsked, DiceTyped, LobbyAsked, PhoneChose, PlayAgainAsked
from companion.journal import LOBBY, Journal
from companion.ports import Refused
from companion.start import lobby_start
from companion.table import Table
from tests.companion.at_box import choose, in_lobby

DAY, NEXT = "2026-11-30", "2026-12-01"


@pytest.fixture
def table(journal: Journal) -> Table:
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    return Table(GAMES, journal, LOBBY)


def play(table: Table, player: str, game: str = "cant-stop", day: str = DAY, confirm: bool = True) -> None:
    table.handle(DailyAsked(game, player, table.snapshot().version, confirm, day))


def win(table: Table, wasted: int = 0) -> None:
    """In one turn more than are wasted, by putting the board right."""
    for _ in range(wasted):
        table.handle(DiceTyped((1, 1, 3, 4), table.snapshot().version))
        choices = [one for one in table.snapshot().prompts if one.prompt.kind == "Choose"]
        event = choices[0].prompt.options[0]  # type: ignore[union-attr]
        assert isinstance(event, SplitChosen)
        table.handle(PhoneChose({"event": "SplitChosen", "columns": list(event.columns)}, table.snapshot().version))
        table.handle(PhoneChose({"event": "Stopped"}, table.snapshot().version))
    from companion.inputs import PositionTyped

    tokens = {"tokens": [{"2": 3, "3": 5, "12": 2}]}
    table.handle(PositionTyped({**table.snapshot().position, **tokens}, table.snapshot().version))
    table.handle(DiceTyped((6, 6, 5, 5), table.snapshot().version))
    table.handle(PhoneChose({"event": "SplitChosen", "columns": [10, 12]}, table.snapshot().version))
    table.handle(PhoneChose({"event": "Stopped"}, table.snapshot().version))
    assert table.snapshot().winners is not None


def dailies(tmp_path: Path, day: str = DAY) -> Dailies:
    return Dailies(GAMES, tmp_path / "journal.sqlite", COURSES, lambda: day)


def results(told: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["name"], one["result"]) for one in told["games"][0]["results"]]


def test_a_date_has_the_position_that_it_has_on_every_box() -> None:
    assert day_start(GAMES, "cant-stop", "Ann", DAY).position["tokens"] == [{"3": 1, "4": 1, "8": 3, "10": 3}]
    sheet = {"pairs": {"6": 3, "7": 2, "8": 1}, "fifth": {"2": 1, "3": 1, "4": 1}, "out": False}
    assert day_start(GAMES, "express", "Bo", DAY).position["sheets"] == [sheet]


@pytest.mark.parametrize("game", offered(GAMES), ids=lambda game: game.name)
def test_no_day_is_like_the_one_before_and_each_can_be_played(game: Any) -> None:
    days = [(date(2026, 1, 1) + timedelta(n)).isoformat() for n in range(366)]
    found = [day_start(GAMES, game.name, "Ann", day).position for day in days]
    assert all(game.prompts(game.from_position(one)) for one in found)
    assert all(one != other for one, other in pairwise(found))


def test_the_par_is_what_the_advisor_needs_from_there(tmp_path: Path, table: Table) -> None:
    told = dailies(tmp_path).today()["games"]
    assert [one["game"] for one in told] == ["cant-stop", "express"]
    assert told[0]["par"] == "5.4 turns"
    assert told[1]["par"] == "40 points"


def test_the_first_try_counts_and_later_ones_are_practice(tmp_path: Path, table: Table) -> None:
    play(table, "Ann")
    assert table.snapshot().apart == {"daily": DAY}
    win(table, wasted=1)
    table.handle(PlayAgainAsked(table.snapshot().version))
    assert table.snapshot().position["tokens"] == [{"3": 1, "4": 1, "8": 3, "10": 3}]
    win(table)
    play(table, "Bo")
    win(table)

    assert results(dailies(tmp_path).today()) == [("Bo", "1 turn"), ("Ann", "2 turns")]


def test_ann_written_otherwise_is_ann(tmp_path: Path, table: Table) -> None:
    for name, wasted in (("Ann", 1), ("ANN", 0), ("ann", 0)):
        play(table, name)
        win(table, wasted)

    assert results(told := dailies(tmp_path).today()) == [("Ann", "2 turns")]
    assert told["names"] == ["ann"], "as it was written last"


def test_a_first_try_that_was_left_goes_on_where_it_was(table: Table) -> None:
    play(table, "Ann")
    begun = table.snapshot().number
    table.handle(DiceTyped((1, 3, 4, 6), table.snapshot().version))
    with pytest.raises(Refused, match="lies on the table already"):
        play(table, "Ann")
    play(table, "Bo")
    assert table.snapshot().number != begun
    play(table, "Ann")

    assert table.snapshot().number == begun
    assert table.snapshot().view.roll == (1, 3, 4, 6)


def test_another_day_is_another_try_and_the_days_before_are_listed(tmp_path: Path, table: Table) -> None:
    play(table, "Ann")
    win(table)
    play(table, "Ann", day=NEXT)
    assert table.snapshot().winners is None
    win(table)
    told = dailies(tmp_path, NEXT).today()

    assert results(told) == [("Ann", "1 turn")]
    assert [(one["day"], one["game"], one["results"]) for one in told["before"]] == [
        (DAY, "cant-stop", [{"name": "Ann", "result": "1 turn"}])
    ]


def test_results_outlive_a_cut_of_power_for_they_are_the_games_themselves(
    tmp_path: Path, table: Table, journal: Journal
) -> None:
    play(table, "Ann")
    win(table)
    journal._db.execute("PRAGMA wal_checkpoint")
    copy = tmp_path / "another box"
    copy.mkdir()
    (copy / "journal.sqlite").write_bytes((tmp_path / "journal.sqlite").read_bytes())

    assert results(dailies(copy).today()) == [("Ann", "1 turn")]


def test_a_game_that_lies_unfinished_is_set_aside_only_by_somebody_who_says_so(table: Table) -> None:
    play(table, "Ann")
    with pytest.raises(Refused, match="confirm"):
        play(table, "Bo", confirm=False)


@pytest.mark.parametrize(("game", "player", "why"), [("highway", "Ann", "no solitaire"), ("cant-stop", " ", "name")])
def test_what_cannot_be_is_refused(table: Table, game: str, player: str, why: str) -> None:
    before = table.snapshot().version
    with pytest.raises(Refused, match=why):
        play(table, player, game)
    assert table.snapshot().version == before


def test_a_solitaire_is_in_no_statistics_but_the_lobby_goes_on_with_it(
    tmp_path: Path, table: Table, journal: Journal
) -> None:
    play(table, "Ann")
    number = table.snapshot().number
    table.handle(LobbyAsked(table.snapshot().version))

    assert Archive(GAMES, tmp_path / "journal.sqlite").statistics()["players"] == []
    assert [one["number"] for one in table.snapshot().position["unfinished"]] == [number]
    assert table.snapshot().position["last"] is None


def test_the_box_alone_begins_it_for_a_name_that_has_joined(journal: Journal) -> None:
    player = in_lobby(journal)
    player.table.handle(PhoneChose({"event": "GamePicked", "game": "express"}, player.snapshot.version))
    player.table.handle(PhoneChose({"event": "PlayerJoined", "name": "Ann", "colour": ""}, player.snapshot.version))
    player.press("menu")
    begun = choose(player, "Solitaire of the day", "Can't Stop", "Ann")

    assert (begun.game, begun.position["players"]) == ("cant-stop", ["Ann"])
    assert list(begun.apart) == ["daily"]


def test_the_box_where_nobody_is_known_offers_colours(journal: Journal) -> None:
    player = in_lobby(journal)
    player.press("menu")
    assert choose(player, "Solitaire of the day", "Can't Stop").screen.entries[:2] == ("Blue", "Red")


def test_the_command_line_says_it_and_leaves_no_journal_behind(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "nobody has played here"
    assert main(["daily", "--data", str(folder)], lambda asked: 0) == 0
    assert main(["daily", "--json", "--data", str(folder)], lambda asked: 0) == 0
    words, more, first, second = capsys.readouterr().out.splitlines()

    assert words.startswith(today())
    assert ("cant-stop" in words, "express" in more) == (True, True)
    assert [json.loads(line)["game"] for line in (first, second)] == ["cant-stop", "express"]
    assert not folder.exists()


def test_the_command_line_has_the_results_on_record(
    tmp_path: Path, table: Table, capsys: pytest.CaptureFixture[str]
) -> None:
    play(table, "Ann", day=today())
    win(table)
    main(["daily", "--data", str(tmp_path)], lambda asked: 0)
    assert "Ann 1 turn" in capsys.readouterr().out.splitlines()[0]
