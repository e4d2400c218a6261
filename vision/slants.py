"""Stage 9: how each top face is turned to the camera, told by what shows beside it.

The law of this file: it finds each face and samples the colours around it; what they mean is vision.beside's to say. Of
a die that lies squarely under the camera nothing shows beside its top face but the floor, of one that is turned its
sides do, and of one that lies on another that other's corners. Without the networks' file nothing is measured.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.beside import NETWORKS, said_of
from vision.opinion import View
from vision.verdict import Verdict

SIDE_PX: Final = 64
"""Side of the square around a die from which the lines are taken."""
REACH: Final = 3.0
"""Half that square, in halves of the die."""
ALONG: Final = np.linspace(0.6, 2.2, 24, dtype=np.float32)
"""Where the lines across an edge are sampled, from inside the face outwards, halves from its middle: a side seen at 40
degrees, or the die under this one, ends before."""
ACROSS: Final = np.linspace(-0.8, 0.8, 5, dtype=np.float32)
"""Where those lines lie along an edge, halves."""
OUT: Final = np.linspace(0.55, 1.75, 24, dtype=np.float32)
"""Where the lines across a corner are sampled, half diagonals from the middle."""
ASIDE: Final = np.linspace(-0.36, 0.36, 5, dtype=np.float32)
"""Where those lie beside the diagonal, half diagonals."""
INSIDE: Final = np.linspace(-0.55, 0.55, 5, dtype=np.float32)
"""Where the face's own colour is sampled, halves, both ways: the median, for most of a face is not pips."""
SHY: Final = 12.0
"""Levels that are added to the mean difference of colours which is taken for one: noise is no contrast."""
NARROW_SIX: Final = 0.8
"""Shorter to longer edge of a six's pattern, below which its rows are close together: its face is as wide as long."""
RING: Final = (0.6, 1.6)
"""Halves from the middle between which the edges of a face lie whose pips do not tell how it is turned."""
TURNED: Final = 0.12
"""Share of the colours' steps there that lie along two directions at right angles, from which on those are its own."""
LOOKS: Final = ((1.0, 0.0), (1.0, 0.8), (0.93, 0.0), (1.07, 0.0))
"""The ways in which a die may be looked at: its face by so much larger, out of focus by so many pixels."""

_EDGES: Final = len(ALONG) * len(ACROSS)


@dataclass(frozen=True)
class Seen:
    """How n dice are seen; not numbers for those whose face is not known."""

    slants: NDArray[np.float64]
    """(n, 2), the part of each top face's unit normal that lies along the picture, (x, y)."""
    wavers: NDArray[np.float64]
    """(n,), standard deviation of the slant over the looks and networks."""
    odd: NDArray[np.float64]
    """(n,), log odds that the die leans or lies on another, of the network that finds it flattest."""
    whole: NDArray[np.bool_]
    """(n,), whether the corners of the face are known too, and so the slant."""


def seen(view: View, told: Sequence[Verdict], looks: int = len(LOOKS), networks: Sequence[str] = NETWORKS) -> Seen:
    """How these dice are seen in so many looks at each, by these networks.

    Raises FileNotFoundError where there are no networks.
    """
    squares = [view.square(one.centre, one.half, SIDE_PX, REACH) for one in told]
    found = [_frame(one, square) for one, square in zip(told, squares, strict=True)]
    known = [index for index, frame in enumerate(found) if frame is not None]
    whole = np.array([_whole(one) for one in told])
    every = Seen(np.full((len(told), 2), np.nan), np.full(len(told), np.nan), np.full(len(told), np.nan), whole)
    if not known:
        return every
    frames = np.array([frame for frame in found if frame is not None], np.float32)
    ways = frames[:, 1:] / np.linalg.norm(frames[:, 1:], axis=2, keepdims=True)
    height, width = view.levels[0].shape[:2]
    centres = np.array([told[index].centre for index in known])
    places = ((centres - (np.array([width, height]) - 1) / 2) / max(width, height)).astype(np.float32)
    slants, odds = [], []
    for larger, blur in LOOKS[:looks]:
        at = points(frames * np.array([1, larger, larger], np.float32)[:, None])
        shown = [cv2.GaussianBlur(squares[index], (0, 0), blur) if blur else squares[index] for index in known]
        lines = levelled(
            np.stack([bilinear(np.asarray(one, np.uint8), where) for one, where in zip(shown, at, strict=True)])
        )
        said = [said_of(network, lines, ways, places) for network in networks]
        slants += [slant for slant, _ in said]
        odds.append([odd for _, odd in said])
    every.slants[known], every.wavers[known] = np.mean(slants, axis=0), np.std(slants, axis=0).max(axis=1)
    every.odd[known] = np.mean(odds, axis=0).min(axis=0)
    return every


