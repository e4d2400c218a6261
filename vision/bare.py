"""Stage 7a: bodies on which no pips were counted.

The law of this file: a body without pips is a die only if it could be one of the roll's, or if light may have drowned
its pips. A plain cube, a button, a shadow is none; what might be one is not told, it is doubted.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bodies import Outline, colours_at

PLAINLY, BEYOND_DOUBT = 0.8, 0.9
"""Likelihoods of a value, to the network alone, from which on a die is told whose pips were not counted: one like
the others, and one of another colour."""
FLOOR_PATTERN: Final = 3
"""More things than this that look like dice without pips are squares of a tablecloth."""
LIKE_COLOUR: Final = 40.0
"""Levels, in the most different channel, within which a body has the colour of the dice told."""
SET: Final = 3
"""So many dice of one colour are a set: what has another colour is none of it."""
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

ROUND: Final = 0.03
"""How far the rim of a round thing is off an ellipse, root mean square to its radius: coins, checkers and tokens of the
renders came to 0.011 to 0.029, faces of dice to 0.083 and more, one whose corners light had eaten to 0.038."""
LEAST: Final = 0.5
"""Radius of a round thing to the half of the body, at least: what is smaller is a pip in the middle of a face."""
RAYS: Final = 48
"""Directions in which the rim of a round thing is sought."""
RIM_TOLERANCES: Final = (22.0, 36.0, 60.0)
"""Levels, in the most different channel, by which the floor beyond the rim differs."""
OUTSIDE: Final = ((1.12, 1.3), (1.6, 1.9))
"""Radii of a round thing between which what is right beside it, and what lies farther off, is looked at."""
FLOOR: Final = 0.7
"""Share of the directions in which the two must be alike: the rest may lie in shadow."""
FLAWLESS: Final = 10.0
"""Levels over which the middle of a face wanders at most that has no pip at all."""
FAINTEST: Final = 0.25
"""Contrast of a pip to that of the pips counted, at least, on a die of their colour that light has not drowned."""
SQUARE: Final = 0.7
"""Squareness of a body's outline from which on its middle is that of one face."""
NEARLY_BLANK: Final = 0.6
"""Likelihood of a face that is covered or blank, to the network alone, from which on such a one is no die's."""

_ANGLES: Final = np.linspace(0, 2 * np.pi, RAYS, endpoint=False)
_RAYS: Final = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)


def may_hide_a_die(likely: NDArray[np.float64], spread: float, colour: NDArray[np.float64], gap: float) -> bool:
    """Whether a body may be a die whose pips are not seen.

    `likely`: (CLASSES,), what the network alone says; `spread`: over how many levels the face wanders; `colour`: (3,);
    `gap`: halves to the nearest die told, for what is plain beside a die may be the side of one under it.
    """
    plain = likely[8] > BLANK and spread < PLAIN and colour.max() < DROWNED and gap > NEAR
    return bool(likely[0] <= BARE and not plain)


def like_the_roll(colour: NDArray[np.float64], told: NDArray[np.float64]) -> bool:
    """Whether a body (3,) is coloured like a die told (n, 3), in the same light or in glare; shadows are not."""
    return bool(colour.max() >= DROWNED or _alike(colour, told).any())


def of_one_colour(dice: NDArray[np.float64]) -> bool:
    """Whether dice of these colours (n, 3) are a set: all like the darkest; a vivid one may be as light as glare."""
    return len(dice) >= SET and bool(_alike(dice, dice[dice.sum(axis=1).argmin()]).all())


def _alike(colour: NDArray[np.float64], told: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(n,) whether one is like the other, or that in more light; (3,) and (n, 3), either way."""
    lighter = colour - told
    alike: NDArray[np.bool_] = (lighter.min(axis=1) > -LIKE_COLOUR) & (np.ptp(lighter, axis=1) < 1.5 * LIKE_COLOUR)
    return alike


def plain_enough(likelihood: float, alike: bool) -> bool:
    """Whether the network alone may tell a die, `alike`: of the roll's colour."""
    return likelihood >= (PLAINLY if alike else BEYOND_DOUBT)


def is_a_token(bgr: NDArray[np.uint8], centre: NDArray[np.float64], half: float, colour: NDArray[np.float64]) -> bool:
    """Whether a coin, a checker or the like lies around `centre` on a floor, of this `colour` (3,), `half` its radius.

    A die's top may be as round, but the die's own rim and sides lie around it.
    """
    off = np.abs(colours_at(bgr, centre + _RAYS[:, None] * _along(half)[:, None]) - colour).max(axis=2)
    return any(_round(bgr, centre, half, off > tolerance) for tolerance in RIM_TOLERANCES)


def _along(half: float) -> NDArray[np.float64]:
    """How far from the middle a ray is looked at, (64,)."""
    return np.linspace(0, 3 * half, 64)


def _round(bgr: NDArray[np.uint8], centre: NDArray[np.float64], half: float, off: NDArray[np.bool_]) -> bool:
    ends = off[:, :-1] & off[:, 1:]
    reaches = _along(half)[ends.argmax(axis=1)]
    if not ends.any(axis=1).all() or float(np.median(reaches)) < LEAST * half:
        return False
    rim = centre + _RAYS * reaches[:, None]
    middle, axes, degrees = cv2.fitEllipse(rim.astype(np.float32))
    if min(axes) < 0.5 * max(axes):
        return False
    turn = np.radians(degrees)
    across = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    radii = np.linalg.norm((rim - middle) @ across.T / (np.array(axes) / 2), axis=1)
    if float(np.sqrt(((radii - 1) ** 2).mean())) > ROUND:
        return False
    spokes = (_RAYS * (np.array(axes) / 2)) @ across
    beside, farther = (
        np.median(colours_at(bgr, np.array(middle) + spokes[:, None] * np.linspace(*radii, 5)[:, None]), axis=1)
        for radii in OUTSIDE
    )
    return bool((np.abs(beside - farther).max(axis=1) < LIKE_COLOUR).mean() >= FLOOR)


def is_flawless(bgr: NDArray[np.uint8], body: Outline, colour: NDArray[np.float64], levels: float) -> bool:
    """Whether the face that a body turns to the camera wanders over fewer levels, though light has not drowned it."""
    if body.closed < 1 or body.squareness < SQUARE or colour.max() >= DROWNED:
        return False
    places = body.centre + _RAYS[:, None] * (body.side / 2 * np.linspace(0, 0.7, 8))[:, None]
    low, high = np.percentile(colours_at(bgr, places).mean(axis=2), (1, 99))
    return bool(high - low < levels)
