"""Stage 9: what the colours beside a top face say, alone and beside those of the other dice.

The law of this file: arithmetic of three small networks, and nothing else. Trained by tools/second_opinion on made
rolls only, each tells how a face is turned, and which die of a roll is the odd one: seen under the same camera, in the
same light, the others show what a die shows that lies flat.
"""

from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MODEL: Final = Path(__file__).with_name("slants.npz")
"""The networks' layers, "first.near.weight" (inputs, outputs), "first.near.bias" and so on, in half precision."""
NETWORKS: Final = ("first", "second", "third")
"""Three that learned in part from other rolls are seldom wrong about the same die that lies flat."""

Layers = dict[str, NDArray[Any]]


def there_is_one() -> bool:
    """Whether the networks' file is there."""
    return MODEL.exists()


def said_of(
    network: str, lines: NDArray[np.float32], ways: NDArray[np.float32], places: NDArray[np.float32]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The slants (n, 2) of n dice of one roll, and the log odds (n,) that each leans or lies on another.

    `lines` (n, 8, 360) as `slants.levelled` makes them, `ways` (n, 2, 2) the unit vectors along two edges of each face,
    `places` (n, 2) from the middle of the picture, in longer sides of it.
    """
    layers, count = _layers(network), len(lines)
    steps = lines.reshape(8 * count, -1, 15)
    first = _bent(layers, "near", _neighbours(steps))
    second = _bent(layers, "far", _neighbours(first)[:, ::2]).reshape(count, 8, -1)
    edges = _bent(layers, "edge", second[:, :4].reshape(4 * count, -1)).reshape(count, 4, -1)
    corners = _bent(layers, "corner", second[:, 4:].reshape(4 * count, -1)).reshape(count, 4, -1)

    def slant(there: int, back: int) -> NDArray[Any]:
        # Turned by half a turn the slant is the opposite: by construction, so that nothing has to be learned twice.
        beside = edges.sum(axis=1) - edges[:, there] - edges[:, back]
        both = ((edges[:, there], edges[:, back]), (edges[:, back], edges[:, there]))
        one, other = (_layer(layers, "slant", _bent(layers, "turn", np.hstack([*way, beside]))) for way in both)
        return np.asarray(one - other)

    around = np.hstack([edges.mean(axis=1), edges.max(axis=1)])
    slants = np.einsum("ni,nij->nj", np.hstack([slant(0, 2), slant(1, 3)]), ways)
    alone = _layer(layers, "odds", _bent(layers, "all", around))
    traits = _bent(layers, "traits", np.hstack([around, corners.mean(axis=1), corners.max(axis=1)]))
    dice = np.hstack([traits, 2 * slants, 2 * places, np.clip(alone[:, :1], -5, 1), alone[:, 1:] / 4])
    odds = _layer(layers, "last", _bent(layers, "odd", np.hstack([dice, _compared(layers, dice)])))
    leans = np.logaddexp(odds[:, 1], odds[:, 2])
    return slants.astype(np.float64), np.asarray(leans - odds[:, 0], np.float64)


def _compared(layers: Layers, dice: NDArray[Any]) -> NDArray[Any]:
    """What comes of each die beside every other: in the mean, at most, and of how many."""
    count = len(dice)
    one, other = (index.ravel() for index in np.indices((count, count)))
    pairs = _bent(layers, "beside", _bent(layers, "pair", np.hstack([dice[one], dice[other]])))
    pairs = np.where((one != other)[:, None], pairs, 0).reshape(count, count, -1)
    others = np.full((count, 1), count - 1)
    return np.hstack([pairs.sum(axis=1) / np.maximum(others, 1), pairs.max(axis=1), others / 4])


def _layer(layers: Layers, name: str, values: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(values @ layers[f"{name}.weight"] + layers[f"{name}.bias"])


def _bent(layers: Layers, name: str, values: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(np.maximum(_layer(layers, name, values), 0))


def _neighbours(lines: NDArray[Any]) -> NDArray[Any]:
    """(n, steps, 5 * channels) of lines (n, steps, channels): each step with the two before and the two after it."""
    padded = np.pad(lines, ((0, 0), (2, 2), (0, 0)))
    steps = lines.shape[1]
    return np.concatenate([padded[:, shift : shift + steps] for shift in range(5)], axis=2)


@cache
def _layers(network: str) -> Layers:
    with np.load(MODEL) as file:
        names = [name for name in file.files if name.startswith(f"{network}.")]
        return {name.removeprefix(f"{network}."): file[name].astype(np.float32) for name in names}
