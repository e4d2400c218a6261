"""Who may act on the data folder: one running table, the phones that know the PIN, and the seats that phones play.

PIN, signing key and claims are kept there, so that phones stay admitted and seated after a power cut. A new PIN draws
a new key and ends all claims.
"""

from __future__ import annotations

import fcntl
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from companion.journal_file import JournalError
from companion.kept import keep, read_kept
from companion.ports import Keys

IN_PLAY: Final = b"in play\n"


class Access:
    """Fits the table's needs and `ports.WebPorts.keys`."""

    def __init__(self, path: Path | None, asked_for: bool, pin: str, secret: str, claims: Mapping[str, str]) -> None:
        """`path` None: kept nowhere; `asked_for` False: no PIN is needed."""
        self._path = path
        self._asked_for = asked_for
        self._pin = pin
        self._secret = secret
        self._claims = dict(claims)

    def keys(self) -> Keys:
        return Keys(self._pin if self._asked_for else None, bytes.fromhex(self._secret))

    def claimed(self, player: str) -> str:
        """The device that plays for `player`; empty: none."""
        return self._claims.get(player, "")

    def claim(self, player: str, device: str) -> None:
        """`device` plays for `player` now; empty: nobody does. Raises JournalError; nothing has changed then."""
        others = {name: other for name, other in self._claims.items() if name != player}
        self._become(self._pin, self._secret, {**others, player: device} if device else others)

    def new_pin(self) -> None:
        """Draw another PIN and key: every phone types it anew. Raises JournalError; nothing has changed then."""
        self._become(_drawn_pin(), secrets.token_hex(32), {})

    def _become(self, pin: str, secret: str, claims: Mapping[str, str]) -> None:
        if self._path:
            keep(self._path, {"pin": pin, "secret": secret, "claims": dict(claims)})
        self._pin, self._secret, self._claims = pin, secret, dict(claims)


def access(folder: Path, wanted: str) -> Access:
    """What `--pin` asks for: `none`, four digits, or `random`, which is drawn once and then kept.

    Raises:
        ValueError: `wanted` is none of these.
    """
    if wanted not in ("random", "none") and not (len(wanted) == 4 and wanted.isascii() and wanted.isdigit()):
        raise ValueError(f"--pin must be random, none or four digits, not {wanted!r}")
    path = folder / "access.json"
    kept = _checked(read_kept(path))
    now = {"pin": _drawn_pin(), "secret": secrets.token_hex(32), "claims": {}} | kept
    if wanted.isdigit() and now["pin"] != wanted:
        now = {"pin": wanted, "secret": secrets.token_hex(32), "claims": {}}
    if now != kept:
        # A disk that takes nothing keeps nobody out: the PIN is then one of this evening.
        with suppress(JournalError):
            keep(path, now)
    return Access(path, wanted != "none", now["pin"], now["secret"], now["claims"])


class Hold:
    """The data folder, kept for this process until it ends: two tables in one journal would contradict each other.

    The lock's file says "in play" from start to a clean end, so that after a pulled plug people are asked to look at
    the board. It is no row of the journal: nothing has happened in the game, and phones know its versions.
    """

    def __init__(self, folder: Path) -> None:
        """Raises JournalError: another table holds it, or it is not there and cannot be made."""
        self._folder = folder
        self._lock: int | None = None
        self.cut_off = False
        """Whether the table before this one was cut off."""
        try:
            self.regain()
        except _UnwritableError as error:
            if not folder.is_dir():
                raise JournalError(str(error)) from error

    def regain(self) -> None:
        """Take the folder, where it could not be written before. Raises JournalError: it cannot be now."""
        if self._lock is None:
            self._lock = _locked(self._folder)
            self.cut_off = os.pread(self._lock, 1, 0) != b""
            with suppress(OSError):
                os.pwrite(self._lock, IN_PLAY, 0)
                os.fsync(self._lock)

    def end(self) -> None:
        """The table ends as it should."""
        if self._lock is not None:
            with suppress(OSError):
                os.ftruncate(self._lock, 0)
                os.fsync(self._lock)


class _UnwritableError(JournalError):
    pass


def _locked(folder: Path) -> int:
    """The lock's file descriptor, which must stay open."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise _UnwritableError(
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


def _drawn_pin() -> str:
    return f"{secrets.randbelow(10_000):04}"


def _checked(kept: Mapping[str, Any]) -> dict[str, Any]:
    """What was kept, or nothing where it is not what this wrote."""
    try:
        bytes.fromhex(kept["secret"])
        claims = {str(name): str(device) for name, device in dict(kept.get("claims", {})).items()}
        return {"pin": str(kept["pin"]), "secret": str(kept["secret"]), "claims": claims}
    except (ValueError, KeyError, TypeError):
        return {}
