"""Opening photos: what can be opened is opened as it is stored, what cannot is one sentence."""

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from vision.overlay import Marks
from vision.photo import PhotoError, decode_photo, load_photo, quarter_turns
from vision.pictures import Pictures, decoded
from vision.reading import DiceReading, Die

RENDERS = Path(__file__).parent / "renders"
JPEG = (RENDERS / "yellow-soft-vga.jpg").read_bytes()


def _png(array: NDArray[Any]) -> bytes:
    return bytes(cv2.imencode(".png", array)[1].tobytes())


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"dice", "is not a picture"),
        (b"\xff\xd8\xff\xe0", "not a picture"),
        (JPEG[:2000], "cut short or damaged"),
        (JPEG[: len(JPEG) // 2], "cut short or damaged"),
        (JPEG[:-200], "cut short or damaged"),
        (_png(np.zeros((40, 40, 3), np.uint8))[:-30], "cut short or damaged"),
    ],
)
def test_what_is_no_whole_picture_is_refused_in_one_sentence(data: bytes, said: str) -> None:
    with pytest.raises(PhotoError, match=said) as refusal:
        decode_photo(data, "roll.jpg")
    assert str(refusal.value).startswith("roll.jpg: ")
    assert "\n" not in str(refusal.value)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="no such file"):
        load_photo(tmp_path / "gone.jpg")
    with pytest.raises(PhotoError, match="folder"):
        load_photo(tmp_path)


def test_a_bomb_is_refused_before_it_is_decoded() -> None:
    header = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header))
    with pytest.raises(PhotoError, match="pixels"):
        decode_photo(b"\x89PNG\r\n\x1a\n" + chunk + b"\x00\x00\x00\x00IDAT\x35\xaf\x06\x1e", "bomb.png")


@pytest.mark.parametrize(
    "array",
    [
        np.full((5, 7), 90, np.uint8),
        np.full((5, 7), 30_000, np.uint16),
        np.full((5, 7, 3), 30_000, np.uint16),
        np.full((5, 7, 4), 90, np.uint8),
        np.full((1, 1, 3), 90, np.uint8),
    ],
    ids=["grey", "grey 16 bit", "colour 16 bit", "alpha", "one pixel"],
)
def test_every_depth_comes_out_as_bgr_bytes(array: NDArray[Any]) -> None:
    image = decode_photo(_png(array), "roll.png")
    assert image.shape == (*array.shape[:2], 3)
    assert image.dtype == np.uint8


def test_a_turned_photo_stays_as_it_is_stored() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    turned = io.BytesIO()
    Image.new("RGB", (40, 20)).save(turned, "JPEG", exif=exif)
    assert decode_photo(turned.getvalue(), "roll.jpg").shape == (20, 40, 3)


def test_a_whole_photo_is_opened() -> None:
    assert load_photo(RENDERS / "yellow-soft-vga.jpg").shape == (480, 640, 3)


@pytest.mark.parametrize(("orientation", "turns"), [(1, 0), (3, 2), (6, 1), (8, 3), (5, 0)])
def test_how_a_phone_was_held_is_known_from_its_photo(orientation: int, turns: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = io.BytesIO()
    Image.new("RGB", (40, 20)).save(data, "JPEG", exif=exif)
    assert quarter_turns(data.getvalue()) == turns


def test_a_photo_without_any_such_data_is_upright() -> None:
    assert quarter_turns(_png(np.zeros((20, 40, 3), np.uint8))) == 0
    assert quarter_turns(b"no picture") == 0


def test_a_turned_photo_is_shown_upright_with_its_dice_where_they_are() -> None:
    image = np.zeros((100, 200, 3), np.uint8)
    die = Die(3, 0.99, (150.0, 30.0), ((140, 20), (160, 20), (160, 40), (140, 40)))
    number = (pictures := Pictures()).keep(image, DiceReading("read", (die,)), Marks(quarter_turns=1))
    drawn = pictures.drawn(number)
    assert drawn is not None
    shown = decoded(drawn)
    assert shown.shape == (200, 100, 3)
    rows, columns = np.nonzero(shown[..., 1] > 120)
    # (150, 30) of a picture 100 high, turned to the right, lies at (99 - 30, 150).
    assert abs(np.median(columns) - 69) < 6
    assert abs(np.median(rows) - 150) < 12
