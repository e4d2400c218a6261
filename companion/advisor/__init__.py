"""Advice for Can't Stop: when to stop and which split. Only the command line asks; it changes nothing at the table."""

from companion.advisor.answers import BadQuestion, answer, in_words

__all__ = ["BadQuestion", "answer", "in_words"]
