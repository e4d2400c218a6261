"""Every format that libcamera may adjust to, laid out with filled rows as the sensor's hardware does."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.pixels import CONVERSIONS, Pixels, to_bgr

WIDTH, HEIGHT, STRIDE = 40, 24, 64


def picture() -> Pixels:
    """Four corners in four colours, so that nothing can be turned, swapped or shifted unseen."""
    image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    image[:12, :20], image[:12, 20:] = (200, 40, 40), (40, 200, 40)
    image[12:, :20], image[12:, 20:] = (40, 40, 200), (200, 200, 200)
    return image


def filled(plane: NDArray[np.uint8], stride: int) -> NDArray[np.uint8]:
    out = np.full((plane.shape[0], stride), 255, np.uint8)
    out[:, : plane.shape[1]] = plane
    return out


def planes() -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    i420 = np.asarray(cv2.cvtColor(picture(), cv2.COLOR_BGR2YUV_I420), np.uint8).ravel()
    y, u, v = np.split(i420, [WIDTH * HEIGHT, WIDTH * HEIGHT * 5 // 4])
    return y.reshape(HEIGHT, WIDTH), u.reshape(HEIGHT // 2, WIDTH // 2), v.reshape(HEIGHT // 2, WIDTH // 2)


def laid_out(layout: str) -> Pixels:
    """As picamera2's make_array gives it: three planes keep their filling, the others come without."""
    image = picture()
    y, u, v = planes()
    wide_u, wide_v = (np.repeat(plane, 2, 0) for plane in (u, v))
    match layout:
        case "RGB888":
            return image
        case "BGR888":
            return np.ascontiguousarray(image[..., ::-1])
        case "XRGB8888":
            return np.dstack([image, np.full((HEIGHT, WIDTH), 255, np.uint8)])
        case "XBGR8888":
            return np.dstack([image[..., ::-1], np.full((HEIGHT, WIDTH), 255, np.uint8)])
        case "YUV420" | "YVU420":
            chroma = (u, v) if layout == "YUV420" else (v, u)
            parts = [filled(y, STRIDE), *(filled(plane, STRIDE // 2) for plane in chroma)]
            return np.concatenate([part.ravel() for part in parts]).reshape(HEIGHT * 3 // 2, STRIDE)
        case "NV12" | "NV21":
            pair = (u, v) if layout == "NV12" else (v, u)
            return np.vstack([y, np.dstack(pair).reshape(HEIGHT // 2, WIDTH)])
        case _:
            out = np.zeros((HEIGHT, STRIDE, 2), np.uint8)
            luma, first = (1, 0) if layout == "UYVY" else (0, 1)
            one, two = (wide_v, wide_u) if layout == "YVYU" else (wide_u, wide_v)
            out[:, :WIDTH, luma] = y
            out[:, 0:WIDTH:2, first] = one
            out[:, 1:WIDTH:2, first] = two
            return out


@pytest.mark.parametrize("layout", CONVERSIONS)
def test_every_format_becomes_the_picture_that_it_was_made_of(layout: str) -> None:
    bgr = to_bgr(laid_out(layout), layout, (WIDTH, HEIGHT))
    assert bgr.shape == (HEIGHT, WIDTH, 3)
    assert bgr.flags.c_contiguous
    # Colour by halves of the width: where two colours meet it is neither.
    inside = np.abs(bgr.astype(int) - picture())[2:10, 2:18], np.abs(bgr.astype(int) - picture())[14:22, 22:38]
    assert max(part.max() for part in inside) <= 3
    assert np.abs(bgr.astype(int) - picture()).mean() < 4


def test_a_format_that_is_not_known_is_named() -> None:
    with pytest.raises(ValueError, match="SRGGB10"):
        to_bgr(picture(), "SRGGB10", (WIDTH, HEIGHT))
