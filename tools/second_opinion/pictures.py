"""Small pictures of dice with their truth, to train the second opinion on: `patch(rng)` makes one.

The law of this file: it paints and lights what a scene holds, and tells what the middle of the picture shows.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.second_opinion.marcher import march, normals
from tools.second_opinion.scenes import Array, Die, Scene, colour, compose, flat, single

SIDE_PX: Final = 64
"""Side of a picture."""
COVER: Final = 2.7
"""Half a picture, in half edges of the middle die's top face."""
NONE, COCKED, COVERED = 0, 7, 8
"""Classes besides the values 1..6: no top face here; a die that leans or lies on another; one that is partly hidden."""

_PLACES: Final = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def paint(die: Die, p: Array, rng_marble: Array) -> Array:
    q = ((p - die.middle) @ die.turn) / die.size
    axis = np.abs(q).argmax(1)
    sign = np.sign(q[np.arange(len(q)), axis])
    out = np.repeat(die.look.body[None], len(q), 0)
    if die.look.marble:
        wave = np.sin(q @ rng_marble[:3] * 3 + 2 * np.sin(q @ rng_marble[3:6] * 2))
        out = out * (1 + die.look.marble * wave[:, None])
    lamp = rng_marble[:2] / np.linalg.norm(rng_marble[:2]) * 0.4
    for k in range(3):
        for s in (1, -1):
            on = (axis == k) & (sign == s)
            if not on.any():
                continue
            value = die.faces[k] if s > 0 else 7 - die.faces[k]
            uv = q[on][:, [(k + 1) % 3, (k + 2) % 3]]
            places = np.array(_PLACES[value], np.float32) * die.look.pitch
            if value == 6:
                places[:, 0] *= die.look.rows
            elif value in (2, 3):
                places *= die.look.diagonal
            if (k + value) % 2:
                places = places[:, ::-1] * single([1, -1])
            near = np.linalg.norm(uv[:, None] - places[None], axis=2).min(1)
            radius = die.look.ace_radius if value == 1 else die.look.radius
            cover = np.clip((radius - near) / 0.04 + 0.5, 0, 1)[:, None]
            out[on] = out[on] * (1 - cover) + (die.look.ace if value == 1 else die.look.pips) * cover
            mirrored = np.linalg.norm(uv[:, None] - places[None] - lamp * radius, axis=2).min(1) < 0.38 * radius
            out[on] += die.look.lamp * mirrored[:, None]
    return out


def noise(rng: np.random.Generator, side: int, cell: float) -> Array:
    n = max(2, round(side / cell))
    return single(cv2.resize(single(rng.normal(0, 1, (n, n))), (side, side), interpolation=cv2.INTER_CUBIC))


def dots(rng: np.random.Generator, side: int) -> Array:
    """A cloth with dots, in rows or strewn."""
    tile = np.zeros((side, side), np.float32)
    step = int(rng.integers(7, 30))
    radius = max(2, round(step * rng.uniform(0.15, 0.35)))
    loose = rng.uniform(0, 0.3) * step if rng.random() < 0.5 else 0
    for row, y in enumerate(range(0, side, step)):
        for x in range(0, side, step):
            at = np.array([x + (row % 2) * step / 2, y]) + rng.normal(0, 1, 2) * loose
            cv2.circle(tile, (round(at[0] * 8), round(at[1] * 8)), radius * 8, (1,), -1, cv2.LINE_AA, 3)
    return tile


