"""`make wiring`: docs/wiring.svg, the header of a Pi with what is wired where unless table.toml says otherwise.

The law of this file: GPIO numbers are those of `companion.config`, and their places on the header those of the Pi's own
pinout (raspberrypi.com/documentation, "GPIO and the 40-pin header").
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from companion.config import ButtonsConfig

PAGE: Final = Path(__file__).parents[1] / "docs" / "wiring.svg"

HEADER: Final = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23,
    8: 24, 7: 26, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
"""GPIO number to header pin."""
GROUND: Final = {6, 9, 14, 20, 25, 30, 34, 39}
VOLTS_3: Final = {1, 17}

STEP, TOP, LEFT = 26, 92, 330
"""Pixels between two pins, above the first row, and left of the first column."""
WIDTH, HEIGHT = 760, TOP + 20 * STEP + 40


@dataclass(frozen=True)
class Wire:
    """From a header pin to a leg of a part."""

    pin: int
    part: str
    leg: str
    colour: str


def wires() -> list[Wire]:
    """What hangs on which pin, in the order of the page's table."""
    pins = ButtonsConfig()
    return [
        Wire(1, "OLED", "VCC", "#c0392b"),
        Wire(HEADER[2], "OLED", "SDA", "#1f6fb2"),
        Wire(HEADER[3], "OLED", "SCL", "#7b4fa3"),
        Wire(6, "OLED", "GND", "#111111"),
        Wire(9, "ROLL", "one leg", "#111111"),
        Wire(HEADER[pins.roll_pin], "ROLL", "other leg", "#1f7a3d"),
        Wire(14, "STOP", "one leg", "#111111"),
        Wire(HEADER[pins.stop_pin], "STOP", "other leg", "#b3261e"),
        Wire(HEADER[pins.choose_pin], "CHOOSE", "one leg", "#9a7b00"),
        Wire(20, "CHOOSE", "other leg", "#111111"),
    ]


PLACES: Final = {
    "OLED": (30, 92, 150, 128),
    "ROLL": (30, 262, 150, 76),
    "STOP": (580, 226, 150, 76),
    "CHOOSE": (580, 380, 150, 76),
}
"""Left, top, width and height of each part."""


def spot(pin: int) -> tuple[int, int]:
    """The middle of a header pin: odd ones in the left column."""
    return LEFT + (STEP if pin % 2 == 0 else 0), TOP + (pin - 1) // 2 * STEP


def drawing() -> str:
    """The whole SVG."""
    return "\n".join([*_head(), *_parts(), *_header(), "</svg>", ""])


def _head() -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="system-ui, sans-serif"'
        ' font-size="15">',
        "<title>What is wired to which pin of the Pi's header</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#fffdf6"/>',
        _centred(34, "The header, seen from above, USB ports below", 'font-size="20" font-weight="700" fill="#22201a"'),
        _centred(58, "no resistor for buttons; only 3.3 V, never 5 V, to a pin", 'fill="#5b5648"'),
        f'<rect x="{LEFT - 20}" y="{TOP - 20}" width="{STEP + 40}" height="{19 * STEP + 40}" rx="6" fill="#d9d4c4"/>',
    ]


def _centred(y: int, text: str, look: str, x: int = WIDTH // 2) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="middle" {look}>{escape(text)}</text>'


def _header() -> list[str]:
    used = {wire.pin: wire.colour for wire in wires()}
    drawn = []
    for pin in range(1, 41):
        x, y = spot(pin)
        fill = used.get(pin, "#8a8779")
        ink = "#ffffff" if pin in used else "#1d1d1b"
        drawn.append(
            f'<rect x="{x - 9}" y="{y - 9}" width="18" height="18" fill="{fill}"/>'
            if pin == 1
            else f'<circle cx="{x}" cy="{y}" r="9" fill="{fill}"/>'
        )
        drawn.append(f'<text x="{x}" y="{y + 4}" text-anchor="middle" font-size="11" fill="{ink}">{pin}</text>')
    return drawn


def _parts() -> list[str]:
    drawn = []
    for part, (left, top, width, height) in PLACES.items():
        drawn.append(
            f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="8" fill="#f6f4ec" stroke="#5b5648"'
            ' stroke-width="2"/>'
        )
        drawn.append(_centred(top + 24, part, 'font-weight="700" fill="#22201a"', left + width // 2))
        mine = [wire for wire in wires() if wire.part == part]
        for nth, wire in enumerate(mine):
            drawn += _wire(wire, left, top + 46 + nth * 22, width)
    return drawn


def _wire(wire: Wire, left: int, y: int, width: int) -> list[str]:
    """One leg and its line to the header; parts on the left are reached from the left."""
    x, pin_y = spot(wire.pin)
    on_left = left < LEFT
    edge, anchor, text_x = (left + width, "end", left + width - 10) if on_left else (left, "start", left + 10)
    bend = 60 if on_left else -60
    # Between two rows, past a column that it does not belong to.
    far = (x > LEFT) == on_left
    near_x, near_y = (LEFT if on_left else LEFT + STEP, pin_y + STEP // 2) if far else (x, pin_y)
    return [
        f'<path d="M{edge} {y - 5} C{edge + bend} {y - 5} {near_x - bend} {near_y} {near_x} {near_y} L{x} {pin_y}"'
        f' fill="none" stroke="{wire.colour}" stroke-width="3"/>',
        f'<text x="{text_x}" y="{y}" text-anchor="{anchor}" fill="#22201a">{escape(wire.leg)} · pin {wire.pin}</text>',
    ]


def main() -> int:
    PAGE.write_text(drawing())
    return 0


if __name__ == "__main__":
    sys.exit(main())
