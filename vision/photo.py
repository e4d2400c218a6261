"""Opening photos.

The law of this file: whatever bytes come in, out comes a picture as it is stored (no EXIF turn, for corners are pixels
of the file), or one sentence that a player can read. Sizes are checked in the header, before a pixel is decoded.
"""

import io
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage
from PIL import UnidentifiedImageError

from companion.language import say

MAX_PIXELS: Final = 65_000_000
"""Pixels. Phones make 12 to 64 million; each takes three bytes when decoded, and a small Pi has 512 MB."""

ORIENTATION: Final = 0x0112
"""EXIF's tag for how the camera was held."""
TURNS: Final = {3: 2, 6: 1, 8: 3}
"""Quarter turns clockwise by its value; the others are upright, or mirrored."""


class PhotoError(ValueError):
    """The photo cannot be opened; the message says why in one sentence."""


def load_photo(path: Path) -> NDArray[np.uint8]:
    """The picture in a file, (h, w, 3) uint8, BGR.

    Raises:
        PhotoError: no such file, a folder, not readable, or not a whole picture.
    """
    return decode_photo(photo_bytes(path), str(path))


def photo_bytes(path: Path) -> bytes:
    """A photo's file as it is. Raises PhotoError: no such file, a folder, or not readable."""
    if path.is_dir():
        raise PhotoError(say("{name}: is a folder, not a photo", name=path))
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise PhotoError(say("{name}: no such file", name=path)) from None
    except (OSError, ValueError) as error:
        raise PhotoError(
            say("{name}: cannot be opened ({why})", name=path, why=getattr(error, "strerror", None) or error)
        ) from None


def decode_photo(data: bytes, name: str) -> NDArray[np.uint8]:
    """The picture in these bytes, (h, w, 3) uint8, BGR; `name` is what the sentence calls it.

    Raises:
        PhotoError: empty, not a picture, cut short, or larger than `MAX_PIXELS`.
    """
    if not data:
        raise PhotoError(say("{name}: is empty", name=name))
    _check_whole(data, name)
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        image = None
    if image is None:
        raise PhotoError(say("{name}: is a picture of a kind that cannot be read here", name=name))
    return np.asarray(image, np.uint8)


def shrunk(image: NDArray[np.uint8], longer: int) -> tuple[NDArray[np.uint8], float]:
    """A picture whose longer side has so many pixels at most, and its size to the one given: 1 where that is small."""
    height, width = image.shape[:2]
    scale = min(1.0, longer / max(height, width))
    if scale == 1:
        return image, 1.0
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8), scale


def by_halves(image: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """A picture (h, w, 3) made smaller, to (width, height): halved while it goes, and then between its pixels.

    OpenCV halves in a tenth of the time in which it takes the mean of any other number of pixels.
    """
    while image.shape[1] >= 2 * size[0] and image.shape[0] >= 2 * size[1]:
        half = (image.shape[1] // 2, image.shape[0] // 2)
        image = np.asarray(cv2.resize(image, half, interpolation=cv2.INTER_AREA), np.uint8)
    return image if (image.shape[1], image.shape[0]) == size else np.asarray(cv2.resize(image, size), np.uint8)


def decode_upright(data: bytes, name: str) -> NDArray[np.uint8]:
    """As `decode_photo`, turned upright as a page shows it. Raises PhotoError."""
    return np.ascontiguousarray(np.rot90(decode_photo(data, name), -quarter_turns(data)))


def quarter_turns(data: bytes) -> int:
    """How many quarter turns clockwise show the photo upright, as its EXIF data say; 0 where they say nothing.

    Mirrored pictures are left as they are: no camera makes them.
    """
    try:
        with PillowImage.open(io.BytesIO(data)) as picture:
            return TURNS.get(int(picture.getexif().get(ORIENTATION, 1)), 0)
    except (OSError, SyntaxError, ValueError, TypeError):
        return 0


def _check_whole(data: bytes, name: str) -> None:
    """Refuse what is no picture, too large a picture, or half a picture: OpenCV fills the missing half with grey."""
    try:
        with PillowImage.open(io.BytesIO(data)) as picture:
            width, height = picture.size
            if width * height > MAX_PIXELS:
                raise PhotoError(
                    say(
                        "{name}: {width} x {height} pixels are too many, at most {most} million",
                        name=name,
                        width=width,
                        height=height,
                        most=MAX_PIXELS // 10**6,
                    )
                )
            if picture.format == "JPEG" and picture.mode in ("L", "RGB"):
                # Decoded at an eighth of its size: as strict about a missing end, at a fraction of the time.
                picture.draft(picture.mode, (max(1, width // 8), max(1, height // 8)))
            picture.load()
    except PhotoError:
        raise
    except PillowImage.DecompressionBombError:
        raise PhotoError(
            say("{name}: too many pixels, at most {most} million", name=name, most=MAX_PIXELS // 10**6)
        ) from None
    except UnidentifiedImageError:
        raise PhotoError(say("{name}: is not a picture", name=name)) from None
    except (OSError, SyntaxError, ValueError, IndexError, EOFError):
        raise PhotoError(say("{name}: is cut short or damaged", name=name)) from None
