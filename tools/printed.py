"""Makes docs/printing.png: what `companion print` makes, as pdftoppm shows it.

python -m tools.printed docs/printing.png
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.cli.paper import THINGS, pdf_of

DPI: Final = 50
GAP: Final = 12
GROUND: Final = 120


def main(file: Path) -> None:
    pages = [page for thing in THINGS for page in _pages(pdf_of(thing, "a3" if thing == "board" else "a4"))]
    tall = min(page.shape[0] for page in pages)
    small = [
        cv2.resize(page, (round(page.shape[1] * tall / page.shape[0]), tall), interpolation=cv2.INTER_AREA)
        for page in pages
    ]
    line = np.full((tall + 2 * GAP, GAP, 3), GROUND, np.uint8)
    row = [line]
    for page in small:
        row += [cv2.copyMakeBorder(page, GAP, GAP, 0, 0, cv2.BORDER_CONSTANT, value=(GROUND,) * 3), line]
    cv2.imwrite(str(file), np.hstack(row), [cv2.IMWRITE_PNG_COMPRESSION, 9])


def _pages(pdf: bytes) -> list[NDArray[np.uint8]]:
    with TemporaryDirectory() as folder:
        (Path(folder) / "it.pdf").write_bytes(pdf)
        subprocess.run(["pdftoppm", "-r", str(DPI), f"{folder}/it.pdf", f"{folder}/page"], check=True)
        return [np.asarray(cv2.imread(str(page)), np.uint8) for page in sorted(Path(folder).glob("*.ppm"))]


if __name__ == "__main__":
    main(Path(sys.argv[1]))
