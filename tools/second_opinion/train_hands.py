"""Train the look for hands and write it as ONNX: `python -m tools.second_opinion.train_hands OUT.onnx STEPS MADE ...`.

The law of this file: made pictures only, worsened as for the second opinion, of each folder as many as of any other,
however few it has. It needs torch, which the companion does not.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from tools.second_opinion.train import relit
from vision.hands import STAMP_PX

BATCH: Final = 64
CHANNELS: Final = (12, 20, 32, 48)

Array = NDArray[Any]


class Network(nn.Module):
    """Five convolutions and the best places of each: 40 thousand weights, half a millisecond on one core."""

    def __init__(self) -> None:
        super().__init__()
        c = CHANNELS
        layers: list[nn.Module] = []
        steps = [(3, c[0], 5, 2), (c[0], c[1], 3, 2), (c[1], c[2], 3, 1), (c[2], c[3], 3, 2), (c[3], c[3], 3, 1)]
        for before, after, side, stride in steps:
            conv = nn.Conv2d(before, after, side, stride, side // 2, bias=False)
            layers += [conv, nn.BatchNorm2d(after), nn.ReLU(inplace=True)]
        self.layers = nn.Sequential(*layers, nn.AdaptiveMaxPool2d(2), nn.Flatten(), nn.Dropout(0.2))
        self.last = nn.Linear(4 * c[3], 1)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        odds: torch.Tensor = self.last(self.layers(pictures))
        return odds


def worsened(picture: Array, chance: np.random.Generator) -> Array:
    """Turned, cropped, blurred, in another light; (3, n, n)."""
    picture = np.rot90(picture, int(chance.integers(4)))
    if chance.random() < 0.5:
        picture = picture[:, ::-1]
    side = picture.shape[0]
    x, y = chance.uniform(0.85, 1.0, 2) * STAMP_PX
    left, top = chance.uniform(0, side - x), chance.uniform(0, side - y)
    matrix = np.array([[STAMP_PX / x, 0, -left * STAMP_PX / x], [0, STAMP_PX / y, -top * STAMP_PX / y]])
    size, picture = (STAMP_PX, STAMP_PX), np.ascontiguousarray(picture)
    square = cv2.warpAffine(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    if chance.random() < 0.4:
        square = cv2.GaussianBlur(square, (0, 0), chance.uniform(0.3, 1.2))
    return relit(square.astype(np.float32), chance)


def read_folder(made: Path) -> tuple[Array, Array]:
    """Its pictures (n, STAMP_PX, STAMP_PX, 3), and whether a hand is in each, (n,)."""
    parts = [np.load(path) for path in sorted(made.glob("*.npz"))]
    pictures, hands = (np.concatenate([part[name] for part in parts]) for name in ("pictures", "hands"))
    return pictures, hands


def main(out: Path, steps: int, made: Sequence[Path]) -> None:
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(0)
    chance = np.random.default_rng(0)
    folders = [read_folder(folder) for folder in made]
    network = Network()
    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-2)
    began = time.monotonic()
    for step in range(1, steps + 1):
        for group in optimiser.param_groups:
            group["lr"] = 3e-3 * min(1, step / 100) * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-5
        drawn = [
            (folders[k], int(chance.integers(len(folders[k][1])))) for k in chance.integers(len(folders), size=BATCH)
        ]
        shown = np.stack([worsened(pictures[i], chance) for (pictures, _), i in drawn]).astype(np.float32)
        network.train()
        said = network(torch.from_numpy(shown))[:, 0]
        truth = torch.tensor([float(hands[i]) for (_, hands), i in drawn])
        loss = nn.functional.binary_cross_entropy_with_logits(said, truth * 0.98 + 0.01)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 200 == 0:
            print(f"{step} of {steps} steps, {time.monotonic() - began:.0f} s, loss {loss:.3f}", flush=True)
    network.eval()
    torch.onnx.export(
        network,
        (torch.zeros(1, 3, STAMP_PX, STAMP_PX),),
        str(out),
        input_names=["x"],
        output_names=["y"],
        opset_version=12,
        dynamo=False,
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), [Path(folder) for folder in sys.argv[3:]])
