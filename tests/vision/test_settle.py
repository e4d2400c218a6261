"""When dice count as rolled."""

from vision.reading import DiceReading, Die
from vision.settle import MOTION, STILL_S, Settled, SettleDetector, unmoved


def die(value: int, x: float = 100.0) -> Die:
    return Die(value, 0.99, (x, 100.0), ((x - 20, 80), (x + 20, 80), (x + 20, 120), (x - 20, 120)))


def rested() -> SettleDetector:
    settle = SettleDetector()
    settle.feed(0.0, 0.0)
    settle.feed(0.0, STILL_S)
    return settle


def test_the_tray_is_still_once_nothing_has_changed_for_half_a_second() -> None:
    settle = SettleDetector()
    states = [settle.feed(motion, now) for motion, now in ((0.2, 0.0), (0.0, 0.1), (0.0, 0.49), (0.0, 0.5))]
    assert states == [Settled.MOVING, Settled.MOVING, Settled.MOVING, Settled.STILL]


def test_any_motion_starts_the_wait_anew() -> None:
    settle = rested()
    assert settle.feed(MOTION, 1.0) is Settled.MOVING
    assert settle.feed(0.0, 1.4) is Settled.MOVING
    assert settle.feed(MOTION, 1.45) is Settled.MOVING
    assert settle.feed(0.0, 1.9) is Settled.MOVING
    assert settle.feed(0.0, 1.95) is Settled.STILL


def test_the_noise_of_a_sensor_is_no_motion() -> None:
    assert rested().feed(MOTION / 2, 1.0) is Settled.STILL


def test_motion_counts_for_the_roll_awaited_while_it_was_seen() -> None:
    settle = rested()
    settle.feed(0.1, 1.0, awaited=7)
    settle.feed(0.0, 2.0, awaited=9)
    assert settle.moved_for == 7


def test_motion_while_no_roll_is_awaited_counts_for_none() -> None:
    settle = rested()
    settle.feed(0.1, 1.0, awaited=None)
    assert settle.moved_for is None


def test_what_moves_while_the_tray_comes_into_view_was_not_thrown() -> None:
    settle = SettleDetector()
    settle.feed(0.1, 0.0, awaited=7)
    assert settle.moved_for is None


def test_a_told_roll_needs_new_motion_to_be_another() -> None:
    settle = rested()
    settle.feed(0.1, 1.0, awaited=7)
    settle.told()
    assert settle.moved_for is None
    settle.feed(0.1, 3.0, awaited=7)
    assert settle.moved_for == 7


def test_an_unseen_throw_counts_like_a_seen_one() -> None:
    settle = rested()
    settle.disturb(1.0, 7)
    assert (settle.state, settle.moved_for) == (Settled.MOVING, 7)


def test_dice_that_lie_where_they_lay_have_not_moved() -> None:
    before = DiceReading("read", (die(3), die(5, 200.0)))
    assert unmoved(before, DiceReading("read", (die(5, 203.0), die(3, 98.0))))
    assert unmoved(before, DiceReading("read", (die(3),)))


def test_a_die_that_strayed_or_shows_other_pips_has_moved() -> None:
    before = DiceReading("read", (die(3),))
    assert not unmoved(before, DiceReading("read", (die(3, 115.0),)))
    assert not unmoved(before, DiceReading("read", (die(4),)))
    assert not unmoved(before, DiceReading("read", (die(3), die(3, 200.0))))


def test_an_empty_tray_holds_no_dice_that_could_lie_as_before() -> None:
    assert not unmoved(DiceReading("empty"), DiceReading("empty"))
