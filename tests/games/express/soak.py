"""Random games of Can't Stop Express, each judged at every step: `python -m tests.games.express.soak [GAMES]`."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from companion.events import DiceRolled, Event, decode, encode
from companion.game import Seat, step
from companion.games.express import EXPRESS
from companion.games.express.rules import SelectionMade, SelectionTakenBack, State
from companion.prompts import Choose, Prompt

PROGRESS = 500
"""Games between two lines of progress."""

SELDOM = 8
"""What costs most is judged at every eighth event."""


@dataclass
class Tally:
    """What the sheets must hold, counted on its own from the events."""

    pairs: list[Counter[int]] = field(default_factory=list)
    fifth: list[Counter[int]] = field(default_factory=list)
    chosen: dict[int, tuple[tuple[int, ...], int, bool]] = field(default_factory=dict)

    def follow(self, event: Event, after: State) -> None:
        match event:
            case SelectionMade(seat, pairs, fifth):
                marked = len(self.fifth[seat]) < 3 or fifth in self.fifth[seat]
                self.chosen[seat] = (pairs, fifth, marked)
                self.pairs[seat].update(pairs)
                if marked:
                    self.fifth[seat][fifth] += 1
            case SelectionTakenBack(seat):
                pairs, fifth, marked = self.chosen.pop(seat)
                self.pairs[seat] -= Counter(pairs)
                if marked:
                    self.fifth[seat] -= Counter([fifth])
        if after.pips is None:
            self.chosen.clear()


def play(seed: int) -> int:
    """One random game, of random players and options; the number of its events. An AssertionError names the seed."""
    chance = Random(seed)
    players = [f"P{seat}" for seat in range(chance.randint(1, 10))]
    chosen = {option.name: chance.choice(option.values) for option in EXPRESS.options}
    first = state = EXPRESS.start(players, chosen, Seat(0))
    tally = Tally([Counter() for _ in players], [Counter() for _ in players])
    events: list[Event] = []
    prompts = EXPRESS.prompts(state)
    while prompts:
        event = _something(prompts, chance)
        after = step(EXPRESS, state, event)
        tally.follow(event, after)
        _judge(after, tally, seed)
        if len(events) % SELDOM == 0:
            _judge_words(state, event, after, seed)
        asked = EXPRESS.prompts(after)
        assert (EXPRESS.outcome(after) is None) == bool(asked), f"seed {seed}: outcome"
        if state.pips and after.pips and not (state.options.different_start and state.throws == 0):
            _judge_others(event, prompts, asked, seed)
        events.append(event)
        state, prompts = after, asked
    _judge_end(state, tally, seed)
    _judge_replay(first, events, state, seed)
    return len(events)


def _something(prompts: tuple[Prompt, ...], chance: Random) -> Event:
    questions = [prompt for prompt in prompts if isinstance(prompt, Choose)]
    if not questions:
        return DiceRolled(tuple(chance.randint(1, 6) for _ in range(5)))
    backs = [prompt for prompt in questions if prompt.optional]
    asked = chance.choice(backs if backs and chance.random() < 0.1 else [q for q in questions if not q.optional])
    return chance.choice(asked.options)


def _judge(after: State, tally: Tally, seed: int) -> None:
    for seat, sheet in enumerate(after.sheets):
        assert sheet.pairs == tally.pairs[seat], f"seed {seed}: pairs of seat {seat}"
        assert sheet.fifth == tally.fifth[seat], f"seed {seed}: fifth dice of seat {seat}"
        assert len(sheet.fifth) <= 3, f"seed {seed}: too many values open"
        assert sheet.out == (8 in sheet.fifth.values()), f"seed {seed}: out of seat {seat}"


def _judge_words(before: State, event: Event, after: State, seed: int) -> None:
    position = json.loads(json.dumps(EXPRESS.position(after)))
    assert EXPRESS.from_position(position) == after, f"seed {seed}: {position}"
    assert EXPRESS.view(after, event).title
    assert EXPRESS.tell(before, event, after)


def _judge_others(event: Event, before: tuple[Prompt, ...], after: tuple[Prompt, ...], seed: int) -> None:
    """An answer of one seat leaves what the others are asked as it was."""
    assert isinstance(event, SelectionMade | SelectionTakenBack)
    others = [[prompt for prompt in prompts if prompt.seat != event.seat] for prompts in (before, after)]
    assert others[0] == others[1], f"seed {seed}: seat {event.seat} changed what others are asked"


def _judge_end(state: State, tally: Tally, seed: int) -> None:
    points = [
        sum(_points(row, marks, state.options.penalty) for row, marks in tally.pairs[seat].items())
        for seat in range(len(state.players))
    ]
    outcome = EXPRESS.outcome(state)
    assert outcome is not None
    assert outcome.winners == {seat for seat, mine in enumerate(points) if mine == max(points)}, f"seed {seed}: winners"
    assert EXPRESS.scores(state) == tuple(points), f"seed {seed}: scores"


def _points(row: int, marks: int, penalty: int) -> int:
    """R10 and R11, said another way: column A rises by tens from 30 in the middle, and by 30 at both ends."""
    value = 100 if row in (2, 12) else 30 + 10 * abs(row - 7)
    return sum([-penalty, 0, 0, 0, penalty, value, value, value, value, value][:marks])


def _judge_replay(first: State, events: list[Event], last: State, seed: int) -> None:
    state = first
    for record in map(encode, events):
        state = step(EXPRESS, state, decode(json.loads(json.dumps(record)), EXPRESS.events))
    assert state == last, f"seed {seed}: replay"


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    began, events = time.monotonic(), 0
    for seed in range(games):
        events += play(seed)
        if (seed + 1) % PROGRESS == 0 or seed + 1 == games:
            print(f"express: {seed + 1} games, {events} events, {time.monotonic() - began:.0f} s, all well", flush=True)


if __name__ == "__main__":
    main()
