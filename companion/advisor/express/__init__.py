"""Advice for Can't Stop Express: the selection after which the own sheet ends with the most points on average."""

from companion.advisor.express.answers import GAME, advise_on, in_words
from companion.advisor.express.course import COURSE

__all__ = ["COURSE", "GAME", "advise_on", "in_words"]
