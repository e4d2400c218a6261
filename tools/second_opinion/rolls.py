"""Made rolls, for what tells the odd die: `python -m tools.second_opinion.rolls OUT COUNT SEED` writes .npz of 40 each.

The law of this file: all dice of a roll lie on one table, under one camera and one light, and each is shown as the
reader sees it; one of three lies flat with all others, in the rest one leans or lies on another. Lengths are those of
scenes.
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.second_opinion.lights import Light
from tools.second_opinion.marcher import march
from tools.second_opinion.pictures import floor, paint
from tools.second_opinion.scenes import Array, Die, Look, Scene, about, colour, faces, flat, look, single, stand

SIDE_PX: Final = 72
COVER: Final = 3.1
"""Half a square, in halves of the roll's dice."""
PART: Final = 40
FLAT, COCKED, STACKED = 0, 1, 2
UP: Final = single([0, 0, 1])
CORNERS: Final = single([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])


@dataclass(frozen=True)
class Camera:
    """Axes in the world, and a focal length in longer sides of the picture."""

    eye: Array
    back: Array
    right: Array
    down: Array
    focal: float
    aspect: float

    @staticmethod
    def drawn(chance: np.random.Generator) -> "Camera":
        wide = chance.random() < 0.85
        focal = chance.uniform(0.68, 1.2) if wide else np.exp(chance.uniform(np.log(1.2), np.log(3)))
        away = np.exp(chance.uniform(np.log(18), np.log(75))) * focal / 0.8
        steep = chance.random()
        tilt = abs(chance.normal(0, 6)) if steep < 0.5 else chance.uniform(*((0, 20) if steep < 0.85 else (15, 42)))
        t, a, b = np.radians(tilt), *chance.uniform(0, 2 * np.pi, 2)
        back = single([np.sin(t) * np.cos(a), np.sin(t) * np.sin(a), np.cos(t)])
        right = np.cross(single([np.cos(b), np.sin(b), 0.1]), back)
        right /= np.linalg.norm(right)
        aspect = float(chance.choice([0.75, 0.75, 0.5625, 1.0]))
        return Camera(back * away, back, right, np.cross(-back, right), focal, aspect)

    def seen(self, points: Array) -> NDArray[np.float64]:
        """(n, 2) where points (n, 3) are in the picture, from its middle, in longer sides."""
        off = points - self.eye
        return np.stack([off @ self.right, off @ self.down], axis=-1) / -(off @ self.back)[..., None] * self.focal

    def rays(self, x: Array, y: Array) -> Array:
        """(..., 3) unit vectors through these places."""
        ray = -self.back + x[..., None] / self.focal * self.right + y[..., None] / self.focal * self.down
        return single(ray / np.linalg.norm(ray, axis=-1, keepdims=True))


