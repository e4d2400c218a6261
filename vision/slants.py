"""Stage 9: how each top face is turned to the camera, told by what shows beside it.

The law of this file: it measures, it does not judge. Of a die that lies squarely under the camera nothing shows beside
its top face but the floor, of one that is turned its sides do; a small network, trained by tools/second_opinion on made
pictures only, has learned how much, from colours along lines across the four edges. Without its file nothing is
measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.opinion import View
from vision.verdict import Verdict

MODEL: Final = Path(__file__).with_name("slants.npz")
"""The network's layers, "near.weight" (inputs, outputs), "near.bias" and so on, in half precision."""
SIDE_PX: Final = 64
"""Side of the square around a die from which the lines are taken."""
REACH: Final = 3.0
"""Half that square, in halves of the die."""
ALONG: Final = np.linspace(0.6, 2.2, 24, dtype=np.float32)
"""Where the lines are sampled, from inside the face outwards, halves from its middle: a side seen at 40 degrees, or the
die under this one, ends before."""
ACROSS: Final = np.linspace(-0.8, 0.8, 5, dtype=np.float32)
"""Where the lines lie along an edge, halves."""
INSIDE: Final = np.linspace(-0.55, 0.55, 5, dtype=np.float32)
"""Where the face's own colour is sampled, halves, both ways: the median, for most of a face is not pips."""
SHY: Final = 12.0
"""Levels that are added to the mean difference of colours which is taken for one: noise is no contrast."""
NARROW_SIX: Final = 0.8
"""Shorter to longer edge of a six's pattern, below which its rows are close together: its face is as wide as long."""
LOOKS: Final = ((1.0, 0.0), (1.0, 0.8), (0.93, 0.0), (1.07, 0.0))
"""The ways in which a die may be looked at: its face by so much larger, out of focus by so many pixels."""

_EDGES: Final = len(ALONG) * len(ACROSS)


@dataclass(frozen=True)
class Seen:
    """How n dice are seen."""

    slants: NDArray[np.float64]
    """(n, 2), the part of each top face's unit normal that lies along the picture, (x, y)."""
    wavers: NDArray[np.float64]
    """(n,), standard deviation of the slant over the looks; 0 of one look."""
    stands: NDArray[np.float64]
    """(n,), log odds that the die lies on another."""


def there_is_one() -> bool:
    """Whether the network's file is there."""
    return MODEL.exists()


def seen(view: View, told: Sequence[Verdict], looks: int = len(LOOKS)) -> Seen:
    """How these dice, one or more, are seen in so many looks at each.

    Raises FileNotFoundError where there is no network.
    """
    squares = [view.square(one.centre, one.half, SIDE_PX, REACH) for one in told]
    frames = np.array([_frame(one) for one in told], np.float32)
    ways = frames[:, 1:] / np.linalg.norm(frames[:, 1:], axis=2, keepdims=True)
    colours = []
    for larger, blur in LOOKS[:looks]:
        places = points(frames * np.array([1, larger, larger], np.float32)[:, None])
        shown = [cv2.GaussianBlur(square, (0, 0), blur) for square in squares] if blur else squares
        colours += [bilinear(np.asarray(square, np.uint8), at) for square, at in zip(shown, places, strict=True)]
    said = said_of(np.stack(colours)).reshape(looks, len(told), -1)
    slants = np.einsum("lni,nij->lnj", said[:, :, :2], ways.astype(np.float64))
    return Seen(slants.mean(axis=0), slants.std(axis=0).max(axis=1), said[:, :, -1].mean(axis=0))


def points(frames: NDArray[np.float32]) -> NDArray[np.float32]:
    """The places (n, m, 2) that are sampled for faces `frames` (n, 3, 2): middle, and half of two edges, clockwise."""
    middle, u, v = (frames[:, row, None, None] for row in range(3))
    lines = [
        middle + ALONG[:, None, None] * out + ACROSS[:, None] * aside
        for out, aside in ((u, v), (v, -u), (-u, -v), (-v, u))
    ]
    face = middle + INSIDE[:, None, None] * u + INSIDE[:, None] * v
    return np.concatenate([part.reshape(len(frames), -1, 2) for part in (*lines, face)], axis=1)


