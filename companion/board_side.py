"""Whether people are asked to look at the board before the game goes on, or offered to.

The law of this file: it knows no board. Whoever plays on has looked.
"""

from __future__ import annotations


class BoardSide:
    """The table's own: never in the journal, never in a game."""

    def __init__(self) -> None:
        self.check = False
        """The table was cut off: people are asked to look at the board first."""
        self.taken_up = False
        """A game goes on after a rest: people are offered to look at the board."""
        self._dropped_a_roll = False
        """The camera read one while they were asked."""

    def begin(self, cut_off: bool, under_way: bool) -> None:
        self.check = cut_off and under_way
        self.taken_up = not cut_off and under_way

    def drops_roll(self) -> bool:
        """A roll was read: whether it does not count yet."""
        self._dropped_a_roll |= self.check
        return self.check

    def looked(self) -> None:
        """Somebody throws on."""
        self.check = self._dropped_a_roll = False

    def moved_on(self, taken_up: bool) -> None:
        """The game has; `taken_up`: to another, that had rested."""
        self.looked()
        self.taken_up = taken_up

    def checked(self) -> bool:
        """The board is as it should be: whether a roll was dropped meanwhile, and is to be read now."""
        dropped = self._dropped_a_roll
        self.moved_on(taken_up=False)
        return dropped
