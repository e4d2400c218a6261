"""`companion`, with threads that hang where a file asks for it: /run/companion/hang-table, -camera, -display, -buttons.

Run by drive.py in place of the command, with shorter patience than the real one's.
"""

import threading
from pathlib import Path

from companion import beats
from companion.__main__ import main

beats.LATE_S = 4.0  # type: ignore[misc]  # the real patience would make a test of minutes


class HangingBeat(beats.Beat):
    """Never comes back once its file is there."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file

    def __call__(self) -> None:
        super().__call__()
        if self._file.exists():
            threading.Event().wait()


def new(self: beats.Beats, name: str) -> beats.Beat:
    beat = self._beats[name] = HangingBeat(Path(f"/run/companion/hang-{name}"))
    return beat


beats.Beats.new = new  # type: ignore[method-assign]
main()
