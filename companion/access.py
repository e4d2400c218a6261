"""Who may act on the data folder: one running table, and the phones that know the PIN.

The PIN and the key that signs cookies are kept there, so that phones stay admitted after a power cut.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from companion.journal import JournalError


@dataclass(frozen=True)
class Access:
    pin: str | None
    """None: anyone may act."""
    secret: bytes


def access(folder: Path, wanted: str) -> Access:
    """What `--pin` asks for: `none`, four digits, or `random`, which is drawn once and then kept.

    Raises:
        ValueError: `wanted` is none of these.
        JournalError: the file cannot be written.
    """
    if wanted not in ("random", "none") and not (len(wanted) == 4 and wanted.isascii() and wanted.isdigit()):
        raise ValueError(f"--pin must be random, none or four digits, not {wanted!r}")
    path = folder / "access.json"
    kept = _kept(path)
    secret = kept.get("secret") or secrets.token_hex(32)
    pin = kept.get("pin") or f"{secrets.randbelow(10_000):04}"
    if wanted.isdigit():
        if kept and pin != wanted:
            secret = secrets.token_hex(32)  # a new PIN ends old admissions
        pin = wanted
    if kept != {"secret": secret, "pin": pin}:
        _keep(path, {"secret": secret, "pin": pin})
    return Access(None if wanted == "none" else pin, bytes.fromhex(secret))


def hold(folder: Path) -> int:
    """Keep the folder for this process until it ends: two tables in one journal would contradict each other.

    Returns the lock's file descriptor, which must stay open.

    Raises:
        JournalError: another table holds it, or the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise JournalError(
            f"{folder}: cannot be written ({error.strerror}); name another folder with --data"
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise JournalError(
            f"{folder}: another table plays with it; stop that one, or name another with --data"
        ) from error
    return lock


def _kept(path: Path) -> dict[str, str]:
    try:
        kept = json.loads(path.read_text())
        bytes.fromhex(kept["secret"])
        return {"secret": str(kept["secret"]), "pin": str(kept["pin"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _keep(path: Path, body: dict[str, str]) -> None:
    """Written whole or not at all, for the owner's eyes only."""
    beside = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "w") as text:
            json.dump(body, text)
            text.flush()
            os.fsync(text.fileno())
        beside.replace(path)
    except OSError as error:
        raise JournalError(f"{path}: cannot be written ({error.strerror}); name another folder with --data") from error
