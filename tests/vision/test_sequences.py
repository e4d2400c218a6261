"""Scripted evenings over the tray: drawn pictures, the real reader, and what the table is told of them."""

from dataclasses import replace

import pytest

from companion.devices import DiceRead, TraySeen, TrayState
from companion.inputs import Input
from companion.ports import Frame
from companion.prompts import RollDice
from companion.snapshot import OpenPrompt, Snapshot
from companion.view import View
from tests.vision.scripted import Picture, ScriptedTray
from vision.calibration import Calibration, floor_of
from vision.drift import Drift
from vision.reading import DiceReading
from vision.tray_place import find_tray, whole_picture
from vision.tray_poses import Pose, resting
from vision.tray_reader import TrayReader
from vision.tray_teller import NUDGED, TrayTeller

FPS = 15.0
CALM = Snapshot(1, "game", "Game", {}, (), View("Ann"))


class Evening:
    """A calibrated tray, and a table that awaits four dice again after each roll."""

    def __init__(self, seed: int) -> None:
        self.tray = ScriptedTray(seed)
        empty = self.tray.picture()
        corners = find_tray(empty) or whole_picture(empty)
        self.reader = TrayReader(Calibration((640, 480), corners, 54.0, floor_of(empty)))
        self.posted: list[Input] = []
        self.since = 1
        self.frame = 0
        self._kept = 0
        self._teller = TrayTeller(self.reader, self.posted.append, self._keep, place=self.reader.place)
        self.show(10)

    def _keep(self, image: Picture, reading: DiceReading) -> int:
        self._kept += 1
        return self._kept

    def show(self, frames: int) -> list[tuple[int, ...]]:
        """Nothing is changed for some frames; the rolls told meanwhile."""
        before = len(self.posted)
        for _ in range(frames):
            awaiting = replace(CALM, prompts=(OpenPrompt(RollDice(4, 0), self.since),))
            self._teller.step(Frame(self.tray.picture(), self.frame / FPS), awaiting)
            self.frame += 1
            if self.posted and isinstance(self.posted[-1], DiceRead) and self.posted[-1].since == self.since:
                self.since += 1
        return [posted.tray.values for posted in self.posted[before:] if isinstance(posted, DiceRead)]

    def throw(self, *values: int) -> None:
        """Dice tumble for a while; none of it is a roll."""
        self.sweep()
        for _ in range(6):
            self.tray.scatter(*(1 + (value + self.frame) % 6 for value in values))
            assert self.show(1) == []
        self.tray.scatter(*values)

    def sweep(self) -> None:
        """A hand passes over the tray, from left to right."""
        for x in range(-140, 141, 40):
            self.tray.hand = (float(x), -25.0)
            assert self.show(1) == []
        self.tray.hand = None

    def put(self, first: int, *poses: Pose) -> None:
        """The thrown dice from the numbered one on come to rest so instead."""
        self.tray.dice[first : first + len(poses)] = poses

    def nudge(self) -> None:
        """The first die is turned to a 6 and comes to lie 2 mm from where it lay."""
        first = self.tray.dice[0]
        self.put(0, resting(6, float(first.middle[0]) + 2, float(first.middle[1]) + 2, 0.3))

    @property
    def states(self) -> list[TrayState]:
        return [posted.tray.state for posted in self.posted if isinstance(posted, TraySeen | DiceRead)]

    @property
    def notice(self) -> str:
        last = self.posted[-1]
        assert isinstance(last, TraySeen | DiceRead)
        return last.tray.notice


@pytest.fixture
def evening() -> Evening:
    return Evening(3)


def test_each_roll_is_told_once_within_twelve_frames_of_rest(evening: Evening) -> None:
    for values in ((2, 3, 5, 6), (1, 1, 1, 1), (6, 6, 6, 6)):
        evening.throw(*values)
        assert evening.show(12) == [values]
        assert evening.show(15) == []
    assert [state for state in evening.states if state is TrayState.UNSURE] == []


def test_a_hand_that_passes_over_resting_dice_tells_nothing_and_shows_itself(evening: Evening) -> None:
    evening.throw(1, 2, 3, 4)
    assert evening.show(12) == [(1, 2, 3, 4)]
    evening.sweep()
    assert evening.show(20) == []
    assert evening.states[-2:] == [TrayState.HAND, TrayState.READ]


