"""What the OLED shows of a snapshot.

The law of this file: pure, from a snapshot to 128x64 pixels. It says what the snapshot says and knows no game.
"""

from collections.abc import Sequence
from typing import Final

import segno
from PIL import Image, ImageDraw

from companion.inputs import Tray, TrayState
from companion.snapshot import OpenPrompt, Snapshot
from hardware.text import LARGE, NORMAL, SMALL, Font, cut, plain, wrap
from hardware.wiring import HEIGHT, WIDTH

TOP: Final = 14
"""First pixel row of the middle: a line of 12 and the rule below it."""
BOTTOM: Final = HEIGHT - SMALL.height
"""First pixel row of the line that says what the buttons do."""
MIDDLE: Final = BOTTOM - 2 - TOP
"""Pixel rows of the middle: three normal lines or five small ones."""
LINES: Final = MIDDLE // NORMAL.height

DIE: Final = 12
"""Pixels of a die's side: a digit of 6 and room for its outline."""
DIE_STEP: Final = DIE + 2
LABEL_GAP: Final = 4
"""Pixels between two options: with less they read as one where none is lit."""

QR_MODULE: Final = 2
"""Pixels. Measured over simulated photos: at 2 nearly all are decoded, at 3 no margin is left and none is."""
QR_MAX_VERSION: Final = 2
"""25 modules a side; version 3 leaves a margin of 1.5 modules."""


def draw(snapshot: Snapshot) -> Image.Image:
    """The screen of a table."""
    image, pen = _blank()
    _header(pen, snapshot)
    if snapshot.notice:
        _paragraphs(pen, (snapshot.notice,))
    elif snapshot.winners is not None:
        _winner(pen, snapshot)
    elif snapshot.tray.state is TrayState.UNSURE and snapshot.awaited_roll is not None:
        _unsure(pen, snapshot.tray)
    elif snapshot.choice is not None:
        _choice(pen, snapshot.view.roll, snapshot.choice)
    else:
        _paragraphs(pen, tuple(words[-1] for words in snapshot.view.move) or snapshot.told[-1:] or snapshot.view.lines)
    _put(pen, (0, BOTTOM), announcement(snapshot.announce), SMALL)
    return image


def start_screen(address: str, pin: str | None) -> Image.Image:
    """How a phone gets to the page: `address` is `192.168.1.23:8080`, `pin` what it must type once."""
    image, pen = _blank()
    modules = _qr_modules(f"HTTP://{address.upper()}/")
    width = WIDTH if modules is None else WIDTH - HEIGHT
    signs = width // NORMAL.width
    secret = [] if pin is None else [cut(f"PIN {pin}", signs)]
    # The PIN stands nowhere else, so a long address gives way to it.
    room = HEIGHT // NORMAL.height - len(secret)
    lines = ["Open this:" if modules is None else "Scan, or:", *_address_lines(address, signs)][:room] + secret
    for row, line in enumerate(lines):
        _put(pen, (0, 2 + row * NORMAL.height), line, NORMAL)
    if modules is not None:
        _draw_qr(pen, modules)
    return image


def announcement(announce: Sequence[tuple[str, str]]) -> str:
    """The bottom line. Of ROLL and STOP it always tells; what follows them gives way where the line is full."""
    signs = WIDTH // SMALL.width
    told = [plain(f"{button.upper()} {words}") for button, words in announce]
    while len(told) > 2 and len("  ".join(told)) > signs:
        told.pop()
    for gap in ("  ", " "):
        if len(gap.join(told)) <= signs:
            return gap.join(told)
    each = (signs - len(told) + 1) // len(told)
    # What a short one leaves over is the other's.
    spare = sum(max(0, each - len(words)) for words in told)
    return " ".join(cut(words, each if len(words) <= each else each + spare) for words in told)