class Table:
    """A scene that is laid die by die."""

    def __init__(self, chance: np.random.Generator, camera: Camera) -> None:
        self.chance, self.camera, self.scene = chance, camera, Scene()
        self.kind, self.mixed = look(chance), chance.random() < 0.2
        self.tops: list[tuple[Die, int]] = []
        self._middle, self._spread = chance.normal(0, 0.08, 2), chance.uniform(0.12, 0.42)
        self._touching = float(chance.choice([0, 0.5]))

    def lay(self, state: int) -> bool:
        """One more die; false where there is no room."""
        how = {FLAT: self._flat, COCKED: self._cocked, STACKED: self._stacked}[state]
        return any(how() for _ in range(30))

    def _die(self) -> Die:
        chance, aspect = self.chance, self.camera.aspect
        kind: Look = self.kind if not self.mixed or chance.random() < 0.4 else look(chance)
        size = 1.0 if not self.mixed or chance.random() < 0.6 else chance.uniform(0.78, 1.28)
        at = self._middle + chance.normal(0, self._spread, 2) * [1, aspect]
        x, y = np.clip(at, [-0.46, -0.46 * aspect], [0.46, 0.46 * aspect])
        ray = self.camera.rays(single(x), single(y))
        gone = (2.0 - self.camera.eye[2]) / min(float(ray[2]), -0.05)
        die = Die(self.camera.eye + ray * gone, about(UP, chance.uniform(0, 2 * np.pi)), size, kind, faces(chance))
        stand(die)
        return die

    def _free(self, die: Die, beside: Die | None = None) -> bool:
        return all(
            other is beside or np.linalg.norm((die.middle - other.middle)[:2]) >= 1.38 * (die.size + other.size)
            for other in self.scene.dice
        )

    def _flat(self) -> bool:
        chance, die, beside = self.chance, self._die(), None
        lying = [other for other, state in self.tops if state == FLAT]
        if lying and chance.random() < self._touching:
            beside = lying[int(chance.integers(len(lying)))]
            way = beside.turn[:, int(chance.integers(2))] * chance.choice([-1, 1])
            die.turn = about(UP, int(chance.integers(4)) * np.pi / 2 + chance.normal(0, 0.05)) @ beside.turn
            gap = beside.size + die.size + chance.choice([0, 0.02, 0.08])
            die.middle[:2] = (beside.middle + way * gap + np.cross(UP, way) * chance.uniform(-1.1, 1.1))[:2]
        if not self._free(die, beside):
            return False
        self.scene.dice.append(die)
        self.tops.append((die, FLAT))
        return True

    def _stacked(self) -> bool:
        chance, die, under = self.chance, self._die(), self._die()
        under.middle[:2] = die.middle[:2]
        die.middle[:2] += chance.uniform(-0.78, 0.78, 2) * under.size
        die.middle[2] += 2 * under.size
        if not (self._free(under) and self._free(die)):
            return False
        self.scene.dice += [die, under]
        self.tops.append((die, STACKED))
        return True

    def _cocked(self) -> bool:
        """Against a wall, another die, or what is not seen."""
        chance, die, scene = self.chance, self._die(), self.scene
        tilt = np.radians(chance.uniform(11, 38) if chance.random() < 0.7 else chance.uniform(10, 20))
        a = chance.uniform(0, 2 * np.pi)
        away = single([np.cos(a), np.sin(a), 0])
        quarter = int(chance.integers(4)) * np.pi / 2
        die.turn = about(np.cross(UP, away), tilt) @ about(UP, a + chance.normal(0, 0.09) + quarter)
        stand(die)
        reach = -float((CORNERS * die.size * (1 - 0.42 * die.look.edge) @ die.turn.T @ away).min())
        how, support = chance.random(), None
        if how < 0.45 and scene.wall is None:
            far = reach - float(away @ die.middle)
            if any(float(-away @ other.middle) + 1.2 * other.size > far for other in scene.dice):
                return False
            scene.wall = (-away, far, chance.uniform(0.8, 5))
        elif how < 0.9:
            support = self._die()
            aside = np.cross(UP, away) * chance.uniform(-0.7, 0.7)
            support.middle[:2] = (die.middle - away * (reach + support.size) + aside)[:2]
            support.turn = about(UP, a + int(chance.integers(4)) * np.pi / 2)
        if not self._free(die) or (support is not None and not self._free(support)):
            return False
        if support is not None:
            scene.dice.append(support)
            self.tops.append((support, FLAT))
        scene.dice.append(die)
        self.tops.append((die, COCKED))
        return True


def laid(chance: np.random.Generator, camera: Camera) -> Table | None:
    """A roll of two to six dice; None where they found no room."""
    table = Table(chance, camera)
    states = [FLAT] * int(chance.choice([2, 3, 4, 5, 6], p=[0.08, 0.2, 0.36, 0.3, 0.06]))
    states[-1] = int(chance.choice([FLAT, COCKED, STACKED], p=[0.3, 0.33, 0.37]))
    if not all(table.lay(state) for state in states):
        return None
    if table.scene.wall is None and chance.random() < 0.45:
        a = chance.uniform(0, 2 * np.pi)
        way = single([np.cos(a), np.sin(a), 0])
        far = max(float(way @ die.middle) + 1.42 * die.size for die in table.scene.dice)
        table.scene.wall = (way, far + chance.uniform(0, 3) * chance.choice([0.1, 1]), chance.uniform(1, 5))
    return table


Shown = tuple[NDArray[np.uint8], int, NDArray[np.float64]]


