"""May it be told? Classical stages without doubts are believed; against their doubts the network must be firm."""

from collections.abc import Sequence

import numpy as np
import pytest

from vision.agreement import agreed
from vision.doubts import UNREAD
from vision.guesses import Guess
from vision.tops import Top
from vision.verdict import COVERED, Verdict

NO_DOUBT: Sequence[str] = ()
DOUBTS: Sequence[str] = ("there are pips that belong to no die read",)


def top(value: int, x: float = 100.0) -> Top:
    centre = np.array([x, 100.0])
    square = centre + 20 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return Top(value, centre, square, 20.0, 3.0, 1.0, 0.9, np.full(3, 200.0), 80.0, 0.9, (1, 2))


def verdict(value: int, confidence: float, x: float = 100.0) -> Verdict:
    return Verdict(Guess(np.array([x, 100.0]), 20.0, value), value, confidence)


DOUBTED = Verdict(Guess(np.array([300.0, 100.0]), 20.0, 0), 0, 0.3, COVERED)


@pytest.mark.parametrize(
    ("what", "verdicts", "tops", "refuted", "doubts", "strays", "told"),
    [
        ("both agree and are sure", [verdict(5, 0.99)], [top(5)], False, DOUBTS, False, True),
        ("the same, but pips are left over", [verdict(5, 0.99)], [top(5)], False, DOUBTS, True, False),
        ("both agree, the network shyly", [verdict(5, 0.85)], [top(5)], False, NO_DOUBT, False, True),
        ("both agree, the network sees one more", [verdict(5, 0.99), DOUBTED], [top(5)], False, NO_DOUBT, False, True),
        ("the same, against doubts", [verdict(5, 0.99), DOUBTED], [top(5)], False, DOUBTS, False, False),
        ("shy, against doubts", [verdict(5, 0.85)], [top(5)], False, DOUBTS, False, False),
        ("firm, no pattern found", [verdict(5, 0.99)], [], False, DOUBTS, False, True),
        ("the same, with pips left over", [verdict(5, 0.99)], [], False, DOUBTS, True, False),
        ("one that only the network saw", [verdict(1, 0.99)], [], False, DOUBTS, False, False),
        (
            "a die without a value",
            [verdict(5, 0.99)],
            [top(0, 105)],
            False,
            DOUBTS,
            False,
            False,
        ),
        ("its place, very firmly", [verdict(5, 0.999)], [top(0, 105)], False, DOUBTS, False, True),
        ("two refuted ones", [verdict(5, 0.999)], [top(1, 300), top(1, 320)], True, DOUBTS, False, False),
        ("nothing explains what looks like a die", [verdict(5, 0.99)], [top(5)], False, (UNREAD,), False, False),
        ("a new die explains it", [verdict(5, 0.99), verdict(3, 0.99, 300)], [top(5)], False, (UNREAD,), False, True),
        ("another value", [verdict(5, 0.99)], [top(4)], False, NO_DOUBT, False, False),
        ("a die that only patterns saw", [verdict(5, 0.99)], [top(5), top(2, 300)], False, DOUBTS, False, False),
        ("the same, refuted", [verdict(5, 0.99)], [top(5), top(2, 300)], True, DOUBTS, False, True),
        ("refuted against no doubt", [verdict(5, 0.99)], [top(5), top(2, 300)], True, NO_DOUBT, False, False),
    ],
)
def test_what_stands(
    what: str,
    verdicts: list[Verdict],
    tops: list[Top],
    refuted: bool,
    doubts: Sequence[str],
    strays: bool,
    told: bool,
) -> None:
    weighed, left = agreed(verdicts, tops, lambda top: refuted, lambda: doubts, lambda: strays)
    assert (all(verdict.value for verdict in weighed) and not left) is told, what


def test_nothing_is_empty_only_without_classical_doubts() -> None:
    assert agreed([], [], lambda top: True, lambda: NO_DOUBT, lambda: False) == ([], ())
    assert agreed([], [], lambda top: True, lambda: DOUBTS, lambda: False) == ([], tuple(DOUBTS))
