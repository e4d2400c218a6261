"""From frames to rolls: frames and time are brought by the tests, nothing waits."""

from dataclasses import replace

import numpy as np
import pytest

from companion.devices import DiceRead, Tray, TraySeen, TrayState
from companion.ports import Frame
from tests.vision.stage import CALM, awaiting, dice, seen, started, told
from vision.reading import DiceReading
from vision.tray_teller import NO_DICE, NOT_MOVED, NUDGED


def test_dice_thrown_for_an_awaited_roll_are_told_for_that_prompt() -> None:
    stage = started(awaiting(2, since=5))
    posted = stage.move(dice(6, 3))
    assert posted == [TraySeen(Tray(TrayState.MOVING)), DiceRead(Tray(TrayState.READ, (3, 6), (), 2), 5)]


def test_a_roll_is_told_once_however_long_the_dice_lie() -> None:
    stage = started(awaiting(2, since=5))
    stage.move(dice(6, 3))
    stage.watcher.show(awaiting(2, since=6))
    assert stage.rest() == []


def test_a_shadow_over_dice_that_were_told_is_no_new_roll() -> None:
    stage = started(awaiting(2, since=5))
    stage.move(dice(6, 3))
    stage.watcher.show(awaiting(2, since=6))
    assert told(stage.move(dice(6, 3))) == []


def test_a_hand_in_the_tray_is_shown_as_a_hand() -> None:
    stage = started(awaiting(2, since=5), dice(6, 3))
    before = len(stage.posted)
    image = np.full((*stage.size, 3), stage.grey, np.uint8)
    image[:, :20] = 200
    stage.watcher.step(Frame(image, stage.now_s + 0.1))
    assert seen(stage.posted[before:]) == [(TrayState.HAND, (), ())]


def test_a_hand_that_hides_a_told_die_for_a_while_makes_no_new_roll() -> None:
    stage = started(awaiting(2, since=5))
    stage.move(dice(6, 3))
    stage.watcher.show(awaiting(2, since=6))
    assert told(stage.move(dice(6)) + stage.move(dice(6, 3))) == []


def test_dice_thrown_again_are_a_new_roll_even_with_the_same_pips() -> None:
    stage = started(awaiting(2, since=5))
    stage.move(dice(6, 3))
    stage.watcher.show(awaiting(2, since=6))
    assert told(stage.move(dice(6, 3, x=30))) == [((3, 6), 6)]


def test_an_emptied_tray_is_told_as_empty() -> None:
    stage = started(CALM, dice(1, 2))
    assert seen(stage.move(DiceReading("empty"))) == [(TrayState.MOVING, (), ()), (TrayState.EMPTY, (), ())]


def test_too_few_dice_are_no_roll_and_the_sentence_says_how_many_are_needed() -> None:
    stage = started(awaiting(4, since=5))
    posted = stage.move(dice(1, 2, 3))
    assert told(posted) == []
    assert seen(posted)[-1] == (TrayState.UNSURE, (1, 2, 3), ("3 dice seen, 4 are thrown: is one outside the tray?",))


def test_an_unsure_reading_is_shown_with_its_reasons_and_its_sure_dice() -> None:
    stage = started(awaiting(2, since=5))
    posted = stage.move(DiceReading("unsure", dice(4).dice, ("two dice touch",)))
    assert told(posted) == []
    assert seen(posted)[-1] == (TrayState.UNSURE, (4,), ("two dice touch",))


def test_dice_thrown_while_no_roll_is_awaited_are_shown_and_wait_for_roll() -> None:
    stage = started(CALM)
    assert seen(stage.move(dice(2, 2)))[-1] == (TrayState.READ, (2, 2), ())
    stage.watcher.show(awaiting(2, since=9))
    assert stage.rest() == []
    assert told(stage.look(awaiting(2, since=9))) == [((2, 2), 9)]


def test_dice_that_lie_there_at_the_start_count_only_when_asked_for() -> None:
    stage = started(awaiting(2, since=5), dice(1, 5))
    assert told(stage.posted) == []
    assert told(stage.look(awaiting(2, since=5))) == [((1, 5), 5)]


def test_roll_on_dice_that_were_told_asks_to_throw_them() -> None:
    stage = started(awaiting(2, since=5))
    stage.move(dice(1, 5))
    posted = stage.look(awaiting(2, since=6))
    assert told(posted) == []
    assert seen(posted) == [(TrayState.READ, (1, 5), (NOT_MOVED,))]


def test_roll_on_an_empty_tray_asks_for_dice() -> None:
    stage = started(awaiting(2, since=5))
    assert seen(stage.look(awaiting(2, since=5))) == [(TrayState.EMPTY, (), (NO_DICE,))]


def test_roll_after_an_undo_tells_the_dice_that_lie_there_again() -> None:
    stage = started(awaiting(2, since=5))
    stage.move(dice(1, 5))
    undone = replace(awaiting(2, since=7), last_roll_undone=True)
    stage.watcher.show(undone)
    assert stage.rest() == []
    assert told(stage.look(undone)) == [((1, 5), 7)]


