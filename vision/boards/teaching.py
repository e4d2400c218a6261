"""Teaching another board than ours: one photo of it with nothing on it, four taps, and where its rows of spots end.

The law of this file: judge, then answer; nothing is kept here. A photo that would make a bad picture is refused with
one sentence that says what to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan, CannotLearn, Ends, Taps
from companion.language import later, say
from vision.boards.flat import CLIPPED, SCALE, Frame, flatten
from vision.boards.own import OwnBoard, laid, places
from vision.boards.place import Place, by_taps, proportions

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

SLANT: Final = 25.0
"""Degrees up to which a photo is from straight above: farther down a space shows less than nine tenths of itself."""
ASKEW: Final = 0.07
"""Cosine between the board's axes from which on the four taps are not where they should be."""
WIDER: Final = 2.0
"""How many times as wide, or as high, as our print's its spaces may be spread."""
DENSE: Final = 1.0
"""Pixels of the photo for a millimetre, a space being 22.5 of them apart from the next."""
BRIGHT: Final = 70
"""sRGB level that the brightest tenth of a board reaches at least."""
FLAT: Final = 5.0
"""Standard deviation of its grey levels below which nothing is told from it."""
GLARING: Final = {1: 0.1, 2: 0.02}
"""Share of it that may be too bright, in so many channels: there its colour is not known."""
SHARP: Final = 1.55
"""How many times steeper the steepest edges are than after smoothing by 2 pixels, 1 mm."""
SMALLEST: Final = 8.0
"""mm that a space is large at least, ours being 21.5."""
EDGE: Final = 6.0
"""mm from the outermost spaces to the edge of the plan, as on our print."""
UNEVEN: Final = 3.0
"""mm by which the lines may lie otherwise than equally far from each other: then it is the hand, else the board."""
APART: Final = 21.5 / 22.5
"""Size of a space in parts of the way to the next one, as on our print."""

WRONG_TAPS: Final = later("the four points do not lie as those spaces do: look where each number belongs")
FROM_ASIDE: Final = later("photograph the empty board from straight above")
TOO_SMALL: Final = later("photograph the board from nearer, so that it fills the picture")
TOO_DARK: Final = later("the photo is too dark: photograph the board in more light")
TOO_PALE: Final = later("nothing is told from the photo: photograph the board in better light")
TOO_BRIGHT: Final = later("parts of the board are too bright: photograph it from another side, in softer light")
CUT_OFF: Final = later("a part of the board is outside the photo: photograph all of it")
BLURRED: Final = later("the photo is blurred: hold the phone still and photograph the board again")
WRONG_ENDS: Final = later(
    "the spaces lie upon each other, or outside the picture: put them where they are on the board"
)


@dataclass(frozen=True)
class Straight:
    """A board from above whose spots are still where our print has them."""

    picture: Picture
    """(h, w, 3) BGR."""
    place: Place
    plan: BoardPlan

    def parts(self, name: str) -> tuple[float, float]:
        """Where a spot is, in parts of the picture's width and height."""
        spot, frame = self.plan.spot(name), Frame.of(self.plan)
        return (Frame.px(spot.x) + 0.5) / frame.width, (Frame.px(spot.y) + 0.5) / frame.height

    def mm(self, parts: tuple[float, float]) -> Points:
        """The other way."""
        frame = Frame.of(self.plan)
        return (np.array(parts) * (frame.width, frame.height) - 0.5 - Frame.px(0)) / SCALE


def straighten(image: Picture, plan: BoardPlan, taps: Taps) -> Straight:
    """A photo (h, w, 3) BGR of a board on which nothing stands, the middles of `plan.taps` tapped.

    Raises:
        CannotLearn: the photo does for no picture to compare with.
    """
    rough = by_taps(taps, plan, image.shape)
    if rough is None:
        raise CannotLearn(say(WRONG_TAPS))
    wider, askew = proportions(rough.plane, image.shape)
    if abs(askew) > ASKEW or not 1 / WIDER < wider < WIDER:
        raise CannotLearn(say(WRONG_TAPS))
    stretched = _stretched(plan, wider)
    place = by_taps(taps, stretched, image.shape)
    assert place is not None
    if place.slant(stretched) > SLANT:
        raise CannotLearn(say(FROM_ASIDE))
    middles = np.array([(spot.x, spot.y) for spot in stretched.spots])
    steps = np.stack([place.pixels(middles + off) - place.pixels(middles) for off in ((1.0, 0.0), (0.0, 1.0))])
    if float(np.linalg.norm(steps, axis=2).min()) < DENSE:
        raise CannotLearn(say(TOO_SMALL))
    straight = Straight(flatten(image, place, stretched)[0], place, stretched)
    _judge(image, straight)
    return straight


