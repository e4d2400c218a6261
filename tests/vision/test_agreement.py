"""May it be told? What both witnesses read is; beyond that the network must be firm and nothing left unexplained."""

import numpy as np
import pytest

from vision.agreement import agreed
from vision.faces import EDGE, Face
from vision.guesses import Guess
from vision.tops import Top
from vision.verdict import COVERED, Verdict


def top(value: int, x: float = 100.0, half: float = 20.0) -> Top:
    centre = np.array([x, 100.0])
    square = centre + half * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return Top(value, centre, square, half, 3.0, 1.0, 0.9, np.full(3, 200.0), 80.0, 0.9, (1, 2))


def verdict(value: int, confidence: float, x: float = 100.0, pips: int | None = None) -> Verdict:
    return Verdict(Guess(np.array([x, 100.0]), 20.0, value if pips is None else pips), value, confidence)


def alone(value: int, x: float = 300.0) -> Verdict:
    """Told by the network, while pips say nothing."""
    return verdict(value, 0.999, x, pips=0)


DOUBTED = Verdict(Guess(np.array([300.0, 100.0]), 20.0, 0), 0, 0.3, COVERED)


PAIR = [verdict(5, 0.99), verdict(4, 0.99, 200)]
TOPS = [top(5), top(4, 200)]


@pytest.mark.parametrize(
    ("what", "verdicts", "tops", "refuted", "stray", "told"),
    [
        ("both agree", [verdict(5, 0.99)], [top(5)], False, False, True),
        ("both agree, the network shyly", [verdict(5, 0.85)], [top(5)], False, False, True),
        ("both agree, but pips are left over", [verdict(5, 0.99)], [top(5)], False, True, False),
        ("both agree, the network sees one more", [verdict(5, 0.99), DOUBTED], [top(5)], False, False, False),
        ("one more, and firmly told", [verdict(5, 0.99), verdict(3, 0.99, 300)], [top(5)], False, False, True),
        ("one of three by the network alone", [*PAIR, alone(3)], TOPS, False, False, True),
        ("one of two", [verdict(5, 0.99), alone(3)], [top(5)], False, False, False),
        ("where pips count another value", [*PAIR, alone(3)], [*TOPS, top(2, 300)], False, False, False),
        ("where some of its pips make a smaller face", [*PAIR, alone(6)], [*TOPS, top(3, 300, 12)], False, False, True),
        ("one more, and shyly told", [verdict(5, 0.99), verdict(3, 0.9, 300)], [top(5)], False, False, False),
        ("firm, no pattern found", [verdict(5, 0.99)], [], False, False, True),
        ("the same, with pips left over", [verdict(5, 0.99)], [], False, True, False),
        ("one that only the network saw", [verdict(1, 0.99)], [], False, False, False),
        ("a die without a value", [verdict(5, 0.99)], [top(0, 105)], False, False, False),
        ("its place, very firmly", [verdict(5, 0.999)], [top(0, 105)], False, False, True),
        ("two refuted ones", [verdict(5, 0.999)], [top(1, 300), top(1, 320)], True, False, False),
        ("another value, elsewhere", [verdict(5, 0.99)], [top(4, 300)], False, False, False),
        ("a die that only patterns saw", [verdict(5, 0.99)], [top(5), top(2, 300)], False, False, False),
        ("the same, refuted", [verdict(5, 0.99)], [top(5), top(2, 300)], True, False, True),
        ("the same, thrice as large", [verdict(5, 0.99)], [top(5), top(2, 300, 60)], False, False, True),
    ],
)
def test_what_stands(
    what: str, verdicts: list[Verdict], tops: list[Top], refuted: bool, stray: bool, told: bool
) -> None:
    weighed, left = agreed(verdicts, [tops], lambda top: refuted, stray)
    assert (all(verdict.value for verdict in weighed) and not left) is told, what


@pytest.mark.parametrize(
    ("what", "verdicts", "bright", "coloured", "told"),
    [
        ("in the colour alone, the network shyly", [verdict(4, 0.9)], [], [top(4)], True),
        ("a one in the colour alone", [verdict(1, 0.99)], [], [top(1)], True),
        ("in the colour, and something else at the brightness", [verdict(4, 0.9)], [top(3, 300)], [top(4)], False),
        ("one of two in the colour alone", [verdict(4, 0.9), verdict(2, 0.9, 200)], [], [top(4)], False),
        ("another value in the colour", [verdict(4, 0.9)], [top(4)], [top(6)], False),
    ],
)
def test_what_was_counted_in_the_colour_counts_as_much_as_at_the_brightness(
    what: str, verdicts: list[Verdict], bright: list[Top], coloured: list[Top], told: bool
) -> None:
    weighed, left = agreed(verdicts, [bright, coloured], lambda top: False, False)
    assert (all(verdict.value for verdict in weighed) and not left) is told, what


@pytest.mark.parametrize(
    ("what", "verdicts", "tops", "told"),
    [
        ("two of three", [verdict(5, 0.99), alone(3), alone(2, 500)], [top(5)], True),
        (
            "two of three, on pips that do not add up",
            [verdict(5, 0.99), alone(3), alone(2, 500)],
            [top(5), top(0, 300), top(0, 500)],
            True,
        ),
        ("one of two", [verdict(5, 0.99), alone(3)], [top(5)], False),
        ("a whole roll", [alone(5), alone(3, 500), alone(2, 700)], [], False),
    ],
)
def test_what_the_network_alone_tells_of_a_roll(
    what: str, verdicts: list[Verdict], tops: list[Top], told: bool
) -> None:
    weighed, left = agreed(verdicts, [tops], lambda top: False, False)
    assert (all(verdict.value for verdict in weighed) and not left) is told, what


@pytest.mark.parametrize(("half", "off", "told"), [(13.0, 34.0, False), (19.0, 34.0, True), (13.0, 60.0, True)])
def test_a_firm_pattern_on_the_side_of_a_larger_die_is_a_doubt(half: float, off: float, told: bool) -> None:
    u, v = np.array([half / EDGE, 0.0]), np.array([0.0, half / EDGE])
    centre = np.array([100.0, 100.0 + off])
    face = Face(5, centre, u, v, (), 2.0, 0.9, 1.0, 200.0, 80.0, 1.0)
    side = Verdict(Guess(centre, half, 5, face=face), 5, 0.999)
    weighed, left = agreed([verdict(3, 0.999), side], [[top(3)]], lambda top: False, False)
    assert (all(verdict.value for verdict in weighed) and not left) is told
