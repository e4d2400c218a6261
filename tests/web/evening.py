"""Snapshots of an evening as the page gets them: the lobby, and games with several seats to answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.events import Event
from companion.prompts import Choose, RevealTile, Role
from companion.screen import Screen
from companion.snapshot import OpenPrompt, Snapshot
from companion.view import View
from tests.web.fake_table import ROLLING

GAMES: tuple[dict[str, Any], ...] = (
    {
        "name": "cant-stop",
        "title": "Can't Stop",
        "seats": [1, 4],
        "options": [
            {
                "name": "columns_to_win",
                "title": "columns to win",
                "values": [3, 4, 5],
                "words": ["3", "4", "5"],
                "meaning": "Columns that win; a longer game takes more.",
                "rule": True,
            },
            {
                "name": "stop_when_won",
                "title": "stop when won",
                "values": [False, True],
                "words": ["no", "yes"],
                "meaning": "The turn stops by itself once it has won.",
                "rule": True,
            },
        ],
    },
    {"name": "highway", "title": "Rolling Down the Highway", "seats": [2, 4], "options": []},
    {"name": "rush-hour-shift", "title": "Rush Hour Shift", "seats": [2, 2], "options": []},
)

_KNOWN = ("Ann", "Bo", "Charlotte-Marie", "Di", "Eve", "Finn", "Gus", "Hal", "Ines", "Jo", "Kim", "Lou")
_COLOURS = ("blue", "red", "green", "yellow", "orange", "purple", "sky", "brown", "white", "black", "blue", "red")

EMPTY_LOBBY = Snapshot(
    version=30,
    game="lobby",
    title="Lobby",
    position={
        "game": "lobby",
        "chosen": None,
        "options": {},
        "players": [],
        "colours": [],
        "first": None,
        "begins": "chosen",
        "rolls": {},
        "known": [],
        "unfinished": [],
    },
    prompts=(),
    view=View("Which game?"),
)

LOBBY = replace(
    EMPTY_LOBBY,
    version=31,
    position={
        **EMPTY_LOBBY.position,
        "chosen": "cant-stop",
        "options": {"columns_to_win": 4},
        "players": ["Ann", "Charlotte-Marie", "Di"],
        "colours": ["green", "white", "black"],
        "first": 1,
        "known": [{"name": name, "colour": colour} for name, colour in zip(_KNOWN, _COLOURS, strict=True)],
        "unfinished": [
            {
                "number": 7,
                "game": "highway",
                "players": ["Ann", "Bo", "Charlotte-Marie"],
                "started": "2026-11-29T18:30:00",
            }
        ],
    },
)


@dataclass(frozen=True)
class SelectionMade(Event):
    seat: int
    pairs: tuple[int, int]
    fifth: int


@dataclass(frozen=True)
class SelectionTakenBack(Event):
    seat: int


@dataclass(frozen=True)
class TileRevealed(Event):
    face: str


PAIRS = ((3, 7), (4, 6), (5, 5))
FIFTHS = (1, 2, 3)


def _selection(seat: int) -> OpenPrompt:
    options = tuple(SelectionMade(seat, pairs, fifth) for fifth in FIFTHS for pairs in PAIRS)
    return OpenPrompt(
        Choose(seat, options, (Role.GO,) * len(options)),
        since=40,
        labels=tuple(f"{a} + {b}" for _ in FIFTHS for a, b in PAIRS),
        paths=tuple((f"fifth die {fifth}",) for fifth in FIFTHS for _ in PAIRS),
    )


EXPRESS = replace(
    ROLLING,
    version=40,
    title="Can't Stop Express",
    position={**ROLLING.position, "players": ["Ann", "Bo", "Cy", "Di"]},
    prompts=(
        *(_selection(seat) for seat in (0, 1, 2)),
        OpenPrompt(
            Choose(3, (SelectionTakenBack(3),), (Role.OTHER,), optional=True),
            since=40,
            labels=("Take back",),
        ),
    ),
    view=View("Everybody chooses", "2/8", ("Ann: 340", "Bo: -200"), (1, 2, 3, 4, 5)),
    colours=("sky", "orange", "purple", "black"),
    claims=("",) * 4,
)
"""Everybody chooses at once; Di has, and may take it back."""

_FACES = ("flat tire", "map", "flood")

TILE = replace(
    EXPRESS,
    version=50,
    prompts=(
        OpenPrompt(
            RevealTile(0, "7.4", tuple(map(TileRevealed, _FACES))),
            since=50,
            labels=_FACES,
        ),
    ),
)

ODDS = replace(
    ROLLING,
    prompts=(ROLLING.prompts[0], replace(ROLLING.prompts[1], odds=("24%", "8%", "52%", ""))),
    colours=("blue", "red", "green", "yellow"),
    claims=("",) * 4,
    odds_on=True,
    bust="24%",
    screen=Screen(title="Ann's turn"),
)
