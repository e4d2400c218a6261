"""An OLED at the far end of the wire: the bytes of luma's real drivers in, what a person would see out."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from PIL import Image

ARGUMENTS: Final = dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1) | {0x21: 2, 0x22: 2}
"""Bytes that follow a command, from both chips' data sheets."""
REMOTE_IO: Final = 121
"""EREMOTEIO: nobody acknowledges the address."""


class Panel:
    """Memory and registers of an SSD1306, or of an SH1106: 132 columns, no addressing modes."""

    def __init__(self, chip: str) -> None:
        self._sh1106 = chip == "sh1106"
        self._columns = 132 if self._sh1106 else 128
        # What a panel holds at power-on is noise.
        self._memory = [bytearray(b"\xa5" * self._columns) for _ in range(8)]
        self._column = self._page = 0
        self.lit = False
        self.contrast = 0x7F
        self.plugged = True
        self.buses_closed = 0

    def write(self, control: int, body: Sequence[int]) -> None:
        if not self.plugged:
            raise OSError(REMOTE_IO, "Remote I/O error")
        if control == 0x40:
            self._take_data(body)
        else:
            self._take_commands(iter(body))

    def unplug(self) -> None:
        """Without current it forgets all."""
        self.plugged = self.lit = False
        self._memory = [bytearray(b"\xa5" * self._columns) for _ in range(8)]

    def image(self) -> Image.Image:
        """What a person sees, however faintly."""
        image = Image.new("1", (128, 64))
        shift = 2 if self._sh1106 else 0
        for y in range(64):
            for x in range(128):
                if self.lit and self._memory[y // 8][x + shift] >> (y % 8) & 1:
                    image.putpixel((x, y), 255)
        return image

    def _take_commands(self, commands: Iterator[int]) -> None:
        for command in commands:
            arguments = [next(commands) for _ in range(ARGUMENTS.get(command, 0))]
            if command in (0xAE, 0xAF):
                self.lit = command == 0xAF
            elif command == 0x81:
                self.contrast = arguments[0]
            elif command == 0x21 and not self._sh1106:
                self._column = arguments[0]
            elif command == 0x22 and not self._sh1106:
                self._page = arguments[0]
            elif command < 0x10:
                self._column = self._column & 0xF0 | command
            elif command < 0x20:
                self._column = self._column & 0x0F | (command & 0x0F) << 4
            elif 0xB0 <= command <= 0xB7:
                self._page = command & 7

    def _take_data(self, body: Sequence[int]) -> None:
        for byte in body:
            if self._column < self._columns:
                self._memory[self._page][self._column] = byte
            self._column += 1
            if self._column == self._columns and not self._sh1106:
                self._column, self._page = 0, (self._page + 1) % 8


class PanelBus:
    """luma's serial interface to a panel."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel

    def command(self, *command: int) -> None:
        self._panel.write(0x00, command)

    def data(self, data: Any) -> None:
        self._panel.write(0x40, list(data))

    def cleanup(self) -> None:
        self._panel.buses_closed += 1
