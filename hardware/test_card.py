"""The picture by which one sees whether an OLED is set right.

The law of this file: pure; the only picture with a frame, which tells a panel that is shifted by a column.
"""

from PIL import Image

from hardware.canvas import HEIGHT, WIDTH, blank, put
from hardware.text import LARGE, NORMAL, SMALL


def test_card(kind: str, address: int, left: int) -> Image.Image:
    """`left`: seconds until it is over."""
    image, pen = blank()
    pen.rectangle((0, 0, WIDTH - 1, HEIGHT - 1), outline=1)
    put(pen, (6, 4), f"{kind} 0x{address:02X}", NORMAL)
    put(pen, (6, 20), "A line on all 4 sides?", SMALL)
    put(pen, (6, 29), "This way up?", SMALL)
    put(pen, (6, 43), f"{left} s", LARGE)
    return image
