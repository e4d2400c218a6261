"""Advice for Rollin' Down the Highway: when to stop, which split, which shield and which way, tiles counted."""

from companion.advisor.highway.answers import GAME, advise_on, in_words
from companion.advisor.highway.course import COURSE

__all__ = ["COURSE", "GAME", "advise_on", "in_words"]
