"""Drawing a tile on a tray's floor as a small camera would store it, for tests and for measuring.

The law of this file: a picture follows from one seed, and what lies in it is known to whoever draws it. Ranges (light,
white balance, sensor, blur, tilt to 35 degrees, JPEG) are those of the rendered dice pictures, easy, normal and hard in
the same shares. Light is linear until it is developed; colours are BGR.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Array = NDArray[np.float64]

SIZE: Final = (480, 360)
"""(width, height) of a picture."""
SMALLEST_PX: Final = 64.0
"""Edge of a tile in the picture (the root of its area)."""
LARGEST_PX: Final = 130.0
TILT: Final = 35.0
"""Degrees; as steep as a camera looks in the dice pictures."""
THICK: Final = 0.08
"""Of a tile, in its edges: card of 1.6 mm under 20 mm."""
DRAWN: Final = 256
"""Pixels along the edge of the face that is laid down."""

FLOORS: Final = {
    "felt-green": (40, 82, 30),
    "felt-red": (36, 28, 118),
    "felt-blue": (110, 60, 28),
    "felt-black": (34, 32, 31),
    "leather-black": (30, 31, 34),
    "leather-brown": (36, 56, 92),
    "wood-dark": (38, 62, 98),
    "wood-oak": (96, 142, 186),
    "cloth-grey": (128, 126, 124),
    "cork": (90, 132, 176),
    "paper": (222, 228, 230),
    "table-white": (214, 216, 218),
}
"""sRGB colours (BGR) of what dice are thrown on."""
STRIPED: Final = ("wood-dark", "wood-oak")
GRAINED: Final = ("felt-green", "felt-red", "felt-blue", "felt-black", "cork", "cloth-grey")


@dataclass(frozen=True)
class Scene:
    """A picture of one tile."""

    image: Picture
    """(360, 480, 3) BGR, as decoded from its JPEG."""
    corners: Array
    """(4, 2): the face's corners, clockwise from the top left one as it is read, pixels."""
    difficulty: str
    floor: str


def scene(face: Picture, seed: int) -> Scene:
    """A face (n, n, 3) BGR laid on a floor."""
    rng = np.random.default_rng([seed, 7])
    difficulty = str(rng.choice(["normal", "easy", "hard"], p=[0.6, 0.2, 0.2]))
    floor = str(rng.choice(list(FLOORS)))
    plane, corners, low = _placed(rng, difficulty)
    lit = _lit(rng, laid(rng, linear(_floor(rng, floor)), face, plane, low), difficulty)
    return Scene(_developed(rng, lit, difficulty), corners, difficulty, floor)


def _placed(rng: np.random.Generator, difficulty: str) -> tuple[Array, Array, Array]:
    """The homography from the unit square to the picture, the corners, and the same homography one thickness lower."""
    width, height = SIZE
    steep = rng.uniform(18, TILT) if difficulty == "hard" and rng.random() < 0.3 else rng.uniform(0, 15)
    tilt, around, yaw = np.radians(steep), rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    edge_px = SMALLEST_PX * (LARGEST_PX / SMALLEST_PX) ** (rng.random() ** 1.5)
    far = rng.uniform(9, 20)  # edges of a tile from the camera: 18 to 40 cm
    at = rng.uniform(-0.28, 0.28, 2) * (width, height)
    axis = np.array([np.cos(around), np.sin(around), 0.0])
    turn = cv2.Rodrigues(axis * tilt)[0] @ cv2.Rodrigues(np.array([0.0, 0.0, yaw]))[0]
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])

    def seen(focal: float, depth: float) -> Array:
        points = np.column_stack([square, np.full(4, depth)]) @ turn.T + np.array([*(at / focal * far), far])
        return np.asarray(points[:, :2] / points[:, 2:] * focal + np.array(SIZE) / 2, np.float64)

    focal = edge_px * far
    for _ in range(4):
        area = float(cv2.contourArea(seen(focal, 0.0).astype(np.float32)))
        focal *= edge_px / np.sqrt(area)
    corners = seen(focal, 0.0)
    inside = (corners > 6).all() and (corners < np.array(SIZE) - 7).all()
    if not inside:
        return _placed(rng, difficulty)
    return onto(corners), corners, onto(seen(focal, THICK))


def onto(corners: Array) -> Array:
    """The homography (3, 3) from the unit square to four corners."""
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(unit, corners.astype(np.float32)), np.float64)