def test_dice_cleared_and_thrown_again_equal_are_a_new_roll(evening: Evening) -> None:
    evening.throw(2, 2, 4, 5)
    assert evening.show(12) == [(2, 2, 4, 5)]
    lying = evening.tray.dice
    evening.sweep()
    evening.tray.dice = []
    assert evening.show(12) == []
    assert evening.states[-1] is TrayState.EMPTY
    evening.throw(2, 2, 4, 5)
    evening.tray.dice = lying
    assert evening.show(12) == [(2, 2, 4, 5)]


def test_a_die_nudged_after_the_roll_is_a_notice(evening: Evening) -> None:
    evening.throw(1, 2, 3, 4)
    assert evening.show(12) == [(1, 2, 3, 4)]
    evening.nudge()
    assert evening.show(15) == []
    assert evening.notice == NUDGED


def test_a_roll_in_which_one_die_comes_to_lie_where_one_lay_is_told(evening: Evening) -> None:
    evening.throw(1, 2, 3, 4)
    assert evening.show(12) == [(1, 2, 3, 4)]
    lying = evening.tray.dice[2]
    evening.throw(5, 5, 6, 6)
    evening.put(2, lying)
    assert evening.show(12) == [(3, 5, 5, 6)]
    assert evening.notice == ""


def test_a_roll_in_which_half_the_dice_come_to_lie_where_they_lay_is_told_once_all_were_seen_to_leave(
    evening: Evening,
) -> None:
    evening.throw(1, 2, 3, 4)
    assert evening.show(12) == [(1, 2, 3, 4)]
    lying = evening.tray.dice[1:3]
    evening.throw(5, 5, 6, 6)
    evening.put(1, *lying)
    assert evening.show(12) == [(2, 3, 5, 6)]
    assert evening.notice == ""


def test_two_dice_that_a_hand_nudges_while_it_passes_over_all_are_a_notice(evening: Evening) -> None:
    evening.throw(1, 2, 3, 4)
    assert evening.show(12) == [(1, 2, 3, 4)]
    lying = evening.tray.dice[2:]
    evening.sweep()
    evening.tray.scatter(5, 5)
    evening.tray.dice += lying
    evening.sweep()
    assert evening.show(15) == []
    assert evening.notice == NUDGED


def test_a_die_nudged_in_the_dark_is_a_notice(evening: Evening) -> None:
    evening.throw(1, 2, 3, 4)
    assert evening.show(12) == [(1, 2, 3, 4)]
    evening.tray.light = 0.02
    assert evening.show(3) == []
    evening.nudge()
    evening.tray.light = 1.0
    assert evening.show(15) == []
    assert evening.notice == NUDGED


def test_a_late_die_makes_one_roll_of_all(evening: Evening) -> None:
    evening.throw(3, 4, 6)
    assert evening.show(8) == []
    evening.tray.add(5)
    assert evening.show(12) == [(3, 4, 5, 6)]


def test_too_few_dice_are_said_with_the_count_and_the_missing_one_completes_the_roll(evening: Evening) -> None:
    evening.throw(3, 4, 6)
    assert evening.show(14) == []
    last = evening.posted[-1]
    assert isinstance(last, TraySeen)
    assert last.tray.reasons == ("3 dice seen, 4 are thrown: is one outside the tray?",)
    evening.tray.add(1)
    assert evening.show(12) == [(1, 3, 4, 6)]


def test_a_light_that_falls_is_no_roll_and_one_that_stays_low_is_a_notice(evening: Evening) -> None:
    evening.throw(1, 2, 3, 4)
    assert evening.show(12) == [(1, 2, 3, 4)]
    evening.tray.light = 0.45
    assert evening.show(40) == []
    assert evening.notice == Drift.DARKER
    evening.throw(2, 3, 5, 6)
    assert evening.show(12) == [(2, 3, 5, 6)]
    evening.tray.light = 1.0
    assert evening.show(40) == []
    assert evening.notice == ""


def test_a_bump_of_the_camera_is_a_notice_and_no_roll_and_goes_when_it_is_put_back(evening: Evening) -> None:
    evening.throw(1, 2, 3, 4)
    assert evening.show(12) == [(1, 2, 3, 4)]
    evening.tray.shifted_px = (14, 6)
    assert evening.show(80) == []
    assert evening.notice == Drift.MOVED
    assert [posted for posted in evening.posted if isinstance(posted, DiceRead)][1:] == []
    evening.tray.shifted_px = (0, 0)
    assert evening.show(80) == []
    assert evening.notice == ""
