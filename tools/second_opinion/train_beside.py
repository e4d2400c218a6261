"""Train what tells the odd die of a roll: `python -m tools.second_opinion.train_beside SLANTS.pt ROLLS RENDERS OUT.npz
STEPS`.

The law of this file: what the networks see here is what vision.slants shows them, whole rolls at a time, off the dice
by as much as the reader is and in another light; made pictures only. The first begins as train_slants left off and
goes on for STEPS, the others begin as that one ended and go on for half as many, each with lessons of its own. It needs
torch, which the companion does not.
"""

import sys
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from tools.second_opinion.renders import SIDE_PX, square
from tools.second_opinion.train_slants import HIDDEN, Network, rotated
from tools.second_opinion.turned import SEEN, SMALLEST_PX, STATES, labels, slant_of
from vision.beside import NETWORKS
from vision.slants import ACROSS, ALONG, bilinear, levelled, points

TRAITS, PAIR, BESIDE, ODD = 32, 64, 32, 48
ROLLS: Final = (18, 8)
"""Rolls a step: made ones, and those of renders."""
DRAWN: Final = (6000, 2500)
RATE: Final = 2e-3
GENTLY: Final = 0.4
"""Of the rate, for what train_slants taught."""
SQUARE: Final = 0.15
"""Share of the dice whose face is taken for a square of its size, as that of a one is."""

Array = NDArray[Any]
Roll = tuple[Array, Array, Array]
"""Pictures (n, side, side, 3), states (n,) and how they lie (n, 8), as `rolls` has them."""


