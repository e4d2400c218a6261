"""Made-up corners of a tray: a die, what lies around it, and what is wrong with it.

The law of this file: everything about a scene is drawn from the generator that is passed in. Lengths are in half edges
of the middle die, the floor is z = 0, z points up, colours are BGR, 0..1.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float32]


@dataclass
class Look:
    """How the dice of one kind look."""

    body: Array
    pips: Array
    ace: Array
    edge: float
    ball: float
    """Radius of the ball that cuts the corners; large: not cut."""
    radius: float
    ace_radius: float
    pitch: float
    rows: float
    """Distance of a six's rows to their length; 1: as far as the corners of a four."""
    diagonal: float
    """Of a two and a three, to that of a four."""
    lamp: float
    """How strongly a lamp is mirrored in the hollow of each pip."""
    gloss: float
    marble: float


@dataclass
class Die:
    middle: Array
    turn: Array
    """Columns: the die's axes in the world. +z shows `top`, -z 7 - top."""
    size: float
    look: Look
    faces: tuple[int, int, int]
    """Values of +x, +y, +z; opposite faces add up to 7."""


@dataclass
class Scene:
    dice: list[Die] = field(default_factory=list)
    rods: list[tuple[Array, Array, float]] = field(default_factory=list)
    """Fingers: ends and radius."""
    wall: tuple[Array, float, float] | None = None
    """Normal, distance and height of a tray's wall."""


def single(numbers: ArrayLike) -> Array:
    """In single precision."""
    return np.asarray(numbers, np.float32)


def about(axis: Array, angle: float) -> Array:
    return np.asarray(cv2.Rodrigues(np.asarray(axis, np.float64) / np.linalg.norm(axis) * angle)[0], np.float32)


def colour(rng: np.random.Generator) -> Array:
    hsv = single(
        [[[rng.uniform(0, 360), rng.choice([rng.uniform(0, 0.2), rng.uniform(0.3, 1)]), rng.uniform(0.02, 1)]]]
    )
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float32)


def look(rng: np.random.Generator, blank: bool = False) -> Look:
    kind = rng.random()
    if kind < 0.4:
        body = single([rng.uniform(0.55, 1), rng.uniform(0.75, 1), rng.uniform(0.8, 1)])
        pips = single([0.03, 0.03, 0.03]) if rng.random() < 0.8 else 0.5 * colour(rng)
    elif kind < 0.8:
        body = colour(rng) * 0.75
        pips = single([1, 1, 1]) * rng.uniform(0.75, 1) if rng.random() < 0.85 else colour(rng)
    else:
        body, pips = colour(rng), colour(rng)
    while np.abs(body - pips).max() < 0.2 and not blank:
        pips = colour(rng)
    red = rng.random() < 0.2 and body.mean() > 0.6 and not blank
    radius = rng.uniform(0.14, 0.25)
    if blank:
        pips = body * rng.uniform(0.97, 1.03)
    pitch = rng.uniform(0.44, 0.6)
    return Look(
        body,
        pips,
        single([0.1, 0.1, 0.75]) if red else pips,
        edge=rng.uniform(0.06, 0.4),
        ball=rng.uniform(1.25, 1.45) if rng.random() < 0.3 else 9.0,
        radius=radius,
        ace_radius=radius * (rng.uniform(1.3, 2.1) if red else rng.choice([1.0, rng.uniform(1, 1.5)])),
        pitch=pitch,
        rows=max(rng.choice([1.0, rng.uniform(0.5, 1.0)]), 1.1 * radius / pitch),
        diagonal=rng.choice([1.0, rng.uniform(0.7, 1.1)]),
        lamp=0.0 if blank else rng.choice([0.0, rng.uniform(0.2, 0.9)]),
        gloss=rng.choice([0.0, rng.uniform(0, 0.5)]),
        marble=rng.choice([0, 0, rng.uniform(0, 0.5)]),
    )


def faces(rng: np.random.Generator) -> tuple[int, int, int]:
    a, b, c = (int(v) if rng.random() < 0.5 else 7 - int(v) for v in rng.permutation([1, 2, 3]))
    if rng.random() < 0.25:
        # A six has the most ways to be mistaken: it comes more often.
        a, b = (value for value in (a, b, c) if value not in (1, 6))
        c = 6
    return a, b, c


def flat(scene: Scene) -> tuple[Array, Array, Array]:
    """The scene as arrays for the ray marcher."""
    dice = [(*d.middle, *d.turn.ravel(), d.size, d.look.edge, d.look.ball) for d in scene.dice]
    rods = [(*start, *end, radius) for start, end, radius in scene.rods]
    wall = (0, 0, 0, 0, 0, 0) if scene.wall is None else (*scene.wall[0], scene.wall[1], scene.wall[2], 1)
    return (
        np.array(dice, np.float32).reshape(-1, 15),
        np.array(rods, np.float32).reshape(-1, 7),
        np.array(wall, np.float32),
    )


