"""What might have been: a copy goes on from any moment, its original is not touched, and there is a way back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.archive import Archive
from companion.events import DiceRolled
from companion.games import GAMES
from companion.games.cant_stop.rules import SplitChosen, Stopped
from companion.games.express.rules import SelectionMade
from companion.inputs import BackAsked, DiceTyped, LobbyAsked, PhoneChose, PlayAgainAsked, WhatIfAsked
from companion.journal import Journal
from companion.ports import Refused
from companion.records import export_lines, journal_rows
from companion.start import lobby_start, new_game, start_game
from companion.table import Table
from tests.companion.at_box import Player, choose
from tests.companion.test_courses import put_on_record

GAME = GAMES["cant-stop"]


@pytest.fixture
def over(journal: Journal) -> int:
    """A game that is over, of seven moments."""
    return put_on_record(journal)


@pytest.fixture
def table(journal: Journal, over: int) -> Table:
    """On it lies another game, in which Cy has climbed and stopped."""
    number = start_game(GAME, new_game(GAME, ("Cy", "Di"), {}, 0), journal)
    journal.append(number, (DiceRolled((1, 3, 4, 6)),))
    journal.append(number, (SplitChosen((5, 9)), Stopped()), joined=True)
    return Table(GAMES, journal, number)


def branch(table: Table, number: int, moments: int, confirm: bool = True) -> None:
    table.handle(WhatIfAsked(number, moments, table.snapshot().version, confirm))


def position(table: Table) -> Any:
    return table.snapshot().position


def test_a_copy_goes_on_from_the_moment_and_the_original_stays_as_it_was(
    table: Table, over: int, journal: Journal
) -> None:
    before = journal_rows(journal, over)
    branch(table, over, 3)
    assert position(table)["players"] == ["Ann", "Bo"]
    assert table.snapshot().notice == "Put the pieces on the board as they are shown here."
    assert position(table)["runners"] == {"4": 5, "5": 8}
    table.handle(DiceTyped((1, 1, 3, 4), table.snapshot().version))
    table.handle(PhoneChose({"event": "SplitChosen", "columns": [2]}, table.snapshot().version))
    table.handle(PhoneChose({"event": "Stopped"}, table.snapshot().version))

    assert table.snapshot().winners == (0,)
    assert journal_rows(journal, over) == before


def test_the_game_that_waits_is_taken_up_again_as_it_lay(table: Table, over: int) -> None:
    waits = table.snapshot()
    branch(table, over, 1)
    assert table.snapshot().apart["what_if"] == {"game": over, "moments": 1, "back_to": waits.number}
    branch(table, over, 2)
    assert table.snapshot().apart["what_if"]["back_to"] == waits.number
    table.handle(BackAsked(table.snapshot().version))

    assert (table.snapshot().number, position(table)) == (waits.number, waits.position)
    assert table.snapshot().can_undo


def test_the_way_back_is_there_after_a_cut_of_power_too(table: Table, over: int, journal: Journal) -> None:
    from companion.cli.taking_up import unfinished

    waits = table.snapshot().number
    branch(table, over, 1)
    left = journal.newest()
    assert left is not None
    again = Table(GAMES, journal, left)
    again.handle(BackAsked(again.snapshot().version))

    found = unfinished(journal)
    assert found is not None
    assert found[0] == waits


def test_it_asks_before_it_sets_an_unfinished_game_aside(table: Table, over: int) -> None:
    with pytest.raises(Refused, match="confirm that it is to be set aside"):
        branch(table, over, 1, confirm=False)


@pytest.mark.parametrize(
    ("number", "moments", "why"),
    [(1, 7, "over there"), (1, 8, "from 1 to 7, not 8"), (1, 0, "from 1 to 7, not 0"), (9, 1, "no game 9")],
)
def test_what_cannot_go_on_is_refused_and_nothing_changes(table: Table, number: int, moments: int, why: str) -> None:
    before = table.snapshot().version
    with pytest.raises(Refused, match=why):
        branch(table, number, moments)
    assert table.snapshot().version == before


def test_there_is_no_way_back_from_a_game_of_the_evening(table: Table) -> None:
    with pytest.raises(Refused, match="no game to come back to"):
        table.handle(BackAsked(table.snapshot().version))


def test_what_might_have_been_is_in_no_statistics_and_pushes_no_game_out_of_the_lobby(
    table: Table, over: int, journal: Journal, tmp_path: Path
) -> None:
    archive = Archive(GAMES, tmp_path / "journal.sqlite")
    waits, before = table.snapshot().number, archive.statistics()
    for moments in (1, 2, 3, 4):
        branch(table, over, moments)
    lobby = lobby_start(GAMES, journal).position

    assert archive.statistics() == before
    assert archive.games()[0]["apart"]["what_if"]["moments"] == 4
    assert [one["number"] for one in lobby["unfinished"]] == [waits]
    assert lobby["last"]["players"] == ["Cy", "Di"]


def test_a_copy_that_is_over_begins_again_where_it_began(table: Table, over: int) -> None:
    branch(table, over, 6)
    table.handle(PhoneChose({"event": "Stopped"}, table.snapshot().version))
    table.handle(PlayAgainAsked(table.snapshot().version))
    assert position(table)["runners"] == {"6": 10, "12": 3}
    table.handle(LobbyAsked(table.snapshot().version))


def test_a_copy_gives_nothing_away_of_a_game_whose_tiles_lie_face_down(journal: Journal) -> None:
    game = GAMES["highway"]
    number = start_game(game, new_game(game, ("Ann", "Bo"), {}, 0), journal)
    table = Table(GAMES, journal, number)
    with pytest.raises(Refused, match="give away what lies face down"):
        branch(table, number, 2)
    assert '"face": "' not in "".join(export_lines(GAMES, journal, number))


def test_the_box_alone_leads_back_too(table: Table, over: int) -> None:
    waits = table.snapshot().number
    branch(table, over, 1)
    player = Player(table)
    player.press("menu")
    assert choose(player, "Back to the game").number == waits


def test_what_others_chose_in_secret_is_in_no_copy_of_a_game_that_goes_on(journal: Journal) -> None:
    game = GAMES["express"]
    number = start_game(game, new_game(game, ("Ann", "Bo"), {}, 0), journal)
    journal.append(number, (DiceRolled((1, 1, 2, 6, 6)),))
    journal.append(number, (SelectionMade(0, (2, 12), 2),))
    table = Table(GAMES, journal, number)
    with pytest.raises(Refused, match="give away"):
        branch(table, number, 3)
    branch(table, number, 2)
