"""Tiles are read right, or not for sure; never one for another, and never for dice."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np
import pytest

from companion import marks
from tests.vision.laid_tiles import CODES, FACES, GAME, a_stranger, a_tray, laid, printed
from vision import art
from vision.dice import read_dice
from vision.photo import load_photo
from vision.reading import DiceReading
from vision.simulated_tray import SimulatedTray
from vision.tiles.reader import ON_A_TILE, CannotLearn, TileReader
from vision.tiles.reading import FACE_DOWN, TORN, TWO, UNKNOWN
from vision.tiles.scene import DRAWN, scene
from vision.tray_poses import LaidTile, resting
from vision.tray_reader import TrayReader
from vision.tray_scene import TrayScene


@pytest.fixture(scope="module")
def reader() -> TileReader:
    return TileReader()


@pytest.fixture(scope="module")
def tray() -> TrayScene:
    return a_tray()


@pytest.mark.parametrize("coded", [True, False], ids=["with its code", "without a code"])
@pytest.mark.parametrize("nth", range(1, 21, 4))
def test_a_printed_face_is_read_in_the_light_of_a_living_room(reader: TileReader, nth: int, coded: bool) -> None:
    face = list(CODES)[nth]
    made = scene(printed(face, coded), nth)

    reading = reader.read(GAME, made.image)

    assert (reading.status, reading.face, reading.by) == ("read", face, "code" if coded else "picture")
    assert np.abs(np.array(reading.corners) - made.corners).max() < 8


def test_a_floor_without_a_tile_is_empty(reader: TileReader, tray: TrayScene) -> None:
    assert reader.read(GAME, tray.draw(())).status == "empty"


def test_dice_are_no_tile(reader: TileReader, tray: TrayScene) -> None:
    assert reader.read(GAME, tray.draw([resting(n, 30.0 * n - 90, 0, n) for n in range(1, 6)])).status == "empty"


def test_a_black_die_with_four_white_pips_is_no_code(reader: TileReader) -> None:
    image = load_photo(Path(__file__).parent / "renders" / "one-die-cut-off-by-the-edge.jpg")

    assert reader.read(GAME, image).status != "read"


def test_a_tile_that_lies_face_down_is_to_be_turned(reader: TileReader, tray: TrayScene) -> None:
    reading = reader.read(GAME, laid(tray, art.draw(FACES["back"], DRAWN)))

    assert (reading.status, reading.reasons) == ("unsure", (FACE_DOWN,))


@pytest.mark.parametrize(("other", "coded"), [("map", False), ("map", True), ("flood", True)])
def test_of_two_tiles_none_is_told(reader: TileReader, tray: TrayScene, other: str, coded: bool) -> None:
    both = laid(tray, printed("flood", coded), -40)
    both[:, 320:] = laid(tray, printed(other, coded), 40)[:, 320:]

    assert reader.read(GAME, both).reasons == (TWO,)


def test_a_code_that_its_picture_contradicts_is_not_believed(reader: TileReader, tray: TrayScene) -> None:
    reading = reader.read(GAME, laid(tray, art.draw(FACES["flood"], DRAWN, CODES["map"])))

    assert (reading.status, reading.reasons) == ("unsure", (TORN,))


def test_somebodys_own_drawing_is_told_by_the_code_on_it(reader: TileReader, tray: TrayScene) -> None:
    drawn = a_stranger()
    side = round(DRAWN * marks.MODULE * (marks.SIDE + 2))
    drawn[-side:, -side:] = printed("lost", True)[-side:, -side:]

    reading = reader.read(GAME, laid(tray, drawn))

    assert (reading.status, reading.face, reading.by) == ("read", "lost", "code")


def test_somebodys_own_drawing_without_a_code_is_told_once_it_was_shown(tmp_path: Path, tray: TrayScene) -> None:
    reader = TileReader(tmp_path)
    seen = laid(tray, a_stranger(), 20, 10)
    assert reader.read(GAME, seen).status != "read"

    reader.learn(GAME, "flood", laid(tray, a_stranger()))

    assert (reader.read(GAME, seen).status, reader.read(GAME, seen).face) == ("read", "flood")
    assert reader.learned(GAME) == {"flood": 1}
    assert reader.forget(GAME, "flood") == 1
    assert reader.read(GAME, seen).status != "read"


def test_nothing_is_learned_from_an_empty_floor(tmp_path: Path, tray: TrayScene) -> None:
    with pytest.raises(CannotLearn):
        TileReader(tmp_path).learn(GAME, "flood", tray.draw(()))


def test_a_plain_square_is_not_learned_for_it_would_never_be_read(tmp_path: Path, tray: TrayScene) -> None:
    card = np.full((DRAWN, DRAWN, 3), (190, 225, 235), np.uint8)
    flat = np.full((480, 640, 3), 60, np.uint8)
    flat[100:300, 200:400] = 200
    reader = TileReader(tmp_path)

    for image in (flat, laid(tray, card)):
        with pytest.raises(CannotLearn, match="plain"):
            reader.learn(GAME, "back", image)
        assert reader.read(GAME, image).status == "empty"
    assert reader.learned(GAME) == {}


def test_one_picture_is_not_learned_for_two_faces(tmp_path: Path, tray: TrayScene) -> None:
    reader = TileReader(tmp_path)
    reader.learn(GAME, "flood", laid(tray, a_stranger()))

    with pytest.raises(CannotLearn, match="flood"):
        reader.learn(GAME, "map", laid(tray, a_stranger(), 20, 10))
    with pytest.raises(CannotLearn, match="lost"):
        reader.learn(GAME, "map", laid(tray, printed("lost", False)))

    assert reader.learned(GAME) == {"flood": 1}
    assert reader.read(GAME, laid(tray, a_stranger(), 20, 10)).face == "flood"


def test_what_is_known_already_is_not_kept_again(tmp_path: Path, tray: TrayScene) -> None:
    reader = TileReader(tmp_path)

    assert reader.learn(GAME, "back", laid(tray, a_stranger())) is not None
    assert reader.learn(GAME, "back", laid(tray, a_stranger())) is None
    assert reader.learn(GAME, "back", laid(tray, a_stranger(), 20, 10)) is None
    assert reader.learned(GAME) == {"back": 1}
    assert reader.read(GAME, laid(tray, a_stranger(), -20)).reasons == (FACE_DOWN,)


def test_a_face_that_its_code_contradicts_is_not_learned(tmp_path: Path, tray: TrayScene) -> None:
    reader, drawn = TileReader(tmp_path), a_stranger()
    side = round(DRAWN * marks.MODULE * (marks.SIDE + 2))
    drawn[-side:, -side:] = printed("lost", True)[-side:, -side:]

    with pytest.raises(CannotLearn, match=TORN):
        reader.learn(GAME, "map", laid(tray, drawn))

    assert reader.learned(GAME) == {}
    assert reader.read(GAME, laid(tray, drawn)).face == "lost"


def test_somebodys_own_drawing_without_a_code_is_seen_though_it_is_not_known(
    reader: TileReader, tray: TrayScene
) -> None:
    reading = reader.read(GAME, laid(tray, a_stranger()))

    assert (reading.status, reading.face, reading.reasons) == ("unsure", "", (UNKNOWN,))
    middle = np.mean(reading.corners, axis=0)
    assert np.hypot(*(middle - (320, 240))) < 10


def test_what_is_drawn_on_a_tile_is_never_read_as_a_die(reader: TileReader, tray: TrayScene) -> None:
    # The eye of the 6 looks like the pip of a white die.
    image = laid(tray, printed("shield-6", False))
    assert read_dice(image).values == (1,), "without knowing tiles it is taken for one"

    reading = reader.dice_beside(GAME, image, read_dice(image))

    assert (reading.status, reading.values, reading.reasons) == ("unsure", (), (ON_A_TILE,))


def test_dice_beside_a_tile_are_read_as_they_lie_or_not_for_sure(reader: TileReader, tray: TrayScene) -> None:
    values = (2, 3, 5, 6)
    dice = tuple(resting(value, 36.0 * n - 60, 38.0 if n % 2 else -38.0, n) for n, value in enumerate(values))
    known = TrayReader(SimulatedTray(1).calibration())
    image = laid(tray, printed("traffic-light", True), dice=dice)

    for reading in (read_dice(image), known(image)):
        beside = reader.dice_beside(GAME, image, reading)
        assert beside.status == "unsure" or beside.values == values
        assert set(beside.values) <= set(values)
    assert reader.read(GAME, image).face == "traffic-light"


def test_a_game_without_tiles_has_none_to_be_read(reader: TileReader, tray: TrayScene) -> None:
    image = laid(tray, printed("flood", True))

    assert reader.read("cant-stop", image).status == "empty"
    nothing = DiceReading("empty")
    assert reader.dice_beside("cant-stop", image, nothing) is nothing


def test_a_tile_is_turned_however_it_lies(reader: TileReader, tray: TrayScene) -> None:
    for quarter in range(4):
        image = np.asarray(
            tray.draw((), None, LaidTile(printed("detour-left", False), 5, 5, quarter * pi / 2)), np.uint8
        )
        assert reader.read(GAME, image).face == "detour-left"
