"""How often a photo of a board is compared right with the state: `python -m tools.board_accuracy`.

The law of this file: both figures always, what was found of the planted faults, and what was told wrongly without a
doubt; what is measured is told by `tools/board_outcomes.py`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from math import comb
from pathlib import Path
from typing import Final

import cv2

from tools.board_designs import HELD_OUT
from tools.board_evening import SAME
from tools.board_others import KINDS
from tools.board_outcomes import EVENINGS, GRIDS, OTHERS, PHONE, Outcome, outcomes


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "–"


def _row(name: str, these: list[Outcome]) -> str:
    fates = Counter(one.fate(fault) for one in these for fault in one.evening.faults)
    planted, told = sum(fates.values()), sum(len(one.told) for one in these)
    false = sum(len(one.told - one.planted) for one in these)
    verdicts = Counter(one.verdict for one in these)
    spots = sum(sum(bool(spot.kinds) for spot in one.evening.plan.spots) for one in these)
    unseen = sum(len(one.reading.unseen) for one in these)
    cells = (
        f"{len(these)}", f"{planted}", _share(fates["found"], planted), _share(fates["unsure"], planted),
        _share(fates["missed"], planted), _share(false, told), _share(verdicts["wrong"], len(these)),
        _share(verdicts["right"], len(these)), _share(unseen, spots),
    )  # fmt: skip
    return f"| {name:30} | " + " | ".join(f"{cell:>6}" for cell in cells) + " |"


HEADS: Final = (
    "boards", "faults", "found %", "unsure %", "missed %", "false %", "wrong %", "right %", "unseen %"
)  # fmt: skip


def _table(what: str, groups: dict[str, list[Outcome]]) -> Iterator[str]:
    yield f"| {what:30} | " + " | ".join(f"{head:>6}" for head in HEADS) + " |"
    yield f"| {'-' * 30} | " + " | ".join("-----:" for _ in HEADS) + " |"
    yield from (_row(name, these) for name, these in groups.items() if these)


def _faults(these: Iterable[Outcome]) -> Iterator[str]:
    fates: dict[str, Counter[str]] = {}
    for one in these:
        for fault in one.evening.faults:
            fates.setdefault(fault.kind, Counter())[one.fate(fault)] += 1
    yield "| fault           | planted | found | unsure | missed |"
    yield "| --------------- | ------: | ----: | -----: | -----: |"
    for kind, count in sorted(fates.items()):
        yield (
            f"| {kind:15} | {sum(count.values()):7} | {count['found']:5} | {count['unsure']:6} | {count['missed']:6} |"
        )


def report(done: dict[str, list[Outcome]]) -> Iterator[str]:
    """Lines of docs/board-accuracy.md."""
    yield "# How well boards are compared\n"
    yield "The last `make accuracy-boards`. Boards as `companion print board` makes them, with pieces upon them, drawn"
    yield "by `vision/boards/scene.py` as a phone would photograph them: 0 to 40 degrees from above and from any side,"
    yield "light and shadows, lamps mirrored in the print, an arm over it, noise, JPEG. 2 to 4 colours of nine; cones,"
    yield "discs, pawns and cubes, stood carelessly, several in a space side by side or on each other. Each box's"
    yield f"pieces are learnt from one photo, then {SAME} boards are read. No real photo is among them.\n"
    yield "**found**: of the planted faults. **unsure**: said to be out of sight. **missed**: neither. **false**: told"
    yield "differences that are none. **wrong**: boards of which at least one space was told wrongly without a doubt."
    yield "**right**: boards of which every space was seen and told right. **unseen**: spaces of which nothing was"
    yield "told.\n"
    for game, all_ in done.items():
        these = [one for one in all_ if one.learnt]
        yield f"## {game}\n"
        if game == OTHERS:
            yield from ABOUT_OTHERS
        if game == GRIDS:
            yield from ABOUT_GRIDS
        groups = {"all": these}
        groups |= {
            kind: [o for o in these if o.evening.photo.difficulty == kind] for kind in ("easy", "normal", "hard")
        }
        groups |= {
            form: [o for o in these if o.evening.form == form] for form in sorted({o.evening.form for o in these})
        }
        for low, high in ((0, 15), (15, 30), (30, 41)):
            groups[f"{low} to {min(high, 40)} degrees"] = [o for o in these if low <= o.evening.photo.tilt < high]
        groups["a lamp or an arm in it"] = [o for o in these if o.evening.photo.glare or o.evening.photo.arm]
        groups["nothing over it"] = [o for o in these if not (o.evening.photo.glare or o.evening.photo.arm)]
        groups["pieces upon each other"] = [o for o in these if o.evening.stacked]
        if game == OTHERS:
            for nth, kind in enumerate(KINDS):
                groups[kind] = [o for o in these if o.number // SAME % len(KINDS) == nth]
        large = [o for o in these if o.evening.photo.image.shape[1] == PHONE[0]]
        groups["12 million pixels"] = large
        yield from _table("photos", groups)
        yield f"\nOf so many boards follows with 95 % certainty: at most {_at_most(these):.1f} % are told wrongly."
        yield ""
        yield from _faults(these)
        if game not in (OTHERS, GRIDS):
            fates = Counter(one.fate(fault) for one in these for fault in one.evening.faults if one.in_sight(fault))
            shown, found = fates.total(), fates["found"]
            yield f"\nOf {shown} faults over which neither an arm nor a mirrored lamp lies, {found} are found"
            yield f"({_share(found, shown)} %)."
        if large:
            yield f"\nA photo of 12 million pixels takes {statistics.median(o.ms for o in large):.0f} ms of one core of"
            yield "the machine that measured (median, the decoding of the JPEG apart)."
        if len(all_) > len(these):
            yield f"\nOf {len(all_)} photos {len(all_) - len(these)} were left out: their box could not be learnt, and"
            yield "people were asked for a better photo."
        yield ""
    yield LIMITS.rstrip()


def _at_most(these: list[Outcome]) -> float:
    """Per cent of boards that are wrong, if so many of these are: Clopper and Pearson's upper bound."""
    count, wrong = len(these), sum(bool(one.wrong) for one in these)
    low, high = 0.0, 1.0
    for _ in range(40):
        share = (low + high) / 2
        fewer = sum(comb(count, nth) * share**nth * (1 - share) ** (count - nth) for nth in range(wrong + 1))
        low, high = (share, high) if fewer > 0.05 else (low, share)
    return 100 * high


