"""The tray watcher on scripted pictures: time is counted in frames, nothing waits."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.cli import main as command
from tests.shared import FILMS, needs_films
from vision.motion import change, reduced
from vision.playback import watch
from vision.reading import DiceReading, Die
from vision.settle import MOTION
from vision.tray_watch import TrayEvent, TrayEventKind, TrayWatch

Picture = NDArray[np.uint8]


def main(arguments: list[str]) -> int:
    return command(arguments, play=lambda asked: 0)


EMPTY = DiceReading("empty")
FPS = 15.0


def dice(*values: int, x: float = 0.0) -> DiceReading:
    def die(number: int, value: int) -> Die:
        left = x + 60.0 * number
        return Die(value, 0.99, (left + 20, 50), ((left, 30), (left + 40, 30), (left + 40, 70), (left, 70)))

    return DiceReading("read", tuple(die(number, value) for number, value in enumerate(values)))


def doubted(*values: int, unread: int = 1) -> DiceReading:
    return DiceReading("unsure", dice(*values).dice, ("one die leans on the wall",), unread)


class Tray:
    """A tray whose pictures are grey with a block where something lies, and whose readings are given."""

    def __init__(self, count: int | None = None) -> None:
        self.reading = EMPTY
        self.frame = 0
        self.block = 30
        self.hand = 0
        self.light = 1.0
        self.shade = 220
        self.read = 0
        """How often it was."""
        self.watch = TrayWatch(self._read, count)

    def _read(self, image: Picture) -> DiceReading:
        self.read += 1
        return self.reading

    def show(self, frames: int) -> list[tuple[str, tuple[int, ...]]]:
        """Nothing changes for some frames; what was told."""
        told: list[TrayEvent] = []
        for _ in range(frames):
            image = np.full((120, 160, 3), 90, np.uint8)
            image[60:, :] = 130
            image[50:70, self.block : self.block + 20] = self.shade
            image[:, : self.hand] = 170
            lit = np.clip(image * self.light, 0, 255).astype(np.uint8)
            told += self.watch.feed(lit, self.frame / FPS)
            self.frame += 1
        return [(str(event.kind), event.values) for event in told]

    def tumble(self, reading: DiceReading, frames: int = 5) -> list[tuple[str, tuple[int, ...]]]:
        """The block wanders, and then what lies there reads so."""
        self.reading = reading
        told = []
        for _ in range(frames):
            self.block = 20 + (self.block + 17) % 110
            told += self.show(1)
        return told


def rolled(reading: DiceReading, count: int | None = None) -> Tray:
    tray = Tray(count)
    tray.show(15)
    tray.tumble(reading)
    tray.show(15)
    return tray


def test_what_lies_still_is_read_during_the_wait_and_once() -> None:
    tray = Tray()
    tray.show(15)
    tray.tumble(dice(3, 4))
    before = tray.read
    assert tray.show(5) == []
    assert tray.read == before + 1
    assert tray.show(30) == [("settled", (3, 4))]
    assert tray.read == before + 1


def test_what_moved_during_the_wait_is_read_anew() -> None:
    tray = Tray()
    tray.show(15)
    tray.tumble(dice(3, 4))
    tray.show(5)
    tray.block += 30
    tray.reading = dice(3, 6)
    assert tray.show(30) == [("settled", (3, 6))]


def test_what_crept_during_the_wait_too_slowly_to_be_motion_is_read_anew() -> None:
    tray = Tray()
    tray.show(15)
    tray.tumble(dice(3, 4))
    tray.show(5)
    tray.reading = dice(3, 6)
    for _ in range(6):
        tray.shade -= 8
        assert tray.show(1) in ([], [("settled", (3, 6))])
    assert tray.show(10) in ([], [("settled", (3, 6))])
    assert tray.watch.reading == dice(3, 6)


def test_a_roll_is_told_once_within_twelve_frames_of_rest() -> None:
    tray = Tray()
    tray.show(15)
    assert tray.tumble(dice(3, 4)) == [("moving", ())]
    assert tray.show(12) == [("settled", (3, 4))]
    assert tray.show(100) == []


def test_tumbling_dice_are_never_told() -> None:
    tray = Tray()
    tray.show(15)
    assert tray.tumble(dice(3, 4), frames=60) == [("moving", ())]


def test_two_pictures_that_happen_to_be_alike_with_a_long_stall_between_them_are_no_rest() -> None:
    tray = Tray()
    tray.show(15)
    tray.tumble(dice(1, 4))
    tray.frame += 12
    assert tray.show(1) == []
    tray.frame += 12
    assert tray.show(1) == []
    assert tray.tumble(dice(3, 4), frames=3) == []
    assert tray.show(12) == [("settled", (3, 4))]


def test_an_unsure_roll_is_told_once_with_its_sure_dice() -> None:
    tray = Tray()
    tray.show(15)
    tray.tumble(doubted(2, 6))
    assert tray.show(40) == [("unsure", (2, 6))]


def test_a_hand_over_resting_dice_is_a_hand_and_no_roll() -> None:
    tray = rolled(dice(3, 4))
    tray.hand = 50
    tray.reading = doubted(3)
    assert tray.show(30) == [("moving", ()), ("hand", ())]
    tray.hand, tray.reading = 0, dice(3, 4)
    assert tray.show(30) == []


def test_dice_that_a_hand_passes_over_before_they_were_told_are_told_after_it() -> None:
    tray = Tray()
    tray.show(15)
    tray.tumble(dice(3, 4))
    tray.show(5)
    tray.hand = 50
    tray.show(6)
    tray.hand = 0
    assert tray.show(1) == [("settled", (3, 4))]


def test_a_light_that_falls_and_comes_back_is_no_motion() -> None:
    tray = rolled(dice(3, 4))
    tray.light = 0.7
    assert tray.show(30) == []
    tray.light = 1.0
    assert tray.show(30) == []


def test_a_late_die_is_waited_for_where_the_count_is_known() -> None:
    tray = Tray(count=3)
    tray.show(15)
    tray.tumble(dice(3, 4))
    assert tray.show(9) == []
    tray.tumble(dice(3, 4, 6))
    assert tray.show(12) == [("settled", (3, 4, 6))]


def test_a_hand_that_comes_for_dice_not_told_yet_has_them_told() -> None:
    tray = Tray(count=3)
    tray.show(15)
    tray.tumble(doubted(3))
    assert tray.show(8) == []
    tray.hand = 50
    assert tray.show(1) == [("moving", ()), ("hand", ()), ("unsure", (3,))]


def test_too_few_dice_are_told_as_unsure_with_the_count() -> None:
    watcher = TrayWatch(lambda image: dice(3, 4), 3)
    still = np.full((120, 160, 3), 90, np.uint8)
    told = [event for frame in range(20) for event in watcher.feed(still, frame / FPS)]
    assert told == [TrayEvent(TrayEventKind.UNSURE, (3, 4), ("2 dice seen, 3 are thrown: is one outside the tray?",))]


def test_a_nudged_die_is_a_notice_and_no_roll() -> None:
    tray = rolled(dice(3, 4))
    moved = DiceReading("read", (dice(3).dice[0], dice(5, x=200).dice[0]))
    tray.tumble(moved)
    assert tray.show(12) == [("nudged", (3, 5))]


def test_a_roll_in_which_one_die_comes_to_lie_where_one_lay_is_a_roll() -> None:
    tray = rolled(dice(3, 4, 1, 6), 4)
    tray.tumble(DiceReading("read", (dice(3).dice[0], *dice(2, 5, 5, x=300).dice)))
    assert tray.show(12) == [("settled", (2, 3, 5, 5))]


def test_two_of_four_dice_that_are_nudged_are_a_notice_and_no_roll() -> None:
    tray = rolled(dice(3, 4, 1, 6), 4)
    tray.tumble(DiceReading("read", (*dice(3, 4).dice, *dice(2, 5, x=300).dice)))
    assert tray.show(12) == [("nudged", (2, 3, 4, 5))]


def test_cleared_dice_thrown_again_with_the_same_pips_are_a_new_roll() -> None:
    tray = rolled(dice(3, 4))
    tray.tumble(EMPTY)
    assert tray.show(12) == [("cleared", ())]
    tray.tumble(dice(3, 4))
    assert tray.show(12) == [("settled", (3, 4))]


def test_dice_thrown_again_without_being_cleared_are_a_new_roll() -> None:
    tray = rolled(dice(3, 4))
    tray.tumble(dice(3, 4, x=30))
    assert tray.show(12) == [("settled", (3, 4))]


def test_a_picture_of_another_size_is_all_change() -> None:
    small, large = (np.zeros((height, 160, 3), np.uint8) for height in (120, 100))
    assert change(reduced(small), reduced(large)).share == 1.0


def test_noise_is_no_motion() -> None:
    noise = np.random.default_rng(1)
    pictures = [np.clip(noise.normal(120, 6, (480, 640, 3)), 0, 255).astype(np.uint8) for _ in range(2)]
    assert change(*map(reduced, pictures)).share < MOTION


def test_a_folder_of_pictures_is_watched_in_the_order_of_its_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(12):
        picture = np.full((120, 160, 3), 90, np.uint8)
        picture[:, : 30 if number == 9 else 0] = 200
        cv2.imwrite(str(tmp_path / f"{number}.png"), picture)
    assert main(["watch", str(tmp_path), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["frame"] for event in told] == [9, 9]
    assert [event["event"] for event in told] == ["moving", "hand"]


@pytest.mark.parametrize("arguments", [["--dice", "0"], ["--fps", "0"], ["--fps", "x"]])
def test_senseless_numbers_are_refused(arguments: list[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as refusal:
        main(["watch", str(tmp_path), *arguments])
    assert refusal.value.code == 2


def test_what_cannot_be_watched_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(tmp_path / "gone")]) == 1
    assert main(["watch", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("\n") == 2


@needs_films
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "sequence", json.loads((FILMS / "labels.json").read_text())["sequences"] if FILMS.is_dir() else [{}]
)
def test_each_filmed_roll_is_told_once_in_time_and_never_wrongly(sequence: dict[str, object]) -> None:
    events = [seen.as_json() for seen in watch(FILMS / str(sequence["folder"]), int(str(sequence["n_dice"])))]
    rolls = [event for event in events if event["event"] in ("settled", "unsure")]
    assert len(rolls) == 1
    settled = int(str(sequence["settled_frame"]))
    assert settled <= rolls[0]["frame"] <= settled + 12
    if rolls[0]["event"] == "settled":
        assert sequence["clean_roll"]
        assert rolls[0]["values"] == sequence["values"]
