"""The box's voice: what happened at the table, said aloud by espeak-ng.

The law of this file: one process at a time, on a thread of its own; the table never waits, and what is past is
not said.
"""

import contextlib
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from companion.config import VoiceConfig
from companion.language import later, say
from companion.snapshot import Snapshot
from hardware.following import Following, Opened, PartError
from hardware.reports import RETRY_S, Post

PROGRAM: Final = "espeak-ng"
KIND: Final = "espeak-ng"
MISSING: Final = later('The voice is missing: sudo apt install espeak-ng, or voice.speak = "no" in table.toml.')
LONGEST_S: Final = 60.0
"""Seconds for one announcement; the longest turn of Highway takes half of that at the slowest speed."""
STALE_S: Final = 10.0
"""Seconds after which nobody wants to hear any more what was new."""


@dataclass(frozen=True)
class Announcement:
    words: str
    at_s: float
    """When it was news, on the clock of `open_voice`."""


def announced(before: Snapshot, now: Snapshot) -> str:
    """What is to be said between two snapshots: what was told since, and what the companion does; empty: nothing."""
    if now.game != before.game:
        return ""
    told = [] if now.version == before.version else [sentence for sentence in now.told if sentence not in before.told]
    known = () if now.version != before.version else [one.why for one in before.prompts]
    return " ".join([*told, *(one.why for one in now.prompts if one.why and one.why not in known)])


class Voice:
    """Fits ports.Output."""

    def __init__(self, following: Following[Announcement], speaker: "Speaker", clock: Callable[[], float]) -> None:
        self._following = following
        self._speaker = speaker
        self._clock = clock
        self._before: Snapshot | None = None

    def show(self, snapshot: Snapshot) -> None:
        before, self._before = self._before, snapshot
        if before is not None and (words := announced(before, snapshot)):
            self._following.wish(Announcement(words, self._clock()))

    def close(self) -> None:
        self._speaker.hush()
        self._following.close()


class Speaker:
    """Runs espeak-ng, one at a time. `hush` may come from another thread."""

    def __init__(self, config: VoiceConfig, language: str, clock: Callable[[], float]) -> None:
        self._command = (PROGRAM, "--stdin", "-b", "1", "-v", language, "-s", str(config.speed))
        self._clock = clock
        self._lock = threading.Lock()
        self._running: subprocess.Popen[bytes] | None = None
        self._over = False
        self._fault = ""
        """Why the last announcement was not heard; empty: it was."""

    def open(self) -> Opened[Announcement]:
        """Raises PartError: there is no espeak-ng."""
        if shutil.which(PROGRAM) is None:
            raise PartError(say(MISSING))
        return Opened(self.say, lambda: None)

    def say(self, said: Announcement) -> None:
        """Say it to its end, unless it is old. Raises PartError: it could not be heard, or the one before could not."""
        if self._clock() - said.at_s > STALE_S:
            if self._fault:
                raise PartError(self._fault)
            return
        self._fault = self._run(said.words)
        if self._fault:
            raise PartError(self._fault)

    def _run(self, words: str) -> str:
        """What went wrong, as a sentence; empty: it was said, or hushed."""
        with self._lock:
            if self._over:
                return ""
            # From the standard input: a name such as "-w" is no option, and no list of processes shows who plays.
            pipe = subprocess.PIPE
            self._running = subprocess.Popen(self._command, stdin=pipe, stdout=subprocess.DEVNULL, stderr=pipe)
        try:
            _, errors = self._running.communicate(words.encode(), timeout=LONGEST_S)
        except subprocess.TimeoutExpired:
            self._running.kill()
            self._running.communicate()
            return say("The voice did not end within {seconds} seconds; it is tried again.", seconds=int(LONGEST_S))
        why = _fault(self._running.returncode, errors.decode(errors="replace"))
        if not why or self._over:
            return ""
        return say("The voice cannot be heard ({why}): is a loudspeaker connected? It is tried again.", why=why)

    def hush(self) -> None:
        """End what is being said, and say nothing more."""
        with self._lock:
            self._over = True
            if self._running is not None:
                with contextlib.suppress(OSError):
                    self._running.kill()


def _fault(status: int, errors: str) -> str:
    """Without a sound card espeak-ng ends with 0 all the same; its last line says then that it failed."""
    last = errors.strip().rpartition("\n")[2]
    if status:
        return last or f"espeak-ng: {status}"
    return last.partition(":")[2].strip() if last.lower().startswith("error:") else ""


def open_voice(
    config: VoiceConfig,
    language: str,
    post: Post,
    retry_s: tuple[float, ...] = RETRY_S,
    clock: Callable[[], float] = time.monotonic,
) -> Voice | None:
    """The voice that `config` describes, in the language `language` (`en`, `de`); None: there is to be none."""
    if config.speak == "no":
        return None
    speaker = Speaker(config, language, clock)
    return Voice(Following("voice", KIND, speaker.open, post, retry_s), speaker, clock)
