"""What was learnt of a table's boards and pieces, game by game: in the data folder, or in mind alone.

The law of this file: written whole or not at all; a file that cannot be read counts as none. Pieces look otherwise on
another board, so what was learnt on a table's own board is kept and forgotten with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from companion.board import CannotLearn, Piece
from companion.journal_file import JournalError
from companion.kept import keep_text
from vision import board_looks, board_own
from vision.board_looks import Look
from vision.board_own import OwnBoard


class Kept:
    """By games as the registry names them."""

    def __init__(self, folder: Path | None) -> None:
        """`folder`: where `GAME.json` of our print's pieces and `GAME.board.json` of another board lie."""
        self._folder = folder
        self._looks: dict[str, Mapping[Piece, Look]] = {}
        self._own: dict[str, OwnBoard | None] = {}

    def own(self, game: str) -> OwnBoard | None:
        """The board that the table has instead of our print."""
        if game not in self._own:
            self._own[game] = self._read_own(game)
        return self._own[game]

    def looks(self, game: str) -> Mapping[Piece, Look]:
        """Of its pieces, on the board that is in use."""
        own = self.own(game)
        if own is not None:
            return own.looks
        if game not in self._looks:
            self._looks[game] = self._read_looks(game)
        return self._looks[game]

    def keep_looks(self, game: str, learnt: Mapping[Piece, Look]) -> None:
        """Beside those of other pieces. Raises CannotLearn: they cannot be written."""
        looks, own = {**self.looks(game), **learnt}, self.own(game)
        if own is not None:
            self.keep_own(game, replace(own, looks=looks))
            return
        self._write(f"{game}.json", board_looks.written(looks))
        self._looks[game] = looks

    def keep_own(self, game: str, own: OwnBoard) -> None:
        """Instead of any other. Raises CannotLearn: it cannot be written."""
        self._write(f"{game}.board.json", board_own.written(own))
        self._own[game] = own

    def forget_own(self, game: str) -> None:
        """Back to our print, and what was learnt of pieces on it."""
        self._own[game] = None
        if self._folder is not None:
            (self._folder / f"{game}.board.json").unlink(missing_ok=True)

    def forget_looks(self, game: str) -> None:
        """Of its pieces, on the board that is in use."""
        own = self.own(game)
        if own is not None:
            self.keep_own(game, replace(own, looks={}))
            return
        self._looks[game] = {}
        if self._folder is not None:
            (self._folder / f"{game}.json").unlink(missing_ok=True)

    def _read_own(self, game: str) -> OwnBoard | None:
        try:
            text = self._text(f"{game}.board.json")
            return board_own.read(text) if text else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _read_looks(self, game: str) -> Mapping[Piece, Look]:
        try:
            text = self._text(f"{game}.json")
            return board_looks.read(text) if text else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}

    def _text(self, name: str) -> str:
        """Empty: there is none."""
        if self._folder is None or not (self._folder / name).exists():
            return ""
        return (self._folder / name).read_text(encoding="utf-8")

    def _write(self, name: str, text: str) -> None:
        if self._folder is None:
            return
        try:
            keep_text(self._folder / name, text)
        except JournalError as error:
            raise CannotLearn(str(error)) from error
