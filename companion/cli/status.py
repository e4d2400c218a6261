"""How a command ends, and the sentence where it was called wrongly."""

from typing import Final

DONE: Final = 0
FAILED: Final = 1
"""What was asked for failed: a case, a photo that could not be opened."""
WRONG: Final = 2
"""Called wrongly, or a file is not what it should be."""


class WrongCallError(Exception):
    """Called wrongly, or a file is not what it should be: one sentence."""


class CannotError(Exception):
    """What was asked for failed, and may do another time: one sentence."""
