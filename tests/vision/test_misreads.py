"""What is kept of readings that were put right, and how it is packed."""

import json
import zipfile
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli import main
from vision.misreads import Misreads, doubtful
from vision.pictures import Pictures
from vision.reading import DiceReading, Die


def roll(*values: int, status: str = "read") -> DiceReading:
    def die(number: int, value: int) -> Die:
        left = 20.0 + 60 * number
        return Die(value, 0.98, (left + 20, 50), ((left, 30), (left + 40, 30), (left + 40, 70), (left, 70)))

    dice = tuple(die(number, value) for number, value in enumerate(values))
    return DiceReading("unsure", dice, ("one die leans",), 1) if status == "unsure" else DiceReading("read", dice)


class Desk:
    """A folder of misreads, and pictures to put into it."""

    def __init__(self, data: Path, most_bytes: int = 10**7) -> None:
        self.data = data
        self.misreads = Misreads(data / "misreads", "1.2", most_bytes)
        self.pictures = Pictures()

    def put_right(self, reading: DiceReading, true: tuple[int, ...], picture: int | None = None) -> int:
        noise = np.random.default_rng(1).integers(0, 255, (120, 320, 3), np.uint8)
        number = self.pictures.keep(noise, reading) if picture is None else picture
        kept = self.pictures.of(number)
        assert kept
        self.misreads.keep(kept, true, number, "usb", None)
        return number

    @property
    def kept(self) -> list[str]:
        return sorted(place.name for place in (self.data / "misreads").glob("*"))


def test_a_wrong_reading_is_kept_with_the_picture_and_the_dice_that_cannot_be_right(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.put_right(roll(2, 3, 3), (2, 3, 5))
    (name,) = desk.kept
    files = {file.name for file in (tmp_path / "misreads" / name).iterdir()}
    assert files == {"picture.jpg", "die-1.png", "die-2.png", "reading.json"}
    told = json.loads((tmp_path / "misreads" / name / "reading.json").read_text())
    assert (told["read"], told["true"], told["version"], told["camera"]) == ([2, 3, 3], [2, 3, 5], "1.2", "usb")
    crop = cv2.imread(str(tmp_path / "misreads" / name / "die-1.png"))
    assert crop is not None
    assert crop.shape == (110, 120, 3)


def test_an_unsure_reading_that_people_finished_is_kept_too(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.put_right(roll(2, 3, status="unsure"), (2, 3, 5))
    assert len(desk.kept) == 1


def test_a_reading_that_was_right_is_not_kept(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.put_right(roll(2, 3), (3, 2))
    assert desk.kept == []


def test_a_picture_put_right_twice_is_kept_once_and_put_right_to_what_was_read_not_at_all(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    picture = desk.put_right(roll(2, 3), (2, 4))
    desk.put_right(roll(2, 3), (2, 5), picture)
    (name,) = desk.kept
    assert json.loads((tmp_path / "misreads" / name / "reading.json").read_text())["true"] == [2, 5]
    desk.put_right(roll(2, 3), (2, 3), picture)
    assert desk.kept == []


def test_the_oldest_go_first_when_there_is_no_room(tmp_path: Path) -> None:
    desk = Desk(tmp_path, most_bytes=250_000)
    for _ in range(5):
        desk.put_right(roll(2, 3), (2, 4))
    assert 1 <= len(desk.kept) < 5
    assert desk.kept[-1] == "000005"


def test_only_values_read_more_often_than_they_lie_there_are_doubtful() -> None:
    assert [die.value for die in doubtful(roll(1, 2, 2, 6), (1, 2, 6, 6))] == [2, 2]


def test_the_command_packs_all_and_says_what_is_inside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packed = tmp_path / "m.zip"
    arguments = ["report-misreads", "--data", str(tmp_path), "--out", str(packed)]
    assert main(arguments, play=lambda asked: 0) == 1
    assert "nothing to report" in capsys.readouterr().err
    assert not packed.exists()
    Desk(tmp_path).put_right(roll(2, 3), (2, 4))
    assert main(arguments, play=lambda asked: 0) == 0
    assert "1 reading" in capsys.readouterr().out
    with zipfile.ZipFile(packed) as file:
        assert {"READ-ME.txt", "000001/picture.jpg", "000001/reading.json"} <= set(file.namelist())