def floor(rng: np.random.Generator, p: Array) -> Array:
    """Colours of floor points (n, 2)."""
    side = 256
    kind = rng.random()
    base = colour(rng) * rng.uniform(0.15, 1)
    tex = sum(noise(rng, side, c) * rng.uniform(0, 0.1) for c in (3, 8, 30))
    if kind < 0.25:
        stretch = cv2.resize(noise(rng, side, 6), (side, side * 8))[:side]
        tex = tex + stretch * rng.uniform(0.05, 0.25)
    elif kind < 0.42:
        x = np.arange(side, dtype=np.float32)
        period = rng.uniform(6, 60)
        wave = np.sign(np.sin(x * 2 * np.pi / period + rng.uniform(0, 6)) - rng.uniform(-0.7, 0.7))
        other = np.sign(np.sin(x * 2 * np.pi / (period * rng.uniform(0.8, 1.2))))
        tex = tex + rng.uniform(0.1, 0.5) * (wave[None] + rng.choice([0, 1]) * other[:, None])
    elif kind < 0.5:
        tex = tex + (noise(rng, side, rng.uniform(4, 12)) > 1.0) * rng.uniform(-0.6, 0.6)
    elif kind < 0.62:
        tex = tex + dots(rng, side) * rng.choice([rng.uniform(-1, -0.3), rng.uniform(0.3, 1)])
    tex = np.asarray(tex, np.float32)
    turn = rng.uniform(0, 2 * np.pi)
    r = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]], np.float32)
    at = (p @ r * rng.uniform(10, 24) + 5000).astype(np.int64) % side
    value = tex[at[:, 0], at[:, 1]][:, None]
    tint = colour(rng)
    return single(np.clip(base * (1 + value) + 0.3 * np.maximum(value, 0) * tint, 0, 1))


def patch(rng: np.random.Generator) -> tuple[NDArray[np.uint8], int, Array]:
    """One picture (SIDE_PX, SIDE_PX, 3) uint8, BGR, its class, and how the top face lies in it.

    That is (4, 2): its centre and half its edges, u and v, pixels; and the part of its unit normal that lies along the
    picture. Not numbers where there is no top face.
    """
    scene, state = compose(rng)
    middle = scene.dice[0]
    aside = rng.random() < 0.28
    target = middle.middle + single([0, 0, 1])
    cover = COVER
    if aside:
        state = "none"
        a, r = rng.uniform(0, 2 * np.pi), rng.uniform(0.8, 2.0)
        if rng.random() < 0.25:
            cover *= rng.choice([rng.uniform(0.35, 0.55), rng.uniform(1.8, 2.6)])
        else:
            target = target + single([np.cos(a) * r, np.sin(a) * r, rng.uniform(-2, 0)])
            cover *= np.exp(rng.uniform(-0.3, 0.3))
    zoom = cover / COVER
    tilt = np.radians(abs(rng.normal(0, 16)) if rng.random() < 0.8 else rng.uniform(20, 50))
    a = rng.uniform(0, 2 * np.pi)
    back = single([np.sin(tilt) * np.cos(a), np.sin(tilt) * np.sin(a), np.cos(tilt)])
    away = rng.uniform(14, 60)
    # Off the middle of the picture dice are seen from the side: the same as a tilt, so the picture is always centred.
    eye = target + back * away
    right = np.cross(single([np.cos(1.0), np.sin(1.0), 0.1]), back)
    right /= np.linalg.norm(right)
    down = np.cross(right, -back) * -1
    span = cover * np.sqrt(max(np.cos(tilt), 0.3))
    grid = (np.arange(SIDE_PX, dtype=np.float32) + 0.5) / SIDE_PX * 2 - 1
    xs, ys = np.meshgrid(grid * span, grid * span)
    ray = -back * away + xs[..., None] * right + ys[..., None] * down
    ray = ray.reshape(-1, 3).astype(np.float32)
    ray /= np.linalg.norm(ray, axis=1, keepdims=True)
    skip = max(0.0, away - 8)
    start = (eye + ray * skip).astype(np.float32)
    parts = flat(scene)
    t, met = march(*parts, start, ray, 60, 40.0)
    p = start + ray * t[:, None]
    n = normals(*parts, p)
    albedo = np.empty_like(p)
    on_floor = met == 0
    albedo[on_floor] = floor(rng, p[on_floor, :2]) if on_floor.any() else 0
    for k, die in enumerate(scene.dice):
        on = met == k + 1
        if on.any():
            albedo[on] = paint(die, p[on], rng.normal(0, 1, 6).astype(np.float32))
    albedo[met == -1] = colour(rng) * 0.5
    skin = single([rng.uniform(0.3, 0.7), rng.uniform(0.4, 0.8), rng.uniform(0.6, 1)]) * rng.uniform(0.4, 1)
    albedo[met > len(scene.dice)] = skin
    high, a = np.radians(rng.uniform(25, 88)), rng.uniform(0, 2 * np.pi)
    sun = single([np.cos(high) * np.cos(a), np.cos(high) * np.sin(a), np.sin(high)])
    lit = np.clip(n @ sun, 0, 1)
    facing = np.flatnonzero(lit > 0)
    shade = np.ones(len(p), np.float32)
    far, _ = march(*parts, p[facing] + n[facing] * 0.05, np.repeat(sun[None], len(facing), 0), 24, 7.0)
    shade[facing] = far > 6.5
    shade = single(cv2.GaussianBlur(shade.reshape(SIDE_PX, SIDE_PX), (0, 0), rng.uniform(0.4, 5))).reshape(-1)
    strength = rng.uniform(0.2, 0.9)
    sky = 0.55 + 0.45 * n[:, 2]
    light = strength * lit * shade + (1 - strength) * sky
    half = sun - ray
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    shine = np.clip((n * half).sum(1), 0, 1) ** rng.uniform(15, 90)
    gloss = np.zeros(len(p), np.float32)
    for k, die in enumerate(scene.dice):
        gloss[met == k + 1] = die.look.gloss
    image = albedo * light[:, None] * rng.uniform(0.5, 1.4) + (gloss * shine * shade)[:, None]
    image = np.clip(image, 0, 1) ** (1 / rng.uniform(1.4, 2.4))
    if state == "none" and _shows_top(scene, target, back, zoom):
        state = "unclear"
    visible = met.reshape(SIDE_PX, SIDE_PX)
    kind = klass(scene, state, visible, target, right, down, back, away, span, middle)
    if kind == NONE:
        return (image.reshape(SIDE_PX, SIDE_PX, 3) * 255).astype(np.uint8), kind, single(np.full((4, 2), np.nan))
    up, half = middle.turn[:, 2], middle.size
    points = middle.middle + half * np.stack([up, up + middle.turn[:, 0], up + middle.turn[:, 1]]) - target
    depth = away - points @ back
    seen = np.stack([points @ right, points @ down], axis=1) * away / depth[:, None] / span
    at = (seen + 1) / 2 * SIDE_PX - 0.5
    face = single([at[0], at[1] - at[0], at[2] - at[0], (up @ right, up @ down)])
    return (image.reshape(SIDE_PX, SIDE_PX, 3) * 255).astype(np.uint8), kind, face


