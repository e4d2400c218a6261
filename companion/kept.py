"""Small things that are no game and outlive a power cut: one JSON file each, written whole or not at all."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.journal_file import JournalError
from companion.language import say


def read_kept(path: Path) -> dict[str, Any]:
    """What was kept; nothing where the file is missing or no JSON object."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def keep(path: Path, body: Mapping[str, Any]) -> None:
    """Write it for the owner's eyes only, on disk before this returns.

    Raises:
        JournalError: the folder cannot be written.
    """
    keep_text(path, json.dumps(body))


def keep_text(path: Path, written: str) -> None:
    """The same for any text. Raises JournalError."""
    beside = path.with_suffix(".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as text:
            text.write(written)
            text.flush()
            os.fsync(text.fileno())
        beside.replace(path)
    except OSError as error:
        what = (
            say("the disk is full, nothing was kept; make room and do it again")
            if error.errno == errno.ENOSPC
            else say("cannot be written ({why}); check the folder's rights", why=error.strerror)
        )
        raise JournalError(f"{path}: {what}") from error
