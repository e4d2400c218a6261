"""`make licences`: docs/licences.md, the licence of everything that is installed, carried along or used for tests.

The law of this file: what a package says of itself is read from its metadata; only what none says is written here.
"""

from __future__ import annotations

import re
import sys
import tomllib
from importlib.metadata import metadata
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
LOCK: Final = ROOT / "requirements-pi.lock"
PAGE: Final = ROOT / "docs" / "licences.md"

SPDX: Final = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    # Those that say no more have the three clauses in their licence files.
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "ZPL 2.1": "ZPL-2.1",
    "unlicense.org": "Unlicense",
    "any-OSI": "any that the OSI has approved",
}
"""Words of the metadata, as SPDX writes them."""
SAID_ELSEWHERE: Final = {"axe-playwright-python": "MIT", "numpy": "BSD-3-Clause", "reportlab": "BSD-3-Clause"}
"""By their licence files, where the metadata say nothing, or say it otherwise in each version."""

CARRIED: Final = {
    "Spleen": (
        "BSD-2-Clause",
        "`hardware/fonts`: the OLED's letters; version and text are in `hardware/fonts/LICENSE.txt`",
    ),
}
"""What lies in this repository and is other people's."""

OF_THE_SYSTEM: Final = {
    "python3-picamera2": ("BSD-2-Clause", "the Pi's camera"),
    "libcamera": ("LGPL-2.1-or-later", "under it"),
    "python3-lgpio": ("Unlicense", "the Pi's pins"),
    "python3-numpy": ("BSD-3-Clause", "in the place of the locked one, where picamera2 is compiled against it"),
    "avahi-daemon": ("LGPL-2.1-or-later", "the name companion.local"),
    "network-manager, wpasupplicant, dnsmasq-base": ("GPL-2.0-or-later, BSD-3-Clause, GPL-2.0-or-later", "`--hotspot`"),
}
"""What install.sh takes from the archive of the system."""

ABOUT: Final = """\
# Licences

Made by `make licences`; a test says when it is out of date. `make sbom` writes the same of the locked versions as a
CycloneDX file, `build/sbom.json`.

Companion itself: MIT (`LICENSE`), its networks (`companion/advisor/**/*.npz`, `vision/second_opinion.onnx`,
`vision/slants.npz`, `vision/hands.onnx`) and its drawings too.
"""

INSIDE: Final = """\
Wheels carry libraries of their own, whose texts they bring along: OpenCV's among others FFmpeg (LGPL-2.1-or-later),
NumPy's OpenBLAS (BSD-3-Clause) and GCC's run-time libraries (GPL-3.0-or-later with the run-time library exception),
Pillow's libjpeg-turbo, FreeType, libtiff and others. Nothing of them is changed.
"""


def locked() -> list[str]:
    """The packages that the service installs."""
    return sorted(set(re.findall(r"^([\w.-]+)==", LOCK.read_text(), re.MULTILINE)))


def for_tests() -> list[str]:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    return sorted({_name(wanted) for wanted in extras["test"]})


def licence(name: str) -> str:
    """Of an installed package, as SPDX writes it.

    Raises:
        PackageNotFoundError: it is not installed.
        LookupError: it says nothing of it.
    """
    told: Any = metadata(name)
    classified = [one.split(" :: ")[-1] for one in told.get_all("Classifier", []) if one.startswith("License ::")]
    known = [one for one in classified if one in SPDX] or [""]
    said = SAID_ELSEWHERE.get(name) or told.get("License-Expression") or told.get("License") or known[0]
    if not said or "\n" in said:
        raise LookupError(f"{name} says no licence: look it up, and name it in tools/licences.py")
    return SPDX.get(said, str(said))


def page() -> str:
    """The whole page.

    Raises:
        LookupError, PackageNotFoundError: as `licence`.
    """
    parts = [
        ABOUT,
        "## What the service installs\n",
        _table({name: licence(name) for name in locked()}),
        INSIDE,
        "## What lies here and is other people's\n",
        _table(CARRIED),
        "## What `install.sh` takes from the system's archive\n",
        _table(OF_THE_SYSTEM),
        "## For tests only\n",
        _table({name: licence(name) for name in for_tests()}),
    ]
    return "\n".join(parts)


def _name(wanted: str) -> str:
    found = re.match(r"[\w.-]+", wanted)
    assert found is not None
    return found.group()


def _table(of: dict[str, str] | dict[str, tuple[str, str]]) -> str:
    rows = [(name, *([told] if isinstance(told, str) else told)) for name, told in of.items()]
    heads = ("what", "licence", "for")[: len(rows[0])]
    lines = [heads, ("---",) * len(heads), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def main() -> int:
    PAGE.write_text(page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
