"""Whether this machine is a Raspberry Pi."""

from pathlib import Path
from typing import Final

MODEL: Final = Path("/proc/device-tree/model")
"""Where the kernel says what board it runs on."""


def is_pi() -> bool:
    return MODEL.exists() and "Raspberry Pi" in MODEL.read_text(errors="replace")  # in no language
