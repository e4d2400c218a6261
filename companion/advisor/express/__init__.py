"""Advice for Can't Stop Express: the selection after which the own sheet ends with the most points on average."""

from companion.advisor.express.answers import GAME, advise_on, in_words

__all__ = ["GAME", "advise_on", "in_words"]
