"""What people should know of the record: what was found as the evening began, and a disk that is slow.

The law of this file: it only says. What the disk refuses, the journal refuses.
"""

from __future__ import annotations

from typing import Final

from companion.language import number, say

RECORD: Final = "record"
"""The name under which the journal stands among the parts of the box, once there is trouble with it."""
SLOW_S: Final = 1.0
"""Seconds of the disk for a press, from which on people notice; a sound card takes some tens of milliseconds."""
SLOW_PRESSES: Final = 2
"""In a row: any card pauses now and then to tidy up."""
STALLED_S: Final = 1.8
"""Seconds for one press that are told at once: whoever pressed has looked up already."""


class RecordSide:
    """The table's own: never in the journal, never in a game."""

    def __init__(self) -> None:
        self._found = ""
        """As the evening began; it is said until a game is played."""
        self._slow = 0
        """Presses in a row that the disk was slow to take."""

    def begin(self, problem: str) -> None:
        self._found = problem

    def written(self, took_s: float, in_lobby: bool) -> str:
        """A press is on disk: what there is to say now; empty: all is well."""
        self._slow = self._slow + 1 if took_s > SLOW_S else 0
        if self._slow >= SLOW_PRESSES or took_s > STALLED_S:
            return say(
                "The disk took {seconds} s for the last press, so every screen is late. Nothing is lost; if it stays"
                " so, export the games and put in another card.",
                seconds=number(took_s, 1),
            )
        if not in_lobby:
            self._found = ""
        return self._found
