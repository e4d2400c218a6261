"""Which of the vehicles that were found is which, by their colours in one photo.

The law of this file: all of them are named at once, under one light. A name is told where every other way to give the
names, in which that place bears another one, is clearly less likely: by the colours, and by what players do. Two that
nobody can tell apart are called as differs least from what should be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board_grid import Stand
from vision.boards.stands import in_lane
from vision.boards.tone import Dulled, Light, light_of, misfit, shown
from vision.grids.garage import Named, Paint

Floats = NDArray[np.float32]
Names = Mapping[Named, Stand]

SAME: Final = 1.6
"""Squares of what is usual by which the colour of one may be another's that nobody can tell from it. Of 60 drawn pairs
of one paint, as they are learnt from one photo, 19 in 20 are so near; of 926 pairs of two paints none is."""
PUSHED: Final = 1.5
"""Logarithm of how much less likely than that it stands where it should it is that a vehicle was pushed in its lane."""
REACH: Final = 2
"""Spaces by which it is pushed at most."""
LIFTED: Final = 3.0
"""The same of one that was put elsewhere."""
EXCHANGED: Final = 3.0
"""The same of two that were exchanged, both together: below `SURE`, so that colours must say at least something."""
SURE: Final = 4.2
"""Logarithm of likelihood by which the best way to name all must lead."""
STRANGE: Final = 13.0
"""How badly a colour must fit to be none of the vehicles."""
NEAR: Final = 15.0
"""By how much less likely under one light others may be that are looked at under their own."""
ROUNDS: Final = 20
"""Exchanges for the better, at most."""


@dataclass(frozen=True)
class Called:
    """Who stands where."""

    standing: dict[Named, Stand]
    doubtful: frozenset[Named]
    """Those at whose place another one might stand."""
    strange: frozenset[Named]
    """Those whose colour fits badly, whichever they are."""


def alike(paints: Mapping[Named, Paint], single: frozenset[str] = frozenset()) -> dict[Named, Named]:
    """For each vehicle the first one of its kind whose colour nobody can tell from its own; `single`: looks of those
    that are painted as no other."""
    names = list(paints)
    means = np.array([paints[name].mean for name in names], np.float64).reshape(-1, 3)
    squares = Dulled.of(means).squares(means[None]).min(axis=2) / 2
    first: dict[Named, Named] = {}
    for nth, name in enumerate(names):
        near = (
            one
            for number, one in enumerate(names[:nth])
            if first[one] == one and one[0] == name[0] and min(squares[nth, number], squares[number, nth]) < SAME
        )
        first[name] = name if name[1] in single else next((one for one in near if one[1] not in single), name)
    return first


def called(
    standing: Names,
    labels: NDArray[np.int16],
    names: Sequence[Named],
    colour: Floats,
    paints: Mapping[Named, Paint],
    should: Names,
    single: frozenset[str] = frozenset(),
) -> Called:
    """Names for places at which vehicles were found. `labels` (h, w) numbers them as `names` has them, from 1; `paints`
    as they were learnt."""
    seen = {}
    for nth, name in enumerate(names, 1):
        own = shown(colour, labels == nth) if name in standing else None
        if own is not None:
            seen[standing[name]] = own
    return named(standing, seen, {name: paints[name].mean for name in names}, should, alike(paints, single))


def named(
    standing: Names,
    seen: Mapping[Stand, Floats],
    learnt: Mapping[Named, Floats],
    should: Names,
    same: Mapping[Named, Named],
) -> Called:
    """The same of colours (3,) that the places show."""
    if not seen:
        return Called(dict(standing), frozenset(standing), frozenset())
    naming = _Naming(seen, learnt, should, same)
    best = naming.best(standing)
    likely, doubtful = naming.likely(best), set[Named]()
    for other in naming.others(best):
        moved = {name for name, stand in best.items() if other.get(name) != stand}
        if not moved <= doubtful and likely - naming.likely(other) < SURE:
            doubtful |= moved
    return Called(best, frozenset(doubtful), frozenset(naming.strange(best)))


class _Naming:
    """Ways to name the vehicles of one photo, and how likely they are."""

    def __init__(
        self, seen: Mapping[Stand, Floats], learnt: Mapping[Named, Floats], should: Names, same: Mapping[Named, Named]
    ) -> None:
        self._names, self._stands = list(learnt), list(seen)
        self._learnt = np.array(list(learnt.values()), np.float64).reshape(-1, 3)
        self._seen = Dulled.of(np.array(list(seen.values()), np.float64).reshape(-1, 3))
        self._should, self._same = should, same
        self._known: dict[frozenset[tuple[Named, Stand]], float] = {}

    def best(self, standing: Names) -> dict[Named, Stand]:
        """The likeliest, as exchanges find it from what was found and from what should be."""
        starts = (dict(standing), self._as_it_should(standing))
        return max((self._settled(self._least(start)) for start in starts), key=self.likely)

    def others(self, best: Names) -> list[dict[Named, Stand]]:
        """Those in which two of one kind, or three in turn, have changed places, one of them perhaps being gone; the
        likeliest first."""
        three = (turn for turn in permutations(self._names, 3) if turn[0] == min(turn))
        turns = (*combinations(self._names, 2), *three)
        return sorted(self._near(best, turns), key=self.likely, reverse=True)

    def likely(self, names: Names) -> float:
        """Logarithm, under the light that fits them best."""
        key = frozenset(names.items())
        if key not in self._known:
            light = self._light(names)
            self._known[key] = light.likely + self._fits(self._misfits(light), names)
        return self._known[key]

    def strange(self, names: Names) -> Iterator[Named]:
        """Those whose colours fit badly."""
        misfits = self._misfits(self._light(names))
        yield from (name for name, *at in self._places(names) if misfits[tuple(at)] > STRANGE)

    def _places(self, names: Names) -> list[tuple[Named, int, int]]:
        """Names with the numbers of what their places show and of themselves."""
        numbers = {stand: nth for nth, stand in enumerate(self._stands)}
        return [(name, numbers[names[name]], nth) for nth, name in enumerate(self._names) if names.get(name) in numbers]

    def _light(self, names: Names) -> Light:
        places = [place for _, place, _ in self._places(names)]
        own = [name for *_, name in self._places(names)]
        return light_of(self._learnt[own], Dulled(self._seen.colours[places], self._seen.can[places]))

    def _misfits(self, light: Light) -> NDArray[np.float64]:
        """(places, names): how badly what is seen there fits each."""
        return misfit(self._seen.squares(light.of(self._learnt)[None], light.haze).min(axis=2))

    def _fits(self, misfits: NDArray[np.float64], names: Names) -> float:
        off = sum(float(misfits[place, name]) for _, place, name in self._places(names))
        return -off - self._unusual(names)

    def _unusual(self, names: Names) -> float:
        """How much less likely it is that players leave them so than that all stand where they should."""
        cost = 0.0
        for name, stand in names.items():
            should = self._should.get(name)
            if stand == should:
                continue
            other = next((one for one, at in self._should.items() if at == stand), None)
            if should is not None and other is not None and names.get(other) == should:
                cost += EXCHANGED / 2
            else:
                cost += PUSHED if should is not None and in_lane(should, stand, REACH) else LIFTED
        return cost

    def _all(self, names: Names, turns: Iterable[Sequence[Named]]) -> Iterator[dict[Named, Stand]]:
        """What becomes of them by each."""
        yield from (self._turned(names, turn) for turn in turns if self._matters(names, turn))

    def _near(self, names: Names, turns: Iterable[Sequence[Named]]) -> Iterator[dict[Named, Stand]]:
        """What becomes of them by each, if under the same light it is not far less likely."""
        misfits = self._misfits(self._light(names))
        least = self._fits(misfits, names) - NEAR
        yield from (one for one in self._all(names, turns) if self._fits(misfits, one) > least)

    def _matters(self, names: Names, some: Sequence[Named]) -> bool:
        """Whether it makes a difference that these change places."""
        kinds, paints = {name[0] for name in some}, {self._same[name] for name in some}
        gone = sum(name not in names for name in some)
        return len(kinds) == 1 and len(paints) == len(some) and gone <= 1

    def _turned(self, names: Names, some: Sequence[Named]) -> dict[Named, Stand]:
        turned = {name: stand for name, stand in names.items() if name not in some}
        for name, before in zip(some, (*some[1:], some[0]), strict=True):
            if before in names:
                turned[name] = names[before]
        return self._least(turned)

    def _settled(self, names: dict[Named, Stand]) -> dict[Named, Stand]:
        """Exchanged as long as that is likelier; under a light of their own where no other is near under the same."""
        for _ in range(ROUNDS):
            pairs = list(combinations(self._names, 2))
            for some in (self._near(names, pairs), self._all(names, pairs)):
                better = max(some, key=self.likely, default=names)
                if self.likely(better) > self.likely(names):
                    break
            else:
                return names
            names = better
        return names

    def _as_it_should(self, standing: Names) -> dict[Named, Stand]:
        """Places where one of their kind should stand bear that one; the others keep what was found."""
        kinds = {stand: name[0] for name, stand in standing.items()}
        after = {name: stand for name, stand in self._should.items() if kinds.get(stand) == name[0]}
        left = [(name, stand) for name, stand in standing.items() if stand not in after.values()]
        for name, stand in left:
            if name in after:
                name = next(one for one in self._names if one[0] == name[0] and one not in after)
            after[name] = stand
        return after

    def _least(self, names: Names) -> dict[Named, Stand]:
        """Vehicles that nobody can tell apart by the names that differ least from what should be."""
        after: dict[Named, Stand] = {}
        for first in dict.fromkeys(self._same.values()):
            group = [name for name in self._same if self._same[name] == first]
            places = [names[name] for name in group if name in names]
            for name in [name for name in group if self._should.get(name) in places]:
                after[name] = self._should[name]
                places.remove(self._should[name])
            for place in places:
                left = [name for name in group if name not in after]
                after[min(left, key=lambda name: _away(self._should.get(name), place))] = place
        return after


def _away(should: Stand | None, at: Stand) -> float:
    if should is None:
        return 99.0
    return abs(should.row - at.row) + abs(should.column - at.column) + 9.0 * (should.way != at.way)
