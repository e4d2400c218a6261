"""What the OLED says last.

The law of this file: "Safe to unplug" is drawn by systemd's own last step, when no file system can be written any more;
before that nobody knows it.
"""

from __future__ import annotations

from PIL import Image

from companion.config import DisplayConfig
from companion.language import say
from hardware.canvas import LEFT, blank, put
from hardware.panel import Panel
from hardware.panels import i2c_panel
from hardware.text import LARGE, NORMAL

LIT = 0xFF


def switching_off() -> Image.Image:
    return _told(say("Switching off"), say("Wait until the"), say("green light of the Pi"), say("is out."))


def safe_to_unplug() -> Image.Image:
    return _told(say("Off."), say("It is safe to unplug."), say("Press its button or"), say("replug to play again."))


def show_safe_to_unplug(config: DisplayConfig) -> None:
    """Draw it and leave it there.

    Raises:
        Exception: there is no panel, or it does not answer.
    """
    panel = Panel(lambda: i2c_panel(config))
    panel.show(safe_to_unplug(), LIT)
    panel.close(keep=True)


def _told(title: str, *lines: str) -> Image.Image:
    image, pen = blank()
    put(pen, (LEFT, 0), title, LARGE)
    for row, line in enumerate(lines):
        put(pen, (LEFT, 24 + row * NORMAL.height), line, NORMAL)
    return image
