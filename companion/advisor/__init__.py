"""Advice: Can't Stop and Highway, when to stop and which split; Express, which selection; Rush Hour Shift, which
card and what to do with it. The table asks through `ADVISORS`; it is never in its way. `PLAYERS` play a seat by
themselves, `COURSES` look back at a whole game."""

from collections.abc import Callable
from typing import Any

from companion.adviser import Advisor
from companion.advisor import answers, course, express, highway, players, rush_hour_shift
from companion.advisor.express import players as express_players
from companion.advisor.highway import players as highway_players
from companion.advisor.question import BadQuestion, asked
from companion.advisor.rush_hour_shift import players as rush_hour_shift_players
from companion.course import Weigher
from companion.events import Json
from companion.strengths import Player, Reason, Strength

ADVISORS: dict[str, Advisor] = {
    answers.GAME: answers.advise_on,
    express.GAME: express.advise_on,
    highway.GAME: highway.advise_on,
    rush_hour_shift.GAME: rush_hour_shift.advise_on,
}
"""The only registry: a game that is not here has no advisor, and no screen offers one."""

COURSES: dict[str, Weigher] = {
    answers.GAME: course.COURSE,
    express.GAME: express.COURSE,
    highway.GAME: highway.COURSE,
    rush_hour_shift.GAME: rush_hour_shift.COURSE,
}
"""Whose games can be looked back at with numbers: of a game that is not here its record tells no course."""

IN_WORDS: dict[str, Callable[[Json], str]] = {
    answers.GAME: answers.in_words,
    express.GAME: express.in_words,
    highway.GAME: highway.in_words,
    rush_hour_shift.GAME: rush_hour_shift.in_words,
}
"""The same advice for people, some lines of text."""

PLAYERS: dict[str, dict[Strength, Player]] = {
    answers.GAME: {Strength.BEGINNER: players.beginner, Strength.STRONG: players.strong},
    express.GAME: {Strength.BEGINNER: express_players.beginner, Strength.STRONG: express_players.strong},
    highway.GAME: {Strength.BEGINNER: highway_players.beginner, Strength.STRONG: highway_players.strong},
    rush_hour_shift.GAME: {
        Strength.BEGINNER: rush_hour_shift_players.beginner,
        Strength.STRONG: rush_hour_shift_players.strong,
    },
}
"""The only registry: in a game that is not here the companion plays no seat, and no screen offers one."""

REASONS: dict[str, Reason] = {
    answers.GAME: players.reason,
    express.GAME: express_players.reason,
    highway.GAME: highway_players.reason,
    rush_hour_shift.GAME: rush_hour_shift_players.reason,
}
"""What it says of what it does, of every game in `PLAYERS`."""


def answer(text: str) -> dict[str, Any]:
    """The advice on a position, as FORMATS section 2 writes it; of several seats that are to choose, for the first.

    Raises:
        BadQuestion: the text is no JSON, no position of a game that has an advisor, or there is nothing to decide.
    """
    given = asked(text)
    return dict(ADVISORS[_game(given)](given, None, ()))


def in_words(text: str) -> str:
    """The same for people: an action a line, the best first, the sentence last. Raises BadQuestion."""
    given = asked(text)
    return IN_WORDS[_game(given)](given)


def _game(given: Json) -> str:
    """Whose advisor is asked; a position that names no game is one of Can't Stop."""
    game = given.get("game", answers.GAME)
    if game not in ADVISORS:
        raise BadQuestion(f"there is advice for {', '.join(ADVISORS)} only, not for {game!r}")  # in no language
    return str(game)


__all__ = ["ADVISORS", "COURSES", "PLAYERS", "REASONS", "BadQuestion", "answer", "in_words"]
