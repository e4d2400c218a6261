"""What is wired where on a box, and how it behaves: all that table.toml may say.

The law of this file: a key is declared once, with its default, what fits and what it does; the checks, their sentences
and the specimen all come from that.
"""

from __future__ import annotations

import string
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

from companion.fitting import FREE_PIN, PIN, Rule, fitting, key, part, seconds, text, whole, word
from companion.language import LANGUAGES

CAMERAS: Final = "auto|picamera2|usb|usb:NAME|folder:PATH|simulated"
DISPLAYS: Final = ("auto", "ssd1306", "sh1106", "ssd1309", "simulated", "none")
BUTTONS: Final = ("auto", "gpio", "keyboard", "none")

_OF_HOSTS: Final = frozenset(string.ascii_letters + string.digits + ".:-_%")
"""Signs of an address, or of a machine's name."""


def _is_camera(value: str) -> bool:
    kind, _, rest = value.partition(":")
    return value in ("auto", "picamera2", "usb", "simulated") or (kind in ("folder", "usb") and rest != "")


def _is_host(value: str) -> bool:
    # Whether this machine has it is for the network to say; what is no name at all is not asked for.
    named = ":" in value or all(0 < len(part) < 64 for part in value.split("."))
    return named and set(value) <= _OF_HOSTS


def _is_pin_of_phones(value: str) -> bool:
    return value in ("random", "none") or (value.isdecimal() and value.isascii() and len(value) == 4)


@dataclass(frozen=True)
class TableConfig:
    """The language of the table, and where its page is."""

    language: str = key(
        LANGUAGES[0], word(*LANGUAGES), "What the box and the page speak: en is English, de is German (Deutsch)."
    )
    host: str = key(
        "0.0.0.0", text("an address of this machine, such as 0.0.0.0", _is_host), "The address to listen on."
    )
    port: int = key(8000, whole(0, 65535), "The port to listen on; 0: any that is free.")
    pin: str = key(
        "random",
        text('"random", "none" or four digits, such as "1234"', _is_pin_of_phones),
        "What a phone types once before it may act: random (drawn once, the OLED shows it), none, or four digits.",
    )
    pin_in_code: str = key(
        "no", word("no", "yes"), "yes: the OLED's QR code carries the PIN, so that whoever scans it may act at once."
    )


@dataclass(frozen=True)
class CameraConfig:
    """What looks into the tray."""

    kind: str = key(
        "auto",
        text(f"one of {CAMERAS}", _is_camera),
        f"{CAMERAS}. auto: a Pi's camera, or its only USB camera; elsewhere a simulated tray. usb:NAME: the one with"
        " that in its name.",
    )


@dataclass(frozen=True)
class DisplayConfig:
    """The OLED, 128x64 pixels, on the I2C bus."""

    kind: str = key(
        "auto",
        word(*DISPLAYS),
        "auto: asks the chip which one it is; without an I2C bus the page shows it. Shifted by two pixels, with noise"
        " at the edge? The other chip.",
    )
    bus: int = key(1, whole(0, 30), "The bus: 1 is /dev/i2c-1, header pins 3 (SDA) and 5 (SCL).")
    address: int = key(
        0x3C,
        whole(0x08, 0x77, "an I2C address", lambda value: f"0x{value:02X}"),
        "Its address, 0x3C or 0x3D; a panel that says 0x78 means 0x3C, and 0x7A means 0x3D.",
    )
    rotation: int = key(
        0, Rule("0 or 180", fitting(lambda value: type(value) is int and value in (0, 180)), str), "180: upside down."
    )
    dim_after_s: float = key(120.0, seconds(86400, "never"), "Seconds without anything new until it dims; 0: never.")
    off_after_s: float = key(
        600.0, seconds(86400, "never"), "Seconds until it goes dark, and the lamps with it; 0: never."
    )
    shift_after_s: float = key(
        60.0, seconds(86400, "never"), "Seconds until the picture moves by a pixel, against burn-in; 0: never."
    )