def _shows_top(scene: Scene, target: Array, back: Array, zoom: float) -> bool:
    """Whether the middle of the picture is a die's top face after all."""
    for die in scene.dice:
        step = die.middle + die.turn[:, 2] * die.size - target
        aside = float(np.linalg.norm(step - back * (step @ back)))
        if aside < 0.65 * die.size and 0.6 < die.size / zoom < 1.65:
            return True
    return False


def klass(
    scene: Scene,
    state: str,
    met: NDArray[np.int16],
    target: Array,
    right: Array,
    down: Array,
    back: Array,
    away: float,
    span: float,
    middle: Die,
) -> int:
    if state == "none":
        return NONE
    if state == "unclear":
        return -1
    if state in ("cocked", "stacked"):
        return COCKED
    if state == "blank":
        return COVERED
    # How much of the top face is seen: points of it, projected.
    g = np.linspace(-0.8, 0.8, 15, dtype=np.float32)
    x, y = (a.reshape(-1, 1) for a in np.meshgrid(g, g))
    points = middle.middle + middle.turn[:, 2] + x * middle.turn[:, 0] + y * middle.turn[:, 1] - target
    depth = away - points @ back
    u, v = points @ right * away / depth / span, points @ down * away / depth / span
    col = np.clip(((u + 1) / 2 * SIDE_PX).astype(int), 0, SIDE_PX - 1)
    row = np.clip(((v + 1) / 2 * SIDE_PX).astype(int), 0, SIDE_PX - 1)
    seen = (met[row, col] == 1).mean()
    if seen > 0.97:
        return middle.faces[2]
    return COVERED if seen < 0.9 else -1
