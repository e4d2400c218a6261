"""The machine that is examined: its files and what its commands print.

The law of this file: nothing is changed, and whatever cannot be read is None. All paths are taken below `root`, so that
a folder with a few planted files can be examined like a machine.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

COMMAND_S: Final = 20.0
"""Seconds for one command: importing picamera2 takes five on a slow Pi."""


@dataclass(frozen=True)
class Printed:
    """What a command left behind."""

    status: int
    out: str
    err: str


def _run(command: Sequence[str]) -> Printed | None:
    if shutil.which(command[0]) is None:
        return None
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=COMMAND_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return Printed(done.returncode, done.stdout.strip(), done.stderr.strip())


@dataclass(frozen=True)
class Machine:
    """`root` is `/`, or a folder that stands for it; then no command of this machine answers for it."""

    root: Path = Path("/")

    def path(self, name: str) -> Path:
        """`name` begins with a slash."""
        return self.root / name.lstrip("/")

    def text(self, name: str) -> str | None:
        """What a file says; the zero bytes of the device tree are left out."""
        try:
            return self.path(name).read_text(errors="replace").replace("\0", "").strip()
        except OSError:
            return None

    def data(self, name: str) -> bytes | None:
        try:
            return self.path(name).read_bytes()
        except OSError:
            return None

    def listed(self, folder: str, pattern: str) -> list[str]:
        """Names in a folder, sorted; none where there is no such folder."""
        return sorted(path.name for path in self.path(folder).glob(pattern))

    def run(self, *command: str) -> Printed | None:
        """What a command prints; None: there is none, or it does not end.

        Below another root a script of that name in its /usr/bin answers.
        """
        if self.root == Path("/"):
            return _run(command)
        planted = self.path(f"/usr/bin/{command[0]}")
        return _run([str(planted), *command[1:]]) if planted.exists() else None

    @property
    def model(self) -> str | None:
        """As the board calls itself; None: it is no Raspberry Pi."""
        model = self.text("/proc/device-tree/model")
        return model if model and "Raspberry Pi" in model else None

    @property
    def boot_config(self) -> str | None:
        """The file that turns a Pi's buses on; its place has changed with Debian 12."""
        places = ("/boot/firmware/config.txt", "/boot/config.txt")
        return next((place for place in places if self.path(place).exists()), None)

    def processes(self) -> Iterator[tuple[int, list[str]]]:
        """Every process that may be seen: its number and its command line."""
        for entry in self.path("/proc").glob("[0-9]*"):
            try:
                words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
            except OSError:
                continue
            yield int(entry.name), words

    def may_use(self, name: str) -> bool:
        """Whether this very process may read and write a device."""
        return os.access(self.path(name), os.R_OK | os.W_OK)
