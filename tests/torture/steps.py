"""What a table looked like before each press, and what was taken back: undo and redo are held against it.

The law of this file: it asks the history nothing about undoing; it remembers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.history import Moment
from companion.prompts import Prompt
from companion.table import Table


@dataclass(frozen=True)
class Seen:
    """A table between two presses."""

    game: int
    moments: int
    now: Moment[Any]
    """With the whole state, and what lies face down."""
    asked: tuple[Prompt, ...]


def seen(table: Table) -> Seen:
    played = table._played
    moments = played.history.moments
    return Seen(played.number, len(moments), moments[-1], tuple(opened.prompt for opened in played.open))


@dataclass
class Steps:
    """The presses of one game since it was taken up."""

    back: list[Seen] = field(default_factory=list)
    """Before each press that counts; the last one is where an undo leads."""
    on: list[Seen] = field(default_factory=list)
    """After each press that was taken back; the last one is where a redo leads."""
    held: int = 0
    """How many undos and redos were held against what was seen."""

    def took(self, events: Sequence[str], before: Seen, after: Seen) -> None:
        """A press wrote these events, by their names. Raises AssertionError: it led elsewhere than it should."""
        if not events:
            return
        kinds = set(events)
        if before.game != after.game or "GameStarted" in kinds:
            self.back, self.on = [], []
        elif kinds == {"Undone"}:
            self._undone(before, after)
        elif kinds == {"Redone"}:
            self.back.append(before)
            if self.on:
                self._hold(after, self.on.pop())
        else:
            # A roll that is put right takes the place of the last one: before it, all was as it was.
            if "Undone" not in kinds:
                self.back.append(before)
            self.on = []

    def _undone(self, before: Seen, after: Seen) -> None:
        later = [before]
        while self.back and self.back[-1].moments > after.moments:
            later.append(self.back.pop())
        self.on += later
        # A way back by the story may end within a press, of which the rest can be undone.
        if self.back and self.back[-1].moments == after.moments:
            self._hold(after, self.back.pop())

    def _hold(self, found: Seen, wanted: Seen) -> None:
        assert found == wanted
        self.held += 1