def levelled(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the network is shown, (n, 4, 360), of the colours (n, m, 3) at those places: differences from the face."""
    lines, face = colours[:, : 4 * _EDGES], colours[:, 4 * _EDGES :]
    off = lines - np.median(face, axis=1)[:, None]
    off = off / (np.abs(off).mean(axis=(1, 2), keepdims=True) + SHY)
    return np.asarray(off.reshape(len(off), 4, 3 * _EDGES), np.float32)


def said_of(colours: NDArray[np.float32]) -> NDArray[np.float64]:
    """(n, 5): slant along u and v, log of its spread, log odds of leaning or lying on a die, and of lying on one."""
    layers, count = _layers(), len(colours)

    def layer(name: str, values: NDArray[Any]) -> NDArray[Any]:
        return np.asarray(values @ layers[f"{name}.weight"] + layers[f"{name}.bias"])

    def bent(name: str, values: NDArray[Any]) -> NDArray[Any]:
        return np.asarray(np.maximum(layer(name, values), 0))

    lines = levelled(colours).reshape(4 * count, len(ALONG), -1)
    first = bent("near", _neighbours(lines))
    second = bent("far", _neighbours(first)[:, ::2])
    edges = bent("edge", second.reshape(4 * count, -1)).reshape(count, 4, -1)

    def slant(there: int, back: int) -> NDArray[Any]:
        # Turned by half a turn the slant is the opposite: by construction, so that nothing has to be learned twice.
        beside = edges.sum(axis=1) - edges[:, there] - edges[:, back]
        ways = ((edges[:, there], edges[:, back]), (edges[:, back], edges[:, there]))
        one, other = (layer("slant", bent("turn", np.hstack([*way, beside]))) for way in ways)
        return np.asarray(one - other)

    odds = layer("odds", bent("all", np.hstack([edges.mean(axis=1), edges.max(axis=1)])))
    return np.hstack([slant(0, 2), slant(1, 3), odds]).astype(np.float64)


def _neighbours(lines: NDArray[Any]) -> NDArray[Any]:
    """(n, steps, 5 * channels) of lines (n, steps, channels): each step with the two before and the two after it."""
    padded = np.pad(lines, ((0, 0), (2, 2), (0, 0)))
    steps = lines.shape[1]
    return np.concatenate([padded[:, shift : shift + steps] for shift in range(5)], axis=2)


def bilinear(picture: NDArray[np.uint8], places: NDArray[np.float32]) -> NDArray[np.float32]:
    """Colours (m, 3) of a picture (h, w, 3) at places (m, 2), between its pixels; beyond its edge those of the edge."""
    x, y = np.ascontiguousarray(places[:, 0]), np.ascontiguousarray(places[:, 1])
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(-1, 3), np.float32)


def _frame(verdict: Verdict) -> NDArray[np.float64]:
    """(3, 2) of its face in the square around it."""
    scale = SIDE_PX / (2 * REACH * verdict.half)
    corners = (verdict.corners - verdict.centre) * scale + SIDE_PX / 2 - 0.5
    u = (corners[1] - corners[0] + corners[2] - corners[3]) / 4
    v = (corners[2] - corners[1] + corners[3] - corners[0]) / 4
    if u[0] * v[1] < u[1] * v[0]:
        v = -v
    long, wide = sorted((float(np.hypot(*u)), float(np.hypot(*v))), reverse=True)
    if verdict.value == 6 and wide < NARROW_SIX * long:
        way = u / np.hypot(*u) + np.array([v[1], -v[0]]) / np.hypot(*v)
        u = long * way / np.hypot(*way)
        v = np.array([-u[1], u[0]])
    return np.stack([corners.mean(axis=0), u, v])


@cache
def _layers() -> dict[str, NDArray[Any]]:
    with np.load(MODEL) as file:
        return {name: file[name].astype(np.float32) for name in file.files}