def _blank() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("1", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    return image, pen


def _put(pen: ImageDraw.ImageDraw, at: tuple[int, int], text: str, font: Font, fill: int = 1) -> None:
    pen.text(at, text, font=font.image_font, fill=fill)


def _header(pen: ImageDraw.ImageDraw, snapshot: Snapshot) -> None:
    number = cut(snapshot.view.number, 8)
    left = WIDTH - len(number) * NORMAL.width
    _put(pen, (left, 0), number, NORMAL)
    # The winner stands in the middle already.
    title = snapshot.view.title if snapshot.winners is None else snapshot.title
    # One sign stays free between the two.
    signs = left // NORMAL.width - (1 if number else 0)
    _put(pen, (0, 0), cut(title, signs), NORMAL)


def _paragraphs(pen: ImageDraw.ImageDraw, paragraphs: Sequence[str]) -> None:
    """In the largest font in which all of it fits; what fits in none is cut."""
    font, lines = NORMAL, wrap(paragraphs, WIDTH // NORMAL.width)
    if len(lines) > LINES:
        font, lines = SMALL, wrap(paragraphs, WIDTH // SMALL.width)
    fitting = MIDDLE // font.height
    if len(lines) > fitting:
        last = cut(lines[fitting - 1] + "...", WIDTH // font.width)
        lines = [*lines[: fitting - 1], last]
    for row, line in enumerate(lines):
        _put(pen, (0, TOP + row * font.height), line, font)


def _winner(pen: ImageDraw.ImageDraw, snapshot: Snapshot) -> None:
    lines = wrap((snapshot.view.title,), WIDTH // LARGE.width)[: MIDDLE // LARGE.height]
    pen.rectangle((0, TOP, WIDTH - 1, TOP + MIDDLE - 1), fill=1)
    top = TOP + (MIDDLE - len(lines) * LARGE.height) // 2
    for row, line in enumerate(lines):
        left = (WIDTH - len(line) * LARGE.width) // 2
        _put(pen, (left, top + row * LARGE.height), line, LARGE, fill=0)


def _unsure(pen: ImageDraw.ImageDraw, tray: Tray) -> None:
    seen = " ".join(str(value) for value in tray.values)
    reason = tray.reasons[0] if tray.reasons else "Move the dice apart."
    _paragraphs(pen, (f"unsure: {seen} ?" if seen else "unsure", reason))


def _choice(pen: ImageDraw.ImageDraw, roll: Sequence[int], choice: OpenPrompt) -> None:
    top, count = TOP, f"{choice.highlight + 1}/{len(choice.labels)}"
    if roll:
        for index, value in enumerate(roll[: (WIDTH - len(count) * NORMAL.width) // DIE_STEP]):
            left = index * DIE_STEP
            pen.rectangle((left, top, left + DIE - 1, top + DIE - 1), outline=1)
            _put(pen, (left + 4, top + 2), str(value)[:1], SMALL)
        if len(choice.labels) > 1:
            _put(pen, (WIDTH - len(count) * NORMAL.width, top), count, NORMAL)
        top += DIE + 1
    rows = _label_rows(choice.labels)
    fitting = (TOP + MIDDLE - top) // NORMAL.height
    chosen = next((row for row, cells in enumerate(rows) if any(index == choice.highlight for index, _, _ in cells)), 0)
    first = max(0, min(chosen - fitting + 1, len(rows) - fitting))
    for row, cells in enumerate(rows[first : first + fitting]):
        y = top + row * NORMAL.height
        for index, left, label in cells:
            lit = index == choice.highlight
            if lit:
                pen.rectangle((left, y, left + len(label) * NORMAL.width + 3, y + NORMAL.height - 1), fill=1)
            _put(pen, (left + 2, y), label, NORMAL, fill=0 if lit else 1)


def _label_rows(labels: Sequence[str]) -> list[list[tuple[int, int, str]]]:
    """The labels as (index, left, text), flowed into rows."""
    rows: list[list[tuple[int, int, str]]] = [[]]
    left = 0
    for index, label in enumerate(labels):
        text = cut(label, (WIDTH - 4) // NORMAL.width)
        width = len(text) * NORMAL.width + 4
        if left + width > WIDTH:
            rows.append([])
            left = 0
        rows[-1].append((index, left, text))
        left += width + LABEL_GAP
    return rows


def _address_lines(address: str, signs: int) -> list[str]:
    """`address` broken after a dot or before the port, as far as it has such places."""
    lines = [""]
    for part in address.replace(".", ".\n").replace(":", "\n:").split("\n"):
        if len(lines[-1]) + len(part) > signs and lines[-1]:
            lines.append("")
        lines[-1] += part
    # A long name has no such places: an address must be whole, so it breaks anywhere.
    return [line[start : start + signs] for line in lines for start in range(0, len(line), signs)]


def _qr_modules(text: str) -> tuple[bytearray, ...] | None:
    """The code's rows; None where it would be too fine for this panel."""
    code = segno.make(text, error="l", micro=False)
    return code.matrix if int(code.version) <= QR_MAX_VERSION else None


def _draw_qr(pen: ImageDraw.ImageDraw, modules: tuple[bytearray, ...]) -> None:
    """Dark on a lit square at the right: many phones do not read a code that is lit on dark."""
    field = WIDTH - HEIGHT
    pen.rectangle((field, 0, WIDTH - 1, HEIGHT - 1), fill=1)
    margin = (HEIGHT - len(modules) * QR_MODULE) // 2
    for row, line in enumerate(modules):
        for column, dark in enumerate(line):
            if dark:
                left, top = field + margin + column * QR_MODULE, margin + row * QR_MODULE
                pen.rectangle((left, top, left + QR_MODULE - 1, top + QR_MODULE - 1), fill=0)