def test_roll_throws_where_nobody_can_pick_up_the_dice_and_tells_them_at_rest() -> None:
    stage = started(awaiting(2, since=5), thrower=True)
    assert seen(stage.look(awaiting(2, since=5))) == [(TrayState.MOVING, (), ()), (TrayState.EMPTY, (), ())]
    assert stage.thrown == [2]
    assert told(stage.move(dice(4, 4))) == [((4, 4), 5)]


def test_a_folder_with_one_photo_gives_a_roll_at_every_throw() -> None:
    stage = started(awaiting(2, since=5), dice(4, 4), thrower=True)
    assert told(stage.look(awaiting(2, since=5))) == [((4, 4), 5)]
    assert told(stage.look(awaiting(2, since=6), look=2)) == [((4, 4), 6)]
    assert stage.thrown == [2]


def test_roll_pressed_while_dice_tumble_waits_for_them_and_throws_none() -> None:
    stage = started(awaiting(2, since=5), thrower=True)
    stage.grey, stage.reading = 200, dice(3, 4)
    assert told(stage.look(awaiting(2, since=5))) == [((3, 4), 5)]
    assert stage.thrown == []


def test_roll_pressed_for_a_prompt_that_has_closed_throws_nothing() -> None:
    stage = started(awaiting(2, since=5), thrower=True)
    stage.look(CALM)
    stage.watcher.show(replace(awaiting(2, since=8), look=1))
    stage.rest()
    assert stage.thrown == []


def test_a_photo_of_another_size_is_motion() -> None:
    stage = started(awaiting(2, since=5))
    stage.size = (90, 70)
    stage.reading = dice(2, 6)
    assert told(stage.rest()) == [((2, 6), 5)]


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (1, "1 die seen, 5 are thrown: are some outside the tray?"),
        (4, "4 dice seen, 5 are thrown: is one outside the tray?"),
        (6, "6 dice seen, 5 are thrown: take out what does not belong to the roll."),
    ],
)
def test_a_throw_of_five_with_a_die_too_few_or_too_many_is_unsure_and_says_the_count(count: int, said: str) -> None:
    stage = started(awaiting(5, since=5))
    posted = stage.move(dice(*(2,) * count))
    assert told(posted) == []
    assert seen(posted)[-1] == (TrayState.UNSURE, (2,) * count, (said,))


def test_exactly_five_dice_are_a_throw_of_five() -> None:
    stage = started(awaiting(5, since=5))
    assert told(stage.move(dice(1, 2, 3, 4, 5))) == [((1, 2, 3, 4, 5), 5)]


def test_a_die_nudged_after_its_roll_was_told_is_a_notice_and_the_roll_stands() -> None:
    stage = started(awaiting(2, since=5))
    stage.move(dice(6, 3))
    stage.watcher.show(awaiting(2, since=6))
    nudged = DiceReading("read", (dice(6).dice[0], dice(5, x=200).dice[0]))
    posted = stage.move(nudged)
    assert told(posted) == []
    (shown,) = [i.tray for i in posted if isinstance(i, TraySeen) and i.tray.state is TrayState.READ]
    assert (shown.values, shown.notice) == ((5, 6), NUDGED)
    assert told(stage.move(dice(1, 2, x=40))) == [((1, 2), 6)]
    shown_last = stage.posted[-1]
    assert isinstance(shown_last, DiceRead)
    assert shown_last.tray.notice == ""


def test_a_die_that_leant_and_was_laid_flat_makes_the_roll_whole() -> None:
    stage = started(awaiting(2, since=5))
    stage.move(DiceReading("unsure", dice(4).dice, ("one die leans on the wall",), unread=1))
    assert told(stage.move(dice(4, 2))) == [((2, 4), 5)]


def test_a_die_too_many_that_is_taken_out_leaves_a_roll() -> None:
    stage = started(awaiting(2, since=5))
    assert told(stage.move(dice(4, 2, 1))) == []
    assert told(stage.move(dice(4, 2))) == [((2, 4), 5)]


def test_a_late_die_is_waited_for_without_a_word() -> None:
    stage = started(awaiting(2, since=5))
    stage.grey, stage.reading = 200, dice(4)
    before = len(stage.posted)
    for _ in range(7):
        stage.now_s += 0.1
        stage.watcher.step(stage.frame())
    assert seen(stage.posted[before:]) == [(TrayState.MOVING, (), ())]
    assert told(stage.move(dice(4, 2))) == [((2, 4), 5)]


def test_a_hand_that_rests_over_told_dice_is_no_doubt_about_them() -> None:
    stage = started(awaiting(2, since=5))
    stage.move(dice(6, 3))
    stage.watcher.show(awaiting(2, since=6))
    stage.reading = DiceReading("unsure", dice(6).dice, ("one die is covered in part",), unread=1)
    before = len(stage.posted)
    image = np.full((*stage.size, 3), stage.grey, np.uint8)
    image[:, :20] = 100
    for _ in range(20):
        stage.now_s += 0.1
        stage.watcher.step(Frame(image, stage.now_s))
    assert seen(stage.posted[before:]) == [(TrayState.HAND, (), ())]
    stage.reading = dice(6, 3)
    assert seen(stage.rest()) == [(TrayState.READ, (3, 6), ())]
