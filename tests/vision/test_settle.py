"""Whether dice lie where they lay."""

from vision.reading import DiceReading, Die
from vision.settle import carried, unmoved


def die(value: int, x: float = 100.0) -> Die:
    return Die(value, 0.99, (x, 100.0), ((x - 20, 80), (x + 20, 80), (x + 20, 120), (x - 20, 120)))


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


def test_dice_that_all_lie_as_far_from_where_they_lay_were_carried_there() -> None:
    before = DiceReading("read", (die(3), die(3, 200.0), die(5, 290.0)))
    assert carried(before, DiceReading("read", (die(3, 160.0), die(3, 260.0), die(5, 350.0))))
    assert not carried(before, DiceReading("read", (die(3, 160.0), die(3, 200.0), die(5, 350.0))))
    assert not carried(before, DiceReading("read", (die(3, 160.0), die(4, 260.0), die(5, 350.0))))
