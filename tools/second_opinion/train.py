"""Train the second opinion and write it as ONNX: `python -m tools.second_opinion.train MADE RENDERS OUT.onnx MINUTES`.

The law of this file: what the network sees here is what vision.opinion shows it, made worse in every way that cameras
know. It needs torch, which the companion does not.
"""

import sys
import time
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from tools.second_opinion import pictures, renders
from vision.opinion import CLASSES, REACH, SIDE_PX

BATCH: Final = 96
"""Squares a step, a third of them from renders."""
CHANNELS: Final = (16, 24, 40, 56, 88)

Array = NDArray[Any]


class Network(nn.Module):
    """Six convolutions and two layers on top: 0.45 million weights, 0.5 ms a square on one core."""

    def __init__(self) -> None:
        super().__init__()
        c = CHANNELS
        steps = [(3, c[0], 5, 2), (c[0], c[1], 3, 1), (c[1], c[2], 3, 2), (c[2], c[3], 3, 1), (c[3], c[4], 3, 2)]
        layers: list[nn.Module] = []
        for before, after, side, stride in [*steps, (c[4], c[4], 3, 1)]:
            conv = nn.Conv2d(before, after, side, stride, side // 2, bias=False)
            layers += [conv, nn.BatchNorm2d(after), nn.ReLU(inplace=True)]
        flat = c[4] * (SIDE_PX // 8) ** 2
        head = [
            nn.Flatten(),
            nn.Dropout(0.25),
            nn.Linear(flat, 96),
            nn.ReLU(),
            nn.Dropout(0.25),
            nn.Linear(96, CLASSES),
        ]
        self.layers = nn.Sequential(*layers, *head)

    def forward(self, squares: torch.Tensor) -> torch.Tensor:
        classes: torch.Tensor = self.layers(squares)
        return classes


def worsened(picture: Array, kind: int, chance: np.random.Generator) -> Array:
    """A square as vision.opinion cuts it, turned, shifted, stretched, in another light, with noise; (3, n, n)."""
    side = picture.shape[0]
    cover = renders.COVER if side == renders.SIDE_PX else pictures.COVER
    scale = SIDE_PX / (2 * REACH) / (side / (2 * cover))
    unit = side / (2 * cover)
    turn, stretch = chance.uniform(0, 2 * np.pi), np.exp(chance.uniform(-0.16, 0.16) * (chance.random() < 0.35))
    matrix = scale * np.exp(chance.uniform(-0.24, 0.24) if kind else chance.uniform(-0.1, 0.1)) * _rotation(turn)
    across = _rotation(chance.uniform(0, np.pi))
    matrix = matrix @ across @ np.diag([stretch, 1 / stretch]) @ across.T
    if chance.random() < 0.5:
        matrix = matrix @ np.diag([-1, 1])
    shift = _rotation(chance.uniform(0, 2 * np.pi)) @ np.array([chance.uniform(0, 0.24 if kind else 0.05) * unit, 0])
    centre = side / 2 - 0.5 + shift
    moved = np.hstack([matrix, (SIDE_PX / 2 - 0.5 - matrix @ centre)[:, None]])
    if chance.random() < 0.35:
        picture = cv2.GaussianBlur(picture, (0, 0), chance.uniform(0.5, 2.6))
    elif scale < 0.8:
        picture = cv2.GaussianBlur(picture, (0, 0), 0.7)
    square = cv2.warpAffine(picture, moved, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REPLICATE)
    return relit(square.astype(np.float32), chance)


def relit(square: Array, chance: np.random.Generator) -> Array:
    """A square (n, n, 3) in another light, levelled, (3, n, n)."""
    ramp = np.linspace(-1, 1, len(square))
    if chance.random() < 0.5:
        square = square[:, :, chance.permutation(3)]
    if chance.random() < 0.15:
        square = np.repeat(square.mean(axis=2, keepdims=True), 3, axis=2)
    square = (square / 255) ** np.exp(chance.uniform(-0.5, 0.5)) * 255
    square = square * np.exp(chance.normal(0, 0.12, 3)) + chance.normal(0, 6, 3)
    if chance.random() < 0.3:
        x, y = chance.normal(0, 0.22, 2)
        square = square * (1 + ramp[None, :, None] * x + ramp[:, None, None] * y)
    if chance.random() < 0.25:
        x, y, wide = *chance.uniform(-1, 1, 2), chance.uniform(0.08, 0.6)
        lamp = np.exp(-((ramp[None] - x) ** 2 + (ramp[:, None] - y) ** 2) / (2 * wide**2))
        square = square + lamp[:, :, None] * chance.uniform(30, 150)
    if chance.random() < 0.6:
        square = square + chance.normal(0, chance.uniform(1, 9), square.shape)
    square = np.clip(square, 0, 255)
    if chance.random() < 0.25:
        jpeg = cv2.imencode(".jpg", square.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(30, 90))])[
            1
        ]
        square = cv2.imdecode(jpeg, cv2.IMREAD_COLOR).astype(np.float32)
    levelled: Array = (square - square.mean()) / (square.std() + 8)
    return levelled.transpose(2, 0, 1)


def _rotation(turn: float) -> Array:
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def _load(folder: Path) -> tuple[Array, Array]:
    parts = [np.load(path) for path in sorted(folder.glob("*.npz"))]
    return np.concatenate([part["pictures"] for part in parts]), np.concatenate([part["classes"] for part in parts])


def train(made: tuple[Array, Array], rendered: tuple[Array, Array], minutes: float) -> Network:
    """A network that has seen both sets for so long."""
    chance = np.random.default_rng(0)
    network: Network = Network().to(memory_format=torch.channels_last)
    weights = np.array([0.5, 1, 1, 1, 1, 1, 1, 2.2, 1.8])[rendered[1]]
    dice, nothing = int((rendered[1] > 0).sum()), int((rendered[1] == 0).sum())
    weights[rendered[1] == 0] = max(0.25, dice / max(1, nothing))
    optimiser = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=2e-3)
    began, step = time.monotonic(), 0
    while (done := (time.monotonic() - began) / (60 * minutes)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = 2.5e-3 * min(1, step / 100) * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-5
        a = chance.choice(len(rendered[1]), BATCH // 3, p=weights / weights.sum())
        b = chance.integers(0, len(made[1]), BATCH - BATCH // 3)
        batch = [worsened(rendered[0][i], rendered[1][i], chance) for i in a]
        batch += [worsened(made[0][i], made[1][i], chance) for i in b]
        squares = torch.from_numpy(np.stack(batch).astype(np.float32)).to(memory_format=torch.channels_last)
        truth = torch.from_numpy(np.concatenate([rendered[1][a], made[1][b]]))
        network.train()
        with torch.autocast("cpu", dtype=torch.bfloat16):
            said = network(squares)
        loss = nn.functional.cross_entropy(said.float(), truth, label_smoothing=0.02)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        step += 1
        if step % 200 == 0:
            print(f"{step} steps, loss {loss.item():.3f}", flush=True)
    return network


def main(made: Path, rendered: Path, out: Path, minutes: float) -> None:
    network = train(_load(made), _load(rendered), minutes)
    network.eval()
    square = torch.zeros(1, 3, SIDE_PX, SIDE_PX)
    axes = {"x": {0: "n"}, "y": {0: "n"}}
    torch.onnx.export(
        network,
        (square,),
        str(out),
        input_names=["x"],
        output_names=["y"],
        dynamic_axes=axes,
        opset_version=12,
        dynamo=False,
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), float(sys.argv[4]))
