"""What a press means, by time stamps alone (DESIGN section 4)."""

from collections.abc import Iterable
from random import Random

import pytest

from companion.devices import Button, ButtonPressed, HoldSeen
from companion.gestures import BAR_STEPS, CHORD_S, HOLD_S, HOLD_STOP_S, REPEAT_S, SHORT_S, STUCK_S, Gesture, Hands

ROLL, STOP, CHOOSE, MENU = Button.ROLL, Button.STOP, Button.CHOOSE, Button.MENU
LOOK_S = 0.05
"""Seconds between two looks at the clock."""


def after(*edges: tuple[float, Button, str], look_s: float = LOOK_S) -> list[Gesture]:
    """What is told of edges (seconds, button, down | up | blind), with a clock that looks every `look_s` meanwhile."""
    hands, told, now_s = Hands(), list[Gesture](), 0.0
    for at_s, button, edge in edges:
        while hands.busy and (now_s := now_s + look_s) < at_s:
            told += hands.still(now_s)
        now_s = at_s
        told += hands.up(button, at_s) if edge == "up" else hands.down(button, at_s, blind=edge == "blind")
    return told


def one(button: Button, seconds: float, look_s: float = LOOK_S) -> list[Gesture]:
    return after((10.0, button, "down"), (10.0 + seconds, button, "up"), look_s=look_s)


def presses(told: Iterable[Gesture]) -> list[Gesture]:
    return [gesture for gesture in told if isinstance(gesture, ButtonPressed)]


ALL = pytest.mark.parametrize("button", [ROLL, STOP, CHOOSE])
LATE = pytest.mark.parametrize("look_s", [0.01, LOOK_S, 0.7, 100.0], ids=["often", "usual", "seldom", "never"])


@ALL
@pytest.mark.parametrize("seconds", [0.0, 0.03, 0.3, SHORT_S - 0.001])
def test_let_go_within_0_6_s_is_a_short_press(button: Button, seconds: float) -> None:
    assert one(button, seconds) == [ButtonPressed(button)]


@ALL
@LATE
@pytest.mark.parametrize("seconds", [SHORT_S + 0.001, 0.7, HOLD_S - 0.001])
def test_let_go_between_0_6_and_0_8_s_does_nothing(button: Button, seconds: float, look_s: float) -> None:
    assert presses(one(button, seconds, look_s)) == []


@pytest.mark.parametrize("button", [ROLL, CHOOSE])
@LATE
def test_held_for_0_8_s_it_is_a_hold_and_its_end_is_no_press(button: Button, look_s: float) -> None:
    assert one(button, HOLD_S + 0.1, look_s) == [ButtonPressed(button, held=True)]


def test_a_hold_is_told_while_the_button_is_still_down() -> None:
    hands = Hands()
    assert hands.down(ROLL, 5.0) == ()
    assert hands.still(5.0 + HOLD_S - 0.001) == ()
    assert hands.still(5.0 + HOLD_S + 0.001) == (ButtonPressed(ROLL, held=True),)
    assert hands.still(5.0 + HOLD_S + 0.05) == ()


def test_a_held_roll_repeats_until_it_is_let_go() -> None:
    told = one(ROLL, HOLD_S + 3 * REPEAT_S + 0.1)
    assert told == [ButtonPressed(ROLL, held=True)] * 4


def test_a_held_choose_does_not_repeat() -> None:
    assert one(CHOOSE, 10.0) == [ButtonPressed(CHOOSE, held=True)]


def test_a_clock_that_looks_late_tells_one_repeat_and_not_all_that_it_missed() -> None:
    hands = Hands()
    hands.down(ROLL, 0.0)
    assert hands.still(30.0) == (ButtonPressed(ROLL, held=True),)
    assert hands.still(30.1) == ()


@LATE
def test_stop_needs_1_5_s_to_be_held_and_fires_once(look_s: float) -> None:
    assert presses(one(STOP, HOLD_STOP_S + 0.001, look_s)) == [ButtonPressed(STOP, held=True)]
    assert presses(one(STOP, 20.0, look_s)) == [ButtonPressed(STOP, held=True)]


