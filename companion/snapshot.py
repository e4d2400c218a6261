"""The whole table at one moment, frozen: all that any screen needs, safe to hand to another thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeVar, assert_never

from companion.devices import Device, Tray
from companion.events import Json, encode
from companion.levels import Level
from companion.prompts import Arrange, Choose, Decide, Prompt, Question, RevealTile, RollDice, Shuffle
from companion.screen import BLANK, Screen
from companion.view import View, Words

P = TypeVar("P", RollDice, RevealTile)


@dataclass(frozen=True)
class OpenPrompt:
    """A prompt, and what the table knows of it."""

    prompt: Prompt
    since: int
    """The version in which it opened."""

    highlight: int = 0
    """The option that ROLL would take, where there are options; in a tree the first one below the highlighted list."""

    labels: tuple[str, ...] = ()
    """The options in a few characters, in their order."""

    paths: tuple[tuple[str, ...], ...] = ()
    """The lists above each option, where it takes a tree to tell them apart."""

    odds: tuple[str, ...] = ()
    """How likely the roll after each option busts; empty where nobody asked."""

    effects: tuple[str, ...] = ()
    """One line of what each option does, where its label does not say it."""

    loses: tuple[bool, ...] = ()
    """Which options cost the roll or a piece for certain."""

    why: str = ""
    """Where the companion plays the seat: what it does and why, in one sentence. It waits for people to do that."""


@dataclass(frozen=True)
class Said:
    """What people said lies in a picture that was read otherwise, or not for sure."""

    version: int
    """In which they said it."""
    picture: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Snapshot:
    version: int
    """The number of the journal's last row. It never comes back, not after an undo either."""

    game: str
    title: str
    """The game's name, as on its box."""

    position: Json
    prompts: tuple[OpenPrompt, ...]
    view: View
    told: tuple[str, ...] = ()
    """What happened and what to move on the real board, oldest first, until somebody acts again."""

    winners: tuple[int, ...] | None = None
    """Seats; None while the game goes on."""

    scores: tuple[int, ...] | None = None
    """Each seat's points, where the game counts points: those of the position that is shown."""

    can_undo: bool = False
    undoes: tuple[str, ...] = ()
    """What an undo would take back, in sentences."""
    can_redo: bool = False
    can_correct_roll: bool = False
    """The last thing that happened was a roll, and nobody has answered it: another may be typed in its place."""

    announce: tuple[tuple[str, Words], ...] = ()
    """What each button would do now: (button, words), the OLED's bottom line."""

    screen: Screen = BLANK
    """What the OLED shows."""

    brightness: int = 2
    """Of the OLED, 0 to 2."""

    apart: Json = field(default_factory=dict)
    """As `GameStarted` has it: what this game is, where it is kept apart."""

    number: int = 0
    """The game's on record; 0: the lobby, which is no game."""

    colours: tuple[str, ...] = ()
    """Each seat's."""

    claims: tuple[str, ...] = ()
    """Each seat's phone; empty: nobody's."""

    strengths: tuple[str, ...] = ()
    """How well the companion plays each seat; empty: people play it."""

    odds_on: bool = False
    """Whether the odds are said."""

    bust: str = ""
    """How likely the awaited roll busts; empty where nobody asked."""

    levels: tuple[Level, ...] = ()
    """How much each seat may be told in this game."""

    levels_offered: tuple[Level, ...] = ()
    """Between what there is to choose; empty: nothing can be asked of this game."""

    advice_asked: int = 0
    """Counts what the box has asked of the adviser, while it waits for an answer; 0: it does not."""

    hints_asked: int = 0
    """Counts what the box has asked of the helper, while it waits for an answer; 0: it does not."""

    check_board: bool = False
    """The table was cut off: before anything else people look whether the real board is as it is shown."""

    taken_up: bool = False
    """The game goes on after a rest, and nobody has done anything yet: the board may have been bumped meanwhile."""

    board_photo: bool = False
    """The game has a board that a photo can be compared with."""

    tray: Tray = field(default_factory=Tray)
    look: int = 0
    """Counts the presses of ROLL that ask the camera to look now."""

    last_roll_undone: bool = False
    """The dice of the last roll may lie in the tray still, and count again when asked for."""

    said: Said | None = None
    """The last roll that people put in the place of a reading; the watcher keeps the picture for a bug report."""

    devices: Mapping[str, Device] = field(default_factory=dict)
    notice: str = ""
    """One sentence on what was refused, or on what somebody is asked besides; gone with the next snapshot."""

    @property
    def awaited_roll(self) -> tuple[RollDice, int] | None:
        """The open `RollDice` and its `since`: what arms the camera."""
        return self._first(RollDice)

    @property
    def awaited_tile(self) -> tuple[RevealTile, int] | None:
        """The open `RevealTile` and its `since`: what makes the camera look for a tile."""
        return self._first(RevealTile)

    def _first(self, kind: type[P]) -> tuple[P, int] | None:
        return next(((one.prompt, one.since) for one in self.prompts if isinstance(one.prompt, kind)), None)

    @property
    def choice(self) -> OpenPrompt | None:
        """The first open question: the one that the buttons answer."""
        return next((opened for opened in self.prompts if isinstance(opened.prompt, Question)), None)


