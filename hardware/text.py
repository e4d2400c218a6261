"""The OLED's bitmap fonts, Spleen. What they may be asked to write is said in `companion.words`.

The smallest has letters of our own, which Spleen leaves out of it: ä ö ü ß Ä Ö Ü.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PIL import ImageFont


@dataclass(frozen=True)
class Font:
    """A font whose every sign is `width` x `height` pixels."""

    width: int
    height: int
    image_font: ImageFont.ImageFont


def _load(width: int, height: int) -> Font:
    return Font(width, height, ImageFont.load(str(Path(__file__).with_name("fonts") / f"spleen-{width}x{height}.pil")))


SMALL: Final = _load(5, 8)
NORMAL: Final = _load(6, 12)
LARGE: Final = _load(8, 16)
