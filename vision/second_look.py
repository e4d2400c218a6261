"""Stage 7b: a second look at every die that no counted pips vouch for.

The law of this file: such a die is told only where the network, shown its face alone in full contrast, says the same
value however it is turned and mirrored. It stands beside dice whose pips were counted, and looks like them.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.bare import (
    FAINTEST,
    FLAWLESS,
    NEAR,
    NEARLY_BLANK,
    SET,
    is_a_token,
    is_flawless,
    like_the_roll,
    of_one_colour,
)
from vision.bodies import body_colours, outline
from vision.closer import around, value_odds
from vision.guesses import Guess
from vision.opinion import SIDE_PX, View, eight_ways, logits_once, said_of
from vision.recount import recounted
from vision.verdict import COVERED, FIRM, LEANS, Verdict
from vision.weighing import likelihoods

FLATTER: Final = 0.8
"""Aspect of a side's pips to those of its die's top."""
ASKEW: Final = 0.2
"""Halves of the top by which a side's middle, width and edges may be off the top's."""
NEXT: Final = 2.4
"""Halves of the top to the middle of a side, as its pips make it out."""
LOWER: Final = 0.88
"""Height to width of a side."""
MOST: Final = 6
"""Dice looked at again, 32 looks each, 0.4 ms a look; where more are open the picture is unsure for long."""
STEPS: Final = ((0.25, (0.8, 0.9, 1.14, 1.25)), (0.1, (0.93, 1.07)))
"""Halves that each round goes aside, and how much nearer and farther it looks."""
STEADY: Final = 0.77
"""Likelihood of the value in the worst of eight ways to lay the square, from which on it is told. This and what follows
was chosen on the visible pictures and 126 renders more: of faces that lay flat and show enough levels, none that was
read wrong came to 0.75 beside counted dice of its colour."""
AMONG: Final = (0.7, 0.78)
"""The same, and the mean over the ways, among three and more counted dice of its colour: a cocked die came to 0.70."""
ODDLY: Final = 0.86
"""The same for a die of another colour than those counted: a round print on a box came to 0.84. Those that come to less
waver: they may not be half of a roll."""
SEEN: Final = 2
"""So many dice must have been counted before a thing is said to be none."""
LEAST_LEVELS: Final = 40.0
"""Levels from the darkest to the lightest pixel of a face: where fewer are drawn out it is grain that is seen."""
INNER_PX: Final = 10.0
"""Radius of the middle of a square that is all face: its edge is 25 pixels long."""
GRAIN: Final = 12.0
"""Levels that are drawn out to no more than fewer would be."""
DRAWN_OUT: Final = 150.0
"""Levels that those of the face become."""
TOLD: Final = 0.996
"""Likelihood of a value that was told so: of 88 that lay flat all were right."""
BEYOND: Final = 0.15
"""By how much of these what is around the face may stand out, darker and lighter."""

_OFF: Final = np.hypot(*(np.mgrid[:SIDE_PX, :SIDE_PX] - (SIDE_PX - 1) / 2))
_FACE: Final = _OFF < INNER_PX


def looked_again(view: View, verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts, those without counted pips told by the second look, or doubted by it."""
    verdicts = [one for one in verdicts if not any(is_a_side(one.guess, other.guess) for other in verdicts)]
    counted = [verdict for verdict in verdicts if verdict.counted]
    left = len(verdicts) - len(counted)
    if not counted or not left or left > MOST or any(verdict.doubt == LEANS for verdict in verdicts):
        return verdicts
    colours = _colours(view, counted)
    verdicts = [verdict for verdict in verdicts if not _no_die(view, verdict, counted, colours)]
    looks = [
        (verdict, 1.0) if verdict.counted and verdict.confidence >= FIRM else _again(view, verdict, colours)
        for verdict in verdicts
    ]
    wavering = [verdict.value > 0 and worst < ODDLY for verdict, worst in looks]
    if 2 * left >= len(verdicts) and 2 * sum(wavering) >= len(verdicts):
        return [one.withdrawn() if weak else one for (one, _), weak in zip(looks, wavering, strict=True)]
    return [verdict for verdict, _ in looks]


