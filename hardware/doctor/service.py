"""The table as it runs, or does not: service, page, a second table, disk and journal.

The law of this file: a table that runs is asked over its page, as any phone would; nothing of it is opened twice.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.config import Config
from hardware.doctor.finding import Finding, fail, ok, warn
from hardware.doctor.machine import Machine

PAGE_S: Final = 3.0
"""Seconds for the page to answer; a busy Pi takes a tenth of one."""
LITTLE_MB: Final = 200
"""An evening's journal takes far less than one; a system with less than this stumbles elsewhere."""
NONE_MB: Final = 20
OFTEN: Final = 3
"""Restarts by systemd since it was started by hand, from which on something is wrong."""


def snapshot(config: Config) -> Mapping[str, Any] | None:
    """What the table that runs on this machine shows; None: none runs, or not on this port."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{config.table.port}/api/snapshot", timeout=PAGE_S) as answer:
            body = json.load(answer)
    except (OSError, ValueError):
        return None
    return body if isinstance(body, dict) and "devices" in body else None


def check_service(machine: Machine) -> Iterator[Finding]:
    unit = machine.path("/etc/systemd/system/companion.service")
    if not unit.exists():
        yield ok("service", "not installed: ./run plays without it, systemd/install.sh installs it")
        return
    printed = machine.run("systemctl", "show", "companion", "-p", "ActiveState,UnitFileState,NRestarts,Result")
    said = dict(line.split("=", 1) for line in (printed.out if printed else "").splitlines() if "=" in line)
    restarts = int(said.get("NRestarts") or 0)
    if said.get("ActiveState") != "active":
        yield fail(
            "service",
            f"it does not run ({said.get('ActiveState', 'unknown')}, {said.get('Result', 'unknown')})",
            "sudo systemctl restart companion; journalctl -u companion -n 30 says why if it fails",
        )
    elif restarts >= OFTEN:
        yield warn(
            "service",
            f"it runs, but has been started anew {restarts} times",
            "journalctl -u companion says why: look for `no sign of life from`",
        )
    elif said.get("UnitFileState") != "enabled":
        yield warn("service", "it runs, but not after the next start", "sudo systemctl enable companion")
    else:
        yield ok("service", "it runs, and starts with the machine")


def check_page(machine: Machine, config: Config, table: Mapping[str, Any] | None) -> Iterator[Finding]:
    """`table`: what `snapshot` brought."""
    port = config.table.port
    if table is not None:
        yield ok("port", f"the table answers on {port}")
        return
    holder = _listens(machine, port)
    if holder:
        yield fail(
            "port",
            f"another program listens on {port}",
            "sudo ss -ltnp names it: end it, or name another port in table.toml",
        )
    else:
        yield ok("port", f"{port} is free")


def _listens(machine: Machine, port: int) -> bool:
    """Whether anyone listens on a TCP port, as /proc/net/tcp says it (state 0A, the port in hexadecimal)."""
    for name in ("/proc/net/tcp", "/proc/net/tcp6"):
        for line in (machine.text(name) or "").splitlines()[1:]:
            words = line.split()
            if len(words) > 3 and words[3] == "0A" and int(words[1].rsplit(":", 1)[1], 16) == port:
                return True
    return False


def check_instances(machine: Machine) -> Iterator[Finding]:
    """Two tables on one box fight for its camera and its pins."""
    tables = sorted(number for number, words in machine.processes() if _is_table(words))
    if len(tables) > 1:
        first, *others = map(str, tables)
        yield fail(
            "tables",
            f"{len(tables)} of them run at once (processes {' '.join([first, *others])})",
            f"sudo systemctl stop companion while you play by ./run; or kill {' '.join(others)}",
        )


def _is_table(words: list[str]) -> bool:
    names = [Path(word).name for word in words]
    return any(name == "companion" and names[at + 1 : at + 2] == ["play"] for at, name in enumerate(names))


def may_look(data: Path) -> bool:
    """Whether whoever runs the doctor may look into the data folder at all."""
    return not os.path.lexists(data) or os.access(data, os.R_OK | os.X_OK)


def check_disk(data: Path) -> Iterator[Finding]:
    folder = next((place for place in (data, *data.parents) if place.exists()), Path("/"))
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    if free_mb < NONE_MB:
        yield fail("disk", f"only {free_mb} MB are left: nothing can be recorded", "make room: sudo apt clean")
    elif free_mb < LITTLE_MB:
        yield warn("disk", f"only {free_mb} MB are left", "make room: sudo apt clean")
    else:
        yield ok("disk", f"{free_mb} MB are free")
    if not os.access(folder, os.W_OK):
        yield fail(
            "disk",
            f"{folder} cannot be written by whoever runs this",
            "sudo companion doctor; if it says so too, the disk is read-only: restart, and look at its cables or card",
        )


def check_journal(data: Path) -> Iterator[Finding]:
    path = data / "journal.sqlite"
    away = f"move it away to start afresh: {'' if os.access(data, os.W_OK) else 'sudo '}mv {path} {path}.bad"
    if not path.exists():
        yield ok("journal", "no game is on record yet")
        return
    try:
        # Read only: a doctor does not write, and a table may be playing.
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            (sound,) = db.execute("PRAGMA quick_check(1)").fetchone()
            (games,) = db.execute("SELECT count(*) FROM games").fetchone()
        finally:
            db.close()
    except sqlite3.Error as error:
        yield fail("journal", f"{path} cannot be read ({error})", away)
        return
    if sound == "ok":
        yield ok("journal", f"{games} game{'' if games == 1 else 's'} on record, and sound")
    else:
        yield fail("journal", f"{path} is damaged ({sound})", away)