@LATE
@pytest.mark.parametrize("seconds", [HOLD_S, 1.0, HOLD_STOP_S - 0.001])
def test_stop_let_go_before_its_end_does_nothing(seconds: float, look_s: float) -> None:
    assert presses(one(STOP, seconds, look_s)) == []


def test_a_bar_fills_from_0_6_s_until_stop_is_held() -> None:
    hands = Hands()
    hands.down(STOP, 0.0)
    assert hands.still(SHORT_S) == ()
    parts, now_s = list[float](), SHORT_S
    while (now_s := now_s + 0.01) < HOLD_STOP_S:
        for gesture in hands.still(now_s):
            assert isinstance(gesture, HoldSeen)
            parts.append(gesture.part)
    assert parts == sorted(set(parts))
    assert len(parts) == BAR_STEPS
    assert 0 < parts[0] < 0.2
    assert 0.8 < parts[-1] < 1
    assert hands.still(HOLD_STOP_S) == (ButtonPressed(STOP, held=True),)


def test_a_bar_that_was_seen_goes_away_when_stop_is_let_go() -> None:
    assert one(STOP, 1.0)[-1] == HoldSeen(0.0)
    assert one(STOP, HOLD_STOP_S + 0.1)[-1] == ButtonPressed(STOP, held=True)


@pytest.mark.parametrize(("first", "then"), [(ROLL, STOP), (STOP, ROLL)])
@LATE
def test_roll_and_stop_together_for_1_s_are_the_menu_and_nothing_else(
    first: Button, then: Button, look_s: float
) -> None:
    down = ((0.0, first, "down"), (0.1, then, "down"))
    assert after(*down, (5.0, first, "up"), (5.1, then, "up"), look_s=look_s) == [ButtonPressed(MENU)]
    assert after(*down, (5.0, then, "up"), (5.1, first, "up"), look_s=look_s) == [ButtonPressed(MENU)]


def test_the_second_of_a_chord_says_when_it_begins() -> None:
    hands = Hands()
    hands.down(ROLL, 0.0)
    hands.down(STOP, 0.5)
    assert hands.still(CHORD_S) == ()
    assert hands.still(0.5 + CHORD_S) == (ButtonPressed(MENU),)


@LATE
@pytest.mark.parametrize("seconds", [0.05, 0.5, CHORD_S - 0.01])
@pytest.mark.parametrize(("first", "then"), [(ROLL, STOP), (STOP, ROLL)])
def test_a_chord_let_go_early_does_nothing(seconds: float, look_s: float, first: Button, then: Button) -> None:
    ends = 0.1 + seconds
    edges = ((0.0, ROLL, "down"), (0.1, STOP, "down"), (ends, first, "up"), (ends + 3, then, "up"))
    assert after(*edges, look_s=look_s) == []


def test_a_slow_finger_turns_the_bar_into_a_chord() -> None:
    told = after((0.0, STOP, "down"), (0.75, ROLL, "down"), (2.0, ROLL, "up"), (2.1, STOP, "up"))
    assert told[-2:] == [HoldSeen(0.0), ButtonPressed(MENU)]
    assert presses(told) == [ButtonPressed(MENU)]


def test_a_roll_that_was_held_is_no_chord_any_more() -> None:
    told = after((0.0, ROLL, "down"), (0.9, STOP, "down"), (1.0, STOP, "up"), (1.1, ROLL, "up"))
    assert told == [ButtonPressed(ROLL, held=True), ButtonPressed(STOP)]


def test_after_a_chord_the_buttons_are_as_before() -> None:
    chord = ((0.0, ROLL, "down"), (0.0, STOP, "down"), (1.5, ROLL, "up"), (1.6, STOP, "up"))
    told = after(*chord, (2.0, STOP, "down"), (2.1, STOP, "up"))
    assert told == [ButtonPressed(MENU), ButtonPressed(STOP)]


def test_choose_is_no_part_of_a_chord() -> None:
    told = after((0.0, CHOOSE, "down"), (0.1, ROLL, "down"), (0.2, ROLL, "up"), (0.3, CHOOSE, "up"))
    assert told == [ButtonPressed(ROLL), ButtonPressed(CHOOSE)]


