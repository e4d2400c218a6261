"""Stage 10: does a die lean, or lie on another?

The law of this file: one camera sees one table, so the top faces of all dice that lie flat have one normal, and a die
whose top face has another leans. How each face is turned, and which die looks unlike the others, is measured by
vision.slants; here it is weighed. Dice among which the measuring itself is poor say little: a die must be farther off
the others than they are off each other.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.beside import NETWORKS, there_is_one
from vision.opinion import View
from vision.slants import LOOKS, seen
from vision.verdict import LEANS, Verdict

FOCAL: Final = (0.7, 0.85, 1.05, 1.6, 3.0)
"""Focal lengths that are tried, in longer sides of the picture: 71, 61 and 51 degrees from side to side, from the Pi's
wide camera to a phone's, and parts cut from a picture. The one that makes the dice agree best is believed."""
FEWEST: Final = 3
"""Dice from which on they are compared: of two that disagree neither is known to be right."""
USUAL: Final = 5.0
"""Degrees by which a slant is off as a rule: how far the others are off each other is weighed against it."""
HEARD: Final = 2
"""Dice that the usual error weighs as much as: of two others nobody knows how far they are off."""
WAVERS: Final = 4.0
"""Degrees by which the looks at a die differ from which on it is not believed by much."""
AGREED: Final = 2.0
"""Times the error of the others by which a die may be off them, and is not the less flat for that."""
WEIGHT: Final = 0.5
"""Of each such time beyond, beside log odds."""
ASTRAY: Final = 6.0
"""Degrees by which the looks at a die differ from which on nothing is made of them: its face lies elsewhere."""
SQUARE: Final = 1.5
"""Log odds that are taken off where the corners of the face are not known: it is looked at as a square of its size."""
LEANING: Final = (0.55, 4.5)
"""Log odds and what is added to them, from which on a die leans or lies on another, of dice seen from afar and from
near. Chosen on the visible pictures: no flat die of theirs came to more than 0.4 and 4.0."""
NEAR: Final = 0.052
"""Edge of the dice, in longer sides of the picture, from which on they are seen from near: no camera over a tray sees
them so, and the networks had few such lessons."""
LOOK_AGAIN: Final = 0.0
"""The same as LEANING, after one look of one network: with all below nothing leans, and the other looks are saved."""


def upright(view: View, told: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts, all of them told, those withdrawn that lean or lie on another."""
    if not told or not there_is_one():
        return list(told)
    # The network decides that finds a die flattest: what one finds flat need not be shown to the others.
    if _much(view, told, 1, NETWORKS[:1]).max() < LOOK_AGAIN:
        return list(told)
    much = _much(view, told, len(LOOKS), NETWORKS)
    edge = 2 * float(np.median([verdict.half for verdict in told])) / max(view.levels[0].shape)
    leans = much > LEANING[edge > NEAR]
    return [verdict.withdrawn(LEANS) if one else verdict for verdict, one in zip(told, leans, strict=True)]


def _much(view: View, told: Sequence[Verdict], looks: int, networks: Sequence[str]) -> NDArray[np.float64]:
    """By how much (n,) each die seems to lean; minus infinity where its face is not known."""
    found = seen(view, told, looks, networks)
    much, wavers = np.where(np.isfinite(found.odd), found.odd, -np.inf), np.degrees(found.wavers)
    much[~found.whole] -= SQUARE
    known = np.flatnonzero(np.isfinite(found.odd) & found.whole)
    if len(known):
        height, width = view.levels[0].shape[:2]
        off = leanings(found.slants[known], np.array([told[index].centre for index in known.tolist()]), (width, height))
        much[known] += WEIGHT * np.maximum(0, off / np.hypot(1, wavers[known] / WAVERS) - AGREED)
    much[wavers > ASTRAY] = -np.inf
    return much


def leanings(slants: NDArray[np.float64], centres: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
    """By how many errors (n,) each die's top face is off what the others agree on; 0 of fewer than FEWEST.

    `slants` (n, 2): the part of each face's unit normal that lies along the picture, as seen at `centres` (n, 2) of a
    picture of this `size` (width, height), pixels.
    """
    if len(slants) < FEWEST:
        return np.zeros(len(slants))
    rays = (centres - (np.array(size) - 1) / 2) / max(size)
    errors, gaps = _off_the_others(normals_of(slants, rays / np.array(FOCAL)[:, None, None]))
    # Each way of seeing the table is judged by the others alone, lest the one that leans bends it.
    best = errors.argmin(axis=0), np.arange(len(slants))
    return np.asarray(gaps[best] / np.sqrt(errors[best]), np.float64)


def _off_the_others(normals: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Of normals (..., n, 3), both (..., n): how far the others are off each other, squared degrees of one die, and how
    far each is off the others, degrees."""
    others = normals.shape[-2] - 1
    tables = normals.sum(axis=-2, keepdims=True) - normals
    tables /= np.sqrt((tables**2).sum(axis=-1, keepdims=True))
    apart = np.degrees(np.arccos(np.clip(tables @ normals.swapaxes(-1, -2), -1, 1)))
    off = apart.diagonal(axis1=-2, axis2=-1)
    squares = (apart**2).sum(axis=-1) - off**2 + 2 * HEARD * USUAL**2
    # Two numbers a die, two of which the table took.
    return squares / (2 * (others - 1) + 2 * HEARD) * (1 + 1 / others), off


def along(normals: NDArray[np.float64], rays: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 2) the part of unit normals (n, 3) that lies along the picture where rays (n, 2) meet the faces.

    A ray is where it meets the plane one focal length away, (x right, y down).
    """
    _, right, down = _axes(rays)
    return np.stack([(right * normals).sum(axis=1), (down * normals).sum(axis=1)], axis=1)


def normals_of(slants: NDArray[np.float64], rays: NDArray[np.float64]) -> NDArray[np.float64]:
    """Unit normals (..., n, 3), towards the camera, of faces that are seen so (n, 2) along these rays (..., n, 2)."""
    away, right, down = _axes(rays)
    depth = np.sqrt(np.maximum(0.0, 1 - (slants**2).sum(axis=1, keepdims=True)))
    return np.asarray(slants[:, :1] * right + slants[:, 1:] * down - depth * away, np.float64)


def _axes(rays: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Along each ray (..., 2), and across it right and down in the picture: unit vectors (..., 3), z away."""
    away = np.concatenate([rays, np.ones((*rays.shape[:-1], 1))], axis=-1)
    away /= np.sqrt((away**2).sum(axis=-1, keepdims=True))
    right = np.array([1.0, 0.0, 0.0]) - away[..., :1] * away
    right /= np.sqrt((right**2).sum(axis=-1, keepdims=True))
    return away, right, np.cross(away, right)