@dataclass(frozen=True)
class ButtonsConfig:
    """Buttons that close to ground; the Pi's own pull-ups hold them high."""

    kind: str = key(
        "auto", word(*BUTTONS), "auto: the pins of a Pi, elsewhere those of the page; keyboard: lines in the terminal."
    )
    chip: str = key(
        "auto",
        text("the label of a GPIO chip, or auto", lambda value: value.isprintable() and value.strip() == value != ""),
        "The label of the GPIO chip behind the header, as `gpiodetect` prints it; auto: that of a Pi.",
    )
    roll_pin: int = key(17, PIN, "GPIO number of ROLL; 17 is header pin 11.")
    stop_pin: int = key(27, PIN, "GPIO number of STOP; 27 is header pin 13.")
    choose_pin: int = key(22, PIN, "GPIO number of CHOOSE; 22 is header pin 15.")
    choose: str = key(
        "auto",
        word("auto", "yes", "no"),
        "Whether there is a CHOOSE button. auto: as soon as it was pressed once, the OLED counts on it.",
    )
    bounce_ms: int = key(
        20, whole(1, 100, "milliseconds"), "A pin must be stable for so long; it is added to each press."
    )


CHOOSE_WIRED: Final = {"auto": None, "yes": True, "no": False}
"""What `buttons.choose` says of that button; None: nothing."""


@dataclass(frozen=True)
class LampsConfig:
    """Lamps in the buttons: lit where a short press would do something now."""

    roll_pin: int | None = key(None, FREE_PIN, "GPIO number of the lamp in ROLL.")
    stop_pin: int | None = key(None, FREE_PIN, "GPIO number of the lamp in STOP.")
    choose_pin: int | None = key(None, FREE_PIN, "GPIO number of the lamp in CHOOSE.")
    lit: str = key("high", word("high", "low"), "The level of a pin that lights its lamp.")


@dataclass(frozen=True)
class TurnLightConfig:
    """A light in the colour of whose turn it is: red, green and blue, all three or none."""

    red_pin: int | None = key(None, FREE_PIN, "GPIO number of its red.")
    green_pin: int | None = key(None, FREE_PIN, "GPIO number of its green.")
    blue_pin: int | None = key(None, FREE_PIN, "GPIO number of its blue.")
    common: str = key("cathode", word("cathode", "anode"), "Its fourth leg: cathode to ground, anode to 3.3 V.")
    brightness: float = key(0.3, part(), "How bright it is at most; 1 is hard to look at.")


@dataclass(frozen=True)
class BuzzerConfig:
    """Sound: dice were read, somebody has to look, somebody has won. Off while it has no pin."""

    pin: int | None = key(None, FREE_PIN, "GPIO number of the buzzer.")
    kind: str = key("passive", word("passive", "active"), "passive: plays tones; active: knows one tone, and beeps.")


@dataclass(frozen=True)
class VoiceConfig:
    """A voice: what happened is said aloud on the box, through espeak-ng and whatever loudspeaker the machine has."""

    speak: str = key("no", word("no", "yes"), "yes: it speaks; espeak-ng must be installed.")
    speed: int = key(160, whole(80, 400, "words a minute"), "Words a minute.")


@dataclass(frozen=True)
class Config:
    """The whole file."""

    table: TableConfig = field(default_factory=TableConfig)
    camera: CameraConfig = field(default_factory=CameraConfig)
    display: DisplayConfig = field(default_factory=DisplayConfig)
    buttons: ButtonsConfig = field(default_factory=ButtonsConfig)
    lamps: LampsConfig = field(default_factory=LampsConfig)
    turn_light: TurnLightConfig = field(default_factory=TurnLightConfig)
    buzzer: BuzzerConfig = field(default_factory=BuzzerConfig)
    voice: VoiceConfig = field(default_factory=VoiceConfig)

    def having(self, section: str, **said: Any) -> Config:
        """This, with what the command line said of a section.

        Raises:
            ValueError: something does not fit; what would.
        """
        was = getattr(self, section)
        rules: dict[str, Rule] = {one.name: one.metadata["rule"] for one in fields(was)}
        for name, value in said.items():
            try:
                was = replace(was, **{name: rules[name].read(value)})
            except ValueError:
                raise ValueError(rules[name].expected) from None
        return replace(self, **{section: was})
