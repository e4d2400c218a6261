"""Dice told by hand: where the camera is unsure, and where a roll is put right."""

from __future__ import annotations

from companion.devices import Tray, TrayState
from tests.companion.at_box import UNSURE, Player


def test_unsure_dice_are_told_by_hand_with_the_sure_ones_filled_in(at_table: Player) -> None:
    asked = at_table.seen(UNSURE)
    assert (asked.screen.dice, asked.screen.die_at) == ((3, 4, 5, None), 3)
    assert at_table.press("roll+", "roll+").screen.dice == (3, 4, 5, 2)
    assert at_table.snapshot.screen.bottom.startswith("ROLL accept")

    assert at_table.press("roll").position["pips"] == [2, 3, 4, 5]
    assert at_table.snapshot.tray.state is TrayState.READ


def test_stop_looks_again_and_dice_by_hand_do_not_come_back_for_the_same_reading(at_table: Player) -> None:
    at_table.seen(UNSURE)
    looked = at_table.press("stop")
    assert looked.look == 1
    assert looked.screen.title == "unsure"
    assert at_table.seen(UNSURE).screen.die_at is None

    at_table.seen(Tray(TrayState.MOVING))
    assert at_table.seen(UNSURE).screen.die_at == 3


def test_dice_by_hand_close_when_the_camera_reads_after_all(at_table: Player) -> None:
    at_table.seen(UNSURE)
    read = at_table.throw(3, 4, 5, 6)

    assert read.position["pips"] == [3, 4, 5, 6]
    assert read.screen.die_at is None


def test_too_many_dice_are_not_asked_for_by_hand(at_table: Player) -> None:
    seen = at_table.seen(Tray(TrayState.UNSURE, (1, 2, 3, 4, 5), ("5 dice seen, 4 are thrown: take one out.",)))

    assert seen.screen.dice == ()
    assert " ".join(seen.screen.text) == "5 dice seen, 4 are thrown: take one out."


def test_the_last_roll_is_corrected_from_the_menu(at_table: Player) -> None:
    at_table.throw(1, 2, 3, 5)
    at_table.press("menu", "roll", "choose")
    assert at_table.snapshot.screen.dice == (2, 2, 3, 5)

    assert at_table.press("roll", "roll", "roll", "roll").position["pips"] == [2, 2, 3, 5]


def test_a_roll_can_be_corrected_until_somebody_answers_it(at_table: Player) -> None:
    assert not at_table.snapshot.can_correct_roll
    assert at_table.throw(1, 2, 3, 5).can_correct_roll
    assert not at_table.press("roll").can_correct_roll


def test_an_unknown_die_is_not_skipped(at_table: Player) -> None:
    at_table.press("menu", "roll", "roll", "roll", "roll", "roll")

    assert at_table.snapshot.screen.dice == (None,) * 4
    assert at_table.snapshot.screen.die_at == 0


def test_dice_that_somebody_tells_are_not_lost_when_the_tray_moves(at_table: Player) -> None:
    at_table.press("menu", "roll", "choose", "choose")
    at_table.seen(Tray(TrayState.MOVING))
    assert at_table.seen(UNSURE).screen.dice == (2, None, None, None)

    assert at_table.throw(1, 2, 3, 4).screen.die_at is None
