"""Short, held, or neither: by time stamps alone."""

from hardware.presses import Press, Verdict


def test_let_go_within_0_6_s_is_a_short_press() -> None:
    press = Press(0.8)
    press.down(10.0)
    assert press.up(10.6) is Verdict.SHORT


def test_let_go_between_short_and_held_does_nothing() -> None:
    press = Press(1.5)
    press.down(10.0)
    assert press.up(10.61) is None
    press.down(20.0)
    assert press.up(21.49) is None


def test_a_hold_fires_once_and_its_end_is_no_press() -> None:
    press = Press(0.8)
    press.down(10.0)
    assert press.still_down(10.7) is None
    assert press.still_down(10.9) is Verdict.HELD
    assert press.still_down(12.0) is None
    assert press.up(12.1) is None


def test_a_hold_whose_timer_came_too_late_still_counts_once() -> None:
    press = Press(0.8)
    press.down(10.0)
    assert press.up(11.0) is Verdict.HELD
    assert press.still_down(11.1) is None


def test_a_release_without_a_press_is_nothing() -> None:
    assert Press(0.8).up(10.0) is None
