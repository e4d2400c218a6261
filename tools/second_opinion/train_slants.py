"""Train what measures how single faces are turned: `python -m tools.second_opinion.train_slants MADE TURNED.npz OUT.pt
STEPS`. What train_beside begins with.

The law of this file: what the network sees here is what vision.slants shows it, off the die by as much as the reader is
and in another light; made pictures only. It needs torch, which the companion does not.
"""

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from tools.second_opinion.renders import SIDE_PX
from vision.slants import ACROSS, ALONG, bilinear, levelled, points

CHANNELS, HIDDEN = 32, 64
BATCH: Final = (126, 66)
"""Dice a step: made ones, and those of renders."""
DRAWN: Final = (96000, 36000)
"""Dice drawn before the first step, each seen some ten times: drawing takes longer than learning."""
RATE: Final = 2.5e-3
"""Of learning, at first."""
SQUARE: Final = 0.3
"""Share of the dice whose face is taken for a square of its size, as that of a one is."""
SHRUNK: Final = 0.625
"""Squares of renders are shrunk so: a die is then as large as a made one."""
KNOWN: Final = 3
"""State of the made dice that lean or lie on another, which is not told apart."""

Array = NDArray[Any]


@dataclass(frozen=True)
class Dice:
    """Dice to learn from."""

    pictures: tuple[Array, Array]
    """(n, side, side, 3) each, sharp and soft."""
    frames: Array
    """(n, 3, 2) middle and half of two edges, clockwise."""
    slants: Array
    states: Array
    weights: Array


