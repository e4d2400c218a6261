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

from vision.photo import PhotoError, decode_photo, load_photo

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
