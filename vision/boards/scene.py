"""Drawing a board with its pieces as a phone would photograph it, for tests and for measuring.

The law of this file: a picture follows from one seed, and what lies in it is known to whoever draws it. The board is a
print in a plane, pieces are bodies in space; what hides what follows from where the phone is. Light is linear until
it is developed; colours are BGR. Millimetres: x right and y down along the board, z into the table, so that heights
are -z.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.figures import Camera, Figure, Light, Shade, draw_figures, shadow_of

Picture = NDArray[np.uint8]
Array = NDArray[np.float32]

TEXTURE: Final = 4.0
"""Pixels for one millimetre of the print before it is photographed."""
STEEPEST: Final = 40.0
"""Degrees between the way in which the phone looks and the table's upright."""
COARSE: Final = 8
"""Pixels of a photo along one of what is made coarsely for it."""
GLARING: Final = 0.2
"""Of what white reflects: a lamp that adds as much hides what lies there."""
TABLES: Final = {
    "oak": (96, 142, 186), "walnut": (38, 62, 98), "white": (214, 216, 218), "cloth": (128, 126, 124),
    "felt": (40, 82, 30), "black": (34, 32, 31), "cork": (90, 132, 176),
}  # fmt: skip
"""sRGB colours (BGR) of what the board lies on."""
SKIN: Final = np.array((0.25, 0.36, 0.62), np.float32)


@dataclass(frozen=True)
class Shot:
    """A photo of a board, and how it was taken."""

    image: Picture
    """(h, w, 3) BGR, as decoded from its JPEG."""
    camera: Camera
    tilt: float
    """Degrees."""
    difficulty: str
    glare: bool
    arm: bool
    veil: NDArray[np.bool_]
    """(h, w), `COARSE` times smaller than the photo: where that arm lies, or that lamp is mirrored."""

    def veils(self, points: NDArray[np.float64]) -> bool:
        """Whether one of these points (n, 2) of the board, mm, lies there."""
        seen = self.camera.project(np.column_stack([points, np.zeros(len(points))])) / COARSE
        last = np.array(self.veil.shape[::-1]) - 1
        return any(bool(self.veil[y, x]) for x, y in np.clip(seen, 0, last).astype(int))


