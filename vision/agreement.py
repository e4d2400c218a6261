"""Stage 8: may it be told?

The law of this file: where the classical stages read the same dice and had no doubt, the reading stands. Where they
had, the network must be firm about every die, and about everything that they took for one; else it is not told.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from vision.doubts import UNREAD
from vision.tops import Top
from vision.verdict import UNTOLD, Verdict

FIRM: Final = 0.98
"""Likelihood from which on a value stands against the doubts of the classical stages."""
VERY_FIRM: Final = 0.995
"""The same where pips were seen that did not add up."""
SAME_PLACE: Final = 0.8
"""Halves within which a die of the classical stages is the one of a verdict."""
SCATTERED: Final = 2
"""So many refuted ones are the pips of a die."""
BESIDE: Final = 1.9
"""Halves within which it is that die's side."""


def agreed(
    verdicts: list[Verdict],
    tops: Sequence[Top],
    refuted: Callable[[Top], bool],
    doubts: Callable[[], Sequence[str]],
    strays: Callable[[], bool],
) -> tuple[list[Verdict], tuple[str, ...]]:
    """The verdicts that stand, those that do not as doubts, and what else is left to doubt.

    `refuted` says whether the network is sure that a die of the classical stages is none; `doubts` asks the classical
    stages for theirs, `strays` for pips that no verdict explains.
    """
    told = [verdict for verdict in verdicts if verdict.value]
    unconfirmed = [top for top in tops if not any(_confirms(verdict, top) for verdict in told)]
    shaky = [bool(verdict.value) and verdict.confidence < FIRM for verdict in verdicts]
    same = not unconfirmed and len(tops) == len(told) > 0
    had_doubts = doubts()
    if same and not had_doubts:
        return told, ()
    if not verdicts:
        return [], tuple(had_doubts)
    if len(told) < len(verdicts):
        return verdicts, ()
    if any(shaky):
        return [_withdrawn(verdict) if weak else verdict for verdict, weak in zip(verdicts, shaky, strict=True)], ()
    open_tops = [top for top in unconfirmed if not (refuted(top) or _settled(top, told))]
    # Pips of a die whose pattern nobody found pass for ones, each of which the network refutes.
    scattered = sum(top.value == 1 and not _settled(top, told) for top in unconfirmed) >= SCATTERED
    if same and UNREAD in had_doubts:
        # A die told by the network alone would explain what looks like one; here nothing does.
        return verdicts, (UNREAD,)
    # A round thing in the middle of another is a one to the network: a coin, a button, a lid.
    lone_ones = not same and all(verdict.value == 1 for verdict in told)
    return verdicts, (UNREAD,) if open_tops or scattered or lone_ones or not had_doubts or strays() else ()


def _withdrawn(verdict: Verdict) -> Verdict:
    return replace(verdict, value=0, doubt=UNTOLD)


def _confirms(verdict: Verdict, top: Top) -> bool:
    gap = float(np.linalg.norm(verdict.centre - top.centre))
    return verdict.value == top.value and gap < SAME_PLACE * verdict.half


def _settled(top: Top, told: list[Verdict]) -> bool:
    """Whether a die that was told leaves nothing open of this one: it is that die's side, or that die itself."""
    gaps = [float(np.linalg.norm(verdict.centre - top.centre)) / verdict.half for verdict in told]
    if top.sure:
        return min(gaps) < BESIDE
    return any(gap < SAME_PLACE and verdict.confidence > VERY_FIRM for gap, verdict in zip(gaps, told, strict=True))
