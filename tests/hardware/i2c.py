"""A pretend /dev/i2c-1 under the real smbus2: what the kernel would answer to its ioctls."""

import ctypes
import errno
import os
import queue
from typing import Any, Final

import pytest
import smbus2.smbus2 as real

from tests.hardware.panel import Panel

READ: Final = 1
"""I2C_SMBUS_READ."""
ALL_FUNCTIONS: Final = 0x0FFFFFFF


class Bus:
    """Panels by their addresses."""

    path = "/dev/i2c-1"

    def __init__(self, monkeypatch: pytest.MonkeyPatch, panels: dict[int, Panel]) -> None:
        self.panels = panels
        self.fault: int | None = None
        """The errno with which the file itself cannot be opened."""
        self.readable = True
        """False: the panel takes bytes but gives none."""
        self.refused: queue.SimpleQueue[int] = queue.SimpleQueue()
        """Addresses at which nobody answered."""
        self._open = os.open
        self._addresses: dict[int, int] = {}
        monkeypatch.setattr(os, "open", self._opened)
        monkeypatch.setattr(real, "ioctl", self._ioctl)

    def _opened(self, path: Any, *arguments: Any, **named: Any) -> int:
        if path != self.path:
            return self._open(path, *arguments, **named)
        if self.fault is not None:
            raise OSError(self.fault, os.strerror(self.fault), path)
        return self._open(os.devnull, os.O_RDWR)

    def _panel(self, address: int) -> Panel:
        panel = self.panels.get(address)
        if panel is None or not panel.plugged:
            self.refused.put(address)
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return panel

    def _ioctl(self, file: int, request: int, argument: Any = 0) -> int:
        if request == real.I2C_FUNCS:
            argument.value = ALL_FUNCTIONS
        elif request == real.I2C_SLAVE:
            self._addresses[file] = argument
        elif request == real.I2C_RDWR:
            for message in argument.msgs[: argument.nmsgs]:
                self._panel(message.addr).write(ctypes.string_at(message.buf, message.len))
        else:
            self._smbus(self._panel(self._addresses[file]), argument)
        return 0

    def _smbus(self, panel: Panel, argument: Any) -> None:
        data = argument.data.contents
        if argument.read_write == READ:
            if not self.readable:
                raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
            data.byte = panel.says()
        else:
            length = data.block[0]
            panel.write(bytes([argument.command, *data.block[1 : length + 1]]))
