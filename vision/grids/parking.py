"""Where vehicles stand on a grid: the way to stand them that explains a photo best.

The law of this file: what is seen is asked, not what should be; each vehicle is there once or not at all, and no two
share a space. How much better the best way is than others is told too, for whoever judges it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from companion.board import BoardPlan
from companion.board_grid import LENGTHS, Stand
from vision.boards.hulls import Hull, Sight, Window, common
from vision.boards.stands import otherwise, stands_on
from vision.grids.garage import Named

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Points = NDArray[np.float64]
_Standing = dict[int, int]
"""Which of `Lot.places` each vehicle stands on, both by number."""

SET: Final = 0.25
"""Mean logarithm over an outline, by which it must be likelier than the board, for a vehicle to be set there at all."""
IN_SIGHT: Final = 0.3
"""Share of its outline in which anything must be told for that."""
TRIED: Final = 7
"""Places that are tried for a vehicle, those first that speak most for it."""
AS_LIKELY: Final = 0.1
"""Logarithm by pixel of their outlines by which vehicles that stand as guessed may be less likely than otherwise."""
ROUNDS: Final = 40
"""Changes for the better, at most."""
NOWHERE: Final = -1e4
"""What it is worth to stand where nothing can be told."""


@dataclass(frozen=True)
class Parked:
    """A vehicle that was found."""

    stand: Stand
    speaks: float
    """Mean logarithm, over what shows of it, by which it is likelier than the empty board."""
    shows: float
    """Share of its outline that is in sight and not behind another."""
    lead: float
    """By how much this is likelier than that it stands elsewhere: logarithm by pixel of what shows of it."""
    other: Stand | None
    """Where else it would stand most likely."""


class Lot:
    """A photo in which vehicles are sought."""

    def __init__(
        self, plan: BoardPlan, hulls: Mapping[int, Hull], eye: Points, speaks: Mapping[Named, Floats], known: Mask
    ) -> None:
        """`speaks`: for each vehicle (h, w), how much likelier than the empty board each pixel is; `known`: where
        anything is told."""
        assert plan.grid is not None
        self.names = tuple(speaks)
        self._sight = Sight(plan, hulls, eye)
        self._known = known
        self._each = [one * known for one in speaks.values()]
        kinds = [kind for kind in LENGTHS if any(name[0] == kind for name in self.names)]
        self.places = [stand for kind in kinds for stand in stands_on(plan.grid, kind)]
        self._number = {stand: nth for nth, stand in enumerate(self.places)}
        self._windows: list[Window] = [self._sight.window(stand) for stand in self.places]
        self._sizes = [max(1, int(mask.sum())) for _, mask in self._windows]
        self._cells = [sum(1 << (64 * (column + 1) + row + 32) for row, column in s.cells) for s in self.places]
        self._far = [self._sight.far(stand) for stand in self.places]
        self._alone = [dict(self._each_alone(nth)) for nth in range(len(self.names))]
        self._best = [sorted(alone, key=alone.__getitem__, reverse=True) for alone in self._alone]
        self._hides: dict[tuple[int, int, int], float] = {}

    def _each_alone(self, vehicle: int) -> Iterator[tuple[int, float]]:
        """What it is worth that one stands somewhere, nothing before it."""
        for place, ((where, mask), size) in enumerate(zip(self._windows, self._sizes, strict=True)):
            if self.places[place].length != LENGTHS[self.names[vehicle][0]]:
                continue
            if int((mask & self._known[where]).sum()) >= IN_SIGHT * size:
                yield place, float(self._each[vehicle][where][mask].sum())

    def park(self, guess: Mapping[Named, Stand]) -> dict[Named, Stand]:
        """The best of what two searches find: one from nothing, one from a guess."""
        numbered = {
            self.names.index(name): self._number[stand] for name, stand in guess.items() if stand in self._number
        }
        found = [self._settled(self._filled({})), self._settled(numbered)]
        best = self._as_guessed(max(found, key=self._worth), numbered)
        return {self.names[vehicle]: self.places[place] for vehicle, place in best.items()}

    def _as_guessed(self, standing: _Standing, guess: _Standing) -> _Standing:
        """One or two put where they are guessed, if that is as likely: two of one colour fill a square in two ways."""
        off = [vehicle for vehicle in guess if standing.get(vehicle) != guess[vehicle]]
        for some in (*((one,) for one in off), *combinations(off, 2)):
            changed = {**standing, **{vehicle: guess[vehicle] for vehicle in some}}
            cells = [self._cells[place] for place in changed.values()]
            less = self._worth(standing) - self._worth(changed)
            free = sum(cells) == self._taken(changed)  # no two in one space
            if free and less < AS_LIKELY * sum(self._sizes[guess[vehicle]] for vehicle in some):
                standing = changed
        return standing

    def _filled(self, standing: _Standing) -> _Standing:
        """With those that are missing, the clearest first."""
        while True:
            best, found = 0.0, None
            taken = self._taken(standing)
            for vehicle, places in enumerate(self._best):
                if vehicle in standing:
                    continue
                for place in places:
                    alone, least = self._alone[vehicle][place], SET * self._sizes[place]
                    if alone <= max(best, 0):
                        break
                    if taken & self._cells[place] or alone < least:
                        continue
                    worth = self._beside(standing, vehicle, place)
                    if worth > max(best, least):
                        best, found = worth, (vehicle, place)
            if found is None:
                return standing
            standing = {**standing, found[0]: found[1]}

    def _settled(self, standing: _Standing) -> _Standing:
        """Changed for the better as long as that is possible."""
        standing = {v: p for v, p in standing.items() if self._alone[v].get(p, NOWHERE) > SET * self._sizes[p]}
        for _ in range(ROUNDS):
            best, gain = standing, 1e-3
            now = self._worth(standing)
            for changed in self._changes(standing):
                more = self._worth(changed) - now
                if more > gain:
                    best, gain = changed, more
            if best is standing:
                best = self._filled(standing)
                if best == standing:
                    break
            standing = best
        return standing

    def _changes(self, standing: _Standing) -> Iterator[_Standing]:
        for vehicle, places in enumerate(self._best):
            for place in places[:TRIED]:
                if place == standing.get(vehicle) or self._alone[vehicle][place] < 0:
                    continue
                cells = self._cells[place]
                changed = {v: p for v, p in standing.items() if v != vehicle and not self._cells[p] & cells}
                changed[vehicle] = place
                for other in standing:
                    if other not in changed and (free := self._elsewhere(changed, other, 1)):
                        changed[other] = free[0]  # who stood there goes where it fits best
                yield changed
        for one, other in combinations(standing, 2):
            at, to = standing[one], standing[other]
            if self.names[one][0] == self.names[other][0]:
                yield {**standing, one: to, other: at}
        yield from (changed for _, changed in self._together(standing))

    def _together(self, standing: _Standing) -> Iterator[tuple[tuple[int, int], _Standing]]:
        """Two that take the same spaces in another way, and how all then stand."""
        for one, other in combinations(standing, 2):
            at, to = self.places[standing[one]], self.places[standing[other]]
            for turned in otherwise(at, to):
                places = [self._number.get(stand) for stand in turned]
                if places[0] is not None and places[1] is not None:
                    yield (one, other), {**standing, one: places[0], other: places[1]}

    def _elsewhere(self, standing: _Standing, vehicle: int, most: int) -> list[int]:
        """The likeliest places that are free for one, besides where it stands, the best first."""
        taken = self._taken({v: p for v, p in standing.items() if v != vehicle})
        own, found = standing.get(vehicle), []
        for place in self._best[vehicle]:
            if place != own and not taken & self._cells[place]:
                found.append(place)
                if len(found) == most:
                    break
        return found

    def _taken(self, standing: _Standing) -> int:
        taken = 0
        for place in standing.values():
            taken |= self._cells[place]
        return taken

    def _worth(self, standing: _Standing) -> float:
        """How much likelier than the empty board is what is seen, all of it."""
        value = sum(self._alone[vehicle].get(place, NOWHERE) for vehicle, place in standing.items())
        for (one, at), (other, to) in combinations(standing.items(), 2):
            value -= self._between(one, at, other, to)
        return value

    def _beside(self, standing: _Standing, vehicle: int, place: int) -> float:
        """What one adds there."""
        less = sum(self._between(vehicle, place, other, at) for other, at in standing.items())
        return self._alone[vehicle].get(place, NOWHERE) - less

    def _between(self, one: int, at: int, other: int, to: int) -> float:
        """What two are worth less because the nearer one hides a part of the other."""
        behind, place, before = (one, at, to) if self._far[at] > self._far[to] else (other, to, at)
        key = (behind, place, before)
        if key not in self._hides:
            where, both = common(self._windows[place], self._windows[before])
            self._hides[key] = float(self._each[behind][where][both].sum()) if both.any() else 0.0
        return self._hides[key]

    def labels(self, standing: Mapping[Named, Stand]) -> NDArray[np.int16]:
        """(h, w): 0 where the board shows, else the number of the vehicle in `names`, from 1."""
        return self._sight.labels({self.names.index(name) + 1: stand for name, stand in standing.items()})

    def likeliest(self, name: Named) -> list[Stand]:
        """Where one would stand most likely, whatever else does."""
        vehicle = self.names.index(name)
        return [self.places[p] for p in self._best[vehicle][:TRIED] if self._alone[vehicle][p] > 0]

    def window(self, stand: Stand) -> Window:
        """What a vehicle there hides."""
        return self._sight.window(stand)

    def speaks(self, name: Named, stand: Stand, own: Mask) -> float:
        """Mean logarithm, over some pixels of its window, by which a vehicle there is likelier than the empty board."""
        where, _ = self._windows[self._number[stand]]
        return float(self._each[self.names.index(name)][where][own].mean())

    def told(self, standing: Mapping[Named, Stand], guess: Mapping[Named, Stand]) -> dict[Named, Parked]:
        """What each that was found is worth, and by how much it leads.

        Of two that stand as guessed it is not asked whether they fill the same spaces in another way.
        """
        labels, numbered = self.labels(standing), {self.names.index(n): self._number[s] for n, s in standing.items()}
        value, each = self._worth(numbered), {}
        together = list(self._together(numbered))
        for vehicle, place in numbered.items():
            own = (labels == vehicle + 1) & self._known
            seen = max(1, int(own.sum()))
            lead, other = 9.0, None
            for elsewhere in self._elsewhere(numbered, vehicle, 3):
                less = (value - self._worth({**numbered, vehicle: elsewhere})) / seen
                if less < lead:
                    lead, other = less, self.places[elsewhere]
            for pair, changed in together:
                as_guessed = all(standing[self.names[one]] == guess.get(self.names[one]) for one in pair)
                if vehicle in pair and not as_guessed and (less := (value - self._worth(changed)) / (2 * seen)) < lead:
                    lead, other = less, self.places[changed[vehicle]]
            speaks = float(self._each[vehicle][own].sum()) / seen
            each[self.names[vehicle]] = Parked(self.places[place], speaks, seen / self._sizes[place], lead, other)
        return each
