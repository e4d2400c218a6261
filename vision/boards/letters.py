"""Which of the vehicles that were found is which, by their colours in one photo.

The law of this file: colours are compared with each other before they are compared with what was learnt, since one lamp
lights them all. Two that nobody can tell apart are called as differs least from what should be; two that might be
exchanged are a doubt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board_grid import Stand
from vision.boards.tone import fitted, shown
from vision.grids.garage import Named, Paint

Floats = NDArray[np.float32]

SAME: Final = 1.5
"""How badly the colour of one may fit another that nobody can tell from it. Of 66 drawn pairs of one paint, as they
are learnt from one photo, seven in ten fit so well; of 1617 pairs of two paints none does."""
TINT: Final = 0.075
BRIGHT: Final = 0.18
"""By how much the difference of two vehicles' colours changes between two photos, logarithms: each channel without the
brightness, and that. Standard deviations of the calm middle of what was measured (the median of what is off, times 1.48
and the root of 2)."""
FREEDOM: Final = 4.0
"""Degrees of it, of Student's distribution: now and then a lamp or a shadow changes a colour far more than usual."""
PERHAPS: Final = 1.5
"""Logarithm of likelihoods from which on two may be exchanged: below it nobody says so."""
EXCHANGED: Final = 6.0
"""And from which on they are."""
CLEARLY: Final = 8.0
"""And how badly the colour of one must fit the other: one lamp shows one paint in two colours."""
MISFIT: Final = 6.0
"""How badly the difference of two that seem to be exchanged may fit, at most."""
INSTEAD: Final = 2.0
"""The same of one that is not there and might be the one that was found."""
OFF: Final = 24.0
"""How badly a colour may fit, at most: more says no more."""
STRANGE: Final = 21.0
"""How badly it must fit to be none of the vehicles."""


@dataclass(frozen=True)
class Called:
    """Who stands where."""

    standing: dict[Named, Stand]
    doubtful: frozenset[Named]
    """Those that might be exchanged with another one."""
    strange: frozenset[Named]
    """Those whose colour fits badly, whichever they are."""


def alike(paints: Mapping[Named, Paint]) -> dict[Named, Named]:
    """For each vehicle the first one of its kind whose colour nobody can tell from its own."""
    first: dict[Named, Named] = {}
    for name, paint in paints.items():
        for one in first:
            if one[0] == name[0] and _far_freely(paints[one].mean - paint.mean) < SAME:
                first[name] = first[one]
                break
        else:
            first[name] = name
    return first


def called(
    standing: Mapping[Named, Stand],
    labels: NDArray[np.int16],
    names: Sequence[Named],
    colour: Floats,
    paints: Mapping[Named, Paint],
    should: Mapping[Named, Stand],
) -> Called:
    """Names for places at which vehicles were found. `labels` (h, w) numbers them as `names` has them, from 1."""
    seen = {}
    for nth, name in enumerate(names, 1):
        if name in standing:
            own = shown(colour, labels == nth)
            if own is not None:
                seen[standing[name]] = own
    now = dict(standing)
    far: dict[tuple[Named, Stand], float] = {}
    means = {name: paint.mean for name, paint in paints.items()}
    for _ in range(3):
        pairs = [(paints[name].mean, seen[stand]) for name, stand in now.items() if stand in seen]
        if not pairs:
            break
        tone = fitted(*(np.stack(part) for part in zip(*pairs, strict=True)))
        means = {name: tone.of(paint.mean) for name, paint in paints.items()}
        far = {(name, stand): _far(of - means[name]) for name in paints for stand, of in seen.items()}
        now = _assigned(now, far, paints)
    same = alike(paints)
    doubtful: set[Named] = set()
    for one, other in combinations(sorted(now), 2):
        if one[0] != other[0] or same[one] == same[other]:
            continue
        seem = now[one] == should.get(other) or now[other] == should.get(one)
        lead, off = _lead(now, one, other, seen, means)
        if lead < PERHAPS:
            doubtful.update((one, other))
            if seem:
                now = {**now, one: now[other], other: now[one]}
        elif seem and (lead < EXCHANGED or off > MISFIT or _far_freely(means[one] - means[other]) < CLEARLY):
            doubtful.update((one, other))
    for name in now:  # one that is not there may be the one that is
        for gone in paints:
            another = gone not in now and gone[0] == name[0] and same[gone] != same[name]
            if another and far.get((gone, now[name]), OFF) - far.get((name, now[name]), OFF) < INSTEAD:
                doubtful.add(name)
    strange = {name for name, stand in now.items() if far.get((name, stand), OFF) > STRANGE}
    return Called(_least(now, should, same), frozenset(doubtful), frozenset(strange))


def _far(off: Floats) -> float:
    return min(OFF, 2 * _far_freely(off))


def _assigned(
    now: dict[Named, Stand], far: Mapping[tuple[Named, Stand], float], paints: Mapping[Named, Paint]
) -> dict[Named, Stand]:
    """Exchanged as long as the colours then fit better; one that is not there may be called too."""
    changed = True
    while changed:
        changed = False
        for one in paints:
            for other in paints:
                if one == other or one[0] != other[0] or other not in now:
                    continue
                at, to = now.get(one), now[other]
                before = far.get((other, to), OFF) + (far.get((one, at), OFF) if at is not None else 0.0)
                after = far.get((one, to), OFF) + (far.get((other, at), OFF) if at is not None else 0.0)
                if after < before - 1e-3:
                    now = {**now, one: to}
                    if at is not None:
                        now[other] = at
                    else:
                        del now[other]
                    changed = True
    return now


def _lead(
    now: Mapping[Named, Stand], one: Named, other: Named, seen: Mapping[Stand, Floats], means: Mapping[Named, Floats]
) -> tuple[float, float]:
    """How much likelier it is that two are not exchanged: their colours differ as those learnt do; and how badly."""
    if now[one] not in seen or now[other] not in seen:
        return 0.0, OFF
    is_, was = seen[now[one]] - seen[now[other]], means[one] - means[other]
    off = _far_freely(is_ - was)
    return _far_freely(is_ + was) - off, off


def _far_freely(off: Floats) -> float:
    bright = float(off.mean())
    far = (bright / BRIGHT) ** 2 + float(((off - bright) ** 2).sum()) / TINT**2
    return (FREEDOM + 3) / 2 * float(np.log1p(far / FREEDOM))


def _least(
    standing: Mapping[Named, Stand], should: Mapping[Named, Stand], same: Mapping[Named, Named]
) -> dict[Named, Stand]:
    """Vehicles that nobody can tell apart by the names that differ least from what should be."""
    after: dict[Named, Stand] = {}
    for first in dict.fromkeys(same.values()):
        names = [name for name in same if same[name] == first]
        places = [standing[name] for name in names if name in standing]
        for name in [name for name in names if should.get(name) in places]:
            after[name] = should[name]
            places.remove(should[name])
        for place in places:
            left = [name for name in names if name not in after]
            after[min(left, key=lambda name: _away(should.get(name), place))] = place
    return after


def _away(should: Stand | None, at: Stand) -> float:
    if should is None:
        return 99.0
    return abs(should.row - at.row) + abs(should.column - at.column) + 9.0 * (should.way != at.way)