def roll(chance: np.random.Generator) -> list[Shown]:
    """Of each die the square around it (SIDE_PX, SIDE_PX, 3), its state, and how it lies; none of a roll that failed.

    How it lies: (x, y) in the picture, from its middle, in longer sides; the slant (x, y) there; half of two edges of
    its face, (x, y) each, pixels of the square.
    """
    camera = Camera.drawn(chance)
    table = laid(chance, camera)
    if table is None:
        return []
    lies = []
    for die, _ in table.tops:
        top = die.middle + die.turn[:, 2] * die.size
        centre, u, v = camera.seen(np.stack([top, top + die.turn[:, 0] * die.size, top + die.turn[:, 1] * die.size]))
        lies.append((centre, u - centre, v - centre))
    if any((np.abs(centre) > [0.53, 0.53 * camera.aspect]).any() for centre, _, _ in lies):
        return []
    halves = np.array([np.sqrt(abs(u[0] * v[1] - u[1] * v[0])) for _, u, v in lies])
    light, texture, wall = Light.drawn(chance), int(chance.integers(1 << 31)), colour(chance) * 0.5
    marble = [single(chance.normal(0, 1, 6)) for _ in table.scene.dice]
    shown: list[Shown] = []
    for (die, state), (centre, u, v), half in zip(table.tops, lies, halves, strict=True):
        typical = float(np.median(halves))
        reach = COVER * (typical if 0.8 < half / typical < 1.25 else half)
        grid = (np.arange(SIDE_PX, dtype=np.float32) + 0.5) / SIDE_PX * 2 - 1
        x, y = np.meshgrid(centre[0] + grid * reach, centre[1] + grid * reach)
        ray = camera.rays(single(x), single(y)).reshape(-1, 3)
        start = single(camera.eye + ray * np.maximum((6.5 - camera.eye[2]) / ray[:, 2], 0)[:, None])
        parts = flat(table.scene)
        gone, met = march(*parts, start, ray, 60, 45.0)
        p = start + ray * gone[:, None]
        albedo = np.zeros_like(p)
        if (met == 0).any():
            albedo[met == 0] = floor(np.random.default_rng(texture), p[met == 0, :2])
        for k, other in enumerate(table.scene.dice):
            if (met == k + 1).any():
                albedo[met == k + 1] = paint(other, p[met == k + 1], marble[k])
        albedo[met == -1] = wall
        scale = SIDE_PX / (2 * reach)
        own = [other is die for other in table.scene.dice].index(True) + 1
        if _share(met, own, u * scale, v * scale) < 0.9:
            continue
        glosses = single([0, *(other.look.gloss for other in table.scene.dice), 0])[met]
        picture = light.on(parts, p, ray, albedo, glosses, SIDE_PX)
        away = camera.rays(single(centre[0]), single(centre[1]))
        right = camera.right - (away @ camera.right) * away
        right /= np.linalg.norm(right)
        up = die.turn[:, 2]
        slant = np.array([up @ right, up @ np.cross(away, right)])
        shown.append((picture, state, np.concatenate([centre, slant, u * scale, v * scale])))
    return shown if len(shown) > 1 else []


def _share(met: NDArray[np.int16], own: int, u: NDArray[np.float64], v: NDArray[np.float64]) -> float:
    """How much of a top face is seen."""
    face = np.stack([-u - v, u - v, u + v, v - u]) * 0.85 + SIDE_PX / 2 - 0.5
    mask = np.zeros((SIDE_PX, SIDE_PX), np.uint8)
    cv2.fillConvexPoly(mask, np.rint(face).astype(np.int32), (1,))
    return float((met.reshape(SIDE_PX, SIDE_PX)[mask > 0] == own).mean())


def main(out: Path, count: int, seed: int) -> None:
    """Write so many rolls: `pictures`, `states`, `lies` of every die, and `rolls`, of which it is."""
    out.mkdir(parents=True, exist_ok=True)
    for part in range(-(-count // PART)):
        chance, rolls = np.random.default_rng([seed, part]), list[list[Shown]]()
        while len(rolls) < PART:
            if shown := roll(chance):
                rolls.append(shown)
        pictures, states, lies = zip(*(die for shown in rolls for die in shown), strict=True)
        of = np.repeat(np.arange(PART), [len(shown) for shown in rolls])
        path = out / f"{part:04d}.npz"
        np.savez(path, pictures=np.array(pictures), states=np.array(states), lies=np.array(lies), rolls=of)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
