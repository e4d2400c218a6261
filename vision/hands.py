"""Stage 11: is there a hand in the picture?

The law of this file: dice under a hand are not seen, so no reading of a picture with a hand is whole. The picture,
without the dice that were read and shrunk to a stamp, is shown to a small network, trained by tools/second_opinion on
made pictures only. Without its file no hand is seen.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language import later
from vision.opinion import View, eight_ways, levelled, network
from vision.verdict import Verdict

HAND: Final = later("there is a hand in the picture: take it away and look again")
MODEL: Final = Path(__file__).with_name("hands.onnx")
STAMP_PX: Final = 64
"""Side of the stamp, into which a picture of any shape is squeezed: a finger is then three pixels wide."""
SURE: Final = 3.0
"""Log odds, in the mean of the eight ways in which a stamp can be laid, from which on there is a hand. Chosen on the
visible pictures: of those without one none had more than 2.7."""
PERHAPS: Final = 0.5
"""The same of one way, below which the others are saved."""
NEAR: Final = 0.083
"""Edge of the dice, in longer sides of the picture, from which on they are seen from so near that a hand would fill it:
the large dice themselves look like fingers."""
FOOTPRINT: Final = 2.1
"""Halves around the middle of a die that are painted over, and the ring around them that tells how, in those."""
RING: Final = 1.35


def there_is_a_hand(view: View, told: Sequence[Verdict]) -> bool:
    """Whether a hand, or an arm, reaches into this picture, in which these dice were read; false without a network."""
    edge = 2 * float(np.median([verdict.half for verdict in told])) if told else 0.0
    if edge > NEAR * max(view.levels[0].shape) or network(MODEL) is None:
        return False
    bare = stamp(view, [(verdict.centre, verdict.half) for verdict in told])
    odds = [_odds(bare)]
    if odds[0] < PERHAPS:
        return False
    odds += [_odds(way) for way in eight_ways(bare)[1:]]
    return float(np.mean(odds)) > SURE


def stamp(view: View, dice: Sequence[tuple[NDArray[np.float64], float]]) -> NDArray[np.uint8]:
    """(STAMP_PX, STAMP_PX, 3) of the picture, the dice, (2,) and half each, painted over in the colour around each."""
    level = max(0, len(view.levels) - 2)
    small = view.levels[level].copy()
    for centre, half in dice:
        x, y = ((centre + 0.5) / 2**level - 0.5).tolist()
        reach = FOOTPRINT * half / 2**level
        ring = np.zeros(small.shape[:2], np.uint8)
        cv2.circle(ring, (round(x), round(y)), int(RING * reach) + 1, (1,), -1)
        cv2.circle(ring, (round(x), round(y)), int(reach) + 1, (0,), -1)
        if ring.any():
            floor = np.median(small[ring > 0], axis=0)
            cv2.circle(small, (round(x), round(y)), int(reach) + 1, floor.tolist(), -1)
    return np.asarray(cv2.resize(small, (STAMP_PX, STAMP_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _odds(stamp: NDArray[np.uint8]) -> float:
    net = network(MODEL)
    if net is None:
        raise FileNotFoundError(MODEL)
    net.setInput(levelled([stamp]))
    return float(np.asarray(net.forward()).reshape(-1)[0])
