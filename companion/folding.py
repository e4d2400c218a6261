"""Folds the journal's log into its file, beside the table: a press waits for the one sync that makes it safe, no more.

The law of this file: it works over a connection of its own, and no fault of it reaches the table; what is not folded
now is folded later, and is as safe in the log.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Final

from companion.journal import Journal
from companion.journal_file import JournalError
from companion.lasting import lasting

EVERY_S: Final = 60.0
"""An evening's presses are a megabyte or two of log."""

logger = logging.getLogger(__name__)


class Folding:
    """Once a minute, until it is closed; closing the journal folds the rest."""

    def __init__(self, path: Path, every_s: float = EVERY_S) -> None:
        self._path = path
        self._every_s = every_s
        self._ended = threading.Event()
        self._thread = lasting(self._run, "folding")

    def close(self) -> None:
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(self._every_s):
            try:
                journal = Journal(self._path)
                try:
                    journal.fold()
                finally:
                    journal.close()
            except JournalError as error:
                logger.info("%s", error)
