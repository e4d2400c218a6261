"""What is soldered where.

The law of this file: every number that the wiring plan fixes stands here and nowhere else.
"""

from typing import Final

from companion.inputs import Button

ROLL_PIN: Final = 17
"""BCM number; the button closes to ground, the Pi's own pull-up holds it high (DESIGN section 4)."""
STOP_PIN: Final = 27
"""BCM number, wired like ROLL."""
CHOOSE_PIN: Final = 22
"""BCM number, wired like ROLL; the button is optional, and an open pin is never pressed."""

PINS: Final = {Button.ROLL: ROLL_PIN, Button.STOP: STOP_PIN, Button.CHOOSE: CHOOSE_PIN}

I2C_PORT: Final = 1
"""/dev/i2c-1, header pins 3 and 5 on every Pi with 40 pins."""
I2C_ADDRESS: Final = 0x3C
"""As both SSD1306 and SH1106 modules come from the factory."""

WIDTH: Final = 128
"""Pixels."""
HEIGHT: Final = 64
"""Pixels."""
