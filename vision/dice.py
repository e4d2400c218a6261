"""Reading the dice of a picture: the stages in order, and the decision.

The law of this file: every die seen is read, or the reading is unsure. A wrong number told with a straight face costs
the players the game, a doubt costs them a tap. Pure: the same picture gives the same reading; nothing is remembered.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.language import say
from vision.agreement import agreed
from vision.blobs import find_blobs
from vision.doubts import doubts, doubts_of, footprint, leftovers, stray_pairs, stray_pips, stray_spots
from vision.faces import Face, find_faces
from vision.guesses import Guess, find_guesses
from vision.hands import HAND, there_is_a_hand
from vision.hearing import Hearing
from vision.known import Known
from vision.lean import upright
from vision.opinion import View, there_is_one
from vision.pips import Spots, find_spots
from vision.planes import brightness, colour
from vision.reading import DiceReading, Die
from vision.second_look import looked_again
from vision.tops import Top, choose_tops
from vision.verdict import FIRM, Verdict

WORKING_SIDE_PX: Final = 1280
"""The longer side of the picture that is worked on: a die of 1/40 of it has pips of 3 pixels radius."""
SUREST: Final = 0.985
"""Confidence of a die that nothing speaks against: of 1342 such in the visible pictures 98.9 % were right, the others
being nearly all dice that lean or lie on another, which look like any."""
ROUNDED: Final = 1.15
"""Half of the whole top face to that of the dice told, which the pips make out a little small."""
MAX_PIECES: Final = 8
"""More things than this that look like dice without pips are squares of a tablecloth."""
MAX_SINGLE: Final = 12
"""Stray pips around which a one is sought: on a patterned floor they are not among the clearest spots."""
MAX_PAIRS: Final = 8
"""Pairs of stray pips between which a die is sought: a carpet has hundreds."""
HALVES: Final = (9.0, 13.0, 19.0, 28.0, 42.0, 63.0)
"""Half edges of the dice that are sought where no die tells the size, working pixels."""
MAX_ENLARGEMENT: Final = 2.0
"""Small pictures are enlarged this much at most."""


@dataclass(frozen=True)
class Look:
    """What the classical stages find in one plane; pixels of the working picture."""

    spots: Spots
    faces: tuple[Face, ...]
    tops: tuple[Top, ...]


@dataclass(frozen=True)
class Examination:
    """Every stage of one reading; pixels of the working picture, but for the reading itself."""

    working: NDArray[np.uint8]
    """(h, w, 3) BGR, the picture at its working size."""
    scale: float
    """Working pixels a pixel of the picture."""
    looks: tuple[Look, ...]
    """At the brightness, and where that left doubts at the colour."""
    guesses: tuple[Guess, ...]
    """None where there is no network."""
    verdicts: tuple[Verdict, ...]
    reasons: tuple[str, ...]
    reading: DiceReading


def read_dice(image_bgr: NDArray[np.uint8], known: Known | None = None) -> DiceReading:
    """What the dice show in a picture (h, w, 3) uint8, BGR, of any size from 1 x 1; `known` of a calibrated tray."""
    return examine(image_bgr, known=known).reading


def examine(image_bgr: NDArray[np.uint8], second_opinion: bool = True, known: Known | None = None) -> Examination:
    """The same, with all stages; without the second opinion where it is not wanted or there is no network."""
    working, scale = _at_working_size(image_bgr, known)
    looks = [_look(working, brightness(working), scale, known)]
    if not (second_opinion and there_is_one()):
        verdicts = [
            Verdict(Guess(top.centre, top.half, top.value, top), top.value, top.confidence) for top in looks[0].tops
        ]
        reasons = doubts(working, looks[0].spots, looks[0].faces, looks[0].tops)
        return Examination(
            working, scale, tuple(looks), (), tuple(verdicts), reasons, _reading(verdicts, reasons, scale)
        )
    hearing, size = Hearing(View.of(working)), (working.shape[1], working.shape[0])
    found = find_guesses(looks[0].spots, looks[0].faces, looks[0].tops)
    hearing.ask([guess for guess in found if not guess.beside])
    verdicts = hearing.verdicts()
    halves = HALVES if known is None else (known.die_px * scale / 2,)
    bodies = _bodies(hearing, verdicts, halves)
    if known is not None:
        bodies = [body for body in bodies if not known.bare(body.centre, body.half, size)]
    hearing.ask(bodies + _between_pips(looks[0].spots, verdicts))
    if not verdicts or any(verdict.doubt or verdict.confidence < FIRM for verdict in verdicts):
        hearing.ask([guess for guess in found if guess.beside])
        plane = colour(working)
        if plane is not None:
            looks.append(_look(working, plane, scale, known))
            hearing.ask(find_guesses(looks[1].spots, looks[1].faces, looks[1].tops))
    hearing.look_closer(hearing.verdicts())
    verdicts = hearing.verdicts()
    if verdicts:
        verdicts, left = agreed(
            looked_again(hearing.view, verdicts),
            [look.tops for look in looks],
            hearing.refutes,
            stray_pips(hearing.view, looks[0].spots, verdicts, hearing.sees_nothing),
        )
        if all(verdict.value for verdict in verdicts):
            left = (*left, *leftovers(hearing.pieces(verdicts), verdicts, size, hearing.sees_nothing))
            verdicts = verdicts if left else upright(hearing.view, verdicts)
    else:
        left = doubts(working, looks[0].spots, looks[0].faces, looks[0].tops)
    # Both may say that a die is cut off, of two of them.
    reasons = tuple(dict.fromkeys((*doubts_of(verdicts, size, scale), *left)))
    # Over a calibrated tray the watcher knows of hands, by what moves.
    if known is None and not reasons and there_is_a_hand(hearing.view, verdicts):
        reasons = (say(HAND),)
    return Examination(
        working,
        scale,
        tuple(looks),
        tuple(hearing.guesses),
        tuple(verdicts),
        reasons,
        _reading(verdicts, reasons, scale),
    )


def _bodies(hearing: Hearing, verdicts: list[Verdict], halves: Sequence[float]) -> list[Guess]:
    """Places as large as the dice told that stand off from what lies around them; with none told, of these halves."""
    told = [verdict for verdict in verdicts if verdict.value]
    if not told:
        return [Guess(centre, half, 0) for half in halves for centre in find_blobs(hearing.view, half, [])]
    half = float(np.median([verdict.half for verdict in told]))
    footprints = [footprint(verdict) for verdict in told]
    pieces = hearing.pieces(told)
    like = [Guess(piece, half, 0) for piece in (pieces if len(pieces) <= MAX_PIECES else [])]
    return like + [Guess(centre, ROUNDED * half, 0) for centre in find_blobs(hearing.view, ROUNDED * half, footprints)]


def _between_pips(spots: Spots, verdicts: list[Verdict]) -> list[Guess]:
    """Places between two pips that no die explains."""
    told = [verdict for verdict in verdicts if verdict.value]
    if not told:
        return []
    half = ROUNDED * float(np.median([verdict.half for verdict in told]))
    between = [Guess(place, half, 0) for place in stray_pairs(spots, told)[:MAX_PAIRS]]
    return between + [Guess(place, half, 0) for place in stray_spots(spots, told)[:MAX_SINGLE]]


def _look(working: NDArray[np.uint8], plane: NDArray[np.uint8], scale: float, known: Known | None) -> Look:
    spots = find_spots(plane) if known is None else find_spots(plane, known.levels(scale))
    faces = find_faces(plane, spots)
    if known is not None:
        faces = known.faces(faces, scale)
    return Look(spots, tuple(faces), tuple(choose_tops(working, spots, faces)))


def _at_working_size(image_bgr: NDArray[np.uint8], known: Known | None) -> tuple[NDArray[np.uint8], float]:
    height, width = image_bgr.shape[:2]
    scale = min(WORKING_SIDE_PX / max(height, width), MAX_ENLARGEMENT)
    if known is not None:
        scale = min(scale, known.scale())
    if scale == 1.0:
        return image_bgr, 1.0
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image_bgr, size, interpolation=how), np.uint8), scale


def _reading(verdicts: list[Verdict], reasons: tuple[str, ...], scale: float) -> DiceReading:
    told = sorted((verdict for verdict in verdicts if verdict.value), key=lambda verdict: float(verdict.centre[0]))
    dice, unread = tuple(_die(verdict, scale) for verdict in told), len(verdicts) - len(told)
    if reasons:
        return DiceReading("unsure", dice, reasons, unread)
    return DiceReading("read" if dice else "empty", dice)


def _die(verdict: Verdict, scale: float) -> Die:
    # The centre of pixel (0, 0) is at (0, 0) in both sizes, so a resized picture is shifted by half a pixel of each.
    def original(point: NDArray[np.float64]) -> tuple[float, float]:
        return (float((point[0] + 0.5) / scale - 0.5), float((point[1] + 0.5) / scale - 0.5))

    corners = tuple(original(corner) for corner in verdict.corners)
    return Die(verdict.value, min(verdict.confidence, SUREST), original(verdict.centre), corners)