def test_a_button_that_goes_down_again_without_coming_up_has_only_bounced() -> None:
    assert after((0.0, ROLL, "down"), (0.5, ROLL, "down"), (0.7, ROLL, "up")) == []
    held = after((0.0, ROLL, "down"), (0.85, ROLL, "down"), (0.9, ROLL, "up"))
    assert held == [ButtonPressed(ROLL, held=True)]
    chord = after((0.0, ROLL, "down"), (0.0, STOP, "down"), (0.9, STOP, "down"), (1.1, STOP, "up"))
    assert chord == [ButtonPressed(MENU)]


@ALL
def test_a_release_without_a_press_is_nothing(button: Button) -> None:
    assert after((1.0, button, "up"), (1.1, button, "up")) == []


@ALL
@pytest.mark.parametrize("seconds", [0.1, 1.0, 5.0])
def test_a_press_that_only_woke_the_panel_is_nothing(button: Button, seconds: float) -> None:
    assert after((0.0, button, "blind"), (seconds, button, "up")) == []


def test_what_is_pressed_along_with_a_press_that_woke_the_panel_is_nothing_either() -> None:
    told = after((0.0, ROLL, "blind"), (0.1, STOP, "down"), (3.0, ROLL, "up"), (3.1, STOP, "up"))
    assert told == []
    told = after((0.0, ROLL, "blind"), (0.1, ROLL, "up"), (0.2, STOP, "down"), (0.3, STOP, "up"))
    assert told == [ButtonPressed(STOP)]


def test_nothing_more_is_awaited_once_all_are_let_go() -> None:
    hands = Hands()
    assert not hands.busy
    hands.down(STOP, 0.0)
    assert hands.busy
    hands.up(STOP, 9.0)
    assert not hands.busy


@pytest.mark.parametrize("seed", range(50))
def test_however_fingers_fall_each_press_says_one_thing(seed: int) -> None:
    chance, hands, now_s = Random(seed), Hands(), 0.0
    said: dict[Button, set[str]] = {}
    """Of each button that is down: what came of this press."""
    bar = False
    for _ in range(120):
        now_s += chance.choice((0.01, 0.1, 0.3, 0.65, 0.9, 2.0))
        button, what = chance.choice((ROLL, STOP, CHOOSE)), chance.choice(("down", "up", "still"))
        if what == "down":
            told = hands.down(button, now_s)
            said.setdefault(button, set())
        else:
            told = hands.up(button, now_s) if what == "up" else hands.still(now_s)
        for gesture in told:
            if isinstance(gesture, HoldSeen):
                assert STOP in said
                bar = gesture.part > 0
                continue
            parts = (ROLL, STOP) if gesture.button is MENU else (gesture.button,)
            verdict = "menu" if gesture.button is MENU else "held" if gesture.held else "short"
            for part in parts:
                assert said[part] <= ({"held"} if part is not STOP and verdict == "held" else set())
                said[part].add(verdict)
            bar = bar and parts != (STOP,)
        if what == "up":
            said.pop(button, None)
        if STOP not in said:
            assert not bar
    assert hands.busy == bool(said)


@ALL
def test_nothing_more_comes_of_a_stuck_button_and_the_others_go_on(button: Button) -> None:
    other = STOP if button is not STOP else ROLL
    end_s = STUCK_S + 60.0
    told = after((0.0, button, "down"), (end_s, other, "down"), (end_s + 0.1, other, "up"), (end_s + 9.0, button, "up"))
    assert presses(told)[-1] == ButtonPressed(other)
    held = [gesture for gesture in presses(told) if gesture == ButtonPressed(button, held=True)]
    assert len(held) <= 1 + (STUCK_S - HOLD_S) / REPEAT_S


@ALL
def test_a_button_that_is_down_as_the_table_begins_was_pressed_by_nobody(button: Button) -> None:
    hands = Hands()
    hands.found_down(button, 0.0)
    assert hands.still(5.0) == ()
    assert hands.stuck(5.0) == ()
    assert hands.stuck(STUCK_S) == (button,)
    assert hands.up(button, 20.0) == ()
    assert hands.stuck(20.0) == ()
    assert presses(hands.down(button, 21.0) + hands.up(button, 21.1)) == [ButtonPressed(button)]