class Network(nn.Module):
    """Two convolutions along the lines of each edge, and what comes of an edge, its opposite and those beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Conv1d(3 * len(ACROSS), CHANNELS, 5, padding=2)
        self.far = nn.Conv1d(CHANNELS, CHANNELS, 5, stride=2, padding=2)
        self.edge = nn.Linear(CHANNELS * len(ALONG) // 2, HIDDEN)
        self.turn, self.slant = nn.Linear(3 * HIDDEN, 64), nn.Linear(64, 1)
        self.all, self.odds = nn.Linear(2 * HIDDEN, 48), nn.Linear(48, 3)
        self.forget = nn.Dropout(0.1)

    def forward(self, lines: torch.Tensor) -> torch.Tensor:
        count = len(lines)
        along = lines.reshape(4 * count, len(ALONG), -1).transpose(1, 2)
        shown = torch.relu(self.far(torch.relu(self.near(along)))).flatten(1)
        edges = torch.relu(self.edge(self.forget(shown))).reshape(count, 4, -1)

        def slant(there: int, back: int) -> torch.Tensor:
            one, other = edges[:, there], edges[:, back]
            beside = edges.sum(1) - one - other
            ways = ((one, other), (other, one))
            said = [self.slant(torch.relu(self.turn(torch.cat([*way, beside], 1)))) for way in ways]
            return torch.as_tensor(said[0] - said[1])

        odds = self.odds(torch.relu(self.all(torch.cat([edges.mean(1), edges.amax(1)], 1))))
        return torch.cat([slant(0, 2), slant(1, 3), odds], 1)


def made(folder: Path) -> Dice:
    """The dice of `make`."""
    parts = [np.load(path) for path in sorted(folder.glob("*.npz"))]
    pictures, classes, faces = (
        np.concatenate([part[name] for part in parts]) for name in ("pictures", "classes", "faces")
    )
    kept = (classes >= 1) & (classes <= 7) & np.isfinite(faces).all(axis=(1, 2))
    states = np.where(classes[kept] == 7, KNOWN, 0)
    return _dice(pictures[kept], faces[kept], states, np.ones(len(states)))


def rendered(path: Path) -> Dice:
    """The dice of `turned`, the rarer states weighing more."""
    with np.load(path) as file:
        pictures, faces, states = (file[name] for name in ("pictures", "faces", "states"))
    size = (round(SIDE_PX * SHRUNK),) * 2
    small = np.array([cv2.resize(picture, size, interpolation=cv2.INTER_AREA) for picture in pictures])
    faces = faces.copy()
    faces[:, 0] = (faces[:, 0] + 0.5) * SHRUNK - 0.5
    faces[:, 1:3] *= SHRUNK
    return _dice(small, faces, states, np.array([1.0, 4.0, 5.0])[states])


def _dice(pictures: Array, faces: Array, states: Array, weights: Array) -> Dice:
    frames = faces[:, :3].astype(np.float32)
    u, v = frames[:, 1], frames[:, 2]
    v[u[:, 0] * v[:, 1] < u[:, 1] * v[:, 0]] *= -1
    soft = np.array([cv2.GaussianBlur(picture, (0, 0), 0.9) for picture in pictures])
    return Dice((pictures, soft), frames, faces[:, 3], states, weights / weights.sum())


def drawn(dice: Dice, count: int, chance: np.random.Generator) -> tuple[Array, Array, Array]:
    """What the network is shown of so many dice, float16, their slants along u and v, and their states."""
    these = chance.choice(len(dice.states), count, p=dice.weights)
    frames = _misplaced(dice.frames[these], chance)
    soft = chance.integers(0, 2, count)
    seen = [bilinear(dice.pictures[k][i], at) for k, i, at in zip(soft, these, points(frames), strict=True)]
    lines = levelled(relit(np.stack(seen), chance))[:, :4]
    ways = frames[:, 1:] / np.linalg.norm(frames[:, 1:], axis=2, keepdims=True)
    slants = np.einsum("nij,nj->ni", ways, dice.slants[these])
    mirrored = chance.random(count) < 0.5
    shape = (count, 4, len(ALONG), len(ACROSS), 3)
    turned = lines.reshape(shape)[:, [0, 3, 2, 1], :, ::-1].reshape(lines.shape)
    slants[mirrored, 1] *= -1
    return np.where(mirrored[:, None, None], turned, lines).astype(np.float16), slants, dice.states[these]


def _misplaced(frames: Array, chance: np.random.Generator) -> NDArray[np.float32]:
    """Faces as the reader finds them: aside, larger or smaller, turned, and some as squares."""
    count = len(frames)
    (middle, u, v), much = frames.transpose(1, 0, 2), np.where(chance.random(count) < 0.15, 1.6, 0.6)
    half = np.sqrt(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]))
    zoom, stretch = (np.exp(chance.normal(0, spread, count) * much)[:, None] for spread in (0.055, 0.03))
    turn = chance.normal(0, 0.04, count) * much
    u2 = rotated(u, turn) * zoom * stretch
    v2 = rotated(v, turn + chance.normal(0, 0.03, count) * much) * zoom / stretch
    way = u2 / np.linalg.norm(u2, axis=1, keepdims=True)
    square = (chance.random(count) < SQUARE)[:, None]
    u2 = np.where(square, way * half[:, None] * zoom, u2)
    v2 = np.where(square, np.stack([-way[:, 1], way[:, 0]], axis=1) * half[:, None] * zoom, v2)
    aside = chance.normal(0, 0.045, (count, 2)) * (much * half)[:, None]
    return np.stack([middle + aside, u2, v2], axis=1).astype(np.float32)


def rotated(vectors: Array, turn: Array) -> Array:
    """Vectors (n, 2), each turned by its angle (n,)."""
    x, y = vectors.T
    return np.stack([np.cos(turn) * x - np.sin(turn) * y, np.sin(turn) * x + np.cos(turn) * y], axis=1)


def relit(colours: Array, chance: np.random.Generator) -> NDArray[np.float32]:
    """Colours (n, m, 3) in another light, with noise."""
    count = len(colours)
    order = np.argsort(chance.random((count, 3)), axis=1)
    order[chance.random(count) < 0.4] = (0, 1, 2)
    light = np.take_along_axis(colours / 255, order[:, None], axis=2)
    grey = chance.random(count) < 0.1
    light[grey] = light[grey].mean(axis=2, keepdims=True)
    light = light ** np.exp(chance.uniform(-0.4, 0.4, (count, 1, 1))) * np.exp(chance.normal(0, 0.08, (count, 1, 3)))
    noise = chance.uniform(0.003, 0.03, count) * (chance.random(count) < 0.6)
    light = light + chance.normal(0, 1, light.shape) * noise[:, None, None]
    return np.asarray(np.clip(light, 0, 1) * 255, np.float32)


def learn(made_ones: Dice, rendered_ones: Dice, steps: int) -> Network:
    """A network that has seen so many batches."""
    chance = np.random.default_rng(3)
    pools = [
        tuple(
            np.concatenate(part) for part in zip(*(drawn(dice, 500, chance) for _ in range(count // 500)), strict=True)
        )
        for dice, count in zip((made_ones, rendered_ones), DRAWN, strict=True)
    ]
    network, began = Network(), time.monotonic()
    optimiser = torch.optim.AdamW(network.parameters(), lr=RATE, weight_decay=1e-2)
    for step in range(1, steps + 1):
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, step / 100) * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-5
        at = [chance.integers(0, len(pool[0]), count) for pool, count in zip(pools, BATCH, strict=True)]
        lines, slants, states = (
            torch.from_numpy(np.concatenate([pool[part][these] for pool, these in zip(pools, at, strict=True)]))
            for part in range(3)
        )
        said = network(lines.float())
        loss, off = _loss(said, slants.float(), states)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 250 == 0:
            print(
                f"{step} of {steps} steps, {time.monotonic() - began:.0f} s, {np.degrees(off):.1f} degrees", flush=True
            )
    network.eval()
    return network


def _loss(said: torch.Tensor, slants: torch.Tensor, states: torch.Tensor) -> tuple[torch.Tensor, float]:
    """What is to become small, and by how much the slants are off."""
    gap = (said[:, :2] - slants).pow(2).sum(1).add(1e-6).sqrt()
    spread = said[:, 2].clamp(-5, 1)
    unlikely = (gap * torch.exp(-spread) + 2 * spread).mean()
    sure = nn.functional.binary_cross_entropy_with_logits
    leans = sure(said[:, 3], (states > 0).float() * 0.98 + 0.01)
    told = states < KNOWN
    stands = sure(said[told, 4], (states[told] == 2).float() * 0.98 + 0.01)
    return 0.2 * unlikely + 5 * gap.mean() + 0.3 * leans + 0.2 * stands, float(gap.mean().detach())


def main(made_folder: Path, turned: Path, out: Path, steps: int) -> None:
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(0)
    torch.save(learn(made(made_folder), rendered(turned), steps).state_dict(), out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]))
