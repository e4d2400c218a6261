"""After a pulled plug people are asked to look at the board first, by one press."""

from __future__ import annotations

from companion.events import DiceRolled
from companion.games import GAMES
from companion.games.cant_stop.rules import SplitChosen
from companion.inputs import (
    BoardChecked,
    Button,
    ButtonPressed,
    DiceRead,
    DiceTyped,
    Tray,
    TrayState,
)
from companion.journal import Journal
from companion.start import new_game, start_game
from companion.table import Table


def cut_off(journal: Journal, *events: object) -> Table:
    number = start_game(GAMES["cant-stop"], new_game(GAMES["cant-stop"], ("Ann", "Bo"), {}, 0), journal)
    for event in events:
        journal.append(number, [event])  # type: ignore[list-item]
    table = Table(GAMES, journal, number)
    table.begin(cut_off=True)
    return table


def test_the_oled_says_how_the_board_should_look_and_roll_goes_on(journal: Journal) -> None:
    table = cut_off(journal, DiceRolled((1, 2, 3, 4)))
    screen = table.snapshot().screen
    assert screen.title == "Power was cut"
    assert screen.small[0] == "The board should be so:"
    assert screen.bottom.startswith("ROLL it is")

    assert not table.handle(ButtonPressed(Button.ROLL)).check_board


def test_the_menu_can_be_opened_first_to_correct_the_board(journal: Journal) -> None:
    table = cut_off(journal, DiceRolled((1, 2, 3, 4)))

    assert table.handle(ButtonPressed(Button.MENU)).screen.title == "Menu"
    assert table.handle(ButtonPressed(Button.STOP)).screen.title == "Power was cut"


def test_dice_that_are_read_meanwhile_count_only_after_the_press(journal: Journal) -> None:
    table = cut_off(journal, DiceRolled((1, 2, 3, 4)), SplitChosen((5, 5)))
    before = table.snapshot()
    assert before.awaited_roll is not None
    read = DiceRead(Tray(TrayState.READ, (2, 2, 3, 3)), before.awaited_roll[1])

    waiting = table.handle(read)
    assert (waiting.version, waiting.check_board, waiting.look) == (before.version, True, before.look)
    checked = table.handle(BoardChecked())
    assert (checked.version, checked.look) == (before.version, before.look + 1), "the camera looks once more"
    assert table.handle(read).version == before.version + 1


def test_whoever_plays_on_from_a_phone_has_looked(journal: Journal) -> None:
    table = cut_off(journal, DiceRolled((1, 2, 3, 4)))

    assert not table.handle(DiceTyped((1, 1, 2, 2), table.snapshot().version)).check_board


def test_a_game_that_has_not_begun_is_not_asked_about(journal: Journal) -> None:
    assert not cut_off(journal).snapshot().check_board