def is_a_side(guess: Guess, of: Guess) -> bool:
    """Whether a pattern without a body lies on a side of that die: edge to edge with its top, as wide and less high.

    A die that touches another is as high as wide; one that leans on it lies across, or farther off.
    """
    side, top = guess.face, of.top
    if side is None or guess.top is not None or top is None or not top.sure or side.aspect > FLATTER * top.aspect:
        return False
    halves = np.linalg.inv(np.stack(_edges(top.corners), axis=1))
    aside, edges = halves @ (side.centre - top.centre), [halves @ edge for edge in _edges(side.corners)]
    out = int(np.abs(aside).argmax())
    edges.sort(key=lambda edge: abs(float(edge[out])))
    (along, across), (off, high) = np.abs(edges[0])[[out, 1 - out]], np.abs(edges[1])[[1 - out, out]]
    return bool(
        abs(aside[1 - out]) < ASKEW
        and max(along, off) < ASKEW
        and abs(aside[out]) < NEXT
        and abs(across - 1) < ASKEW
        and high < LOWER * across
    )


def _edges(corners: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Half of the edges (2,) of a face (4, 2), one way and the other."""
    one, two, three, four = corners
    return (two - one + three - four) / 4, (three - two + four - one) / 4


def _no_die(view: View, verdict: Verdict, counted: Sequence[Verdict], colours: NDArray[np.float64]) -> bool:
    """Whether what may be a die that is covered or blank is a token, or a plain cube, apart from those counted."""
    guess = verdict.guess
    if verdict.doubt != COVERED or guess.value or guess.top is not None or guess.face is not None:
        return False
    near = min(float(np.linalg.norm(guess.centre - one.centre)) / one.half for one in counted)
    if len(counted) < SEEN or near < NEAR:
        return False
    bgr, colour = view.levels[0], body_colours(view.levels[0], guess.centre[None], np.array([guess.half]))[0]
    if is_a_token(bgr, guess.centre, guess.half, colour):
        return True
    blank = float(likelihoods(logits_once(view, [guess]))[0, 8])
    body = outline(bgr, guess.centre, colour, 3 * guess.half, np.zeros((0, 2)), 0.0)
    pips = [one.guess.top.contrast for one in counted if one.guess.top is not None]
    alike = like_the_roll(colour, colours)
    levels = max(FLAWLESS, FAINTEST * min(pips, default=0.0)) if alike else FLAWLESS
    return blank > NEARLY_BLANK and is_flawless(bgr, body, colour, levels)


def _again(view: View, verdict: Verdict, counted: NDArray[np.float64]) -> tuple[Verdict, float]:
    """The verdict of the second look, and how likely its value was in the worst way."""
    place = Guess(verdict.centre, verdict.half, 0)
    for step, zooms in STEPS:
        tries = around(place, step, zooms)
        odds = value_odds(said_of([stretched(view.square(one.centre, one.half)) for one in tries]))
        place = tries[int(odds.argmax())]
    square = view.square(place.centre, place.half)
    said = likelihoods(said_of(eight_ways(stretched(square))))
    value = int(said[:, 1:7].mean(axis=0).argmax()) + 1
    worst = float(said[:, value].min())
    colour = body_colours(view.levels[0], place.centre[None], np.array([place.half]))[0]
    alike = like_the_roll(colour, counted)
    if alike:
        mean = float(said[:, value].mean())
        firm = worst >= STEADY or (len(counted) >= SET and worst >= AMONG[0] and mean >= AMONG[1])
    else:
        firm = worst >= ODDLY and not of_one_colour(counted)
    if not firm or float(np.ptp(square[_FACE].mean(axis=1))) < LEAST_LEVELS:
        # Where pips were counted before, to count them again says nothing new: such a die may lean.
        fitting = not verdict.guess.value and len(counted) >= SEEN and (alike or not of_one_colour(counted))
        top = recounted(view, verdict.guess) if fitting else None
        if top is not None and top.value in (value, _plainly(view, verdict.guess)):
            return Verdict(Guess(top.centre, top.half, top.value, top), top.value, TOLD), worst
        return (verdict if verdict.counted else verdict.withdrawn()), worst
    return Verdict(verdict.guess, value, max(TOLD, verdict.confidence)), worst


def _plainly(view: View, guess: Guess) -> int:
    """The value that the network says of a place as it is."""
    return int(logits_once(view, [guess])[0, 1:7].argmax()) + 1


def stretched(square: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A square (SIDE_PX, SIDE_PX, 3) with the levels of its middle drawn out, what is around it cut off to them."""
    face = square[_FACE].astype(np.float64)
    low, high = np.percentile(face, 3, axis=0), np.percentile(face, 97, axis=0)
    drawn = (square - (low + high) / 2) * (DRAWN_OUT / max(float((high - low).max()), GRAIN))
    reach = DRAWN_OUT * (0.5 + BEYOND)
    return np.asarray(np.clip(drawn, -reach, reach) + 128, np.uint8)


def _colours(view: View, told: Sequence[Verdict]) -> NDArray[np.float64]:
    centres, halves = np.array([one.centre for one in told]), np.array([one.half for one in told])
    return body_colours(view.levels[0], centres, halves)
