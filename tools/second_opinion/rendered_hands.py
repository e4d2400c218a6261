"""Stamps of render_dice's tables, half with a hand: `python -m tools.second_opinion.rendered_hands OUT COUNT [SEED]`.

The law of this file: the other things that make a table hard come with and without a hand alike, so that none of them
speaks for one. It runs where render_dice does, its folder on PYTHONPATH; 4 to 8 s a table.
"""

import importlib
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.hands import stamp
from vision.opinion import View

PART: Final = 20
SEED: Final = 9001
HARD: Final = ("low_contrast", "patterned", "dim", "glare", "sun", "high_tilt", "translucent", "motion_blur", "clutter",
               "cocked", "cut", "touching", "soft_focus", "far_small", "mixed")  # fmt: skip
"""What render_dice may do to a table."""
SCALE, SAMPLES = 0.3, 3
"""Of its pictures, and rays a pixel: a stamp shows no more."""
SEEN: Final = 0.6
"""Share of a die that must show for it to be read, and so painted over."""


def table(seed: int, nth: int) -> tuple[NDArray[np.uint8], int]:
    """One stamp (STAMP_PX, STAMP_PX, 3) uint8, BGR, and whether a hand is in it, 1 or 0."""
    stills: Any = importlib.import_module("render_dice.stills")
    chance = np.random.default_rng([seed, nth])
    hard = set(chance.choice(HARD, int(chance.integers(0, 4)), replace=False).tolist())
    hard |= {"hand"} if nth % 2 == 0 else {"clutter"} if chance.random() < 0.5 else set()
    spec = stills.spec_for(seed, nth, "dev", str(chance.choice(["easy", "normal", "normal", "hard"])), hard)
    image, label = stills.render_still(spec, SAMPLES, SCALE, "fast")
    scale = image.shape[1] / label["width"]
    dice = [
        ((np.array(die["centre"]) + 0.5) * scale - 0.5, die["top_px"] / 2 * scale)
        for die in label["dice"]
        if die["visible_fraction"] > SEEN and die["state"] != "cut"
    ]
    return stamp(View.of(image), dice), int("hand" in label["tags"])


def main(out: Path, count: int, seed: int) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for part in range(-(-count // PART)):
        pictures, hands = zip(*(table(seed, nth) for nth in range(part * PART, (part + 1) * PART)), strict=True)
        np.savez(out / f"{part:04d}.npz", pictures=np.array(pictures), hands=np.array(hands))
        print(f"{(part + 1) * PART} of {count} tables", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else SEED)