def to_json(snapshot: Snapshot) -> dict[str, Any]:
    """The body of `GET /api/snapshot` (FORMATS section 5)."""
    return {
        "version": snapshot.version,
        "game": snapshot.game,
        "number": snapshot.number,
        "apart": dict(snapshot.apart),
        "title": snapshot.title,
        "position": snapshot.position,
        "prompts": [_prompt_json(opened) for opened in snapshot.prompts],
        "told": list(snapshot.told),
        "view": {**asdict(snapshot.view), "move": [words[0] for words in snapshot.view.move]},
        "winners": None if snapshot.winners is None else list(snapshot.winners),
        "scores": None if snapshot.scores is None else list(snapshot.scores),
        "can_undo": snapshot.can_undo,
        "undoes": list(snapshot.undoes),
        "can_redo": snapshot.can_redo,
        "can_correct_roll": snapshot.can_correct_roll,
        "announce": {button: words[0] for button, words in snapshot.announce},
        "seats": [
            {"player": player, "colour": colour, "claimed": bool(device), "companion": strength or None}
            for player, colour, device, strength in zip(
                snapshot.position.get("players", ()),
                snapshot.colours,
                snapshot.claims,
                snapshot.strengths or ("",) * len(snapshot.claims),
                strict=False,
            )
        ],
        "levels": {"offered": list(snapshot.levels_offered), "seats": list(snapshot.levels)},
        "odds": {"on": snapshot.odds_on, "bust": snapshot.bust},
        "box": asdict(snapshot.screen),
        "tray": asdict(snapshot.tray),
        "devices": {name: _device_json(device) for name, device in snapshot.devices.items()},
        "notice": snapshot.notice,
        "check_board": snapshot.check_board,
        "taken_up": snapshot.taken_up,
        "board_photo": snapshot.board_photo,
    }


def _device_json(device: Device) -> dict[str, Any]:
    """`since` is ISO 8601 by the box's clock and in its zone, so that a phone says the same time as the OLED."""
    since = device.since.isoformat(timespec="seconds")
    return {"kind": device.kind, "state": "out" if device.out else "ok", "since": since, "problem": device.problem}


def _prompt_json(opened: OpenPrompt) -> dict[str, Any]:
    prompt = opened.prompt
    body: dict[str, Any] = {"kind": prompt.kind, "seat": prompt.seat, "since": opened.since}
    if opened.why:
        body["why"] = opened.why
    match prompt:
        case RollDice(count):
            return {**body, "count": count}
        case RevealTile(space=space):
            return {**body, "space": space, **_options_json(opened, prompt)}
        case Choose():
            return {**body, **_options_json(opened, prompt)}
        case Shuffle() | Arrange() | Decide():
            return body
    assert_never(prompt)


def _options_json(opened: OpenPrompt, prompt: Question) -> dict[str, Any]:
    return {
        "highlight": opened.highlight,
        "options": [encode(option) for option in prompt.options],
        "roles": [str(role) for role in prompt.roles],
        "labels": list(opened.labels),
        "paths": [list(path) for path in opened.paths],
        "odds": list(opened.odds),
        "effects": list(opened.effects),
        "loses": list(opened.loses),
        "optional": prompt.optional,
    }