def _floor(rng: np.random.Generator, name: str) -> Picture:
    width, height = SIZE
    colour = np.array(FLOORS[name], np.float64) * rng.uniform(0.85, 1.15)
    picture = np.ones((height, width, 3)) * colour
    strength = float(colour.mean())
    if name in STRIPED:
        lines = cv2.GaussianBlur(rng.normal(0, 1, (height, 1)), (0, 0), rng.uniform(1.5, 6))
        wavy = np.repeat(lines / max(1e-6, lines.std()), width, 1)
        angle = cv2.getRotationMatrix2D((width / 2, height / 2), rng.uniform(0, 180), 1.5)
        wavy = cv2.warpAffine(wavy, angle, SIZE, borderMode=cv2.BORDER_REFLECT)
        picture += wavy[:, :, None] * strength * 0.12
    if name in GRAINED:
        grain = cv2.GaussianBlur(rng.normal(0, 1, (height, width)), (0, 0), rng.uniform(0.7, 1.6))
        picture += (grain / grain.std())[:, :, None] * (4 + strength * 0.05)
    clouds = cv2.resize(rng.normal(0, 1, (5, 7)), SIZE, interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(picture + clouds[:, :, None] * strength * 0.02, 2, 250), np.uint8)


def linear(picture: Picture) -> Array:
    """The light of a picture (h, w, 3) BGR, 0..1."""
    return np.asarray((picture.astype(np.float64) / 255) ** 2.2 * 0.9 + 0.004)


def _shadowed(rng: np.random.Generator, lit: Array, low: Array) -> Array:
    """With the tile's own shadow."""
    height, width = lit.shape[:2]
    shift = rng.uniform(0.02, 0.14) * np.array([np.cos(a := rng.uniform(0, 2 * np.pi)), np.sin(a)])
    square = np.array([[(0, 0), (1, 0), (1, 1), (0, 1)]], np.float64) + shift
    mask = np.zeros((height, width), np.float32)
    fallen = cv2.perspectiveTransform(square, low)[0]
    cv2.fillConvexPoly(mask, (fallen * 16).round().astype(np.int32), (1.0,), cv2.LINE_AA, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 5))
    return np.asarray(lit * (1 - rng.uniform(0.25, 0.6) * soft)[:, :, None])


