"""The box on the table: what its two or three buttons do now, and what its OLED says of that.

The law of this room: a press does only what the bottom line announced. Both come from one place, `presses.offers`.
The box is one more phone: what it decides it asks of the table by the same inputs.
"""

from companion.box.box import Box
from companion.box.facing import Facing
from companion.box.hints import ADVICE, HINTS, hint_pages

__all__ = ["ADVICE", "HINTS", "Box", "Facing", "hint_pages"]
