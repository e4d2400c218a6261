"""How a game's board should look, and what a photo of it shows: words and millimetres, no pictures.

The law of this file: records, and how they differ. A game says what its board is like (`BoardPlan`) and what should
lie where (`Expected`); who has eyes says what is seen (`BoardReading`), and also where nothing can be seen. Nothing
here changes a game: differences are told, and people decide who is right. Millimetres run right and down from the
board's top left corner.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from companion import marks
from companion.printed import Poster

TOKEN: Final = "token"
"""A seat's lasting piece, whatever its form: a cone, a disc, a pawn. Its look is the seat's colour."""
RUNNER: Final = "runner"
"""A white marker of the turn. Its look is `white`."""
TILE: Final = "tile"
"""Its look is the face that lies up, by its drawing's name; `back` where it lies face down."""
CAR: Final = "car"
TRUCK: Final = "truck"
"""Vehicles of two and of three spaces. The look is the vehicle's letter: what bears it is learnt from a photo."""
PART: Final = "part"
"""A part of the board that can be shifted. Its look is how many rows it lies further down: `-2`, `0`, `3`."""


@dataclass(frozen=True, order=True)
class Piece:
    """One thing that lies on a board."""

    kind: str
    """One of those above."""

    look: str
    """What tells it from others of its kind: a colour of `companion.colours`, a face, a letter, a number of rows."""

    way: str = ""
    """How it lies, where that makes a difference: `h` or `v` of a vehicle."""


@dataclass(frozen=True)
class Spot:
    """A place on the board where pieces lie."""

    name: str
    """Stable: `7.3` is column 7, space 3 of Can't Stop, and row 7, column 3 of a grid."""

    x: float
    y: float
    """Its middle, mm."""

    size: float
    """Edge of the square around the middle within which its pieces stand, mm."""

    kinds: frozenset[str]
    """Of the pieces that may lie there."""

    tile: float = 0.0
    """Edge of the tile that may lie there, mm; 0: none does."""


@dataclass(frozen=True)
class PlanMark:
    """A code of `companion.marks` that is printed on a board."""

    code: int
    corners: tuple[tuple[float, float], ...]
    """Of its black square, clockwise from the top left one as the code is read, mm."""


@dataclass(frozen=True)
class GridPart:
    """A part of a grid of spaces that slides along its neighbours, or stays."""

    name: str
    """As the spot of its `PART` piece is called; empty: it stays."""

    columns: range
    down: int = 0
    """How many rows it lies further down."""


@dataclass(frozen=True)
class GridPlan:
    """A board of square spaces on which vehicles stand."""

    rows: int
    """Of each part."""

    parts: tuple[GridPart, ...]
    """From the left."""

    cell: float
    """Edge of a space, mm."""

    single: frozenset[str] = frozenset()
    """Looks of vehicles that are painted as no other."""


@dataclass(frozen=True)
class BoardPlan:
    """What a game says of its board, as it lies when nothing stands on it."""

    game: str
    """As the registry names it: what is learnt about its pieces is kept by this name."""

    width: float
    height: float
    spots: tuple[Spot, ...]

    taps: tuple[str, str, str, str]
    """Four spots, clockwise, whose middles people tap in a photo of a board without marks; they may bear no pieces."""

    marks: tuple[PlanMark, ...] = ()
    """Empty: it has none, so that taps are always needed."""

    poster: Poster | None = None
    """The board as we print it; None: we do not."""

    lines: tuple[tuple[str, ...], ...] = ()
    """Rows of spots, each even between its two ends on every edition, from one side of the board to the other: by their
    ends another board is taught. Empty: none can be."""

    grid: GridPlan | None = None
    """Where vehicles stand on it: its spaces (`companion.board_grid`)."""

    def spot(self, name: str) -> Spot:
        """The one of this name. Raises KeyError."""
        for spot in self.spots:
            if spot.name == name:
                return spot
        raise KeyError(name)


