"""What the measurers of strength share: what they are asked, intervals of means, and tables in docs/advisor.md.

The law of this file: it plays nothing. A table stands between two marks that name its game, and is written whole.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

RESULTS: Final = Path("build/advisor/strength")
"""Where results are kept, so that a part can be run again by itself or go on where it was."""

PAGE: Final = Path("docs/advisor.md")

HALF: Final = 1.96
"""Standard errors to either side of a mean: 95 of 100 intervals hold the true one, by the normal law."""


def asked(about: str, parts: Collection[str]) -> argparse.Namespace:
    """From the command line: `only` (parts, in their order), `games` (None: as many as usual) and `seed`."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("--only", choices=tuple(parts), action="append", help="measure this part only")
    parser.add_argument("--games", type=int, help="instead of the usual number")
    parser.add_argument("--seed", type=int, default=2026)
    found = parser.parse_args()
    found.only = [part for part in parts if part in (found.only or parts)]
    return found


def mean_and_half(values: ArrayLike) -> tuple[float, float]:
    """The mean of two values or more, and how far its 95 % interval reaches to either side."""
    found = np.asarray(values)
    return float(found.mean()), HALF * float(found.std(ddof=1)) / len(found) ** 0.5


def percent(mean: float, half: float) -> str:
    """The interval of a share of games."""
    return f"{100 * (mean - half):.1f} .. {100 * min(mean + half, 1):.1f} %"


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def write(game: str, measured: str) -> None:
    """Put a game's table where its old one stands, and print it."""
    print(measured)
    begin, end = f"<!-- strength of {game} from here -->\n", f"<!-- strength of {game} to here -->\n"
    before, rest = PAGE.read_text().split(begin)
    PAGE.write_text(before + begin + measured + end + rest.split(end)[1])
