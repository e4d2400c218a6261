"""Which parts of a flattened photo show a board that was learnt from a photo.

The law of this file: the learnt picture says what each pixel looks like, give or take what lies a millimetre beside it.
Cameras make colours stronger or paler each time: how this one did is told by the board itself, most of which is free.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.boards.flat import CALM, CLIPPED, DARK, Flat, reflected
from vision.boards.ground import Print, in_any_light
from vision.boards.own import OwnBoard

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

AROUND: Final = 5
"""Pixels, two each way, over which the picture may lie aside."""
MIXED: Final = 0.5
"""Logarithm by which colours within that differ from which on nothing is told: a line, an edge."""
PALE: Final = (0.97, 0.6)
"""What share of a board is darker than its palest parts, and how much these reflect, as boards do in general."""
TINTED: Final = 2.5
"""How many times paler in one channel than in another the light may have been."""
MORE: Final = 0.5
"""Logarithm by which a channel may be brighter that was too bright in the learnt photo."""
TINT: Final = 0.03
"""Standard deviation of a colour, logarithms, in the best photo; else `NOISY` times what is measured."""
NOISY: Final = 1.6
DIM: Final = 0.12
"""How much more a channel may be off that is as dark as `flat.DARK` and less."""
TAUGHT: Final = 6000
"""Pixels from which it is told how this camera makes colours."""
OFF: Final = 0.12
"""Logarithm by which a pixel that counts half is off there."""
EASED: Final = 40.0
"""How many pixels' worth a camera is taken to make colours as the other did."""


def print_of(own: OwnBoard) -> Print:
    """In the shape of a print: all of it is one drawing."""
    known = own.known()
    shares = np.exp(reflected(own.picture)) - np.float32(DARK)
    brightest = np.quantile(shares[known], PALE[0], axis=0)
    # No more is known of that photo's light; where a channel is dark everywhere it may be the board's colour.
    gain = np.minimum(PALE[1] / np.maximum(brightest, 1e-3), TINTED * PALE[1] / brightest.max())
    drawn = np.log(shares * gain.astype(np.float32) + np.float32(DARK))
    drawn = np.asarray(cv2.GaussianBlur(drawn, (0, 0), CALM), np.float32)
    around = np.ones((AROUND, AROUND), np.uint8)
    low, high = cv2.erode(drawn, around), cv2.dilate(drawn, around)
    silent = ~known | ((high - low).max(axis=2) > MIXED)
    full = cv2.dilate((own.picture >= CLIPPED).astype(np.uint8), around)
    drawn[~known] = np.nan
    return Print(drawn, (), silent, (np.asarray(low, np.float32), np.asarray(high + MORE * full, np.float32)))


def likely(flat: Flat, printed: Print) -> Floats:
    """Logarithm of how likely each pixel (h, w) is the board itself; very small where it is not known."""
    assert printed.around is not None
    where = flat.usable & np.isfinite(printed.drawn[:, :, 0])
    best = np.full(where.shape, -50.0, np.float32)
    drawn, seen = printed.drawn[where], flat.colour[where]
    told = ~printed.silent[where]
    if int(told.sum()) < TAUGHT:
        return best
    shift, noise = _as_here(drawn, seen, told)
    low, high = (bound[where] + shift for bound in printed.around)
    off = seen - np.clip(seen, low, high)
    off[flat.full[where] & (off < 0)] = 0  # there it may be brighter than it seems
    shows = 1 - np.float32(DARK) * np.exp(-(drawn + shift))  # how much of a shadow a dark channel shows
    tint = np.hypot(np.float32(max(TINT, NOISY * noise)), np.float32(DIM) * (1 - shows))
    weight = tint**-2
    along = (off * shows * weight).sum(axis=1) / (shows**2 * weight).sum(axis=1)
    far = ((off - along[:, None] * shows) ** 2 * weight).sum(axis=1)
    wide = np.log1p((high - low) / (3 * tint)).sum(axis=1) * np.float32(2 / 3)
    peak = np.log(tint).sum(axis=1) * np.float32(2 / 3)
    best[where] = in_any_light(along) - 0.5 * far - peak - wide
    return best


def _as_here(drawn: Floats, seen: Floats, told: Mask) -> tuple[Floats, float]:
    """How this photo shows the learnt colours (n, 3) otherwise, and how much single pixels then vary."""
    some = np.flatnonzero(told)
    some = some[:: max(1, len(some) // TAUGHT)]
    terms, off = _terms(drawn[some]), seen[some] - drawn[some]
    trust = np.ones(len(some), np.float32)
    ease = EASED * np.eye(terms.shape[1], dtype=np.float32)
    for _ in range(6):
        weighted = terms * trust[:, None]
        how = np.linalg.solve(weighted.T @ terms + ease, weighted.T @ off)
        left = off - terms @ how
        chroma = left - left.mean(axis=1, keepdims=True)
        trust = (1 / (1 + (np.abs(left).max(axis=1) / OFF) ** 2)).astype(np.float32)
    noise = 1.48 * float(np.median(np.abs(chroma)))
    return np.asarray(_terms(drawn) @ how, np.float32), noise


def _terms(colours: Floats) -> Floats:
    """Of a smooth change of colours: 1, each channel, their squares and products."""
    b, g, r = (colours + 1).T  # about 0 in the middle of what things reflect
    return np.stack([np.ones_like(b), b, g, r, b * b, g * g, r * r, b * g, g * r, b * r], axis=1)
