"""Looking back: games on record in words, step by step, exported, and the way back within a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.archive import Archive
from companion.events import DiceRolled
from companion.games import GAMES
from companion.games.cant_stop.rules import SplitChosen, Stopped
from companion.inputs import DiceTyped, PhoneChose, RedoAsked, UndoAsked
from companion.journal import LOBBY, Journal
from companion.ports import Refused
from companion.records import BadRecord
from companion.start import lobby_start, new_game, start_game
from companion.table import Table


@pytest.fixture
def number(journal: Journal) -> int:
    """A game of two presses: a roll, and a split with its stop."""
    made = start_game(GAMES["cant-stop"], new_game(GAMES["cant-stop"], ("Ann", "Bo"), {}, 0), journal)
    journal.append(made, (DiceRolled((1, 3, 4, 6)),))
    journal.append(made, (SplitChosen((5, 9)), Stopped()), joined=True)
    return made


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(GAMES, tmp_path / "journal.sqlite")


def test_a_game_is_told_press_by_press(archive: Archive, number: int) -> None:
    told = archive.game(number)
    assert told["players"] == ["Ann", "Bo"]
    assert [move["moments"] for move in told["moves"]] == [1, 2, 4]
    assert told["moves"][1]["told"] == ["Ann rolled 1 3 4 6."]
    assert told["moves"][2]["told"][0] == "Ann: runner in 5 on space 1 and 9 on space 1."


def test_a_position_is_that_after_so_many_moments(archive: Archive, number: int) -> None:
    assert archive.position(number, 1)["tokens"] == [{}, {}]
    assert archive.position(number, 4)["tokens"] == [{"5": 1, "9": 1}, {}]
    with pytest.raises(BadRecord, match="moments from 1 to 4, not 5"):
        archive.position(number, 5)


def test_the_latest_game_stands_first_and_statistics_follow_the_table(
    archive: Archive, journal: Journal, number: int
) -> None:
    assert archive.statistics()["dice"]["rolls"] == 1
    journal.append(number, (DiceRolled((1, 1, 1, 1)),))
    assert archive.statistics()["dice"]["rolls"] == 2
    later = start_game(GAMES["express"], new_game(GAMES["express"], ("Cy",), {}, 0), journal)
    assert [game["number"] for game in archive.games()] == [later, number]


@pytest.mark.parametrize("missing", [99, 2**70, LOBBY])
def test_a_game_that_is_not_there_is_refused(archive: Archive, number: int, journal: Journal, missing: int) -> None:
    journal.append(LOBBY, (lobby_start(GAMES, journal),))
    for asked in (archive.game, archive.export):
        with pytest.raises(BadRecord, match=f"no game {missing}"):
            asked(missing)
    assert archive.export(number).count("\n") == 4


def test_going_back_takes_all_after_it_as_one_and_redo_brings_it_back_press_by_press(
    journal: Journal, number: int
) -> None:
    table = Table(GAMES, journal, number)
    table.handle(DiceTyped((1, 3, 4, 6), table.snapshot().version))
    version, moves = table.story()
    assert len(moves) == 4
    table.handle(UndoAsked(version, to=moves[1]["moments"]))
    assert table.snapshot().view.roll == (1, 3, 4, 6)
    assert table.snapshot().position["turn"] == 0
    table.handle(RedoAsked(table.snapshot().version))
    assert table.snapshot().position["tokens"] == [{"5": 1, "9": 1}, {}]
    table.handle(RedoAsked(table.snapshot().version))
    assert len(table.story()[1]) == 4


@pytest.mark.parametrize("to", [0, -1, 4, 99])
def test_there_is_no_way_back_to_what_was_not(journal: Journal, number: int, to: int) -> None:
    table = Table(GAMES, journal, number)
    with pytest.raises(Refused):
        table.handle(UndoAsked(table.snapshot().version, to=to))


def test_a_story_that_has_grown_old_takes_nothing_back(journal: Journal, number: int) -> None:
    table = Table(GAMES, journal, number)
    version, moves = table.story()
    table.handle(DiceTyped((1, 3, 4, 6), version))
    with pytest.raises(Refused, match="moved on"):
        table.handle(UndoAsked(version, to=moves[1]["moments"]))
    table.handle(PhoneChose({"event": "SplitChosen", "columns": [5, 9]}, table.snapshot().version))


def test_a_game_on_record_has_the_colours_of_its_pieces_and_the_players_keep_theirs(
    archive: Archive, journal: Journal
) -> None:
    begun = new_game(GAMES["rush-hour-shift"], ("Ann", "Bo"), {}, 0, ("green", "sky"))
    made = start_game(GAMES["rush-hour-shift"], begun, journal)

    assert archive.game(made)["colours"] == ["gold", "silver"]
    assert begun.colours == ("green", "sky")
