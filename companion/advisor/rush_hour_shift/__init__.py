"""Advice for Rush Hour Shift: which card to play, and the best that it allows."""

from companion.advisor.rush_hour_shift.answers import GAME, advise_on, in_words
from companion.advisor.rush_hour_shift.course import COURSE

__all__ = ["COURSE", "GAME", "advise_on", "in_words"]