Expected = Mapping[str, tuple[Piece, ...]]
"""What lies on each spot, by its name; one not named is bare. A vehicle lies on its uppermost, leftmost cell."""


@dataclass(frozen=True)
class BoardReading:
    """What a photo shows of a board."""

    status: Literal["read", "unsure", "no board"]
    """`unsure`: the board is found, and some spots cannot be seen; `seen` holds the others all the same."""

    seen: Mapping[str, tuple[Piece, ...] | None]
    """Every spot of the plan, its pieces in order; empty: it is bare; None: it cannot be seen. No board: nothing."""

    reasons: tuple[str, ...] = ()
    """Sentences for players: why it cannot be seen, and what to do."""

    corners: tuple[tuple[float, float], ...] = ()
    """The board's corners, clockwise from its top left one, in pixels of the photo as given."""

    plan: BoardPlan | None = None
    """The board as it lies in the photo, where its parts can be shifted; `corners` are those of this one."""

    decides: bool = True
    """Whether it is right often enough to be taken over; else it says where people should look."""

    @property
    def unseen(self) -> tuple[str, ...]:
        """Names of the spots that cannot be seen."""
        return tuple(name for name, pieces in self.seen.items() if pieces is None)


@dataclass(frozen=True)
class Difference:
    """A spot that looks otherwise than it should."""

    spot: str
    take: tuple[Piece, ...]
    """What lies there and should not."""
    put: tuple[Piece, ...]
    """What should lie there and does not."""


Taps = Sequence[tuple[float, float]]
"""Four points (x, y) in pixels of a photo."""


Ends = Sequence[tuple[tuple[float, float], tuple[float, float]]]
"""Of each of `BoardPlan.lines` the middles of its first and its last spot, parts of a picture's width and height."""


class CannotLearn(ValueError):
    """A photo from which a game's pieces or its board cannot be learnt; the sentence says what to do."""


def differences(expected: Expected, reading: BoardReading) -> tuple[Difference, ...]:
    """What is to be taken and put until the board looks as expected; of spots that cannot be seen nothing is said."""
    found = []
    for name, seen in reading.seen.items():
        if seen is None:
            continue
        lies, should = Counter(seen), Counter(expected.get(name, ()))
        if lies != should:
            found.append(Difference(name, _in_order(lies - should), _in_order(should - lies)))
    return tuple(found)


def _in_order(pieces: Counter[Piece]) -> tuple[Piece, ...]:
    return tuple(sorted(pieces.elements()))


def marks_of(poster: Poster) -> tuple[PlanMark, ...]:
    """The codes in a poster's corners, as they are printed."""
    module, side = poster.mark_module, marks.SIDE * poster.mark_module
    near = poster.mark_inset + marks.RIM * module
    right, bottom = poster.width - near - side, poster.height - near - side
    places = ((near, near), (right, near), (right, bottom), (near, bottom))
    return tuple(PlanMark(code, _square(x, y, side)) for code, (x, y) in zip(marks.BOARD, places, strict=True))


def _square(x: float, y: float, side: float) -> tuple[tuple[float, float], ...]:
    return (x, y), (x + side, y), (x + side, y + side), (x, y + side)


def stood(pieces: Iterable[tuple[str, Piece]]) -> dict[str, tuple[Piece, ...]]:
    """Spots and pieces as `Expected`."""
    spots: dict[str, list[Piece]] = {}
    for name, piece in pieces:
        spots.setdefault(name, []).append(piece)
    return {name: tuple(sorted(lying)) for name, lying in spots.items()}


def samples(spots: Sequence[str], pieces: Sequence[Piece]) -> dict[str, tuple[Piece, ...]]:
    """How to lay out one piece of each kind for the photo from which they are learnt: one a spot, in this order."""
    return {name: (piece,) for name, piece in zip(spots, pieces, strict=False)}
