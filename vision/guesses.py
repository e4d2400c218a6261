"""Stage 5: places where a top face may lie, for the second opinion to judge.

The law of this file: better one place too many than a die overlooked. Faces, single spots and bodies that the
classical stages found, whether they believed them or not; each die should be among them once or more.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.faces import Face
from vision.pips import Spots
from vision.tops import Top, rank, typical_half

MAX_GUESSES: Final = 32
"""Half a millisecond each on a desktop core; six dice have about 20."""
MAX_FACES: Final = 16
"""Of them faces that the tops did without: the best ranked."""
ONE_EDGE: Final = 5.0
"""Half the edge of a die in radii of a one's pip, where no other die tells the size: 5 for large pips, 7 for small."""
SAME: Final = 0.35
"""Guesses whose centres are nearer than this many halves, and alike in size, are one."""
ALIKE: Final = 0.75
"""Smaller to larger half of two guesses that are one."""
BESIDE: Final = 1.7
"""Halves of a die within which a guess is of that die, its sides or its shadow."""
BODY: Final = (0.6, 1.7)
"""Radius of a spot that may be a whole die, in typical halves."""


@dataclass(frozen=True)
class Guess:
    """A place where a top face may lie."""

    centre: NDArray[np.float64]
    half: float
    """Half the edge of the top face, pixels."""
    value: int
    """What its pips say, 1..6; 0: they say nothing."""
    top: Top | None = None
    """The die that the classical stages made of it."""
    face: Face | None = None
    spot: int | None = None
    beside: bool = False
    """Whether it lies on or beside a die that the classical stages are sure of: heard only if that one is doubted."""


def find_guesses(spots: Spots, faces: Sequence[Face], tops: Sequence[Top]) -> list[Guess]:
    """The guesses, most promising first, at most `MAX_GUESSES`."""
    guesses = [Guess(top.centre, top.half, top.value, top) for top in sorted(tops, key=lambda top: -top.confidence)]
    if len(guesses) > MAX_GUESSES:
        return guesses[:MAX_GUESSES]
    taken = len(guesses)
    for face in sorted(faces, key=rank, reverse=True):
        if len(guesses) - taken < MAX_FACES:
            _add(guesses, Guess(face.centre, face.half, face.value, face=face))
    typical = typical_half(tops) if tops else None
    for index in range(len(spots)):
        if len(guesses) >= MAX_GUESSES:
            break
        if spots.aspect[index] < 0.5:
            continue
        if typical is not None and BODY[0] * typical < spots.radius[index] < BODY[1] * typical:
            _add(guesses, Guess(spots.xy[index], typical, 0, spot=index))
        elif typical is None or spots.radius[index] < BODY[0] * typical:
            half = typical if typical is not None else ONE_EDGE * float(spots.radius[index])
            _add(guesses, Guess(spots.xy[index], half, 1, spot=index))
    sure = [top for top in tops if top.sure]
    return [guess if guess.top else replace(guess, beside=_beside_any(guess, sure)) for guess in guesses]


def _beside_any(guess: Guess, tops: Sequence[Top]) -> bool:
    return any(float(np.linalg.norm(guess.centre - top.centre)) < BESIDE * top.half for top in tops)


def _add(guesses: list[Guess], new: Guess) -> None:
    # Plain numbers: there are thousands of pairs, and numpy takes ten times as long for two coordinates.
    x, y = new.centre.tolist()
    for old in guesses:
        old_x, old_y = old.centre.tolist()
        smaller = min(old.half, new.half)
        if hypot(old_x - x, old_y - y) < SAME * smaller and smaller > ALIKE * max(old.half, new.half):
            return
    guesses.append(new)
