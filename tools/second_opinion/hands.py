"""Small pictures of whole tables, with a hand in them or without: `python -m tools.second_opinion.hands OUT COUNT`.

The law of this file: a hand is a palm, five fingers and an arm that comes in over the picture's edge; what has no arm
is none. Half of the tables have none, but pens, trays and dice. Lengths: about three to the breadth of a palm.
"""

import sys
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.second_opinion.marcher import march, normals
from tools.second_opinion.pictures import floor, paint
from tools.second_opinion.scenes import Array, Die, Scene, about, colour, faces, flat, look, single, stand
from vision.hands import STAMP_PX

PART: Final = 500
SHOWN: Final = 0.03
"""Share of a picture that a hand fills, at least."""

Rod = tuple[Array, Array, float, bool]
"""Its ends, its radius, and whether it is clothed, or a thing."""
Parts = tuple[Array, Array, Array]
"""A scene as `march` takes it."""


def _limb(at: Array, turn: float, steps: list[tuple[float, float, float]]) -> tuple[Array, Array]:
    """Both ends of a rod: from `at`, after `steps` (along, aside, up) in a hand that points to `turn`."""
    way = single([np.cos(turn), np.sin(turn), 0])
    aside = single([-np.sin(turn), np.cos(turn), 0])
    start, end = (at + way * a + aside * b + single([0, 0, c]) for a, b, c in steps)
    return start, end


def _hand(chance: np.random.Generator, tip: Array, turn: float) -> list[Rod]:
    """A hand whose middle is at `tip` and whose arm comes from behind it."""
    size, high = chance.uniform(0.8, 1.25), chance.uniform(0.3, 1.5)
    side = chance.choice([-1, 1])
    rods = []

    def add(start: tuple[float, float, float], end: tuple[float, float, float], radius: float, clothed: bool) -> None:
        steps = [(a * size, b * size * side, c * size + high) for a, b, c in (start, end)]
        rods.append((*_limb(tip, turn, steps), radius * size, clothed))

    for k in range(4):
        add((-1.6, (k - 1.5) * 0.45, 0.4), (0.3, (k - 1.5) * 0.72, 0.5), 0.5, False)
    bent, spread = chance.uniform(0.0, 1.0), chance.uniform(0.6, 1.3)
    for k in range(4):
        long = (1.5, 1.9, 1.8, 1.35)[k] * chance.uniform(0.8, 1.1) * (1 - 0.5 * bent)
        root, joint = (k - 1.5) * 0.72, (k - 1.5) * 0.72 * spread
        add((0.3, root, 0.5), (0.3 + 0.6 * long, joint, 0.6), 0.36, False)
        add((0.3 + 0.6 * long, joint, 0.6), (0.3 + long * 1.15, joint * 1.1, 0.3 - 0.6 * bent), 0.3, False)
    out = chance.uniform(0.3, 1.2)
    add((-1.2, -1.2, 0.3), (-0.3, -1.6 - out, 0.1), 0.42, False)
    add((-0.3, -1.6 - out, 0.1), (0.7, -1.7 - out, 0.0), 0.34, False)
    bare = chance.choice([30.0, chance.uniform(2.0, 8.0)])
    add((-1.2, 0, 0.4), (-1.6 - min(bare, 14), chance.uniform(-1, 1), 1.0), 0.95, False)
    if bare < 14:
        add((-1.6 - bare * 0.9, 0, 1.0), (-20, 0, 2.0), 1.3, True)
    return rods


def _tray(chance: np.random.Generator, p: Array, wide: float) -> NDArray[np.float32]:
    """Colours of floor points (n, 2): a table, and mostly a tray on it."""
    out = floor(chance, p)
    if chance.random() < 0.35:
        return out
    turn, middle = chance.uniform(0, np.pi), chance.normal(0, 0.25 * wide, 2)
    r = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]], np.float32)
    q = np.abs((p - single(middle)) @ r)
    a, b = wide * chance.uniform(0.4, 1.1), wide * chance.uniform(0.4, 0.9)
    off = np.hypot(q[:, 0] / a, q[:, 1] / b) if chance.random() < 0.35 else np.maximum(q[:, 0] / a, q[:, 1] / b)
    rim = chance.uniform(0.03, 0.2)
    out[off < 1 + rim] = colour(chance) * chance.uniform(0.2, 1)
    inside = off < 1
    if inside.any():
        out[inside] = floor(chance, p[inside])
    return out


def _laid(chance: np.random.Generator, wide: float, tall: float) -> list[Die]:
    """Up to six dice that lie flat anywhere on a table so wide and tall."""
    dice, kind = [], look(chance)
    for _ in range(int(chance.integers(0, 7))):
        size = chance.uniform(0.28, 0.42)
        x, y = chance.uniform(-wide, wide), chance.uniform(-tall, tall)
        yaw = about(single([0, 0, 1]), chance.uniform(0, 2 * np.pi))
        die = Die(single([x, y, size]), yaw, size, kind, faces(chance))
        stand(die)
        dice.append(die)
    return dice


def _reaching(chance: np.random.Generator, wide: float, tall: float) -> list[Rod]:
    """A hand over the table. Its arm comes in over the nearer edges rather than across."""
    tip = single([chance.uniform(-0.75, 0.75) * wide, chance.uniform(-0.75, 0.75) * tall, 0])
    return _hand(chance, tip, float(np.arctan2(-tip[1], -tip[0])) + chance.normal(0, 0.9))