class Beside(nn.Module):
    """`vision.beside.said_of`, as torch learns it."""

    def __init__(self) -> None:
        super().__init__()
        self.base = Network()
        self.corner = nn.Linear(self.base.edge.in_features, HIDDEN)
        self.traits = nn.Linear(4 * HIDDEN, TRAITS)
        self.forget = nn.Dropout(0.1)
        die = TRAITS + 7
        self.pair, self.beside = nn.Linear(2 * die, PAIR), nn.Linear(PAIR, BESIDE)
        self.odd, self.last = nn.Linear(die + 2 * BESIDE + 1, ODD), nn.Linear(ODD, 3)

    def forward(
        self, lines: torch.Tensor, places: torch.Tensor, ways: torch.Tensor, rolls: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Odds (n, 3) of each state, and slants (n, 2), of dice of several rolls."""
        base, count = self.base, len(lines)
        along = lines.reshape(8 * count, len(ALONG), -1).transpose(1, 2)
        shown = base.forget(torch.relu(base.far(torch.relu(base.near(along)))).flatten(1)).reshape(count, 2, 4, -1)
        edges, corners = torch.relu(base.edge(shown[:, 0])), torch.relu(self.corner(shown[:, 1]))

        def slant(there: int, back: int) -> torch.Tensor:
            one, other = edges[:, there], edges[:, back]
            rest = edges.sum(1) - one - other
            said = [
                base.slant(torch.relu(base.turn(torch.cat([*way, rest], 1)))) for way in ((one, other), (other, one))
            ]
            return torch.as_tensor(said[0] - said[1])

        around = torch.cat([edges.mean(1), edges.amax(1)], 1)
        slants = torch.einsum("ni,nij->nj", torch.cat([slant(0, 2), slant(1, 3)], 1), ways)
        alone = base.odds(torch.relu(base.all(around)))
        traits = torch.relu(self.traits(torch.cat([around, corners.mean(1), corners.amax(1)], 1)))
        known = [self.forget(traits), 2 * slants, 2 * places, alone[:, :1].clamp(-5, 1), alone[:, 1:] / 4]
        dice = torch.cat(known, 1)
        one, other = ((rolls[:, None] == rolls) & ~torch.eye(count, dtype=torch.bool)).nonzero(as_tuple=True)
        pairs = torch.relu(self.beside(torch.relu(self.pair(torch.cat([dice[one], dice[other]], 1)))))
        others = torch.zeros(count).index_add(0, one, torch.ones(len(one)))[:, None]
        mean = torch.zeros(count, BESIDE).index_add(0, one, pairs) / others.clamp(min=1)
        most = torch.zeros(count, BESIDE).scatter_reduce(0, one[:, None].expand(-1, BESIDE), pairs, "amax")
        return self.last(torch.relu(self.odd(torch.cat([dice, mean, most, others / 4], 1)))), slants


def made(folder: Path) -> list[Roll]:
    """The rolls of `rolls`."""
    found: list[Roll] = []
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as file:
            pictures, states, lies, of = (file[name] for name in ("pictures", "states", "lies", "rolls"))
        found += [(pictures[of == k], states[of == k], lies[of == k]) for k in np.unique(of)]
    return found


def rendered(folders: list[Path]) -> list[Roll]:
    """The dice of render_dice's pictures that are not covered, in the same form."""
    found: list[Roll] = []
    for bgr, label in labels(folders):
        size, camera = np.array([label["width"], label["height"]]), label["camera"]
        pictures, states, lies = [], [], []
        for die in label["dice"]:
            if die["state"] not in STATES or die["top_px"] < SMALLEST_PX or die["visible_fraction"] < max(SEEN, 0.9):
                continue
            centre, corners = np.array(die["centre"]), np.array(die["top_corners"])
            scale = SIDE_PX / (3.4 * die["top_px"])
            u = (corners[1] - corners[0] + corners[2] - corners[3]) / 4 * scale
            v = (corners[2] - corners[1] + corners[3] - corners[0]) / 4 * scale
            pictures.append(square(bgr, centre, die["top_px"] / 2))
            states.append(STATES[die["state"]])
            place = (centre - (size - 1) / 2) / size.max()
            lies.append(np.concatenate([place, slant_of(die, camera), u, v]))
        if states:
            found.append((np.array(pictures), np.array(states), np.array(lies)))
    return found


def drawn(roll: Roll, chance: np.random.Generator) -> tuple[Array, ...]:
    """What a network is shown of a roll, or of a part of it: lines, states, places, ways and slants."""
    count = len(roll[1])
    kept = chance.permutation(count)[: int(chance.integers(max(1, count - 2), count + 1))]
    pictures, states, lies = (part[kept] for part in roll)
    frames = _misplaced(pictures.shape[1], lies[:, 4:].reshape(-1, 2, 2), chance)
    if chance.random() < 0.5:
        soft = chance.uniform(0.4, 1.3)
        pictures = np.array([cv2.GaussianBlur(picture, (0, 0), soft) for picture in pictures])
    seen = np.stack([bilinear(picture, at) for picture, at in zip(pictures, points(frames), strict=True)])
    light = seen[:, :, chance.permutation(3)] / 255 if chance.random() < 0.6 else seen / 255
    light = light ** np.exp(chance.uniform(-0.4, 0.4)) * np.exp(chance.normal(0, 0.08, 3))
    light = light + chance.normal(0, 1, light.shape) * chance.choice([0, chance.uniform(0.003, 0.03)])
    lines = levelled(np.asarray(np.clip(light, 0, 1) * 255, np.float32))
    ways = frames[:, 1:] / np.linalg.norm(frames[:, 1:], axis=2, keepdims=True)
    a = chance.uniform(0, 2 * np.pi)
    turn = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    if chance.random() < 0.5:
        turn, ways = turn @ np.diag([-1, 1]), ways * np.array([1, -1])[:, None]
        shape = (len(kept), 8, len(ALONG), len(ACROSS), 3)
        lines = lines.reshape(shape)[:, [0, 3, 2, 1, 7, 6, 5, 4], :, ::-1].reshape(lines.shape)
    return lines, states, lies[:, :2] @ turn.T, ways @ turn.T, lies[:, 2:4] @ turn.T


def _misplaced(side: int, edges: Array, chance: np.random.Generator) -> NDArray[np.float32]:
    """Frames (n, 3, 2) as the reader finds them: aside, larger or smaller, turned, and some as squares."""
    count = len(edges)
    u, v = edges[:, 0].copy(), edges[:, 1].copy()
    v[u[:, 0] * v[:, 1] < u[:, 1] * v[:, 0]] *= -1
    for k in range(count):
        for _ in range(int(chance.integers(4))):
            u[k], v[k] = v[k].copy(), -u[k]
    much = np.where(chance.random(count) < 0.12, 3, 1.0)[:, None]
    half = np.sqrt(np.abs(u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]))[:, None]
    # A roll's pips make all its dice out too small alike.
    zoom = np.exp(chance.normal(-0.06, 0.06) + chance.normal(0, 0.018, (count, 1)) * much)
    stretch = np.exp(chance.normal(0, 0.015, (count, 1)) * much)
    turn = chance.normal(0, 0.015, (count, 1)) * much
    u, v = rotated(u, turn[:, 0]), rotated(v, (turn + chance.normal(0, 0.015, (count, 1)) * much)[:, 0])
    way = u / np.linalg.norm(u, axis=1, keepdims=True)
    squares = chance.random((count, 1)) < SQUARE
    u = np.where(squares, way * half, u * stretch) * zoom
    v = np.where(squares, np.stack([-way[:, 1], way[:, 0]], axis=1) * half, v / stretch) * zoom
    middle = (side - 1) / 2 + chance.normal(0, 0.013, (count, 2)) * much * half
    return np.stack([middle, u, v], axis=1).astype(np.float32)


