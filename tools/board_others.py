"""Evenings on other boards than the printed one: taught from one drawn photo, then photographed in other light.

The law of this file: as in `tools/board_evening.py`. Boards that are measured are of kinds, or of numbers, at which the
reader was not made; whoever teaches one is a few pixels off.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from companion.board import CannotLearn, Ends
from companion.games.cant_stop import looks
from tools.board_box import box_of, figures
from tools.board_designs import HELD_OUT, KNOWN, Design, design
from tools.board_evening import SAME, SLANTED, Evening, Picture, game_state, spoilt
from vision.boards.flat import SCALE, Frame
from vision.boards.reader import BoardReader
from vision.boards.scene import Shot, photograph
from vision.boards.teaching import Straight

KINDS: Final = (*HELD_OUT, *KNOWN)
FIRST: Final = 100
"""Number of the first board that is measured: of smaller ones it is known how they are read."""
ABOVE: Final = (0.0, 15.0)
"""Degrees aslant of a photo that is asked for from straight above."""
TAPPED: Final = 0.0025
"""Standard deviation of a tap, in parts of the photo's width: half a millimetre on a phone, with the loupe."""
DRAGGED: Final = 0.7
"""The same of an end that was dragged, mm on the board."""
LED: Final = (0, 5, 10)
"""Lines whose ends are dragged; those between follow, as on the page."""


@lru_cache(maxsize=1)
def board_of(number: int) -> Design:
    """On which the evening of this number is played."""
    return design(KINDS[number // SAME % len(KINDS)], FIRST + number // SAME)


def other_board(number: int, size: tuple[int, int]) -> Evening:
    """An evening of Can't Stop on it."""
    rng, box, board, plan = np.random.default_rng([number, 6]), box_of(number // SAME), board_of(number), looks.plan()
    expected = looks.expected(game_state(rng, len(box.colours)), box.colours)
    truth, faults = spoilt(rng, expected, board.plan, box.colours)
    stood, stacked = figures(rng, box, board.plan, truth)
    photo = photograph(board.picture, stood, number + 3 * 10**6, size)
    return Evening(plan, looks.set_up(box.colours), expected, truth, faults, photo, box.named, box.colours, stacked)


def laid_out(number: int, size: tuple[int, int], nth: int) -> Picture:
    """The nth photo of the pieces on it, laid out to be learnt."""
    rng, box, board = np.random.default_rng([number // SAME, 7]), box_of(number // SAME), board_of(number)
    stood, _ = figures(rng, box, board.plan, looks.set_up(box.colours))
    seed = 4 * 10**6 + number // SAME + nth * 10**5
    return photograph(board.picture, stood, seed, size, SLANTED, "normal").image


def teach(reader: BoardReader, number: int, size: tuple[int, int], nth: int) -> bool:
    """Whether the nth photo of the empty board taught it."""
    board, plan = board_of(number), looks.plan()
    rng = np.random.default_rng([number // SAME, 8, nth])
    shot = photograph(board.picture, [], 5 * 10**6 + number // SAME + nth * 10**5, size, ABOVE, "normal")
    taps = [(float(x), float(y)) for x, y in _seen(board, shot, plan.taps) + rng.normal(0, TAPPED * size[0], (4, 2))]
    try:
        straight = reader.straighten(shot.image, plan, taps)
        reader.teach(shot.image, plan, taps, _dragged(rng, board, shot, straight))
    except CannotLearn:
        return False
    return True


def _dragged(rng: np.random.Generator, board: Design, shot: Shot, straight: Straight) -> Ends:
    frame, lines = Frame.of(straight.plan), straight.plan.lines
    back = np.linalg.inv(straight.place.plane)
    led = []
    for line in LED:
        seen = _seen(board, shot, (lines[line][0], lines[line][-1]))
        mm = cv2.perspectiveTransform(seen.reshape(1, -1, 2), back)[0] + rng.normal(0, DRAGGED, (2, 2))
        led.append((mm * SCALE + Frame.px(0) + 0.5) / (frame.width, frame.height))
    each = [[np.interp(range(len(lines)), LED, [ends[end][axis] for ends in led]) for axis in (0, 1)] for end in (0, 1)]
    return [
        ((float(each[0][0][n]), float(each[0][1][n])), (float(each[1][0][n]), float(each[1][1][n])))
        for n in range(len(lines))
    ]


def _seen(board: Design, shot: Shot, names: tuple[str, ...]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    spots = [board.plan.spot(name) for name in names]
    return shot.camera.project(np.array([(spot.x, spot.y, 0.0) for spot in spots]))