ABOUT_GRIDS: Final = (
    "The grid of Rush Hour Shift in seven colours of plastic, ridged or plain, its parts shifted as in a game, with",
    "vehicles of three kinds of boxes (`tools/board_jam.py`): each in its own colour, trucks in the cars' colours,",
    "two of each. No vehicle has nearly the colour of the plastic. Taps are 1 mm off, of spaces of 20. A fault is a",
    "vehicle that was pushed a space or two, one that stands elsewhere or is gone, two that were exchanged, or a part",
    "that was shifted.\n",
)
ABOUT_OTHERS: Final = (
    "Can't Stop on boards of seven designs and of other proportions (`tools/board_designs.py`), each taught from one",
    "drawn photo with taps and dragged ends that are a few pixels off, then found by its art alone. Three designs",
    f"({', '.join(HELD_OUT)}) were drawn to be measured; of the others these are boards that were not looked at.\n",
)
LIMITS: Final = """## Boards and pieces on which it works

| what | how well |
| --- | --- |
| our printed Can't Stop board, by its marks | as measured above, in drawn photos; no real photo was tried |
| the same by four taps, where marks are covered | a test in drawn photos, taps 3 pixels off |
| our printed board with our tiles | tiles well, pieces upon them not well enough, so it is not offered |
| another board of Can't Stop, taught from one photo | as measured above under other boards, in drawn photos |
| white pieces on its white spaces | mostly they cannot be learnt |
| the grid of Rush Hour Shift, by four taps | as measured above: not well enough, so it is not offered |
| its vehicles in nearly the colour of the plastic | mostly they cannot be learnt |
| its silver hero car beside a white or grey one | which of them it is: a doubt, or not said |
| cones, discs, pawns, cubes of one colour each | as measured above; a form is learnt as a blunt cone |
| white markers on the cream paper | the weakest: often a doubt, and one more photo to learn them |
| black or dark pieces on backs of tiles | told by what they hide, often a doubt |
| tiles of another print | not yet: a doubt about all of them |
| orange beside brown, which differ in brightness | told apart by what the rest of the board shows, or a doubt |
| pieces on each other | a doubt where a lower one shows, or a missing one might be hidden |
| a piece that lies on its side | a doubt at best |
"""


def main(arguments: list[str] | None = None) -> None:
    """Print the report; write it where asked to."""
    parser = argparse.ArgumentParser(prog="python -m tools.board_accuracy", description="Measure the board reader.")
    parser.add_argument("--games", nargs="+", choices=list(EVENINGS), default=list(EVENINGS))
    parser.add_argument("--boards", type=int, default=160, metavar="N", help="of each game")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first board")
    parser.add_argument("--minutes", type=float, default=1e6, help="of each game: end sooner, with what there is")
    parser.add_argument("--write", type=Path, metavar="FILE.md", help="where the report goes, besides the screen")
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    done: dict[str, list[Outcome]] = {}
    for game in options.games:
        done[game] = []
        for one in outcomes(game, options.first, options.boards, time.monotonic() + 60 * options.minutes):
            done[game].append(one)
            if one.wrong:
                print(f"WRONG {game} {one.number}: {sorted(one.wrong)}", flush=True)
    text = "\n".join(report(done)) + "\n"
    print(text)
    if options.write:
        options.write.write_text(text)


if __name__ == "__main__":
    main()
