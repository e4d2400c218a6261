"""What the table remembers of a reading that people put right."""

import pytest

from companion.devices import DiceRead, Tray, TraySeen, TrayState
from companion.games import GAMES
from companion.inputs import DiceTyped
from companion.journal import Journal
from companion.snapshot import Said
from companion.start import new_game
from companion.table import Table
from tests.companion.at_box import Player


@pytest.fixture
def table(journal: Journal) -> Table:
    number, _ = journal.start(new_game(GAMES["cant-stop"], ("Ann", "Bo"), {}, 0))
    return Table(GAMES, journal, number)


def read(table: Table, *pips: int, picture: int = 3) -> None:
    awaited = table.snapshot().awaited_roll
    assert awaited
    table.handle(DiceRead(Tray(TrayState.READ, pips, (), picture), awaited[1]))


def say(table: Table, *values: int, picture: int = 0) -> Said | None:
    return table.handle(DiceTyped(values, table.snapshot().version, picture)).said


def test_a_corrected_roll_names_the_picture_in_which_it_was_read_wrongly(table: Table) -> None:
    read(table, 2, 3, 4, 6)
    said = say(table, 2, 3, 4, 5)
    assert said == Said(table.snapshot().version, 3, (2, 3, 4, 5))
    assert (table.snapshot().tray.values, table.snapshot().tray.picture) == ((2, 3, 4, 5), 0)


def test_a_roll_corrected_twice_is_still_of_that_picture(table: Table) -> None:
    read(table, 2, 3, 4, 6)
    say(table, 2, 3, 4, 5)
    said = say(table, 1, 3, 4, 5)
    assert said is not None
    assert (said.picture, said.values) == (3, (1, 3, 4, 5))


def test_dice_typed_in_for_an_unsure_reading_name_its_picture(table: Table) -> None:
    table.handle(TraySeen(Tray(TrayState.UNSURE, (2, 3), ("one die leans",), 5)))
    said = say(table, 6, 3, 4, 2)
    assert said is not None
    assert (said.picture, said.values) == (5, (2, 3, 4, 6))
    assert table.snapshot().tray.state is TrayState.READ


def test_a_roll_typed_in_beside_dice_of_the_roll_before_is_no_misread(table: Table) -> None:
    table.handle(TraySeen(Tray(TrayState.READ, (2, 3, 4, 6), (), 3)))
    assert say(table, 1, 1, 5, 5) is None


def test_a_roll_read_from_a_photo_names_the_photo(table: Table) -> None:
    said = say(table, 1, 1, 5, 5, picture=9)
    assert said is not None
    assert said.picture == 9


def test_the_oled_says_while_dice_are_waited_for_that_the_camera_was_moved(table: Table) -> None:
    player = Player(table)
    notice = "The camera or the tray was moved: put it back, or calibrate again."
    screen = player.seen(Tray(TrayState.EMPTY, notice=notice)).screen
    assert " ".join(screen.text or screen.small) == notice
    assert player.seen(Tray(TrayState.EMPTY)).screen.text == ("Throw 4 dice",)


def test_the_oled_says_what_the_tray_does_while_dice_are_waited_for(table: Table) -> None:
    player = Player(table)
    assert player.seen(Tray(TrayState.MOVING)).screen.text[0] == "The dice roll..."
    assert player.seen(Tray(TrayState.HAND)).screen.text[0] == "A hand is there..."
    not_moved = player.seen(Tray(TrayState.READ, (1, 2, 3, 4), ("They have not moved: throw them.",)))
    assert " ".join(not_moved.screen.text) == "They have not moved: throw them."
