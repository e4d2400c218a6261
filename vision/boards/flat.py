"""A photo of a board seen from straight above, with the light taken out of it.

The law of this file: what is left is how the board itself is coloured, in logarithms, so that a shadow is an offset
and a white balance too. It is measured against the print, most of which shows in every photo.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan
from vision.boards.place import Place

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

SCALE: Final = 2.0
"""Pixels a millimetre: a cube of 8 mm is 16 wide."""
MARGIN_MM: Final = 24.0
"""Around the board: so far do the tips of cones lean out of it at 40 degrees."""
DARK: Final = 0.05
"""Added to what is reflected, 1 being all, before its logarithm is taken: how dark the dark channels of a strong colour
are is the camera's taste."""
CLIPPED: Final = 250
"""From here on a channel says nothing more."""
LAMP_MM2: Final = 25.0
"""Area that is too bright from which on a lamp is mirrored there."""
HALO_MM: Final = 40.0
"""As far around it the paper may look whiter than it is."""
WHITER: Final = 0.04
"""In every channel, of what is reflected."""
RING_MM: Final = (2.0, 7.0)
"""Around what is too bright; a lamp makes it whiter too."""
HALO: Final = 0.5
"""Share of it that must be."""
BLOCK: Final = 8
"""Pixels of a block of which one median of the light is taken: 4 mm."""
WIDE_MM: Final = 22.0
"""Over so much the light is smoothed: pieces are smaller, and two of their shadows."""
CALM: Final = 1.0
"""Standard deviation in pixels, 0.5 mm, by which colours are smoothed."""
ODD: Final = 0.12
"""Difference of logarithms from the light around at which a block counts half."""
TINGED: Final = 0.12
"""The same of its tint alone, from that of the whole board."""
INKED: Final = -1.6
"""Logarithm of what the darkest channel of a print reflects below which it is no paper."""

_LINEAR: Final = np.asarray(((np.arange(256) / 255) ** 2.2).astype(np.float32))


@dataclass(frozen=True)
class Frame:
    """The pictures of one board from above: where millimetres lie in them."""

    width: int
    height: int

    @staticmethod
    def of(plan: BoardPlan) -> Frame:
        return Frame.sized(plan.width, plan.height)

    @staticmethod
    def sized(width: float, height: float) -> Frame:
        """Of a board so large, mm."""
        return Frame(round((width + 2 * MARGIN_MM) * SCALE), round((height + 2 * MARGIN_MM) * SCALE))

    @staticmethod
    def px(mm: float) -> float:
        """Where a coordinate of the board lies, in pixels between whose middles are whole numbers."""
        return (mm + MARGIN_MM) * SCALE - 0.5

    @staticmethod
    def around(x: float, y: float, reach: float) -> tuple[slice, slice]:
        """Rows and columns of what lies within so many mm of a point, each way."""
        left, top = round(Frame.px(x - reach)), round(Frame.px(y - reach))
        right, foot = round(Frame.px(x + reach)), round(Frame.px(y + reach))
        return slice(max(0, top), foot + 1), slice(max(0, left), right + 1)


@dataclass(frozen=True)
class Flat:
    """A board from above."""

    colour: Floats
    """(h, w, 3): logarithm of what is reflected, BGR, as the print's own values are written."""
    shown: NDArray[np.bool_]
    """(h, w): what lies within the photo."""
    clipped: NDArray[np.bool_]
    """(h, w): too bright to tell colours."""
    full: NDArray[np.bool_]
    """(h, w, 3): channels that are too bright: more is reflected than `colour` says."""
    bare: Floats
    """(h, w, 3): the same as `colour` of the board alone; NaN where that is not known."""

    @property
    def usable(self) -> NDArray[np.bool_]:
        """(h, w): where colours can be told."""
        return self.shown & ~self.clipped


