"""Pig (described by John Scarne, 1945): roll one die as often as you dare; a 1 costs all of the turn's points.

The law of this file: it is the whole game. What people keep on the table is a sheet of paper with everybody's points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.events import DiceRolled, Event, Json
from companion.game import BadPosition, BadSetUp, Correction, Game, Outcome, Seat
from companion.language import later, say, say_of
from companion.options import Option
from companion.positions import object_of, one_of, pips_or_null, player_names, require_game, require_known, whole_number
from companion.prompts import Choose, Prompt, Role, RollDice
from companion.view import View, Words

SEATS = range(2, 7)
BUST = 1
TARGET = Option("target", (100, 50), later("Points that win; 50 is over in ten minutes."), title=later("points to win"))


@dataclass(frozen=True)
class State:
    players: tuple[str, ...]
    scores: tuple[int, ...]
    """Points on paper, by seat."""
    target: int
    seat: Seat
    held: int = 0
    """Points of this turn, which a 1 would cost."""
    pips: tuple[int, ...] | None = None
    """The 1 that waits to be accepted; None: it may be rolled."""


@dataclass(frozen=True)
class Held(Event):
    """The turn's points are written down, and the next seat rolls."""


@dataclass(frozen=True)
class BustAccepted(Event):
    """The players agree that the die shows a 1."""


def start(players: Sequence[str], options: Json, first: Seat) -> State:
    try:
        return from_position({"players": list(players), "options": options, "turn": first})
    except BadPosition as error:
        raise BadSetUp(str(error)) from error


def from_position(given: Json) -> State:
    require_known(given, {"game", "players", "options", "scores", "turn", "held", "pips"}, "a pig position")
    require_game(given, "pig")
    players = player_names(given.get("players"), SEATS)
    options = object_of(given.get("options", {}), "options")
    require_known(options, {TARGET.name}, "the options of pig")
    scores = given.get("scores", [0] * len(players))
    if not isinstance(scores, list) or len(scores) != len(players):
        raise BadPosition(f"scores must be a list of one number for each player, not {scores!r}")
    if (pips := pips_or_null(given.get("pips"), 1)) not in (None, (BUST,)):
        raise BadPosition(f"pips must be null or [1], for what else is rolled is held at once; not {pips!r}")
    return State(
        players,
        tuple(whole_number(score, range(1000), f"scores[{seat}]") for seat, score in enumerate(scores)),
        one_of(options.get(TARGET.name, 100), (100, 50), TARGET.name),
        Seat(whole_number(given.get("turn", 0), range(len(players)), "turn")),
        whole_number(given.get("held", 0), range(1000), "held"),
        pips,
    )


def position(state: State) -> dict[str, object]:
    pips = None if state.pips is None else list(state.pips)
    said = {"game": "pig", "players": list(state.players), "options": {TARGET.name: state.target}}
    return {**said, "turn": int(state.seat), "scores": list(state.scores), "held": state.held, "pips": pips}


def prompts(state: State) -> tuple[Prompt, ...]:
    if outcome(state):
        return ()
    if state.pips:  # a bust is confirmed, not assumed: the camera may have misread
        return (Choose(state.seat, (BustAccepted(),), (Role.OTHER,)),)
    roll = RollDice(1, state.seat)
    return (roll, Choose(state.seat, (Held(),), (Role.STOP,))) if state.held else (roll,)


def apply(state: State, event: Event) -> State:
    if isinstance(event, DiceRolled):
        (pips,) = event.pips
        return replace(state, pips=event.pips) if pips == BUST else replace(state, held=state.held + pips)
    kept = state.held if isinstance(event, Held) else 0
    scores = tuple(own + kept * (seat == state.seat) for seat, own in enumerate(state.scores))
    ended = replace(state, scores=scores, held=0, pips=None)
    return ended if outcome(ended) else replace(ended, seat=Seat((state.seat + 1) % len(scores)))


def outcome(state: State) -> Outcome | None:
    won = frozenset(Seat(seat) for seat, score in enumerate(state.scores) if score >= state.target)
    return Outcome(won) if won else None


def explain(state: State, event: Event) -> str:
    if outcome(state):
        return say("The game is over: start a new one, or undo.")
    return say("Accept the bust first.") if state.pips else say("One die is rolled, or the points are held.")


def tell(before: State, event: Event, after: State) -> tuple[str, ...]:
    name = before.players[before.seat]
    match event:
        case DiceRolled((pips,)):
            return (say("{name} rolled {pips}.", name=name, pips=pips),)
        case Held():
            return (say("{name} holds: write down {points} points.", name=name, points=before.held),)
    return (say("{name} lost this turn's points.", name=name),)


def view(state: State, event: Event | None) -> View:
    move: tuple[Words, ...] = ((say("Write the points down"),),) if isinstance(event, Held) else ()
    lines = tuple(f"{name}: {score}" for name, score in zip(state.players, state.scores, strict=True))
    if ended := outcome(state):
        (winner,) = ended.winners
        return View(title=say("{name} wins", name=state.players[winner]), lines=lines, move=move)
    return View(state.players[state.seat], f"+{state.held}", lines, state.pips or (), move)


def label(state: State, event: Event) -> str:
    return say_of("the points", "Hold") if isinstance(event, Held) else say("Bust")


def corrections(state: State) -> Iterator[Correction]:
    for seat, name in enumerate(state.players):
        for score in range(state.target):
            scores = [*state.scores[:seat], score, *state.scores[seat + 1 :]]
            yield Correction((name, str(score // 10 * 10), str(score)), {"scores": scores})
        yield Correction((say("whose turn"), name), {"turn": seat, "held": 0, "pips": None})


PIG: Game[State] = Game(
    name="pig", title="Pig", seats=SEATS, options=(TARGET,), events=(DiceRolled, Held, BustAccepted),
    start=start, from_position=from_position, position=position, prompts=prompts, apply=apply, explain=explain,
    tell=tell, outcome=outcome, view=view, label=label, corrections=corrections, scores=lambda state: state.scores,
)  # fmt: skip