def learn(network: Beside, lessons: tuple[list[Roll], list[Roll]], steps: int, seed: int) -> None:
    """So many steps; the slower, the more was learned before."""
    chance = np.random.default_rng(seed)
    pools = [
        [drawn(rolls[int(k)], chance) for k in chance.integers(0, len(rolls), count)]
        for rolls, count in zip(lessons, DRAWN, strict=True)
    ]
    base = list(network.base.parameters())
    heads = [weights for name, weights in network.named_parameters() if not name.startswith("base.")]
    optimiser = torch.optim.AdamW([{"params": base}, {"params": heads}], weight_decay=1e-2)
    for step in range(1, steps + 1):
        rate = RATE * min(1, step / 100) * (0.5 + 0.5 * np.cos(np.pi * step / steps)) + 1e-5
        for group, share in zip(optimiser.param_groups, (GENTLY, 1), strict=True):
            group["lr"] = share * rate
        rolls = [pool[int(k)] for pool, n in zip(pools, ROLLS, strict=True) for k in chance.integers(0, len(pool), n)]
        lines, states, places, ways, slants = (
            torch.from_numpy(np.concatenate([roll[part] for roll in rolls]).astype(np.float32)) for part in range(5)
        )
        of = torch.from_numpy(np.repeat(np.arange(len(rolls)), [len(roll[1]) for roll in rolls]))
        odds, said = network(lines, places, ways, of)
        gap = (said - slants).pow(2).sum(1).add(1e-6).sqrt().mean()
        loss = nn.functional.cross_entropy(odds, states.long(), label_smoothing=0.06) + 4 * gap
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        if step % 100 == 0:
            off = np.degrees(float(gap.detach()))
            print(f"{step} of {steps} steps, loss {float(loss.detach()):.3f}, {off:.1f} degrees", flush=True)


def layers(network: Beside) -> dict[str, Array]:
    """In half precision, as vision.beside multiplies them: (inputs, outputs)."""
    out = {}
    for name, weights in network.state_dict().items():
        array, layer = weights.numpy(), name.removeprefix("base.")
        if array.ndim == 3:
            array = array.transpose(2, 1, 0).reshape(-1, array.shape[0])
        elif layer in ("edge.weight", "corner.weight"):
            channels = network.base.far.out_channels
            array = array.reshape(HIDDEN, channels, -1).transpose(2, 1, 0).reshape(-1, HIDDEN)
        elif array.ndim == 2:
            array = array.T
        out[layer] = array.astype(np.float16)
    return out


def main(slants: Path, rolls: Path, renders: list[Path], out: Path, steps: int) -> None:
    """The networks, written as one file."""
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(0)
    lessons = made(rolls), rendered(renders)
    first = Beside()
    first.base.load_state_dict(torch.load(slants))
    first.corner.load_state_dict(first.base.edge.state_dict())
    learn(first, lessons, steps, 5)
    written: dict[str, Any] = {f"{NETWORKS[0]}.{layer}": array for layer, array in layers(first).items()}
    for seed, name in enumerate(NETWORKS[1:]):
        network = Beside()
        network.load_state_dict(first.state_dict())
        learn(network, lessons, steps // 2, 6 + seed)
        written |= {f"{name}.{layer}": array for layer, array in layers(network).items()}
    np.savez_compressed(out, **written)


if __name__ == "__main__":
    main(
        Path(sys.argv[1]),
        Path(sys.argv[2]),
        [Path(each) for each in sys.argv[3:-2]],
        Path(sys.argv[-2]),
        int(sys.argv[-1]),
    )
