"""The file that goes with a report of a fault.

The law of this file: nothing in it tells who plays, where, or how to get in. What is not known to be harmless is left
out: versions, findings, settings and the service's own log lines are, the games are not.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import metadata
from typing import Final

from companion import __version__
from hardware.doctor.finding import Finding
from hardware.doctor.machine import Machine

LOG_LINES: Final = 200
PACKAGES: Final = (
    "numpy",
    "opencv",
    "picamera2",
    "simplejpeg",
    "gpiozero",
    "lgpio",
    "luma",
    "smbus2",
    "pillow",
    "flask",
    "waitress",
)
"""Beginnings of the names of packages that matter here."""

MASKS: Final = (
    (re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b"), "<address>"),
    (re.compile(r"\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b", re.IGNORECASE), "<address>"),
    (re.compile(r"\b(?:[0-9a-f]{1,4}:){4,7}[0-9a-f]{1,4}\b", re.IGNORECASE), "<address>"),
    (re.compile(r"(?<![\w:])[0-9a-f:]*::[0-9a-f:]*(?![\w:])", re.IGNORECASE), "<address>"),
    (re.compile(r"\b[\w-]+\.local\b", re.IGNORECASE), "<address>"),
    (re.compile(r"(?im)^(.*?\b(?:pin|password|secret|psk|ssid|serial)\b[ :=\"']{0,4}).+$"), r"\1<hidden>"),
    # config.txt may bind lines to one board by its serial number.
    (re.compile(r"\[0x[0-9a-f]+\]", re.IGNORECASE), "[<serial>]"),
    (re.compile(r"/(home|media|run/media)/[^/\s]+"), r"/\1/<user>"),
)
"""Network addresses, what lets somebody in, and users' names."""


def report(findings: Sequence[Finding], machine: Machine, settings: str | None, names: Iterable[str]) -> str:
    """`settings`: the text of table.toml; `names`: players and this machine, each hidden wherever it stands."""
    log = machine.run("journalctl", "-u", "companion", "-n", str(LOG_LINES), "--no-pager", "-o", "short-iso")
    system = machine.text("/etc/os-release") or ""
    title = re.search(r'PRETTY_NAME="?([^"\n]*)', system)
    # Not to be searched for addresses: a version of four numbers looks like one.
    versions = {
        "companion": __version__,
        "system": f"{title[1] if title else 'unknown'}, {platform.machine()}, Python {platform.python_version()}",
        "machine": machine.model or "no Raspberry Pi",
        "packages": "\n".join(_versions()),
    }
    told = {
        "findings": "\n".join(finding.line() for finding in findings),
        "boot": "\n".join(_switched_on(machine)),
        "table.toml": settings or "none",
        "log": log.out if log else "none",
    }
    return f"{_parts(versions)}\n{hidden(_parts(told), names)}"


def _parts(texts: Mapping[str, str]) -> str:
    return "".join(f"== {name}\n{text}\n\n" for name, text in texts.items())


def hidden(text: str, names: Iterable[str]) -> str:
    """`text` without addresses, secrets and names."""
    for mask, instead in MASKS:
        text = mask.sub(instead, text)
    for name in sorted({name for name in names if name}, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "<name>", text, flags=re.IGNORECASE)
    return text


def _versions() -> list[str]:
    found = {(one.metadata["Name"] or "").lower(): one.version for one in metadata.distributions()}
    return [f"{name} {found[name]}" for name in sorted(found) if name.startswith(PACKAGES)]


def _switched_on(machine: Machine) -> list[str]:
    """The lines of config.txt that say something."""
    text = machine.text(machine.boot_config) if machine.boot_config else None
    return [line for line in (text or "").splitlines() if line.strip() and not line.startswith("#")]
