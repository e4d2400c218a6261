"""Which prompts stand open, since when, and in which words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from companion.history import History
from companion.prompts import Arrange, Prompt, Question
from companion.snapshot import OpenPrompt


def open_prompts(history: History[Any], version: int, kept: tuple[OpenPrompt, ...]) -> tuple[OpenPrompt, ...]:
    """The prompts of the present state; those that are in `kept` too stay open since then."""
    return tuple(
        _opened(history, prompt, next((k.since for k in kept if k.prompt == prompt), version))
        for prompt in history.game.prompts(history.state)
    )


def _opened(history: History[Any], prompt: Prompt, since: int) -> OpenPrompt:
    if not isinstance(prompt, Question):
        return OpenPrompt(prompt, since)
    game, state = history.game, history.state
    return OpenPrompt(
        prompt,
        since,
        labels=tuple(game.label(state, option) for option in prompt.options),
        paths=tuple(game.path(state, option) for option in prompt.options),
        effects=tuple(game.effect(state, option) for option in prompt.options),
        loses=tuple(game.loses(state, option) for option in prompt.options),
    )


def with_odds(
    history: History[Any], opened: tuple[OpenPrompt, ...], may_hear: Callable[[int | None], bool]
) -> tuple[OpenPrompt, ...]:
    """The same prompts, each option with its odds, where the seat may hear them."""
    game, state = history.game, history.state
    return tuple(
        replace(one, odds=tuple(game.odds(state, option) for option in one.prompt.options))
        if isinstance(one.prompt, Question) and may_hear(one.prompt.seat)
        else one
        for one in opened
    )


def still_open(were_open: Iterable[OpenPrompt], answered: list[Prompt]) -> tuple[OpenPrompt, ...]:
    """Prompts of other seats than the one that answered: for them nothing has changed, if they stay."""
    if not answered:
        return ()
    seats = {prompt.seat for prompt in answered if not isinstance(prompt, Arrange)}
    return tuple(
        opened for opened in were_open if isinstance(opened.prompt, Arrange) or opened.prompt.seat not in seats
    )
