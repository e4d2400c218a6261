"""`companion tiles`: a face is learned from photos, read, listed, forgotten; what was not kept says why in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.cli import main
from companion.cli.status import DONE, FAILED, WRONG
from tests.vision.laid_tiles import CODES, a_stranger, a_tray, jpeg, laid, printed
from vision.tiles.scene import DRAWN

Command = Callable[..., tuple[int, str, str]]


@pytest.fixture
def tiles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs `companion tiles` on a data folder of its own: its status, and what it said to whom."""

    def run(part: str, *arguments: object) -> tuple[int, str, str]:
        words = ["tiles", part, "--data", str(tmp_path / "data"), *map(str, arguments)]
        status = main(words, lambda asked: DONE)
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@pytest.fixture
def photos(tmp_path: Path) -> dict[str, Path]:
    """Somebody's own tile in two places, one of ours, an empty floor, a plain card, and no photo at all."""
    tray = a_tray()
    made = {
        "mine": laid(tray, a_stranger()),
        "again": laid(tray, a_stranger(), 20, 10),
        "ours": laid(tray, printed("lost", True)),
        "floor": tray.draw(()),
        "plain": laid(tray, np.full((DRAWN, DRAWN, 3), (190, 225, 235), np.uint8)),
    }
    files = {name: tmp_path / f"{name}.jpg" for name in (*made, "torn")}
    for name, image in made.items():
        files[name].write_bytes(jpeg(image))
    files["torn"].write_bytes(b"\xff\xd8 no more")
    return files


def test_a_face_is_learned_from_one_photo_read_in_another_and_forgotten(
    tiles: Command, photos: dict[str, Path], tmp_path: Path
) -> None:
    status, out, _ = tiles("read", photos["again"])
    assert status == DONE
    assert out.startswith(f"{photos['again']}: unsure: -; no tile that is known")

    kept = tmp_path / "data" / "tiles" / "highway" / "flood-1.png"
    assert tiles("learn", "flood", photos["mine"]) == (DONE, f"{photos['mine']}: flood, kept as {kept}\n", "")
    assert kept.exists()
    assert tiles("read", photos["again"]) == (DONE, f"{photos['again']}: read: flood\n", "")
    assert "flood             1 learned\n" in tiles("list")[1]
    assert tiles("list")[2] == ""

    assert tiles("learn", "flood", photos["again"]) == (DONE, f"{photos['again']}: flood, known already\n", "")
    assert tiles("forget", "flood") == (DONE, "flood: 1 picture forgotten\n", "")
    assert not kept.exists()
    assert tiles("forget", "flood") == (FAILED, "flood: 0 pictures forgotten\n", "")


def test_what_is_read_comes_as_json_a_photo_a_line(tiles: Command, photos: dict[str, Path]) -> None:
    status, out, err = tiles("read", "--json", photos["ours"], photos["torn"], photos["floor"])
    ours, torn, floor = map(json.loads, out.splitlines())

    assert status == FAILED
    assert (ours["status"], ours["face"], ours["by"], len(ours["corners"])) == ("read", "lost", "code", 4)
    assert (torn["status"], torn["face"], torn["file"]) == ("error", None, str(photos["torn"]))
    assert (floor["status"], floor["face"], floor["corners"]) == ("empty", None, [])
    assert ours.keys() == torn.keys() == floor.keys()
    assert err.count("\n") == 1


def test_the_faces_are_listed_with_how_many_pictures_of_each_were_learned(
    tiles: Command, photos: dict[str, Path]
) -> None:
    tiles("learn", "back", photos["mine"])
    listed = json.loads(tiles("list", "--json")[1])

    assert listed == {"game": "highway", "learned": {**dict.fromkeys(CODES, 0), "back": 1}}
    assert [line.split()[0] for line in tiles("list")[1].splitlines()] == [*CODES, "back"]


def test_where_no_face_was_learned_the_list_says_so(tiles: Command) -> None:
    _, faces, said = tiles("list")

    assert faces.split() == [*CODES, "back"]
    assert said == "companion: no face is learned yet; companion tiles learn learns one from photos\n"
    assert tiles("list", "--json")[2] == ""


@pytest.mark.parametrize(
    ("photo", "says"),
    [
        ("floor", "no tile is seen"),
        ("plain", "this tile is plain"),
        ("ours", "it looks like lost, which is known already"),
        ("torn", "is not a picture"),
    ],
)
def test_what_cannot_be_learned_says_why_in_one_line_and_the_rest_is_learned(
    tiles: Command, photos: dict[str, Path], photo: str, says: str
) -> None:
    status, out, err = tiles("learn", "map", photos[photo], photos["mine"])

    assert status == FAILED
    assert err.startswith(f"companion: {photos[photo]}")
    assert says in err
    assert err.count("\n") == 1
    assert out.startswith(f"{photos['mine']}: map, kept as ")


@pytest.mark.parametrize("part", ["learn", "forget"])
def test_a_face_that_there_is_not_is_refused_with_those_that_there_are(
    tiles: Command, photos: dict[str, Path], part: str
) -> None:
    status, out, err = tiles(part, "pothole", *([photos["mine"]] if part == "learn" else []))

    assert (status, out, err.count("\n")) == (WRONG, "", 1)
    assert err == f"companion: FACE must be one of {', '.join(CODES)}, back, not 'pothole'\n"


def test_a_folder_that_cannot_be_written_to_is_named(tiles: Command, photos: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    status, out, err = tiles("learn", "flood", photos["mine"])

    assert (status, out) == (WRONG, "")
    assert err.startswith(f"companion: {tmp_path / 'data'}: cannot be written")
    assert err.count("\n") == 1
