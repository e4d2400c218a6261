"""How a phone gets to the page: its address, written and as a QR code, and the PIN.

The law of this file: pure, an address in and a picture out.
"""

from typing import Final

import segno
from PIL import Image

from companion.language import say
from companion.words import cut
from hardware.canvas import HEIGHT, LEFT, RIGHT, WIDE, Pen, blank, put
from hardware.layout import BOTTOM
from hardware.text import NORMAL, SMALL

QR_MODULE: Final = 2
"""Pixels. Measured over simulated photos: at 2 nearly all are decoded, at 3 no margin is left and none is."""
QR_MAX_VERSION: Final = 2
"""25 modules a side."""
QR_MAX_VERSION_WITH_PIN: Final = 3
"""29 modules a side leave a margin of one; with 1.5 of them 39 of 40 simulated photos were decoded."""
QR_FIELD: Final = HEIGHT - 2
"""Pixels of the lit square's side."""


def start_screen(
    address: str, pin: str | None, bottom: str, url_with_pin: str | None = None, name: str | None = None
) -> Image.Image:
    """`address` is `192.168.1.23:8080`, `pin` what a phone must type once, `bottom` what the buttons do.

    `url_with_pin`: what the code carries where it may let a device in; None: the address alone.
    `name`: `companion.local:8080`, which is typed more easily; the address then stands small, where there is room. The
    code carries the address all the same: not every phone asks the network for names.
    """
    image, pen = blank()
    modules = None if url_with_pin is None else _qr_modules(url_with_pin, QR_MAX_VERSION_WITH_PIN)
    modules = modules or _qr_modules(f"HTTP://{address.upper()}/", QR_MAX_VERSION)
    wide = WIDE if modules is None else WIDE - QR_FIELD
    signs = wide // NORMAL.width
    secret = [] if pin is None else [cut(f"PIN {pin}", signs)]
    # The PIN stands nowhere else, so a long address gives way to it.
    room = BOTTOM // NORMAL.height - len(secret)
    lines = _address_lines(name or address, signs)[:room]
    other = [] if name is None else _address_lines(address, wide // SMALL.width)
    if len(lines) < room and name is None:
        lines = [say("Open this:") if modules is None else say("Scan, or:"), *lines]
    for row, line in enumerate(lines):
        put(pen, (LEFT, row * NORMAL.height), line, NORMAL)
    top = len(lines) * NORMAL.height
    if top + len(other) * SMALL.height + len(secret) * NORMAL.height <= BOTTOM:
        for row, line in enumerate(other):
            put(pen, (LEFT, top + row * SMALL.height), line, SMALL)
        top += len(other) * SMALL.height
    for line in secret:
        put(pen, (LEFT, top), line, NORMAL)
    put(pen, (LEFT, BOTTOM), cut(bottom, wide // SMALL.width), SMALL)
    if modules is not None:
        _draw_qr(pen, modules)
    return image


def wifi_screen(name: str, password: str, address: str, pin: str | None, bottom: str) -> Image.Image:
    """Where the box has opened a network of its own: phones join that first, so there is no code yet."""
    image, pen = blank()
    lines = [
        say("Wi-Fi {name}", name=name),
        say("Key   {password}", password=password),
        say("Then  {address}", address=address),
    ]
    lines += [] if pin is None else [f"PIN   {pin}"]
    for row, line in enumerate(lines):
        put(pen, (LEFT, row * NORMAL.height), cut(line, WIDE // NORMAL.width), NORMAL)
    put(pen, (LEFT, BOTTOM), cut(bottom, WIDE // SMALL.width), SMALL)
    return image


def _address_lines(address: str, signs: int) -> list[str]:
    """`address` broken after a dot or hyphen, or before the port, as far as it has such places."""
    lines = [""]
    for part in address.replace(".", ".\n").replace("-", "-\n").replace(":", "\n:").split("\n"):
        if len(lines[-1]) + len(part) > signs and lines[-1]:
            lines.append("")
        lines[-1] += part
    # A long name has no such places: an address must be whole, so it breaks anywhere.
    return [line[start : start + signs] for line in lines for start in range(0, len(line), signs)]


def _qr_modules(text: str, max_version: int) -> tuple[bytearray, ...] | None:
    """The code's rows; None where it would be too fine for this panel."""
    code = segno.make(text, error="l", micro=False)
    return code.matrix if int(code.version) <= max_version else None


def _draw_qr(pen: Pen, modules: tuple[bytearray, ...]) -> None:
    """Dark on a lit square at the right: many phones do not read a code that is lit on dark."""
    left, top = RIGHT - QR_FIELD, 1
    pen.rectangle((left, top, left + QR_FIELD - 1, top + QR_FIELD - 1), fill=1)
    margin = (QR_FIELD - len(modules) * QR_MODULE) // 2
    for row, line in enumerate(modules):
        for column, dark in enumerate(line):
            if dark:
                x, y = left + margin + column * QR_MODULE, top + margin + row * QR_MODULE
                pen.rectangle((x, y, x + QR_MODULE - 1, y + QR_MODULE - 1), fill=0)
