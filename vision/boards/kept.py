"""What was learnt of a table's boards and pieces, game by game: in the data folder, or in mind alone.

The law of this file: written whole or not at all; a file that cannot be read counts as none. Pieces look otherwise on
another board, so what was learnt on a table's own board is kept and forgotten with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from companion.board import CannotLearn, Piece
from companion.journal_file import JournalError
from companion.kept import keep_text
from vision.boards.looks import Look, looks_of, looks_written
from vision.boards.own import OwnBoard, own_of, own_written
from vision.grids.garage import Garage, garage_of, garage_written

T = TypeVar("T")


class Kept:
    """By games as their plans name them."""

    def __init__(self, folder: Path | None) -> None:
        """`folder`: where `GAME.json` of pieces, or of a grid, and `GAME.board.json` of another board lie."""
        self._folder = folder
        self._looks: dict[str, Mapping[Piece, Look]] = {}
        self._own: dict[str, OwnBoard | None] = {}
        self._garages: dict[str, Garage | None] = {}

    def own(self, game: str) -> OwnBoard | None:
        """The board that the table has instead of our print."""
        if game not in self._own:
            self._own[game] = self._read(f"{game}.board.json", own_of)
        return self._own[game]

    def looks(self, game: str) -> Mapping[Piece, Look]:
        """Of its pieces, on the board that is in use."""
        own = self.own(game)
        if own is not None:
            return own.looks
        if game not in self._looks:
            self._looks[game] = self._read(f"{game}.json", looks_of) or {}
        return self._looks[game]

    def garage(self, game: str) -> Garage | None:
        """Of a layout of a grid; None: it is not learnt."""
        if game not in self._garages:
            self._garages[game] = self._read(f"{game}.json", garage_of)
        return self._garages[game]

    def keep_looks(self, game: str, learnt: Mapping[Piece, Look]) -> None:
        """Beside those of other pieces. Raises CannotLearn: they cannot be written."""
        looks, own = {**self.looks(game), **learnt}, self.own(game)
        if own is not None:
            self.keep_own(game, replace(own, looks=looks))
            return
        self._write(f"{game}.json", looks_written(looks))
        self._looks[game] = looks

    def keep_garage(self, game: str, garage: Garage) -> None:
        """Instead of any other. Raises CannotLearn: it cannot be written."""
        self._write(f"{game}.json", garage_written(garage))
        self._garages[game] = garage

    def keep_own(self, game: str, own: OwnBoard) -> None:
        """Instead of any other. Raises CannotLearn: it cannot be written."""
        self._write(f"{game}.board.json", own_written(own))
        self._own[game] = own

    def forget_own(self, game: str) -> None:
        """Back to our print, and what was learnt of pieces on it."""
        self._own[game] = None
        if self._folder is not None:
            (self._folder / f"{game}.board.json").unlink(missing_ok=True)

    def forget_looks(self, game: str) -> None:
        """Of its pieces, on the board that is in use, or on its grid."""
        own = self.own(game)
        if own is not None:
            self.keep_own(game, replace(own, looks={}))
            return
        self._looks[game], self._garages[game] = {}, None
        if self._folder is not None:
            (self._folder / f"{game}.json").unlink(missing_ok=True)

    def _read(self, name: str, read: Callable[[str], T]) -> T | None:
        if self._folder is None:
            return None
        try:
            return read((self._folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _write(self, name: str, text: str) -> None:
        if self._folder is None:
            return
        try:
            keep_text(self._folder / name, text)
        except JournalError as error:
            raise CannotLearn(str(error)) from error
