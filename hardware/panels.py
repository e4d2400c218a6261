"""The panels that there are: three chips on the I2C bus, or none.

The law of this file: a panel that does not answer leaves nothing open behind it, however often it is tried.
"""

import logging
from typing import Any, Final

import smbus2
from luma.core.device import dummy
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306, ssd1309

from companion.config import DisplayConfig
from hardware.canvas import HEIGHT, WIDTH
from hardware.panel import FAILURES

DRIVERS: Final = {"ssd1306": ssd1306, "sh1106": sh1106, "ssd1309": ssd1309}
STATUS: Final = {8: "sh1106", 3: "ssd1306", 6: "ssd1306", 7: "ssd1306", 1: "ssd1309"}
"""The low half of the byte at register 0, and the chip that says so. Measured by others on many modules, promised by no
data sheet, so a setting overrules it. An SH1107 may say 7 as well; its panels have another shape."""
UNKNOWN: Final = "ssd1306"
"""What most modules are."""
NOTHING: Final = 0xE3
"""The command that does nothing, on all three chips."""

_log = logging.getLogger(__name__)


def i2c_panel(config: DisplayConfig) -> tuple[str, Any]:
    """The chip, and its luma device: that of `config.kind`, or for `auto` the one that it says it is.

    Raises:
        luma.core.error.Error, OSError: nothing answers there.
    """
    bus = i2c(port=config.bus, address=config.address)
    try:
        # A panel that is missing for hours must not cost a driver each time: luma keeps them until the program ends.
        bus.command(NOTHING)
        kind = chip(config) if config.kind == "auto" else config.kind
        return kind, DRIVERS[kind](bus, width=WIDTH, height=HEIGHT, rotate=config.rotation // 90)
    except FAILURES:
        bus.cleanup()
        raise


def chip(config: DisplayConfig) -> str:
    """What the panel says that it is; where it cannot be read, what most are."""
    status = read_status(config)
    kind = None if status is None else STATUS.get(status & 0x0F)
    if kind is None:
        said = "cannot be asked" if status is None else f"says 0x{status:02X}, which nobody knows"  # in no language
        _log.warning("The OLED %s: taken for an %s. display.kind in table.toml says otherwise.", said, UNKNOWN)
    return kind or UNKNOWN


def read_status(config: DisplayConfig) -> int | None:
    """The byte at register 0; None: the panel takes bytes but gives none."""
    try:
        with smbus2.SMBus(config.bus) as bus:
            return int(bus.read_byte_data(config.address, 0))
    except OSError:
        return None


def no_panel() -> tuple[str, Any]:
    """What stands in for a panel that only the page shows."""
    return "simulated", dummy(width=WIDTH, height=HEIGHT, mode="1")
