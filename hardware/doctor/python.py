"""The packages: four traps that installing leaves behind, found by asking the packages themselves.

Every one was met (numpy over picamera2's, several OpenCVs at once, OpenCV 5, lgpio's placeholder on PyPI).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib import metadata
from typing import Final

from hardware.doctor.finding import Finding, fail, ok, warn
from hardware.doctor.machine import Machine, Printed

OPENCVS: Final = (
    "opencv-python",
    "opencv-python-headless",
    "opencv-contrib-python",
    "opencv-contrib-python-headless",
)
"""All of them put their files into one `cv2`; the last one installed wins, and removing one breaks the others."""
PLACEHOLDER: Final = "0.0.0"
"""lgpio 0.0.0.2 on PyPI is an empty package; pip takes it where it has no wheel for this Python."""
OLDEST_CV: Final = (4, 10)
NEWEST_CV: Final = (5, 0)
"""The first that is too new: it changes the shapes that several functions return."""


WANTED: Final = f"opencv-python-headless{'>=4.10,<4.12' if sys.version_info < (3, 12) else '>=4.12,<5'}"
"""As pyproject.toml has it: below 4.12 it leaves the numpy alone that Debian 12's picamera2 is compiled against."""


def pip() -> str:
    """This environment's pip, as it is to be typed."""
    sudo = "" if os.access(sys.prefix, os.W_OK) and os.geteuid() else "sudo "
    return f"{sudo}{sys.executable} -m pip"


def check_python(machine: Machine) -> Iterator[Finding]:
    yield ok("python", f"{sys.version.split()[0]} in {sys.prefix}")
    yield from opencv(installed(OPENCVS), machine.run(sys.executable, "-c", "import cv2; print(cv2.__version__)"))
    if machine.model:
        yield from picamera2(machine.run(sys.executable, "-c", "import picamera2"))
        yield from lgpio(installed(["lgpio"]), machine.run(sys.executable, "-c", "import lgpio; lgpio.gpiochip_open"))


def installed(names: tuple[str, ...] | list[str]) -> dict[str, str]:
    """Which of the packages are there, and their versions."""
    found = {}
    for name in names:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def opencv(packages: dict[str, str], imported: Printed | None) -> Iterator[Finding]:
    """`imported`: what importing cv2 prints, in a process of its own."""
    again = f"{pip()} uninstall -y {' '.join(OPENCVS)}; {pip()} install '{WANTED}'"
    if imported is None or imported.status:
        yield fail("opencv", f"it cannot be imported ({_last(imported)})", again)
        return
    version = tuple(int(number) for number in imported.out.split(".")[:2] if number.isdecimal())
    if len(packages) > 1:
        yield fail("opencv", f"{len(packages)} of them overwrite each other: {', '.join(packages)}", again)
    elif version >= NEWEST_CV:
        yield fail("opencv", f"version {imported.out} is too new for the dice reader", again)
    elif version < OLDEST_CV:
        yield warn("opencv", f"version {imported.out} is old, slow to start and three times as large", again)
    else:
        yield ok("opencv", f"version {imported.out}")


def picamera2(imported: Printed | None) -> Iterator[Finding]:
    """`imported`: what importing picamera2 prints, in a process of its own."""
    if imported is None or imported.status:
        why = _last(imported)
        if "numpy.dtype size changed" in why:
            yield fail(
                "picamera2",
                "numpy in this environment is another than the one that picamera2 was compiled against",
                f"{pip()} uninstall -y numpy; {pip()} install --no-deps '{WANTED}'",
            )
        elif "No module named 'picamera2'" in why or "No module named 'libcamera'" in why:
            yield fail(
                "picamera2",
                f"this environment does not see it ({why})",
                "sudo apt install python3-picamera2, then make the environment anew: sudo systemd/install.sh",
            )
        else:
            yield fail("picamera2", f"it cannot be imported ({why})", "sudo apt install --reinstall python3-picamera2")
    else:
        yield ok("picamera2", "it can be imported")


def lgpio(packages: dict[str, str], imported: Printed | None) -> Iterator[Finding]:
    """`imported`: what importing lgpio prints, in a process of its own."""
    if packages.get("lgpio", "").startswith(PLACEHOLDER):
        yield fail(
            "lgpio",
            "PyPI's empty placeholder is installed, so no button works",
            f"{pip()} uninstall -y lgpio; sudo apt install python3-lgpio",
        )
    elif imported is None or imported.status:
        why = _last(imported)
        if ".lgd-nfy" in why:
            yield fail("lgpio", "it may not write into its working directory", "set LG_WD to a folder it may write")
        else:
            yield fail("lgpio", f"it cannot be imported ({why})", "sudo apt install python3-lgpio")
    else:
        yield ok("lgpio", "it can be imported")


def _last(printed: Printed | None) -> str:
    if printed is None:
        return "it does not answer"
    lines = printed.err.splitlines()
    return lines[-1] if lines else f"status {printed.status}"
