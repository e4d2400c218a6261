"""The tray for those who have no camera."""

import numpy as np
import pytest

from companion.ports import Camera, CameraError, Thrower
from vision.dice import read_dice
from vision.simulated_tray import FRAME_S, HAND_S, MOST_DICE, TUMBLE_S, SimulatedTray

AT_REST_S = HAND_S + TUMBLE_S[1] + 0.01


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def frame_after(tray: SimulatedTray, clock: Clock, seconds: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    clock.now_s += seconds
    return np.asarray(tray.frame().image, np.uint8)


def test_it_fits_the_shapes_of_a_camera_and_of_a_thrower() -> None:
    tray = SimulatedTray(1)
    camera: Camera = tray
    thrower: Thrower = tray
    thrower.throw(1)
    assert camera.kind == "simulated"
    assert camera.frame().image.shape == (480, 640, 3)


def test_an_unused_tray_reads_as_empty() -> None:
    assert read_dice(SimulatedTray(1).frame().image).status == "empty"


def test_dice_at_rest_read_as_what_was_thrown_and_never_as_anything_else() -> None:
    clock = Clock()
    tray = SimulatedTray(20, clock=clock)
    right = 0
    for turn in range(40):
        tray.throw(4 + turn % 2)
        reading = read_dice(frame_after(tray, clock, AT_REST_S))
        assert reading.status == "unsure" or reading.values == tray.truth
        right += reading.status == "read"
    assert right >= 39


def test_top_faces_are_large_enough_to_be_read() -> None:
    clock = Clock()
    tray = SimulatedTray(3, clock=clock)
    tray.throw(5)
    for die in read_dice(frame_after(tray, clock, AT_REST_S)).dice:
        corners = np.array(die.corners)
        assert np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1).min() >= 45


def test_a_seed_makes_the_same_throws_however_often_somebody_looks() -> None:
    clock = Clock()
    once, again = SimulatedTray(7, clock=clock), SimulatedTray(7, clock=clock)
    for _ in range(5):
        once.throw(4)
        frame_after(again, clock, FRAME_S)
        again.throw(4)
        assert once.truth == again.truth


def test_a_hand_and_tumbling_dice_change_the_picture_until_it_lies_still() -> None:
    clock = Clock()
    tray = SimulatedTray(5, clock=clock)
    tray.throw(4)
    hand = frame_after(tray, clock, HAND_S / 2).astype(int)
    tumbling = frame_after(tray, clock, HAND_S / 2 + 0.3).astype(int)
    resting = frame_after(tray, clock, TUMBLE_S[1]).astype(int)
    later = frame_after(tray, clock, 1.0).astype(int)
    assert (abs(hand - resting) > 40).mean() > 0.05
    assert (abs(tumbling - resting) > 40).mean() > 0.005
    assert (abs(later - resting) > 40).mean() == 0


def test_no_two_frames_are_alike_for_every_sensor_has_noise() -> None:
    clock = Clock()
    tray = SimulatedTray(5, clock=clock)
    assert (frame_after(tray, clock, 1.0) != frame_after(tray, clock, 1.0)).any()


def test_as_many_dice_as_fit_are_thrown_and_no_more() -> None:
    tray = SimulatedTray(5)
    tray.throw(MOST_DICE)
    assert len(tray.truth) == MOST_DICE
    for count in (-1, MOST_DICE + 1):
        with pytest.raises(ValueError, match="do not fit"):
            tray.throw(count)


def test_a_tray_put_away_gives_no_more_pictures() -> None:
    tray = SimulatedTray(5)
    tray.close()
    with pytest.raises(CameraError, match="put away"):
        tray.frame()
