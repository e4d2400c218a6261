"""Make pictures of dice: `python -m tools.second_opinion.make OUT COUNT [SEED]` writes .npz files of 400 each."""

import sys
from pathlib import Path
from typing import Final

import numpy as np

from tools.second_opinion.pictures import patch

PART: Final = 400


def main(out: Path, count: int, seed: int) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for part in range(-(-count // PART)):
        chance = np.random.default_rng([seed, part])
        made: list[tuple[np.ndarray, int, np.ndarray]] = []
        while len(made) < PART:
            picture, kind, face = patch(chance)
            if kind >= 0:
                made.append((picture, kind, face))
        pictures, classes, faces = (np.array(these) for these in zip(*made, strict=True))
        np.savez(out / f"{part:04d}.npz", pictures=pictures, classes=classes, faces=faces)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 42)
