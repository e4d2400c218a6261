"""An OLED at the far end of the wire: the bytes of luma's real drivers in, what a person would see out."""

from collections.abc import Iterator, Sequence
from typing import Final

from PIL import Image

ARGUMENTS: Final = dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1) | {0x21: 2, 0x22: 2}
"""Bytes that follow a command, from the chips' data sheets."""
STATUS: Final = {"ssd1306": 0x43, "sh1106": 0x08, "ssd1309": 0x41}
"""What each says at register 0 while it is dark, as when it is asked what it is."""
HORIZONTAL: Final = 0
"""The addressing mode in which one page follows the other by itself."""


class Panel:
    """Memory and registers of an SSD1306 or SSD1309, or of an SH1106: 132 columns, no addressing modes."""

    def __init__(self, chip: str) -> None:
        self.chip = chip
        self._sh1106 = chip == "sh1106"
        self._columns = 132 if self._sh1106 else 128
        self.status = STATUS[chip]
        self.plugged = True
        self.frames = 0
        """Times that the whole memory was written."""
        self._forget()

    def _forget(self) -> None:
        # What a panel holds at power-on is noise.
        self._memory = [bytearray(b"\xa5" * self._columns) for _ in range(8)]
        self._column = self._page = 0
        self._first, self._last = 0, self._columns - 1
        self._mode = 2
        self._mirrored = self._upside_down = True
        self.lit = False
        self.contrast = 0x7F

    def write(self, message: bytes) -> None:
        """One I2C write: a control byte, then commands or data."""
        if message[:1] == b"\x40":
            self._take_data(message[1:])
        else:
            self._take_commands(iter(message[1:]))

    def says(self) -> int:
        """Register 0; its bit 6 turns with the light (data sheets of the SSD1306 and SH1106, "read status")."""
        return self.status ^ 0x40 if self.lit else self.status

    def flicker(self) -> None:
        """The current was away, and is back before anybody wrote."""
        self._forget()

    def unplug(self) -> None:
        """Without current it forgets all."""
        self.plugged = False
        self._forget()

    def image(self) -> Image.Image:
        """What a person sees, however faintly."""
        image = Image.new("1", (128, 64))
        first = 2 if self._sh1106 else 0
        for page, memory in enumerate(self._memory if self.lit else ()):
            # A byte is eight pixels below each other, the lowest bit on top.
            columns = Image.frombytes("1", (8, 128), bytes(memory[first : first + 128]), "raw", "1;R")
            image.paste(columns.transpose(Image.Transpose.TRANSPOSE), (0, 8 * page))
        return image.rotate(180) if self._mirrored and self._upside_down else image

    def _take_commands(self, commands: Iterator[int]) -> None:
        for command in commands:
            if self._sh1106 and 0x20 <= command <= 0x22:
                continue
            arguments = [next(commands) for _ in range(ARGUMENTS.get(command, 0))]
            if command in (0xAE, 0xAF):
                self.lit = command == 0xAF
            elif command == 0x81:
                self.contrast = arguments[0]
            elif command == 0x20:
                self._mode = arguments[0] & 3
            elif command == 0x21:
                self._first, self._last = arguments
                self._column = self._first
            elif command == 0x22:
                self._page = arguments[0] & 7
            elif command in (0xA0, 0xA1):
                self._mirrored = command == 0xA0
            elif command in (0xC0, 0xC8):
                self._upside_down = command == 0xC0
            elif command < 0x10:
                self._column = self._column & 0xF0 | command
            elif command < 0x20:
                self._column = self._column & 0x0F | (command & 0x0F) << 4
            elif 0xB0 <= command <= 0xB7:
                self._page = command & 7

    def _take_data(self, body: Sequence[int]) -> None:
        if self._page == 0:
            self.frames += 1
        for byte in body:
            if self._column < self._columns:
                self._memory[self._page][self._column] = byte
            self._column += 1
            if not self._sh1106 and self._mode == HORIZONTAL and self._column > self._last:
                self._column, self._page = self._first, (self._page + 1) % 8