def stand(die: Die, height: float = 0.0) -> None:
    """Lower the die until it touches z = height."""
    corner = (
        single([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * die.size * (1 - 0.42 * die.look.edge)
    )
    die.middle[2] = height - float((corner @ die.turn.T)[:, 2].min())


def _lean(rng: np.random.Generator, scene: Scene, middle: Die, die: Callable[..., Die]) -> None:
    """Tilt the middle die: on an edge against a wall or another die, or, more rarely, on nothing that is seen."""
    a = rng.uniform(0, 2 * np.pi)
    away, up = single([np.cos(a), np.sin(a), 0]), single([0, 0, 1])
    tilt = np.radians(rng.choice([rng.uniform(12, 22), rng.uniform(14, 44)]))
    if rng.random() < 0.3:
        middle.turn = about(np.cross(up, away), tilt) @ middle.turn
        stand(middle, rng.choice([0.0, rng.uniform(0, 0.4)]))
        return
    # Flush with what it leans on, but for a few degrees.
    middle.turn = about(np.cross(up, away), tilt) @ about(up, a + rng.normal(0, 0.09))
    stand(middle)
    corner = single([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * (1 - 0.42 * middle.look.edge)
    reach = -float((corner @ middle.turn.T @ away).min())
    if rng.random() < 0.5:
        scene.wall = (-away, reach, rng.uniform(0.8, 4))
        return
    other = die(*(-(reach + 1) * away[:2]))
    other.turn = about(up, a)
    scene.dice.append(other)


def compose(rng: np.random.Generator) -> tuple[Scene, str]:
    """A scene around the middle die, and its state."""
    scene = Scene()
    blank = rng.random() < 0.05
    kind = look(rng, blank)
    state = "blank" if blank else str(rng.choice(["flat", "cocked", "stacked", "covered"], p=[0.6, 0.17, 0.1, 0.13]))

    def die(x: float, y: float, size: float = 1.0) -> Die:
        yaw = about(single([0, 0, 1]), rng.uniform(0, 2 * np.pi))
        made = Die(single([x, y, size]), yaw, size, kind if rng.random() < 0.75 else look(rng), faces(rng))
        stand(made)
        return made

    middle = die(0, 0)
    middle.look = kind
    scene.dice.append(middle)
    if state == "cocked":
        _lean(rng, scene, middle, die)
    if state == "stacked":
        a, r = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.95)
        scene.dice.append(die(r * np.cos(a), r * np.sin(a)))
        middle.middle[2] += 2
    for _ in range(int(rng.choice([0, 1, 2, 3], p=[0.4, 0.3, 0.2, 0.1]))):
        a, r = rng.uniform(0, 2 * np.pi), rng.choice([rng.uniform(2.0, 2.5), rng.uniform(2.3, 4)])
        other = die(r * np.cos(a), r * np.sin(a), rng.choice([1.0, rng.uniform(0.75, 1.3)]))
        if all(np.linalg.norm((d.middle - other.middle)[:2]) > 1.0 * (d.size + other.size) for d in scene.dice):
            scene.dice.append(other)
    if scene.wall is None and rng.random() < 0.2:
        a = rng.uniform(0, 2 * np.pi)
        scene.wall = (single([np.cos(a), np.sin(a), 0]), rng.uniform(1.5, 3), rng.uniform(0.5, 5))
    near = 0.0 if state == "covered" else 2.0
    if state == "covered" or rng.random() < 0.06:
        a = rng.uniform(0, 2 * np.pi)
        if state == "covered" and rng.random() < 0.3:
            r = rng.uniform(0.5, 1.4)
            over = die(r * np.cos(a), r * np.sin(a))
            over.middle[2] += 2
            scene.dice.append(over)
        else:
            for k in range(int(rng.integers(1, 4))):
                tip = rng.uniform(0.0, 0.9) if near == 0 else rng.uniform(2.2, 3)
                side = single([-np.sin(a), np.cos(a), 0]) * (k - 0.5) * rng.uniform(0.9, 1.5)
                out = single([np.cos(a), np.sin(a), rng.uniform(0, 0.5)])
                start = out * tip + side + single([0, 0, rng.uniform(2.2, 3.5) if near == 0 else 1])
                scene.rods.append((start, start + out * 9, rng.uniform(0.4, 0.75)))
    return scene, state
