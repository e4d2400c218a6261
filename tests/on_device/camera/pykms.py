"""Stands in for python3-kms++, which only the Raspberry Pi's archive has: picamera2 imports it for a screen of its own,
which a service never opens."""

from typing import Any


class _Names:
    def __getattr__(self, name: str) -> str:
        if name.startswith("__"):
            raise AttributeError(name)
        return name


PixelFormat = _Names()


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise RuntimeError(f"pykms.{name} was used, and there is no screen")
