"""Advice for Can't Stop: when to stop and which split. The table asks through `ADVISORS`; it is never in its way."""

from companion.adviser import Advisor
from companion.advisor.answers import GAME, BadQuestion, advise_on, answer, in_words

ADVISORS: dict[str, Advisor] = {GAME: advise_on}
"""The only registry: a game that is not here has no advisor, and no screen offers one."""

__all__ = ["ADVISORS", "BadQuestion", "answer", "in_words"]