def _pens(chance: np.random.Generator, wide: float, tall: float) -> list[Rod]:
    rods = []
    for _ in range(int(chance.choice([0, 0, 1, 2, 3]))):
        a, long = chance.uniform(0, 2 * np.pi), chance.uniform(0.3, 4)
        start = single([chance.uniform(-wide, wide), chance.uniform(-tall, tall), chance.uniform(0, 0.3)])
        thick = chance.choice([chance.uniform(0.1, 0.35), chance.uniform(0.3, 1.0)])
        rods.append((start, start + long * single([np.cos(a), np.sin(a), 0]), thick, True))
    return rods


def _rays(chance: np.random.Generator, wide: float, tall: float) -> tuple[Array, Array]:
    """Where the rays of all pixels start (n, 3), above what lies there, and their ways, unit vectors (n, 3)."""
    tilt, a, away = np.radians(abs(chance.normal(0, 14))), chance.uniform(0, 2 * np.pi), 30.0
    back = single([np.sin(tilt) * np.cos(a), np.sin(tilt) * np.sin(a), np.cos(tilt)])
    right = np.cross(single([0.1, 1, 0]), back)
    right /= np.linalg.norm(right)
    down = np.cross(back, right)
    grid = (np.arange(STAMP_PX, dtype=np.float32) + 0.5) / STAMP_PX * 2 - 1
    xs, ys = np.meshgrid(grid * wide, grid * tall)
    ray = (-back * away + xs[..., None] * right + ys[..., None] * down).reshape(-1, 3).astype(np.float32)
    ray /= np.linalg.norm(ray, axis=1, keepdims=True)
    return (back * away + ray * (away - 9)).astype(np.float32), ray


def _lit(chance: np.random.Generator, parts: Parts, p: Array, albedo: Array) -> NDArray[np.uint8]:
    """The points (n, 3) that were met, of these colours, under a lamp and the sky."""
    n = normals(*parts, p)
    high, a = np.radians(chance.uniform(25, 88)), chance.uniform(0, 2 * np.pi)
    sun = single([np.cos(high) * np.cos(a), np.cos(high) * np.sin(a), np.sin(high)])
    lit = np.clip(n @ sun, 0, 1)
    shade = np.ones(len(p), np.float32)
    facing = np.flatnonzero(lit > 0)
    far, _ = march(*parts, p[facing] + n[facing] * 0.05, np.repeat(sun[None], len(facing), 0), 20, 9.0)
    shade[facing] = far > 8
    shade = single(cv2.GaussianBlur(shade.reshape(STAMP_PX, STAMP_PX), (0, 0), chance.uniform(0.4, 3))).reshape(-1)
    strength = chance.uniform(0.2, 0.9)
    light = strength * lit * shade + (1 - strength) * (0.55 + 0.45 * n[:, 2])
    image = np.clip(albedo * light[:, None] * chance.uniform(0.5, 1.5), 0, 1) ** (1 / chance.uniform(1.4, 2.4))
    return np.asarray((image.reshape(STAMP_PX, STAMP_PX, 3) * 255).astype(np.uint8))


def picture(chance: np.random.Generator) -> tuple[NDArray[np.uint8], int]:
    """One picture (STAMP_PX, STAMP_PX, 3) uint8, BGR, and whether a hand is in it, 1 or 0."""
    wide = chance.uniform(4.5, 12)
    tall = wide * chance.uniform(0.6, 1.0)
    scene = Scene(_laid(chance, wide, tall))
    there = bool(chance.random() < 0.5)
    hand = _reaching(chance, wide, tall) if there else []
    things = [colour(chance) for _ in range(3)]
    rods = hand + _pens(chance, wide, tall)
    scene.rods = [(start, end, radius) for start, end, radius, _ in rods]
    start, ray = _rays(chance, wide, tall)
    parts = flat(scene)
    t, met = march(*parts, start, ray, 60, 60.0)
    p = start + ray * t[:, None]
    albedo = np.zeros_like(p)
    if (met == 0).any():
        albedo[met == 0] = _tray(chance, p[met == 0, :2], wide)
    for k, die in enumerate(scene.dice):
        on = met == k + 1
        if on.any():
            albedo[on] = paint(die, p[on], chance.normal(0, 1, 6).astype(np.float32))
    tone = chance.uniform(0, 1)
    skin = (1 - tone) * single([0.05, 0.08, 0.16]) + tone * single([0.6, 0.7, 0.95])
    skin = skin * np.exp(chance.normal(0, 0.12, 3)).astype(np.float32)
    cloth = colour(chance)
    of_rods = met - len(scene.dice) - 1
    for k, (_, _, _, clothed) in enumerate(rods):
        albedo[of_rods == k] = things[k % 3] if k >= len(hand) else cloth if clothed else skin
    image = _lit(chance, parts, p, albedo)
    if there and ((of_rods >= 0) & (of_rods < len(hand))).mean() < SHOWN:
        return picture(chance)
    return image, int(there)


def main(out: Path, count: int, seed: int = 43) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for part in range(-(-count // PART)):
        chance = np.random.default_rng([seed, part])
        pictures, hands = zip(*(picture(chance) for _ in range(PART)), strict=True)
        np.savez(out / f"{part:04d}.npz", pictures=np.array(pictures), hands=np.array(hands))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
