"""Stage 10: does a die lean, or lie on another?

The law of this file: one camera sees one table, so the top faces of all dice that lie flat have one normal, and a die
whose top face has another leans. How each face is turned is measured by vision.slants; here it is only compared. Dice
among which the measuring itself is poor say nothing: a die must be farther off the others than they are off each other.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.opinion import View
from vision.slants import LOOKS, seen, there_is_one
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
LEANING: Final = 4.4
"""Times the error of the others by which a die is off them, from which on it leans. Chosen on the visible pictures: no
photo's die was farther off than 3.8, no flat one of the renders than 4.4."""
ON_A_DIE: Final = 1.5
"""Log odds from which on a die lies on another, by what shows beside it alone; likewise, the highest was 1.3."""
LOOK_AGAIN: Final = (2.5, 0.0)
"""The same two, after one look: below both nothing leans, and the other looks are saved."""


def upright(view: View, told: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts, all of them told, those withdrawn that lean or lie on another."""
    known = [verdict for verdict in told if verdict.guess.top is not None or verdict.guess.face is not None]
    if not known or not there_is_one():
        return list(told)
    off, stands = _looked_at(view, known, 1)
    if max(off) > LOOK_AGAIN[0] or max(stands) > LOOK_AGAIN[1]:
        off, stands = _looked_at(view, known, len(LOOKS))
    leans = {
        id(verdict) for verdict, much, odds in zip(known, off, stands, strict=True) if much > LEANING or odds > ON_A_DIE
    }
    return [replace(verdict, value=0, doubt=LEANS) if id(verdict) in leans else verdict for verdict in told]


def _looked_at(view: View, told: Sequence[Verdict], looks: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """By how many errors (n,) each die is off the others, and the log odds (n,) that it lies on another."""
    found = seen(view, told, looks)
    height, width = view.levels[0].shape[:2]
    off = leanings(found.slants, np.array([verdict.centre for verdict in told]), (width, height))
    return off / np.hypot(1, np.degrees(found.wavers) / WAVERS), found.stands


def leanings(slants: NDArray[np.float64], centres: NDArray[np.float64], size: tuple[int, int]) -> NDArray[np.float64]:
    """By how many errors (n,) each die's top face is off what the others agree on; 0 of fewer than FEWEST.

    `slants` (n, 2): the part of each face's unit normal that lies along the picture, as seen at `centres` (n, 2) of a
    picture of this `size` (width, height), pixels.
    """
    if len(slants) < FEWEST:
        return np.zeros(len(slants))
    rays = (centres - (np.array(size) - 1) / 2) / max(size)
    tries = [_off_the_others(normals_of(slants, rays / focal)) for focal in FOCAL]
    errors, gaps = (np.array(part) for part in zip(*tries, strict=True))
    # Each way of seeing the table is judged by the others alone, lest the one that leans bends it.
    best = errors.argmin(axis=0), np.arange(len(slants))
    return np.asarray(gaps[best] / np.sqrt(errors[best]), np.float64)


def _off_the_others(normals: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far the others are off each other, squared degrees of one die, and each (n,) off the others, degrees."""
    others = len(normals) - 1
    tables = normals.sum(axis=0) - normals
    tables /= np.sqrt((tables**2).sum(axis=1, keepdims=True))
    apart = np.degrees(np.arccos(np.clip(tables @ normals.T, -1, 1)))
    off = apart.diagonal()
    squares = (apart**2).sum(axis=1) - off**2 + 2 * HEARD * USUAL**2
    # Two numbers a die, two of which the table took.
    return squares / (2 * (others - 1) + 2 * HEARD) * (1 + 1 / others), off


def along(normals: NDArray[np.float64], rays: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 2) the part of unit normals (n, 3) that lies along the picture where rays (n, 2) meet the faces.

    A ray is where it meets the plane one focal length away, (x right, y down).
    """
    _, right, down = _axes(rays)
    return np.stack([(right * normals).sum(axis=1), (down * normals).sum(axis=1)], axis=1)


def normals_of(slants: NDArray[np.float64], rays: NDArray[np.float64]) -> NDArray[np.float64]:
    """The unit normals (n, 3), towards the camera, of faces that are seen so (n, 2) along these rays (n, 2)."""
    away, right, down = _axes(rays)
    depth = np.sqrt(np.maximum(0.0, 1 - (slants**2).sum(axis=1, keepdims=True)))
    return np.asarray(slants[:, :1] * right + slants[:, 1:] * down - depth * away, np.float64)


def _axes(rays: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Along each ray (n, 2), and across it right and down in the picture: unit vectors (n, 3), z away."""
    away = np.concatenate([rays, np.ones((len(rays), 1))], axis=1)
    away /= np.sqrt((away**2).sum(axis=1, keepdims=True))
    right = np.array([1.0, 0.0, 0.0]) - away[:, :1] * away
    right /= np.sqrt((right**2).sum(axis=1, keepdims=True))
    return away, right, np.cross(away, right)