def photograph(
    flat: Picture,
    figures: Sequence[Figure],
    seed: int,
    size: tuple[int, int] = (2016, 1512),
    tilts: tuple[float, float] = (0.0, STEEPEST),
    difficulty: str | None = None,
    on: NDArray[np.bool_] | None = None,
) -> Shot:
    """A print (h, w, 3) BGR of `TEXTURE` pixels a millimetre with these figures upon it.

    Args:
        size: (width, height).
        tilts: between so many degrees; up to 15 where it is easy, if that is allowed.
        on: (h, w): where the board is; elsewhere the table shows. None: everywhere.
    """
    rng = np.random.default_rng([seed, 15])
    difficulty = difficulty or str(rng.choice(["normal", "easy", "hard"], p=[0.6, 0.2, 0.2]))
    wide, high = flat.shape[1] / TEXTURE, flat.shape[0] / TEXTURE
    tilt = float(rng.uniform(tilts[0], max(tilts[0] + 5, 15) if difficulty == "easy" else tilts[1]))
    camera = _camera(rng, (wide, high), tilt, size)
    light = _light(rng, difficulty)
    glare = difficulty != "easy" and bool(rng.random() < 0.1)
    arm = difficulty == "hard" and bool(rng.random() < 0.15)
    paper = _linear(flat) * np.float32(rng.uniform(0.9, 1.0))
    soft = rng.uniform(0.4, 3.0) * TEXTURE
    shade = _shade(figures, light, flat.shape, soft)
    thick = max((one.form.high for one in figures if one.top is not None), default=0.0)
    on_tiles = Shade(_shade([one for one in figures if one.top is None], light, flat.shape, soft, thick), TEXTURE)
    lit = light.ambient_bgr + light.lamp_bgr * shade[:, :, None]
    scene = _seen(camera, paper * lit, _table(rng, size) * light.on_flat, on)
    draw_figures(scene, figures, camera, light, on_tiles)
    veil = np.zeros((size[1] // COARSE, size[0] // COARSE), bool)
    if arm:
        veil |= _coarse(_reach_in(rng, scene, camera, (wide, high), light)) > 0
    scene *= _falling(rng, camera, (wide, high), difficulty)[:, :, None]
    if glare:
        lamp = _glare(rng, camera, (wide, high))
        scene += lamp[:, :, None]
        veil |= _coarse(lamp) > GLARING
    return Shot(_developed(rng, scene, light, difficulty), camera, tilt, difficulty, glare, arm, veil)


def _shade(figures: Sequence[Figure], light: Light, shape: tuple[int, ...], soft: float, above: float = 0.0) -> Array:
    """(h, w) of the print: 1 where the lamp shines on a plane so many mm above it, 0 where these keep it away."""
    shade: Array = np.ones(shape[:2], np.float32)
    for figure in figures:
        shadow_of(figure, light, shade, TEXTURE, above)
    return np.asarray(cv2.GaussianBlur(shade, (0, 0), soft), np.float32)


def _camera(rng: np.random.Generator, board: tuple[float, float], tilt: float, size: tuple[int, int]) -> Camera:
    """A phone that somebody holds over the near side, whichever that is; the whole board is in the picture."""
    height = size[1]
    focal = max(size) * rng.uniform(0.68, 0.85)  # main cameras of phones: 24 to 30 mm on film
    around = rng.choice([0.5, 0.0, 1.0, 1.5]) * np.pi + rng.normal(0, 0.25)
    bend = rng.normal(0, 0.006)
    roll = np.radians(rng.normal(0, 4))
    middle = np.array((board[0] / 2, board[1] / 2, 0.0)) + np.array((*rng.normal(0, 6, 2), 0.0))
    corners = np.array(((0, 0, 0), (board[0], 0, 0), (*board, 0), (0, board[1], 0)), np.float64)
    slope = np.radians(tilt)
    away = np.array((np.cos(around) * np.sin(slope), np.sin(around) * np.sin(slope), -np.cos(slope)))
    towards = np.array((np.cos(around), np.sin(around), 0.0))
    room = rng.uniform(0.02, 0.1)
    far, aim = 300.0, middle
    while True:
        eye = middle + away * far
        ahead = (aim - eye) / np.linalg.norm(aim - eye)
        down = towards - ahead * (towards @ ahead)
        down /= np.linalg.norm(down)
        right = np.cross(down, ahead)
        turn = np.array((right * np.cos(roll) + down * np.sin(roll), down * np.cos(roll) - right * np.sin(roll), ahead))
        camera = Camera(focal, turn, eye, size, bend)
        seen = camera.project(corners)
        if (seen > room * height).all() and (seen < np.array(size) - room * height).all():
            return camera
        # Whoever photographs holds the phone so that the board is in the middle of the picture.
        off = ((seen.max(axis=0) + seen.min(axis=0)) / 2 - np.array(size) / 2) / focal
        ray = off[0] * right + off[1] * down + ahead
        aim = eye + ray * (-eye[2] / ray[2]) if ray[2] > 0.2 else middle
        far *= 1.03


def _light(rng: np.random.Generator, difficulty: str) -> Light:
    """A lamp or a window, and what the room gives back; each with its tint."""
    up = np.radians(rng.uniform(35, 75))
    around = rng.uniform(0, 2 * np.pi)
    ambient = rng.uniform(0.55, 0.8) if difficulty == "easy" else rng.uniform(0.3, 0.7)
    warm, neutral, cool = (0.45, 0.74, 1.0), (0.84, 0.93, 1.0), (1.0, 0.91, 0.80)
    tint = np.array((warm, neutral, cool)[int(rng.choice(3, p=[0.25, 0.5, 0.25]))]) * rng.normal(1, 0.03, 3)
    room = tint * rng.normal(1, 0.02 if difficulty == "easy" else 0.06, 3)
    direction = np.array((np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), -np.sin(up)))
    return Light(
        direction,
        np.asarray(tint / tint.mean() * (1 - ambient), np.float32),
        np.asarray(room / room.mean() * ambient, np.float32),
    )


def _linear(picture: Picture) -> Array:
    table = ((np.arange(256) / 255) ** 2.2 * 0.88 + 0.012).astype(np.float32)  # neither black nor white of a print is
    return np.asarray(table[picture], np.float32)


def _table(rng: np.random.Generator, size: tuple[int, int]) -> Array:
    width, height = size
    colour = (np.array(TABLES[str(rng.choice(list(TABLES)))], np.float32) / 255) ** 2.2
    clouds = cv2.resize(rng.normal(0, 1, (9, 12)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
    lines = cv2.resize(rng.normal(0, 1, (90, 5)).astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(colour * (1 + 0.04 * clouds + 0.07 * lines)[:, :, None], np.float32)


def _seen(camera: Camera, board: Array, table: Array, on: NDArray[np.bool_] | None) -> Array:
    """The board in its plane, photographed, on its table."""
    across, along = camera.on_board()
    where = (np.asarray(across * TEXTURE - 0.5, np.float32), np.asarray(along * TEXTURE - 0.5, np.float32))
    if on is None:
        cv2.remap(board, *where, cv2.INTER_LINEAR, table, cv2.BORDER_TRANSPARENT)
        return table
    share = cv2.remap(on.astype(np.float32), *where, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)[:, :, None]
    table *= 1 - share
    table += share * cv2.remap(board, *where, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return table


def _falling(rng: np.random.Generator, camera: Camera, board: tuple[float, float], difficulty: str) -> Array:
    """How the light falls over the picture: a slope, the lens, and sometimes the edge of somebody's shadow."""
    width, height = camera.size
    y, x = np.mgrid[: height // 8, : width // 8].astype(np.float32)
    x, y = x / (width / 8) - 0.5, y / (height / 8) - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    slope = rng.uniform(0, 0.3) if difficulty == "easy" else rng.uniform(0.1, 0.8)
    falls = 1 + slope * (x * np.cos(angle) + y * np.sin(angle))
    if difficulty != "easy" and rng.random() < 0.3:  # a head or the phone itself
        turn = rng.uniform(0, 2 * np.pi)
        edge = (x - rng.uniform(-0.3, 0.3)) * np.cos(turn) + (y - rng.uniform(-0.3, 0.3)) * np.sin(turn)
        falls = falls * (1 - rng.uniform(0.25, 0.6) / (1 + np.exp(np.clip(-edge * rng.uniform(15, 150), -50, 50))))
    falls = falls * (1 - rng.uniform(0.05, 0.35) * (x**2 + y**2) * 2)
    return np.asarray(cv2.resize(falls.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR))


def _glare(rng: np.random.Generator, camera: Camera, board: tuple[float, float]) -> Array:
    """A lamp mirrored in a smooth print: brighter than anything beside it."""
    width, height = camera.size
    spot = camera.project(np.array([(rng.uniform(0.1, 0.9) * board[0], rng.uniform(0.1, 0.9) * board[1], 0.0)]))[0]
    y, x = np.mgrid[: height // 8, : width // 8].astype(np.float32) * 8
    reach = rng.uniform(0.03, 0.08) * width
    off = np.hypot(x - spot[0], (y - spot[1]) * rng.uniform(0.7, 1.4)) / reach
    blob = rng.uniform(0.8, 2.5) * np.exp(-(off**3))
    return np.asarray(cv2.resize(blob.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR))


def _coarse(picture: Array) -> Array:
    size = picture.shape[1] // COARSE, picture.shape[0] // COARSE
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _reach_in(
    rng: np.random.Generator, scene: Array, camera: Camera, board: tuple[float, float], light: Light
) -> Array:
    """An arm over the board: nobody can say what lies under it. Its share of each pixel (h, w)."""
    to = np.array((rng.uniform(0.2, 0.8) * board[0], rng.uniform(0.2, 0.8) * board[1], -30.0))
    angle = rng.uniform(0, 2 * np.pi)
    start = to + 400 * np.array((np.cos(angle), np.sin(angle), -0.1))
    points = camera.project(np.stack([to, start]))
    wide = max(3, round(camera.focal * 62 / float(np.linalg.norm(camera.eye - to))))
    mask = np.zeros(scene.shape[:2], np.uint8)
    ends = [tuple(int(v) for v in point) for point in np.clip(points, -20000, 20000)]
    cv2.line(mask, ends[0], ends[1], (255,), wide, cv2.LINE_AA)
    soft = cv2.blur(mask, (9, 9)).astype(np.float32)[:, :, None] / 255
    scene *= 1 - soft
    scene += soft * SKIN * light.on_flat
    return np.asarray(soft[:, :, 0], np.float32)


def _developed(rng: np.random.Generator, scene: Array, light: Light, difficulty: str) -> Picture:
    """White balance, exposure, lens, sensor, tone and JPEG."""
    hard, easy = difficulty == "hard", difficulty == "easy"
    balance = (1 / light.on_flat) ** rng.uniform(0.6, 0.97)
    scene *= np.asarray(balance / balance[1], np.float32)
    few = scene[::7, ::7]
    gain = min(0.19 / max(1e-4, float(few.mean())), rng.choice([0.85, 1.0, 1.15]) / float(np.percentile(few, 99)))
    scene *= np.float32(gain * 2 ** rng.normal(0, 0.12 if easy else 0.22))
    scale = max(scene.shape[:2]) / 2016  # the same lens on more pixels
    soft = rng.uniform(0.5, 0.9) * scale
    if rng.random() < (0.3 if hard else 0.0 if easy else 0.1):
        soft *= rng.uniform(1.5, 3.0)
    x = cv2.GaussianBlur(scene, (0, 0), max(0.4, soft))
    full = rng.uniform(4000, 9000) if easy else rng.uniform(1200, 6000)
    if hard and rng.random() < 0.3:
        full = rng.uniform(150, 400)
    white = np.asarray(rng.standard_normal(x.shape, np.float32), np.float32)
    noise = 0.7 * white + 1.2 * cv2.GaussianBlur(white, (0, 0), 0.9)
    np.clip(x, 0, 1.2, out=x)
    x += np.sqrt(x / full + (rng.uniform(2, 5) / full) ** 2) * noise * np.float32(0.8)
    np.clip(x, 0, 1, out=x)
    grey = x @ np.array((0.15, 0.6, 0.25), np.float32)
    x = np.clip(grey[:, :, None] + (x - grey[:, :, None]) * np.float32(rng.uniform(0.8, 1.2)), 0, 1)
    x = x ** np.float32(1 / 2.2)
    x += np.float32(rng.uniform(0.0, 0.3)) * (x * x * (3 - 2 * x) - x)
    x += np.float32(rng.uniform(0.1, 0.5)) * (x - cv2.GaussianBlur(x, (0, 0), 1.1))
    picture = np.asarray(np.clip(x * 255 + 0.5, 0, 255), np.uint8)
    ok, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(80, 94))))
    assert ok
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
