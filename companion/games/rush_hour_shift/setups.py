"""Layouts of our own, as pictures: a letter is a vehicle, G the gold and S the silver hero car, a dot an empty cell.

All are the same after half a turn, lock no seam, and can be solved (R24). The number behind each is the fewest slides
and shifts in which gold alone gets out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.games.rush_hour_shift.grid import Cell, Vehicle, in_order

_PICTURES: Final[Mapping[str, tuple[str, ...]]] = {
    "ours-1": (  # 3
        "..II..........",
        "..DDD.FF..KA..",
        "GGB...ML..KA..",
        "..BJ..ML...ASS",
        "..BJ..EE.CCC..",
        "..........HH..",
    ),
    "ours-2": (  # 4
        ".MMKCHHA......",
        "GG.KC..A......",
        "....CF.AE.....",
        ".....FB.ED....",
        "......B..DJ.SS",
        "......BIIDJLL.",
    ),
    "ours-3": (  # 5
        "EE.....L.....B",
        "......DL..K.IB",
        "GG....DC..K.IB",
        "AH.J..DC....SS",
        "AH.J..MC......",
        "A.....M.....FF",
    ),
    "ours-4": (  # 7
        ".......A......",
        "......JAMC....",
        "GGHHD.JAMC..FF",
        "EE..DLBK.CIISS",
        "....DLBK......",
        "......B.......",
    ),
}


def seen_in(picture: tuple[str, ...]) -> tuple[Vehicle, ...]:
    """The vehicles of a picture, the parts in line."""
    cells: dict[str, list[Cell]] = {}
    for row, line in enumerate(picture):
        for col, letter in enumerate(line):
            if letter != ".":
                cells.setdefault(letter, []).append((row, col))
    return in_order(
        Vehicle(letter, *taken[0], len(taken), "h" if taken[0][0] == taken[-1][0] else "v")
        for letter, taken in cells.items()
    )


LAYOUTS: Final[Mapping[str, tuple[Vehicle, ...]]] = {name: seen_in(picture) for name, picture in _PICTURES.items()}
"""By name, the easiest first."""