def flatten(image: Picture, place: Place, plan: BoardPlan) -> tuple[Picture, NDArray[np.bool_], NDArray[np.bool_]]:
    """The photo (h, w, 3) BGR from above; what of it is within the photo, and what is too bright."""
    frame = Frame.of(plan)
    onto = np.array(((SCALE, 0, Frame.px(0)), (0, SCALE, Frame.px(0)), (0, 0, 1)))
    # Pixels of the photo in one of the result: where there are several, they are averaged first.
    middle = np.array(((plan.width / 2, plan.height / 2), (plan.width / 2 + 1, plan.height / 2)))
    dense = float(np.linalg.norm(np.diff(place.pixels(middle), axis=0))) / SCALE
    plane = place.plane
    if dense > 1.6:
        scale = 1.3 / dense
        size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        plane = np.array(((scale, 0, (scale - 1) / 2), (0, scale, (scale - 1) / 2), (0, 0, 1))) @ plane
    turned = onto @ np.linalg.inv(plane)
    where = (frame.width, frame.height)
    seen = cv2.warpPerspective(image, turned, where, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    inside = np.full(image.shape[:2], 255, np.uint8)
    shown = cv2.warpPerspective(inside, turned, where, flags=cv2.INTER_NEAREST) > 0
    bright = np.asarray((image >= CLIPPED).all(axis=2), np.uint8) * np.uint8(255)
    clipped = cv2.warpPerspective(bright, turned, where, flags=cv2.INTER_LINEAR) > 64
    return np.asarray(seen, np.uint8), shown, clipped


def reflected(picture: Picture) -> Floats:
    """Logarithms of what a picture (h, w, 3) sRGB reflects, as `Flat.colour` has them."""
    return np.asarray(np.log(_LINEAR + np.float32(DARK))[picture], np.float32)


def without_light(
    seen: Picture, shown: NDArray[np.bool_], clipped: NDArray[np.bool_], printed: Floats, one_lamp: bool = False
) -> Flat:
    """Take the light out.

    Args:
        printed: (h, w, 3), what the board alone looks like; NaN where that is not known.
        one_lamp: light has much the same tint all over the board, so that what has another lies on it.
    """
    usable = shown & ~clipped & np.isfinite(printed).all(axis=2)
    ratio = np.log(_LINEAR + np.float32(1e-4))[seen] - np.log(np.maximum(np.exp(printed) - DARK, 1e-4))
    inked = printed.min(axis=2) < INKED if one_lamp else None
    light = _light(np.asarray(ratio, np.float32), usable, inked)
    colour = np.log(_LINEAR[seen] * np.exp(-light) + np.float32(DARK))
    colour = np.asarray(cv2.GaussianBlur(colour, (0, 0), CALM), np.float32)
    return Flat(colour, shown, clipped | _halo(clipped, colour, printed), seen >= CLIPPED, printed)


def _halo(clipped: NDArray[np.bool_], colour: Floats, printed: Floats) -> NDArray[np.bool_]:
    """Where a lamp that is mirrored in the print makes it whiter, though not white."""
    with np.errstate(invalid="ignore"):
        whiter = (np.exp(colour) - np.exp(printed)).min(axis=2) > WHITER
    count, parts, stats, _ = cv2.connectedComponentsWithStats(clipped.astype(np.uint8))
    lamps = np.zeros(clipped.shape, bool)
    for nth in range(1, count):
        if stats[nth, cv2.CC_STAT_AREA] > LAMP_MM2 * SCALE**2:
            one = parts == nth
            away = cv2.distanceTransform(np.asarray(~one, np.uint8), cv2.DIST_L2, 3) / SCALE
            ring = (away > RING_MM[0]) & (away < RING_MM[1]) & np.isfinite(printed[:, :, 0])
            if ring.any() and float(whiter[ring].mean()) > HALO:  # white things end at their edges
                lamps |= one
    if not lamps.any():
        return clipped
    far = cv2.distanceTransform(np.asarray(~lamps, np.uint8), cv2.DIST_L2, 3)
    halo = ((far < HALO_MM * SCALE) & whiter).astype(np.uint8)
    return np.asarray(cv2.dilate(halo, np.ones((5, 5), np.uint8)) > 0)


def _light(ratio: Floats, usable: NDArray[np.bool_], inked: NDArray[np.bool_] | None) -> Floats:
    """How bright the light is, (h, w, 3) logarithms: smooth, and not led astray by what lies on the board.

    Args:
        inked: (h, w), where the print is no paper, if there is one lamp; else None.
    """
    height, width = usable.shape
    rows, columns = height // BLOCK, width // BLOCK

    def blocks(values: NDArray[np.float32]) -> NDArray[np.float32]:
        cut = values[: rows * BLOCK, : columns * BLOCK]
        return cut.reshape(rows, BLOCK, columns, BLOCK, -1).swapaxes(1, 2).reshape(rows, columns, BLOCK * BLOCK, -1)

    counted = blocks(usable.astype(np.float32)).mean(axis=(2, 3))
    few = blocks(np.where(usable[:, :, None], ratio, np.nan))
    medians = np.zeros((rows, columns, 3), np.float32)
    enough = counted > 0.4
    medians[enough] = np.nanmedian(few[enough], axis=1)
    weight = np.where(enough, counted, 0).astype(np.float32)
    if inked is not None:
        weight *= _of_one_lamp(medians, weight, blocks(inked.astype(np.float32)).mean(axis=(2, 3)) > 0.5)
    trust = weight.copy()
    sigma = WIDE_MM * SCALE / BLOCK
    smooth = medians
    for _ in range(6):
        smooth = _smoothed(medians, trust, sigma)
        off = np.abs(medians - smooth).max(axis=2)
        trust = (weight / (1 + (off / ODD) ** 2)).astype(np.float32)
    return np.asarray(cv2.resize(smooth, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _of_one_lamp(light: Floats, weight: Floats, inked: NDArray[np.bool_]) -> Floats:
    """How far, 0..1, the tint of each block's light (rows, columns, 3) is that of the whole board: an arm has its own,
    however wide it is. Ink is seldom quite as drawn, so that blocks of it are compared with each other."""
    down, across = (axis.astype(np.float32) for axis in np.indices(weight.shape))
    plane = np.stack([np.ones_like(down), down / len(weight), across / len(weight)], axis=2).reshape(-1, 3)
    tint = (light - light.mean(axis=2, keepdims=True)).reshape(-1, 3)
    ink, counted = inked.reshape(-1), weight.reshape(-1) > 0
    paper = weight.reshape(-1) * ~ink
    trust, off = paper, tint
    for _ in range(8):
        weighed = plane * trust[:, None]
        fitted = np.linalg.solve(weighed.T @ plane + 1e-3 * np.eye(3, dtype=np.float32), weighed.T @ tint)
        off = tint - plane @ fitted
        trust = paper / (1 + (np.abs(off).max(axis=1) / TINGED) ** 2)
    if (ink & counted).any():
        off[ink] -= np.median(off[ink & counted], axis=0)
    far = np.abs(off).max(axis=1).reshape(weight.shape)
    return np.asarray(1 / (1 + (far / TINGED) ** 4), np.float32)


def _smoothed(values: Floats, weight: Floats, sigma: float) -> Floats:
    """A weighted mean around each block; far from any, that of the wider surroundings."""
    total = np.zeros(values.shape, np.float32)
    sums = np.zeros(weight.shape, np.float32)
    for wider, counts in ((1.0, 1.0), (4.0, 1e-3), (20.0, 1e-6)):
        total += cv2.GaussianBlur(values * weight[:, :, None], (0, 0), sigma * wider) * counts
        sums += cv2.GaussianBlur(weight, (0, 0), sigma * wider) * counts
    return np.asarray(total / np.maximum(sums, 1e-12)[:, :, None], np.float32)
