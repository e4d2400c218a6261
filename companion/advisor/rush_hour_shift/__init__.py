"""Advice for Rush Hour Shift: which card to play, and the best that it allows."""

from companion.advisor.rush_hour_shift.answers import GAME, advise_on, in_words

__all__ = ["GAME", "advise_on", "in_words"]
