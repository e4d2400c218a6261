"""A real table with Highway on it, and hands that play there at random."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from companion.devices import Button, ButtonPressed
from companion.events import encode
from companion.games import GAMES
from companion.games.highway import HIGHWAY
from companion.games.highway.state import State
from companion.games.highway.tiles import BOX, TILE_SPACES
from companion.inputs import DiceTyped, Input, OddsAsked, PhoneChose, PositionTyped, RedoAsked, UndoAsked
from companion.journal import Journal
from companion.ports import Refused
from companion.prompts import Question
from companion.records import journal_rows, replayed
from companion.snapshot import Snapshot
from companion.start import new_game, start_game
from companion.table import Table

PRESSES = tuple((button, held) for button in (Button.ROLL, Button.STOP, Button.MENU) for held in (False, True))

Deal = list[str]
"""The 72 faces in the order in which they are dealt."""


def deal(chance: Random) -> Deal:
    faces = [face for face, count in BOX.items() for _ in range(count)]
    chance.shuffle(faces)
    return faces


class Evening:
    """A table of Ann and Bo, its journal in `folder`."""

    def __init__(self, folder: Path, faces: Deal | None = None, **options: Any) -> None:
        self.journal = Journal(folder / "journal.sqlite")
        dealt = faces or deal(Random(1))
        first = new_game(HIGHWAY, ("Ann", "Bo"), options, 0)

        def shuffle(tiles: list[Any]) -> None:
            tiles[:] = dealt

        self.number = start_game(HIGHWAY, first, self.journal, shuffle)
        self.table = Table(GAMES, self.journal, self.number, shuffle=shuffle)

    def now(self) -> Snapshot:
        return self.table.snapshot()

    def put(self, board: dict[str, str | None], **position: Any) -> None:
        """The position that people put right; `board` names faces that lie face down now, or None for a bare space."""
        lying = dict(self.now().position["board"]) | {at: {"face": face, "up": False} for at, face in board.items()}
        position["board"] = {at: tile for at, tile in lying.items() if board.get(at, "") is not None}
        self.table.handle(PositionTyped(position, self.now().version))

    def choose(self, event: str, **fields: Any) -> Snapshot:
        return self.table.handle(PhoneChose({"event": event, **fields}, self.now().version, ""))

    def roll(self, *values: int) -> Snapshot:
        return self.table.handle(DiceTyped(values, self.now().version))

    def undo(self) -> Snapshot:
        return self.table.handle(UndoAsked(self.now().version))

    def redo(self) -> Snapshot:
        return self.table.handle(RedoAsked(self.now().version))

    def press(self, button: Button, held: bool = False) -> Snapshot:
        return self.table.handle(ButtonPressed(button, held))

    def known(self) -> State:
        """What the journal knows, secrets and all."""
        state: State = replayed(GAMES, journal_rows(self.journal, self.number), "here").state
        return state

    def played(self, chance: Random, steps: int, takes_back: float = 0.1) -> Iterator[Snapshot]:
        """Every snapshot of a game whose players do what they feel like, as long as it lasts."""
        self.table.handle(OddsAsked(True))
        now = self.now()
        for _ in range(steps):
            if now.winners is not None:
                return
            asked = _something(now, chance, takes_back)
            try:
                now = self.table.handle(asked)
            except Refused as refused:
                now = refused.snapshot
            yield now


def _something(now: Snapshot, chance: Random, takes_back: float) -> Input:
    if chance.random() < takes_back:
        return chance.choice((UndoAsked, RedoAsked))(now.version)
    if chance.random() < takes_back:
        return ButtonPressed(*chance.choice(PRESSES))
    questions = [opened.prompt for opened in now.prompts if isinstance(opened.prompt, Question)]
    if now.awaited_roll is not None and (not questions or chance.random() < 0.6):
        return DiceTyped(tuple(chance.randint(1, 6) for _ in range(now.awaited_roll[0].count)), now.version)
    return PhoneChose(encode(chance.choice(chance.choice(questions).options)), now.version, "")


def others_dealt(faces: Deal, turned: set[str], chance: Random) -> Deal:
    """The same deal where these spaces are concerned; all other tiles lie elsewhere."""
    spaces = [f"{column}.{space}" for column, space in TILE_SPACES]
    hidden = [nth for nth, at in enumerate(spaces) if at not in turned]
    moved = hidden[:]
    chance.shuffle(moved)
    dealt = faces[:]
    for to, source in zip(hidden, moved, strict=True):
        dealt[to] = faces[source]
    return dealt


def turned(now: Snapshot) -> set[str]:
    """The spaces whose tile has been seen: it lies face up, or was taken."""
    board = now.position["board"]
    spaces = [f"{column}.{space}" for column, space in TILE_SPACES]
    return {at for at in spaces if at not in board or board[at]["up"]}
