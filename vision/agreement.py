"""Stage 8: may it be told?

The law of this file: where the classical stages read the same dice and no pips are left over, the reading stands. Else
the network must be firm about every die, and about everything that they took for one; else it is not told.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from companion.language import say
from vision.doubts import UNREAD
from vision.tops import Top
from vision.verdict import FIRM, FORESHORTENED, ONE_ROLL, TOUCHING, Verdict

VERY_FIRM: Final = 0.995
"""Likelihood from which on a value stands where pips were seen that did not add up."""
MANY_DICE: Final = 3
"""Dice of a roll from which on the counted ones vouch for the size and the look of the others."""
SAME_PLACE: Final = 0.8
"""Halves within which a die of the classical stages is the one of a verdict."""
SCATTERED: Final = 2
"""So many refuted ones are the pips of a die."""
PART: Final = 0.8
"""Half of a pattern to the die's, under which it may be some of the die's pips."""
BESIDE: Final = 1.9
"""Halves within which it is that die's side."""


def agreed(
    verdicts: list[Verdict],
    looks: Sequence[Sequence[Top]],
    refuted: Callable[[Top], bool],
    stray: bool,
) -> tuple[list[Verdict], tuple[str, ...]]:
    """The verdicts that stand, those that do not as doubts, and what else is left to doubt; of one verdict or more.

    `looks`: the tops that the classical stages found at the brightness, and at the colour where they were asked;
    `refuted` says whether the network is sure that a die of the classical stages is none, `stray` whether there are
    pips that no verdict explains, of a die as it seems. What the network alone tells has stood its second look.
    """
    verdicts = [one.withdrawn() if one.value and _on_a_side(one, verdicts) else one for one in verdicts]
    told = [verdict for verdict in verdicts if verdict.value]
    if len(told) < len(verdicts):
        return verdicts, ()
    alone = [not verdict.counted for verdict in verdicts]
    if 2 * sum(alone) >= len(verdicts) and not _vouched(alone):
        # The network may tell a die that pips do not find among others; it does not read a roll.
        return [verdict.withdrawn() if one else verdict for verdict, one in zip(verdicts, alone, strict=True)], ()
    left = [[top for top in tops if not any(_confirms(verdict, top) for verdict in told)] for tops in looks]
    if not any(left) and any(len(tops) == len(told) for tops in looks):
        return verdicts, (say(UNREAD),) if stray else ()
    unconfirmed = left[0]
    shaky = [verdict.confidence < FIRM or _contradicted(verdict, unconfirmed) for verdict in verdicts]
    if any(shaky):
        return [verdict.withdrawn() if weak else verdict for verdict, weak in zip(verdicts, shaky, strict=True)], ()
    typical = float(np.median([verdict.half for verdict in told]))
    alike = [top for top in unconfirmed if ONE_ROLL[0] * typical < top.half < ONE_ROLL[1] * typical]
    open_tops = [top for top in alike if not (refuted(top) or _settled(top, told))]
    # Pips of a die whose pattern nobody found pass for ones, each of which the network refutes.
    scattered = sum(top.value == 1 and not _settled(top, told) for top in alike) >= SCATTERED
    # A round thing in the middle of another is a one to the network: a coin, a button, a lid.
    lone_ones = all(verdict.value == 1 for verdict in told)
    return verdicts, (say(UNREAD),) if open_tops or scattered or lone_ones or stray else ()


def _on_a_side(verdict: Verdict, others: Sequence[Verdict]) -> bool:
    """Whether this is a pattern without a body right beside a larger die: its side may look like another top."""
    bodiless = verdict.guess.top is None and verdict.guess.face is not None
    return bodiless and any(
        verdict.half < FORESHORTENED * one.half
        and float(np.linalg.norm(verdict.centre - one.centre)) < TOUCHING * one.half
        for one in others
    )


def _vouched(alone: Sequence[bool]) -> bool:
    """Whether the network may tell most of a roll: pips were counted on one die of three.

    Of one or two dice told so some were wrong, however steadily.
    """
    return not all(alone) and len(alone) >= MANY_DICE


def _confirms(verdict: Verdict, top: Top) -> bool:
    return verdict.value == top.value and _same_place(verdict, top)


def _same_place(verdict: Verdict, top: Top) -> bool:
    return float(np.linalg.norm(verdict.centre - top.centre)) < SAME_PLACE * verdict.half


def _contradicted(verdict: Verdict, tops: Sequence[Top]) -> bool:
    """Whether the network alone told this die, and pips were counted there that make another value."""
    return verdict.guess.value == 0 and any(
        top.sure and _same_place(verdict, top) and not (top.value < verdict.value and top.half < PART * verdict.half)
        for top in tops
    )


def _settled(top: Top, told: list[Verdict]) -> bool:
    """Whether a die that was told leaves nothing open of this one: it is that die's side, or that die itself."""
    gaps = [float(np.linalg.norm(verdict.centre - top.centre)) / verdict.half for verdict in told]
    if top.sure:
        return min(gaps) < BESIDE
    return any(gap < SAME_PLACE and verdict.confidence > VERY_FIRM for gap, verdict in zip(gaps, told, strict=True))
