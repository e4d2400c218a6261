"""Long lists as short trees, for a screen of three lines and a hand with two buttons (DESIGN section 4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from companion.language import say
from companion.view import SHORT_LIST


@dataclass(frozen=True)
class Leaf:
    """Something that can be taken."""

    label: str
    value: Any
    hint: str = ""
    """One line of what it does."""


@dataclass(frozen=True)
class Branch:
    """A list below; built only when somebody goes there."""

    label: str
    inside: Callable[[], Sequence[Node]]
    hint: str = ""


@dataclass(frozen=True)
class Back:
    """The last entry of every list below another."""

    label: str = field(default_factory=lambda: say("Back"))
    hint: str = ""


Node = Leaf | Branch | Back


@dataclass(frozen=True)
class Cursor:
    """Where somebody stands in a tree."""

    inside: tuple[int, ...] = ()
    """The branch taken in each list, from the outermost."""
    at: int = 0
    """The highlighted entry of the list reached."""

    def entries(self, tree: Sequence[Node]) -> tuple[Node, ...]:
        """The list that stands on the screen."""
        for index in self.inside:
            branch = tree[index]
            assert isinstance(branch, Branch)
            tree = (*branch.inside(), Back())
        return tuple(tree)

    def labels(self, tree: Sequence[Node]) -> tuple[str, ...]:
        """The branches taken, by name."""
        taken = []
        for index in self.inside:
            branch = tree[index]
            assert isinstance(branch, Branch)
            taken.append(branch.label)
            tree = branch.inside()
        return tuple(taken)

    def node(self, tree: Sequence[Node]) -> Node:
        """The highlighted entry."""
        return self.entries(tree)[self.at]

    def moved(self, tree: Sequence[Node], by: int) -> Cursor:
        """The highlight further on, round the end."""
        return replace(self, at=(self.at + by) % len(self.entries(tree)))

    def entered(self) -> Cursor:
        """Inside the highlighted branch."""
        return Cursor((*self.inside, self.at))

    def left(self) -> Cursor:
        """One list back, on the branch that was taken."""
        return Cursor(self.inside[:-1], self.inside[-1])


def leaves(tree: Sequence[Node], inside: tuple[int, ...] = ()) -> Iterator[Cursor]:
    """Where all that can be taken stands."""
    for at, node in enumerate(tree):
        if isinstance(node, Branch):
            yield from leaves(node.inside(), (*inside, at))
        elif isinstance(node, Leaf):
            yield Cursor(inside, at)


TOP: Final = Cursor()
"""The first entry of the outermost list."""

Placed = tuple[tuple[str, ...], Leaf]
"""A leaf, and the lists above it from the outermost."""


def grow(leaves: Sequence[Placed]) -> tuple[Node, ...]:
    """A tree over leaves. Few enough they stay one list, where each names the lists that it would have stood in."""
    if len(leaves) <= SHORT_LIST:
        return tuple(replace(leaf, label=" ".join((*path, leaf.label))) for path, leaf in leaves)
    return sorted_in(leaves)


def sorted_in(leaves: Sequence[Placed]) -> tuple[Node, ...]:
    """A tree over leaves, however few: lists stand where their first leaf stood."""
    nodes: list[Node] = []
    below: dict[str, list[Placed]] = {}
    for path, leaf in leaves:
        if not path:
            nodes.append(leaf)
            continue
        if path[0] not in below:
            nodes.append(Branch(path[0], partial(sorted_in, below.setdefault(path[0], []))))
        below[path[0]].append((path[1:], leaf))
    return tuple(nodes)
