"""Stage 6: a second opinion on each guess, by a small network that has seen dice of its own.

The law of this file: it is asked, it does not decide. The network sees a square around a guess and says what lies
there; it was trained by tools/second_opinion on made pictures only. Without its file there is no opinion, and the
reader does without.
"""

import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.guesses import Guess

MODEL: Final = Path(__file__).with_name("second_opinion.onnx")
SIDE_PX: Final = 48
"""Side of the square that the network sees; the edge of a die is then 25 pixels, a pip 5."""
REACH: Final = 1.9
"""Half that square, in halves of the die: so its sides and what touches it are seen too."""
CLASSES: Final = 9
"""0: no top face; 1..6: its pips; 7: it leans or lies on another die; 8: it is covered, cut off or blank."""

ZOOMS: Final = (0.87, 1.15)
"""Of the half, for the second and third look; the sizes of guesses are right within about a sixth."""
CLEARLY_NOTHING: Final = 2.0
"""Log odds for nothing over those for the likeliest else, from which on one look is enough."""

CLEARLY: Final = 4.0
"""Log odds for what the pips say over the next likeliest, from which on one look is enough."""

_own = threading.local()


@dataclass(frozen=True)
class View:
    """The working picture in halving sizes, so that a large die is shrunk without grain."""

    levels: tuple[NDArray[np.uint8], ...]

    @staticmethod
    def of(bgr: NDArray[np.uint8]) -> "View":
        """From a picture (h, w, 3) BGR."""
        levels = [bgr]
        while min(levels[-1].shape[:2]) > 2 * SIDE_PX:
            levels.append(np.asarray(cv2.resize(levels[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)))
        return View(tuple(levels))

    def level_for(self, side: float) -> int:
        """The smallest level on which a die of this side still has 14 pixels."""
        return min(len(self.levels) - 1, max(0, int(np.log2(max(side, 1) / 14))))

    def square(
        self, centre: NDArray[np.float64], half: float, side: int = SIDE_PX, reach: float = REACH
    ) -> NDArray[np.uint8]:
        """(side, side, 3) BGR, `reach` halves each way around a guess; past the picture its last pixels go on."""
        scale = side / (2 * reach * half)
        level = 0
        while scale < 0.6 and level + 1 < len(self.levels):
            scale, level = scale * 2, level + 1
        shrunk = (centre + 0.5) / 2**level - 0.5
        shift = side / 2 - 0.5 - scale * shrunk
        matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
        size = (side, side)
        how = cv2.INTER_LINEAR if scale < 1.2 else cv2.INTER_CUBIC
        return np.asarray(
            cv2.warpAffine(self.levels[level], matrix, size, flags=how, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )


def there_is_one() -> bool:
    """Whether the network's file is there."""
    return network(MODEL) is not None


def logits_of(view: View, guesses: list[Guess]) -> NDArray[np.float64]:
    """Log odds of each class for each guess, (n, CLASSES).

    The likely ones are looked at from nearer and from farther too.

    Raises FileNotFoundError where there is no network.
    """
    logits = logits_once(view, guesses)
    likely = [
        index
        for index, (row, guess) in enumerate(zip(logits, guesses, strict=True))
        if row[0] < row[1:].max() + CLEARLY_NOTHING and not (guess.top and _clearly(row, guess.value))
    ]
    if likely:
        again = [view.square(guesses[index].centre, guesses[index].half * zoom) for zoom in ZOOMS for index in likely]
        others = said_of(again).reshape(len(ZOOMS), len(likely), CLASSES)
        logits[likely] = (logits[likely] + others.sum(axis=0)) / (1 + len(ZOOMS))
    return logits


def logits_once(view: View, guesses: list[Guess]) -> NDArray[np.float64]:
    """The same from one look each."""
    return said_of([view.square(guess.centre, guess.half) for guess in guesses])


def _clearly(row: NDArray[np.float64], value: int) -> bool:
    """Whether one look says what the pips say, with nothing else near."""
    others = np.delete(row, value)
    return value > 0 and bool(row[value] > others.max() + CLEARLY)


def said_of(squares: list[NDArray[np.uint8]]) -> NDArray[np.float64]:
    """Log odds of each class for squares (SIDE_PX, SIDE_PX, 3), (n, CLASSES); FileNotFoundError without a network."""
    net = network(MODEL)
    if net is None:
        raise FileNotFoundError(MODEL)
    if not squares:
        return np.zeros((0, CLASSES))
    net.setInput(levelled(squares))
    return np.array(net.forward(), np.float64)


def eight_ways(square: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """A square (n, n, 3) in every way in which it can be laid, as it is first."""
    return [np.ascontiguousarray(np.rot90(side, turn)) for side in (square, square[:, ::-1]) for turn in range(4)]


def levelled(squares: list[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Each of n squares (side, side, 3) in its own light, (n, 3, side, side): as networks are shown them."""
    blob = np.stack(squares).astype(np.float32)
    mean, spread = blob.mean(axis=(1, 2, 3), keepdims=True), blob.std(axis=(1, 2, 3), keepdims=True)
    return np.asarray(((blob - mean) / (spread + 8)).transpose(0, 3, 1, 2), np.float32)


def network(model: Path) -> cv2.dnn.Net | None:
    """The network of a file, one a thread: it keeps its input between two calls. None: there is no such file."""
    nets: dict[Path, cv2.dnn.Net | None] = _own.__dict__.setdefault("nets", {})
    if model not in nets:
        nets[model] = cv2.dnn.readNetFromONNX(str(model)) if model.exists() else None
    return nets[model]
