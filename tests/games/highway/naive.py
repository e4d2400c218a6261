"""A stop resolved once more, in the plainest way: no chains of functions, nothing shared with the rules but the board.

It takes the answers that somebody gave (which marker, which way, which roll) and says how the stop ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

LENGTHS = {2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3}


def beside(column: int, space: int, way: str) -> tuple[int, int]:
    to = column + (1 if way == "right" else -1)
    to = 2 if to == 13 else 12 if to == 1 else to
    return to, space + abs(7 - column) - abs(7 - to)


def passed(how: str, column: int, pips: tuple[int, ...]) -> bool:
    a, b, c, d = pips
    if how == "die":
        return column in pips
    if how == "split":
        return any(x == column == y for x, y in ((a + b, c + d), (a + c, b + d), (a + d, b + c)))
    return any(x + y == column for x, y in combinations(pips, 2))


def ended(position: dict[str, Any], answers: Iterator[Any]) -> dict[str, Any]:
    """Tokens, tiles and holdings after the stop, and whether it won the game."""
    agreed, seat = position["options"], position["turn"]
    tokens = [{int(column): space for column, space in own.items()} for own in position["tokens"]]
    tiles = {tuple(map(int, at.split("."))): tile["face"] for at, tile in position["board"].items()}
    shields, maps, lost = list(position["shields"][seat]), position["maps"][seat], position["lost"][seat]
    waiting = {int(column): space for column, space in position["runners"].items()}
    own = tokens[seat]
    stands: list[tuple[int, int, int]] = []  # column, space, the column from which the marker came
    taken_by_others = {c for other in tokens for c, s in other.items() if s == LENGTHS[c]}
    game_won = turn_lost = False
    while waiting and not game_won and not turn_lost:
        first = next(answers) if len(waiting) > 1 else next(iter(waiting))
        column, space = first, waiting.pop(first)
        seen: list[tuple[int, int]] = []
        while True:
            closed = taken_by_others | {c for c, s, _ in stands if s == LENGTHS[c]}
            entered = bool(seen) and seen[-1][0] != column
            if space <= 0:
                fell_from = seen[-1][0]
                if agreed["off_bottom"] == "token":
                    own.pop(fell_from, None)
                turn_lost = agreed["off_bottom"] == "turn"
                break
            if entered and agreed["won_column"] == "removed" and column in closed:
                break
            if space == LENGTHS[column]:
                if column not in closed:
                    stands.append((column, space, first))
                    mine = {c for c, s in own.items() if s == LENGTHS[c]} | {c for c, s, _ in stands if s == LENGTHS[c]}
                    game_won = agreed["third_column"] == "at-once" and len(mine) >= agreed["columns_to_win"]
                break
            rests = (column, space) not in tiles
            if (column, space) in seen:
                if agreed["loop"] == "loses":
                    break
                rests = True
            if not rests:
                face = tiles[column, space]
                kind, _, number = face.rpartition("-")
                seen.append((column, space))
                if kind == "shield":
                    shields.append(int(number))
                    del tiles[column, space]
                    rests = True
                elif face in ("map", "lost"):
                    maps, lost = maps + (face == "map"), lost + (face == "lost")
                    del tiles[column, space]
                    rests = True
                elif kind == "fast-lane" or kind == "traffic-delay":
                    to = space + int(number) * (1 if kind == "fast-lane" else -1)
                    rests = to > LENGTHS[column] and agreed["overshoot"] == "exact"
                    space = space if rests else min(to, LENGTHS[column])
                elif kind == "detour":
                    column, space = beside(column, space, number)
                elif face == "roundabout":
                    if agreed["roundabout_discarded"]:
                        del tiles[column, space]
                    way = next(answers)
                    if way in ("up", "down"):
                        space += 1 if way == "up" else -1
                    else:
                        column, space = beside(column, space, way)
                else:
                    answer = next(answers)
                    if not (answer if isinstance(answer, bool) else passed(agreed["hazard"], column, answer)):
                        break
                    del tiles[column, space]
                    rests = True
            if rests:
                if column not in closed:
                    stands.append((column, space, first))
                break
    if turn_lost:
        stands = []
    if game_won:
        stands = [stand for stand in stands if stand[1] == LENGTHS[stand[0]]]
    best: dict[int, tuple[int, int]] = {}
    for column, space, origin in stands:
        if space > best.get(column, (0, 0))[0]:
            best[column] = (space, origin)
    if agreed["token"] == "travels":
        for column, (_, origin) in best.items():
            if origin != column:
                own.pop(origin, None)
    for column, (space, _) in best.items():
        own[column] = max(own.get(column, 0), space)
        if own[column] == LENGTHS[column]:
            for other in tokens:
                if other is not own:
                    other.pop(column, None)
    won = sum(space == LENGTHS[column] for column, space in own.items()) >= agreed["columns_to_win"]
    return {"tokens": tokens, "tiles": tiles, "held": (sorted(shields), maps, lost), "won": won}
