"""From the bytes that a camera lays into memory to a picture.

The law of this file: an array and libcamera's word for its format in, `(height, width, 3)` uint8 BGR out. Formats are
named by the word, not by the bytes: RGB888 lies in memory as blue, green, red.
"""

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]

CONVERSIONS: Final[Mapping[str, int | None]] = {
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
    "YVYU": cv2.COLOR_YUV2BGR_YVYU,
    "UYVY": cv2.COLOR_YUV2BGR_UYVY,
}
"""What cv2 makes BGR of each format; None: it is."""


def to_bgr(array: Pixels, layout: str, size: tuple[int, int]) -> Pixels:
    """A picture of `size` (width, height) out of `array`, as picamera2's `make_array` gives it for the format `layout`.

    Rows may be longer than the picture: the sensor's hardware fills them up to 32 or 64 bytes, and picamera2 leaves the
    filling in YUV420, where chroma rows lie two to an array row and are filled by half as much. It is cut off here.
    The limited range of video (16 to 235) is taken for granted, as picamera2 asks for it.

    Raises:
        ValueError: this format is none that is known here.
    """
    if layout not in CONVERSIONS:
        raise ValueError(f"pictures of the format {layout}")
    code = CONVERSIONS[layout]
    picture = array if code is None else cv2.cvtColor(array, code)
    width, height = size
    return np.ascontiguousarray(picture[:height, :width], np.uint8)
