"""Stage 7a: bodies on which no pips were counted.

The law of this file: a body without pips is a die only if it could be one of the roll's, or if light may have drowned
its pips. A plain cube, a button, a shadow is none; what might be one is not told, it is doubted.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

PLAINLY, BEYOND_DOUBT = 0.8, 0.9
"""Likelihoods of a value, to the network alone, from which on a die is told whose pips were not counted: one like
the others, and one of another colour."""
FLOOR_PATTERN: Final = 3
"""More things than this that look like dice without pips are squares of a tablecloth."""
LIKE_COLOUR: Final = 40.0
"""Levels, in the most different channel, within which a body has the colour of the dice told."""
DROWNED: Final = 243.0
"""Level of the lightest channel from which on a body is so bright that its pips may have drowned: such faces of the
renders were at 252 and more, plain cubes of wood at 234 and less."""
PLAIN: Final = 14.0
"""Levels over which a face without pips wanders at most, the least contrast of a pip: a cube of wood, not a die."""
BARE_ROLL: Final = (0.7, 1.4)
"""Sizes of bodies without pips to the median of the roll's dice."""
BLANK: Final = 0.8
"""Likelihood of a face that is covered or blank, to the network alone, from which on a plain one is no die's: two small
pips alone leave a face nearly as plain."""
NEAR: Final = 3.2
"""Halves from a die told within which a body may be of one that it lies on."""
BARE: Final = 0.1
"""Likelihood of no top face, to the network alone, up to which a body without pips may be a die."""


def may_hide_a_die(likely: NDArray[np.float64], spread: float, colour: NDArray[np.float64], gap: float) -> bool:
    """Whether a body may be a die whose pips are not seen.

    `likely`: (CLASSES,), what the network alone says; `spread`: over how many levels the face wanders; `colour`: (3,);
    `gap`: halves to the nearest die told, for what is plain beside a die may be the side of one under it.
    """
    plain = likely[8] > BLANK and spread < PLAIN and colour.max() < DROWNED and gap > NEAR
    return bool(likely[0] <= BARE and not plain)


def like_the_roll(colour: NDArray[np.float64], told: NDArray[np.float64]) -> bool:
    """Whether a body (3,) is coloured like a die told (n, 3), in the same light or in glare; shadows are not."""
    lighter = colour - told
    alike = (lighter.min(axis=1) > -LIKE_COLOUR) & (np.ptp(lighter, axis=1) < 1.5 * LIKE_COLOUR)
    return bool(colour.max() >= DROWNED or alike.any())


def plain_enough(likelihood: float, alike: bool) -> bool:
    """Whether the network alone may tell a die, `alike`: of the roll's colour."""
    return likelihood >= (PLAINLY if alike else BEYOND_DOUBT)