def laid(rng: np.random.Generator, lit: Array, face: Picture, plane: Array, low: Array) -> Array:
    """A face (n, n, 3) BGR laid into the light (h, w, 3) of a picture: shadow, sides, sometimes the gloss of a lamp.

    `plane` and `low` are the homographies from the unit square to where its face lies, and to its foot.
    """
    height, width = lit.shape[:2]
    cut = linear(np.asarray(cv2.resize(face, (DRAWN, DRAWN), interpolation=cv2.INTER_AREA), np.uint8))
    lit = _shadowed(rng, lit, low)
    square = np.array([[(0, 0), (1, 0), (1, 1), (0, 1)]], np.float64)
    body = np.concatenate([cv2.perspectiveTransform(square, which)[0] for which in (plane, low)])
    side = np.zeros((height, width), np.float32)
    hull = cv2.convexHull(body.astype(np.float32))
    cv2.fillConvexPoly(side, (hull * 16).round().astype(np.int32), (1.0,), cv2.LINE_AA, 4)
    board = np.array((0.42, 0.5, 0.56)) * rng.uniform(0.4, 0.9)
    lit = lit * (1 - side)[:, :, None] + board * side[:, :, None]
    twice = np.diag((2.0, 2.0, 1.0)) @ plane @ np.diag((1 / DRAWN, 1 / DRAWN, 1.0))
    large = (width * 2, height * 2)
    shown = cv2.warpPerspective(cut * rng.uniform(0.85, 1.05), twice, large, flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(np.ones((DRAWN, DRAWN), np.float64), twice, large, flags=cv2.INTER_LINEAR)
    shown, cover = (cv2.resize(layer, (width, height), interpolation=cv2.INTER_AREA) for layer in (shown, cover))
    seen = lit * (1 - cover)[:, :, None] + shown
    if rng.random() < 0.08:
        spot = cv2.perspectiveTransform(rng.uniform(0, 1, (1, 1, 2)), plane)[0, 0]
        y, x = np.mgrid[:height, :width]
        reach = np.hypot(x - spot[0], y - spot[1]) / (rng.uniform(0.15, 0.4) * np.sqrt(cover.sum()))
        seen = seen + (np.exp(-(reach**2)) * rng.uniform(0.1, 0.5) * cover)[:, :, None]
    return np.asarray(seen)


def _lit(rng: np.random.Generator, lit: Array, difficulty: str) -> Array:
    """Lamp and room: a gradient over the tray, a tint, vignetting, and sometimes the edge of a hard shadow."""
    width, height = SIZE
    y, x = np.mgrid[:height, :width] / np.array((height, width))[:, None, None] - 0.5
    angle = rng.uniform(0, 2 * np.pi)
    slope = rng.uniform(0, 0.25) if difficulty == "easy" else rng.uniform(0.1, 0.75)
    light = 1 + slope * (x * np.cos(angle) + y * np.sin(angle))
    if difficulty != "easy" and rng.random() < 0.12:
        edge = (x - rng.uniform(-0.3, 0.3)) * np.cos(angle + 1) + (y - rng.uniform(-0.3, 0.3)) * np.sin(angle + 1)
        light = light * (1 - rng.uniform(0.3, 0.65) / (1 + np.exp(np.clip(-edge * rng.uniform(30, 200), -50, 50))))
    light = light * (1 - rng.uniform(0.1, 0.45) * (x**2 + y**2) * 2)
    warm, neutral, cool = (0.45, 0.74, 1.0), (0.84, 0.93, 1.0), (1.0, 0.91, 0.80)
    tint = np.array((warm, neutral, cool)[int(rng.choice(3, p=[0.25, 0.5, 0.25]))]) * rng.normal(1, 0.03, 3)
    tint /= tint.mean()
    balance = (1 / tint) ** rng.uniform(0.6, 0.97)
    return np.asarray(lit * light[:, :, None] * tint * balance / balance[1])


def _developed(rng: np.random.Generator, lit: Array, difficulty: str) -> Picture:
    """Exposure, lens, sensor, tone and JPEG."""
    hard, easy = difficulty == "hard", difficulty == "easy"
    gain = min(0.17 / max(1e-4, float(lit.mean())), rng.choice([0.8, 1.0, 1.2]) / float(np.percentile(lit, 99.5)))
    x = lit * gain * 2 ** rng.normal(0, 0.12 if easy else 0.22)
    if rng.random() < (0.15 if hard else 0.0 if easy else 0.08):
        radius = rng.uniform(1.0, 1.8 if hard else 1.3)
        x = cv2.GaussianBlur(x, (0, 0), radius * 0.7)
    if rng.random() < (0.12 if hard else 0.0 if easy else 0.012):
        x = cv2.filter2D(x, -1, _streak(rng.uniform(2, 4.5), rng.uniform(0, np.pi)))
    x = cv2.GaussianBlur(x, (0, 0), rng.uniform(0.35, 0.75))
    dim = hard and rng.random() < 0.15
    full, read = (rng.uniform(4000, 9000) if easy else rng.uniform(1500, 6000)), rng.uniform(2, 5)
    if dim:
        full, x = rng.uniform(110, 380), x * 2 ** rng.uniform(-0.9, -0.15)
    electrons = np.clip(x, 0, 1.2) * full
    noise = 0.75 * (white := rng.standard_normal(x.shape)) + 1.2 * cv2.GaussianBlur(white, (0, 0), 0.9)
    x = np.clip((electrons + np.sqrt(electrons + read**2) * noise * 0.8) / full, 0, 1)
    grey = x @ np.array([0.15, 0.6, 0.25])
    x = np.clip(grey[:, :, None] + (x - grey[:, :, None]) * rng.uniform(0.68, 0.95), 0, 1)
    x = x ** (1 / 2.2)
    x = x + rng.uniform(0.0, 0.25) * (x * x * (3 - 2 * x) - x)
    x = x + rng.uniform(0.25, 0.9) * 0.6 * (x - cv2.GaussianBlur(x, (0, 0), 1.1))
    small = np.asarray(np.clip(x * 255 + 0.5, 0, 255), np.uint8)
    ok, data = cv2.imencode(".jpg", small, (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(80, 93))))
    assert ok
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _streak(length: float, angle: float) -> Array:
    size = int(np.ceil(length)) | 1
    mask = np.zeros((size + 2, size + 2), np.float32)
    middle = (size + 1) / 2
    across, along = np.cos(angle) * length / 2, np.sin(angle) * length / 2
    ends = [(round((middle + s * across) * 16), round((middle + s * along) * 16)) for s in (-1, 1)]
    cv2.line(mask, ends[0], ends[1], (1.0,), 1, cv2.LINE_AA, 4)
    return np.asarray(mask / mask.sum(), np.float64)