def taught(image: Picture, straight: Straight, ends: Ends) -> OwnBoard:
    """The board as people say that it is; `image` is the photo of which `straight` was made.

    Raises:
        CannotLearn: no board has its spaces there.
    """
    plan = straight.plan
    if len(ends) != len(plan.lines):
        raise CannotLearn(say(WRONG_ENDS))
    marked = np.array([[straight.mm(end) for end in both] for both in ends])
    _sizes(_even(plan, marked))  # such as no board has are refused before anything is made of them
    better = _put_right(straight, marked, image.shape)
    at = _even(plan, np.asarray(cv2.perspectiveTransform(marked, better), np.float64))
    sizes = _sizes(at)
    all_, usual = np.stack(list(at.values())), float(np.median(list(sizes.values())))
    low = all_.min(axis=0) - usual / 2 - EDGE
    high = all_.max(axis=0) + usual / 2 + EDGE
    spots = {
        name: (round(float(x - low[0]), 2), round(float(y - low[1]), 2), round(sizes[name], 2))
        for name, (x, y) in at.items()
    }
    own = laid(plan, spots, *(round(float(v), 2) for v in high - low))
    moved = np.array(((1, 0, low[0]), (0, 1, low[1]), (0, 0, 1)))
    place = Place(straight.place.plane @ np.linalg.inv(better) @ moved, straight.place.eye)
    picture, shown, _ = flatten(image, place, own)
    board = OwnBoard(own.width, own.height, places(own), picture)
    if not shown[board.known()].all():
        raise CannotLearn(say(CUT_OFF))
    return board


def _even(plan: BoardPlan, marked: Points) -> dict[str, Points]:
    """Where spots are, mm, whose lines end there."""
    at: dict[str, Points] = {}
    for line, (first, last) in zip(plan.lines, marked, strict=True):
        at |= {name: first + (last - first) * (nth / (len(line) - 1)) for nth, name in enumerate(line)}
    return at


def _sizes(at: Mapping[str, Points]) -> dict[str, float]:
    """How large each spot is, mm. Raises CannotLearn: some lie upon each other."""
    middles = np.stack(list(at.values()))
    away = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    np.fill_diagonal(away, np.inf)
    sizes = away.min(axis=1) * APART
    if float(sizes.min()) < max(SMALLEST, 0.5 * float(np.median(sizes))):
        raise CannotLearn(say(WRONG_ENDS))
    return {name: float(size) for name, size in zip(at, sizes, strict=True)}


def _put_right(straight: Straight, marked: Points, shape: tuple[int, ...]) -> Points:
    """(3, 3): how much the picture is still aslant, since taps are some pixels off: afterwards the lines stand parallel
    and equally far from each other. `marked` (n, 2, 2) are their ends, mm."""
    count = len(marked)
    apart = (marked[-1, :, 0].mean() - marked[0, :, 0].mean()) / (count - 1)
    nth = np.repeat(np.arange(count) - (count - 1) / 2, 2) * apart
    middle = marked.reshape(-1, 2).mean(axis=0)
    x, y = (marked.reshape(-1, 2) - middle).T
    # nth = (a x + b y + c) / (1 + d x + e y)
    rows = np.stack([x, y, np.ones_like(x), -nth * x, -nth * y], axis=1)
    (a, b, c, d, e), *_ = np.linalg.lstsq(rows, nth, rcond=None)
    off = (a * x + b * y + c) / (1 + d * x + e * y) - nth
    if float(np.abs(off).max()) > UNEVEN:
        return np.eye(3)
    onto = np.array(((a, b, c), (0, 1, 0), (d, e, 1))) @ np.array(((1, 0, -middle[0]), (0, 1, -middle[1]), (0, 0, 1)))
    wider, _ = proportions(straight.place.plane @ np.linalg.inv(onto), shape)
    return np.asarray(np.diag((np.sqrt(wider), 1 / np.sqrt(wider), 1.0)) @ onto, np.float64)


def _stretched(plan: BoardPlan, wider: float) -> BoardPlan:
    """The plan so many times wider for its height, as large as before."""
    across, down = float(np.sqrt(wider)), float(1 / np.sqrt(wider))
    at = {spot.name: (spot.x * across, spot.y * down, spot.size * min(across, down)) for spot in plan.spots}
    return laid(plan, at, plan.width * across, plan.height * down)


def _judge(image: Picture, straight: Straight) -> None:
    """Raises CannotLearn."""
    plan = straight.plan
    board = OwnBoard(plan.width, plan.height, places(plan), straight.picture)
    seen = straight.picture[board.known()]
    grey = np.asarray(cv2.cvtColor(straight.picture, cv2.COLOR_BGR2GRAY), np.uint8)
    if float(np.quantile(grey[board.known()], 0.9)) < BRIGHT:
        raise CannotLearn(say(TOO_DARK))
    if float(grey[board.known()].std()) < FLAT:
        raise CannotLearn(say(TOO_PALE))
    too_bright = (seen >= CLIPPED).sum(axis=1)
    if any(float((too_bright >= channels).mean()) > share for channels, share in GLARING.items()):
        raise CannotLearn(say(TOO_BRIGHT))
    if sharpness(grey, board.known()) < SHARP:
        raise CannotLearn(say(BLURRED))


def sharpness(grey: Picture, where: NDArray[np.bool_]) -> float:
    """How many times steeper the steepest edges are than after smoothing."""
    inner = cv2.erode(where.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    steep = []
    for calm in (0.7, 2.0):
        smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), calm)
        across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
        steep.append(float(np.quantile(np.hypot(across, down)[inner], 0.985)))
    return steep[0] / max(steep[1], 1e-3)
