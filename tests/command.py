"""The `companion` command in processes of its own, each forked from one that has read the modules: a tenth of a start.

The law of this file: what is forked runs the very command, with arguments, streams, environment, folder and status of
its own, and owns nothing that the process beside it needs. A module that is missed only where nobody has read it before
cannot be found so: of each kind of command that is forked one test starts it afresh.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any, Final

ROOT: Final = Path(__file__).parents[1]
LONGEST_REQUEST: Final = 1 << 17
AFRESH: Final = (sys.executable, "-m", "companion")
"""The command as people start it."""


class Command:
    """`companion ARGUMENTS`, begun; as of a `subprocess.Popen` there are its streams, and ways to end it."""

    def __init__(self, *arguments: str, stdin: int | None = None, stdout: int | None = None) -> None:
        """Nothing can be read from stdin unless a file is given; what is written comes by `stdout` and `stderr`."""
        out, its_out = os.pipe()
        err, its_err = os.pipe()
        report, its_report = os.pipe()
        nothing = os.open(os.devnull, os.O_RDONLY)
        request = json.dumps({"arguments": arguments, "environment": dict(os.environ), "folder": os.getcwd()})
        given = [nothing if stdin is None else stdin, its_out if stdout is None else stdout, its_err, its_report]
        socket.send_fds(_ready(), [request.encode()], given)
        for fd in (nothing, its_out, its_err, its_report):
            os.close(fd)
        self.stdout: IO[str] = os.fdopen(out)
        self.stderr: IO[str] = os.fdopen(err)
        self._report: IO[str] = os.fdopen(report)
        self.pid = int(self._report.readline())
        self._status: int | None = None

    def send_signal(self, sent: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, sent)

    def kill(self) -> None:
        if self._status is None:
            self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """All that it wrote, once it has ended; after so many seconds it is killed, and raises `TimeoutExpired`."""
        late = threading.Event()

        def stop() -> None:
            late.set()
            self.kill()

        clock = threading.Timer(timeout, stop) if timeout is not None else None
        if clock:
            clock.start()
        said: list[str] = []
        reading = threading.Thread(target=lambda: said.append("" if self.stderr.closed else self.stderr.read()))
        reading.start()
        out = "" if self.stdout.closed else self.stdout.read()
        reading.join()
        self._status = self.returncode
        if clock:
            clock.cancel()
        for stream in (self.stdout, self.stderr):
            stream.close()
        if late.is_set():
            raise subprocess.TimeoutExpired(f"companion, process {self.pid}", timeout or 0)
        return out, said[0]

    @property
    def returncode(self) -> int:
        """Its status once it has ended, as of a `Popen`."""
        if self._status is None:
            with self._report:
                self._status = int(self._report.readline())
        return self._status


def run(*arguments: str, said: str = "", stdout: int | None = None) -> subprocess.CompletedProcess[str]:
    """`companion ARGUMENTS` from its beginning to its end, told this on stdin."""
    given, its_given = os.pipe()
    command = Command(*arguments, stdin=given, stdout=stdout)
    os.close(given)
    with suppress(BrokenPipeError), open(its_given, "w") as saying:
        saying.write(said)
    out, err = command.communicate(timeout=60)
    return subprocess.CompletedProcess(arguments, command.returncode, out, err)


def run_afresh(*arguments: str, stdout: int = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    """The same in a Python that has read nothing yet."""
    command = [*AFRESH, *arguments]
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True, timeout=60, check=False)


@cache
def _ready() -> socket.socket:
    """The line to the process that has read the modules; it ends with this one."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        command = [sys.executable, "-m", __name__, str(theirs.fileno())]
        # Not what pytest writes to, which may be a terminal: there Python would write each line at once, as to no pipe.
        nothing = subprocess.DEVNULL
        ready = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=nothing, stdout=nothing, cwd=ROOT)

    def end() -> None:
        ours.close()
        ready.wait()

    atexit.register(end)
    return ours


def _serve(line: socket.socket) -> None:
    """Fork for every request, until nobody can ask any more; returns in what is forked."""
    while True:
        asked, given, _, _ = socket.recv_fds(line, LONGEST_REQUEST, 4)
        if not asked:
            os._exit(0)
        if not os.fork():
            line.close()
            return _begin(json.loads(asked), given)
        for fd in given:
            os.close(fd)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass


def _begin(asked: dict[str, Any], given: list[int]) -> None:
    """Fork once more: one waits and reports, the other returns as the command."""
    *streams, report = given
    pid = os.fork()
    if pid:
        for fd in streams:
            os.close(fd)
        os.write(report, f"{pid}\n".encode())
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        with suppress(BrokenPipeError):
            os.write(report, f"{status}\n".encode())
        os._exit(0)
    os.close(report)
    for number, fd in enumerate(streams):
        os.dup2(fd, number)
        os.close(fd)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    sys.argv = ["companion", *asked["arguments"]]


def _read_the_modules() -> None:
    """Those too that the command reads only when it is called."""
    from importlib import import_module

    for name in (
        *("companion.advisor", "hardware.buttons", "hardware.display", "hardware.lights", "hardware.sound"),
        *("hardware.wiring", "hardware.farewell", "vision.dice", "vision.watcher", "vision.calibrator"),
        *("vision.boards.reader", "vision.simulated_tray", "web", "web.pages"),
    ):
        import_module(name)


if __name__ == "__main__":
    from companion.__main__ import main

    _read_the_modules()
    _serve(socket.socket(fileno=int(sys.argv[1])))
    main()