def points(frames: NDArray[np.float32]) -> NDArray[np.float32]:
    """The places (n, m, 2) that are sampled for faces `frames` (n, 3, 2): middle, and half of two edges, clockwise.

    Across the four edges, across the four corners, and on the face.
    """
    middle, u, v = (frames[:, row, None, None] for row in range(3))
    edges = [
        middle + ALONG[:, None, None] * out + ACROSS[:, None] * aside
        for out, aside in ((u, v), (v, -u), (-u, -v), (-v, u))
    ]
    corners = [
        middle + OUT[:, None, None] * out + ASIDE[:, None] * aside
        for out, aside in ((u + v, v - u), (v - u, -u - v), (-u - v, u - v), (u - v, u + v))
    ]
    face = middle + INSIDE[:, None, None] * u + INSIDE[:, None] * v
    return np.concatenate([part.reshape(len(frames), -1, 2) for part in (*edges, *corners, face)], axis=1)


def levelled(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the networks are shown, (n, 8, 360), of the colours (n, m, 3) at those places: differences from the face."""
    lines, face = colours[:, : 8 * _EDGES], colours[:, 8 * _EDGES :]
    off = lines - np.median(face, axis=1)[:, None]
    off = off / (np.abs(off[:, : 4 * _EDGES]).mean(axis=(1, 2), keepdims=True) + SHY)
    return np.asarray(off.reshape(len(off), 8, 3 * _EDGES), np.float32)


def bilinear(picture: NDArray[np.uint8], places: NDArray[np.float32]) -> NDArray[np.float32]:
    """Colours (m, 3) of a picture (h, w, 3) at places (m, 2), between its pixels; beyond its edge those of the edge."""
    x, y = np.ascontiguousarray(places[:, 0]), np.ascontiguousarray(places[:, 1])
    colours = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(colours.reshape(-1, 3), np.float32)


def _whole(verdict: Verdict) -> bool:
    """Whether its pips tell the corners of its face."""
    return verdict.guess.top is not None or verdict.guess.face is not None


def _frame(verdict: Verdict, square: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """(3, 2) of its face in the square around it; None where nobody knows how it is turned."""
    scale = SIDE_PX / (2 * REACH * verdict.half)
    if not _whole(verdict):
        return _square_frame(square)
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


def _square_frame(square: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The same of a die whose size alone is known: a square, turned as most of the steps around it are."""
    grey = cv2.GaussianBlur(cv2.cvtColor(square, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    step = cv2.Sobel(grey, cv2.CV_32F, 1, 0) + 1j * cv2.Sobel(grey, cv2.CV_32F, 0, 1)
    y, x = np.mgrid[:SIDE_PX, :SIDE_PX] - (SIDE_PX - 1) / 2
    half = SIDE_PX / (2 * REACH)
    away = np.hypot(x, y) / half
    step = step[(away > RING[0]) & (away < RING[1])]
    much = np.abs(step) + 1e-6
    # An edge's two sides, and those at right angles to it, count alike: a quarter turn is a whole one.
    turn = ((step / much) ** 4 * much).sum() / much.sum()
    if abs(turn) < TURNED:
        return None
    angle = np.angle(turn) / 4
    u = half * np.array([np.cos(angle), np.sin(angle)])
    return np.stack([np.full(2, (SIDE_PX - 1) / 2), u, np.array([-u[1], u[0]])])
