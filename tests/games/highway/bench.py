"""How long a stop, its words and a list of shields take: `python -m tests.games.highway.bench`.

Processor time, so that what else runs on the machine does not count.
"""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable

from companion.events import encode
from companion.games.cant_stop.board import LENGTHS
from companion.games.cant_stop.rules import Stopped
from companion.games.highway import HIGHWAY
from companion.games.highway.state import State
from companion.games.highway.tiles import TILE_SPACES
from tests.games.highway.positions import after, at, options, rolled, stopped
from tests.games.highway.random_games import fresh, played

RUNS = 30


def line(what: str, limit: str, work: Callable[[], object]) -> None:
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        times.append((time.process_time() - began) * 1000)
    print(f"{what:44} {statistics.median(times):9.3f} ms  (at most {max(times):.3f})  {limit}", flush=True)


def longer_than_any() -> State:
    """Up and to the right over every second column: more tiles than the box has would act."""
    board = {
        f"{column}.{space}": "fast-lane-1" if space % 2 and space + 1 < LENGTHS[column] else "detour-right"
        for column, space in TILE_SPACES
    }
    return at({"7": 1}, board=board)


def main() -> None:
    chain = longer_than_any()
    end = stopped(chain)
    print(f"a chain of {sum(type(step).__name__ == 'Moved' for step in end.steps)} moves")
    line("the stop is resolved", "limit 5 ms", lambda: stopped(chain))
    line("and told", "", lambda: (HIGHWAY.tell(chain, Stopped(), end), HIGHWAY.view(end, Stopped())))
    choice = after(at({"6": 2, "7": 1}, shields=[[1, 2, 3, 4, 5, 6], []]), rolled(1, 2, 4, 6))
    line(
        f"odds of all {len(options(choice))} options of a roll",
        "",
        lambda: [HIGHWAY.odds(choice, o) for o in options(choice)],
    )
    sizes = []
    for seed in range(5):
        game = played(fresh(seed, columns_to_win=3, tiles="companion"), seed, longest=4000)
        sizes.append(sum(len(json.dumps(encode(event))) for _, event, _ in game) / 1024)
    print(f"{'a whole game in the journal':44} {max(sizes):9.0f} KB  at most, of 5 at random  limit 300 KB")


if __name__ == "__main__":
    main()
