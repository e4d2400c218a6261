"""The one loop: inputs in, snapshots out. Only its thread touches the table."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from queue import Empty, SimpleQueue

from companion.beats import REST_S, Beats
from companion.inputs import Input
from companion.ports import Output, Refused
from companion.snapshot import Snapshot
from companion.table import Table

logger = logging.getLogger(__name__)


class NewestSnapshot:
    """The newest snapshot, for threads that wait for it; fits ports.Mailbox and ports.Output."""

    def __init__(self, first: Snapshot) -> None:
        self._changed = threading.Condition()
        self._serial = 1
        self._snapshot = first

    def show(self, snapshot: Snapshot) -> None:
        with self._changed:
            self._serial, self._snapshot = self._serial + 1, snapshot
            self._changed.notify_all()

    def latest(self) -> tuple[int, Snapshot]:
        with self._changed:
            return self._serial, self._snapshot

    def wait(self, after: int, timeout_s: float) -> tuple[int, Snapshot] | None:
        with self._changed:
            newer = self._changed.wait_for(lambda: self._serial > after, timeout_s)
            return (self._serial, self._snapshot) if newer else None


class Service:
    """The table's queue. Any thread may `post`; one thread runs `serve`."""

    def __init__(self, table: Table, beats: Beats | None = None) -> None:
        self._table = table
        self._beat = (beats or Beats()).new("table")
        self._inputs: SimpleQueue[tuple[Input, Future[Snapshot]] | None] = SimpleQueue()

    def post(self, received: Input) -> Future[Snapshot]:
        """Queue an input. The future holds the snapshot after it, or raises Refused."""
        answer: Future[Snapshot] = Future()
        self._inputs.put((received, answer))
        return answer

    def stop(self) -> None:
        """End `serve` after what is queued already."""
        self._inputs.put(None)

    def serve(self, outputs: Sequence[Output]) -> None:
        """Run until `stop`."""
        _show(self._table.snapshot(), outputs)
        while (item := self._next()) is not None:
            received, answer = item
            try:
                snapshot = self._table.handle(received)
            except Refused as refusal:
                _show(refusal.snapshot, outputs)
                answer.set_exception(refusal)
            except Exception as error:  # a fault of ours must not take the table away from the players
                logger.exception("%s could not be handled", received)
                answer.set_exception(error)
            else:
                _show(snapshot, outputs)
                answer.set_result(snapshot)

    def _next(self) -> tuple[Input, Future[Snapshot]] | None:
        while True:
            self._beat()
            try:
                return self._inputs.get(timeout=REST_S)
            except Empty:
                continue


def _show(snapshot: Snapshot, outputs: Sequence[Output]) -> None:
    for output in outputs:
        try:
            output.show(snapshot)
        except Exception:  # a loose display cable must not end the game
            logger.exception("%s failed to show", output)
