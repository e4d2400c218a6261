"""Nodes and moves of a turn (rules R7 to R12), in compiled loops: where a pairing leads, and who stands at a node."""

from __future__ import annotations

from companion.advisor.rolls import Ints
from tools.compiled import Starts, compiled


@compiled
def targets(
    out: int,
    runners: Ints,
    above: Ints,
    cells: Ints,
    starts: Starts,
    x: int,
    y: int,
) -> tuple[int, int]:
    """The nodes to which a pairing may lead (rules R7 to R12); -1: none."""
    x_new, y_new = True, True
    x_may, y_may = cells[x] > 0, cells[y] > 0
    for r in range(out):
        if runners[r] == x:
            x_new, x_may = False, above[r] < cells[x] - 1
        if runners[r] == y:
            y_new, y_may = False, above[r] < cells[y] - 1
    x_may = x_may and (not x_new or out < 3)
    y_may = y_may and (not y_new or out < 3)
    if x == y:
        return (node(out, runners, above, cells, starts, x, 2, -1) if x_may else -1), -1
    if x_may and y_may and out + x_new + y_new <= 3:
        return node(out, runners, above, cells, starts, x, 1, y), -1
    one = node(out, runners, above, cells, starts, x, 1, -1) if x_may else -1
    two = node(out, runners, above, cells, starts, y, 1, -1) if y_may else -1
    return one, two


@compiled
def node(
    out: int,
    runners: Ints,
    above: Ints,
    cells: Ints,
    starts: Starts,
    x: int,
    steps: int,
    y: int,
) -> int:
    """Where one lands who climbs `steps` in column x and, unless it is -1, one in column y."""
    c0, c1, c2, q0, q1, q2 = -1, -1, -1, 0, 0, 0
    x_new, y_new = True, y >= 0
    for r in range(out):
        c, q = runners[r], above[r]
        if c == x:
            q, x_new = min(q + steps, cells[c] - 1), False
        if c == y:
            q, y_new = q + 1, False
        if r == 0:
            c0, q0 = c, q
        elif r == 1:
            c1, q1 = c, q
        else:
            c2, q2 = c, q
    (first, second, third), n = starts, out
    for _ in range(2):
        if x_new:
            c, q, x_new = x, min(steps, cells[x]) - 1, False
        elif y_new:
            c, q, y_new = y, 0, False
        else:
            break
        if n == 0:
            c0, q0 = c, q
        elif n == 1:
            if c < c0:
                c0, q0, c1, q1 = c, q, c0, q0
            else:
                c1, q1 = c, q
        elif c < c0:
            c0, q0, c1, q1, c2, q2 = c, q, c0, q0, c1, q1
        elif c < c1:
            c1, q1, c2, q2 = c, q, c1, q1
        else:
            c2, q2 = c, q
        n += 1
    if n == 1:
        return int(first[c0] + q0)
    if n == 2:
        return int(second[c0, c1] + q0 * cells[c1] + q1)
    return int(third[c0, c1, c2] + (q0 * cells[c1] + q1) * cells[c2] + q2)


@compiled
def locate(at: int, cells: Ints, starts: Starts, runners: Ints, above: Ints) -> int:
    """The runners of a node and how far they stand above their lowest space; how many there are."""
    (first, second, third), columns = starts, len(cells)
    if at < second[0, 1]:
        for a in range(columns):
            if first[a] <= at < first[a] + cells[a]:
                runners[0], above[0] = a, at - first[a]
                return 1
    for a in range(columns):
        for b in range(a + 1, columns):
            left = at - second[a, b]
            if 0 <= left < cells[a] * cells[b]:
                runners[0], runners[1], above[0], above[1] = a, b, left // cells[b], left % cells[b]
                return 2
    for a in range(columns):
        for b in range(a + 1, columns):
            for c in range(b + 1, columns):
                left = at - third[a, b, c]
                if 0 <= left < cells[a] * cells[b] * cells[c]:
                    runners[0], runners[1], runners[2] = a, b, c
                    above[0], above[1] = left // (cells[b] * cells[c]), left // cells[c] % cells[b]
                    above[2] = left % cells[c]
                    return 3
    return 0
