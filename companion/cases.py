"""Rule cases (FORMATS section 4): a position, events, and what is then expected; only what is named is compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from companion.events import BadEvent, decode, encode
from companion.game import BadPosition, Game, IllegalEvent, step
from companion.prompts import Choose

UNORDERED: Final = frozenset({"pips", "shields", "resolving", "rested", "taken", "done"})
"""Lists of a position whose order means nothing."""

PARTIAL: Final = frozenset({"board", "sheets", "vehicles"})
"""Objects of a position of which a case names only some entries."""

BESIDES: Final = frozenset({"SelectionTakenBack", "DrawAgreed"})
"""Options that are there besides and are left out of `options`."""

SHAPES: Final[Mapping[str, tuple[type, ...]]] = {
    "splits": (list,),
    "options": (list,),
    "options_of": (dict,),
    "awaits": (list,),
    "state": (dict,),
    "winners": (list, type(None)),
    "scores": (list,),
    "refused": (bool,),
}
"""What may be expected, and as what."""


class BadCases(ValueError):
    """The file is no file of rule cases; the message says where."""


def read_cases(path: Path, games: Mapping[str, Game[Any]]) -> list[dict[str, Any]]:
    """The cases of a file.

    Raises:
        BadCases: it cannot be read, or a case is not built as it should be.
    """
    try:
        body = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadCases(f"{path}: cannot be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise BadCases(f"{path}: is not JSON ({error})") from error
    cases = body.get("cases") if isinstance(body, dict) else None
    if not isinstance(cases, list):
        raise BadCases(f'{path}: must be an object with a list "cases"')
    for number, case in enumerate(cases, 1):
        _check_shape(case, f"{path}: case {number}", games)
    return cases


def _check_shape(case: Any, where: str, games: Mapping[str, Game[Any]]) -> None:
    if not isinstance(case, dict):
        raise BadCases(f"{where} must be an object, not {case!r}")
    for key, kind in (("name", str), ("game", str), ("position", dict), ("events", list), ("expect", dict)):
        if not isinstance(case.get(key), kind):
            raise BadCases(f"{where}: {key} must be {kind.__name__}, not {case.get(key)!r}")
    if case["game"] not in games:
        raise BadCases(f"{where} ({case['name']}): there is no game {case['game']!r}; there are {', '.join(games)}")
    for key, value in case["expect"].items():
        if key not in SHAPES:
            raise BadCases(f"{where} ({case['name']}): expect has no key {key!r}; there are {', '.join(SHAPES)}")
        if not isinstance(value, SHAPES[key]):
            raise BadCases(f"{where} ({case['name']}): expect cannot have {key} {json.dumps(value)}")


def failures(case: Mapping[str, Any], game: Game[Any]) -> Iterator[str]:
    """What came otherwise than expected, one sentence each; nothing: the case passes."""
    expect = case["expect"]
    try:
        state = game.from_position(case["position"])
    except BadPosition as error:
        yield f"the position is refused: {error}"
        return
    refused = False
    for number, record in enumerate(case["events"], 1):
        try:
            state = step(game, state, decode(record, game.events))
        except (BadEvent, IllegalEvent) as refusal:
            if number < len(case["events"]) or not expect.get("refused"):
                yield f"event {number} {json.dumps(record)} is refused: {refusal}"
                return
            refused = True
    if "refused" in expect and expect["refused"] != refused:
        yield f"refused: expected {expect['refused']}, came {refused}"
    for key, come in _what_came(game, state, expect):
        if not _same(expect[key], come, key):
            yield f"{key}: expected {json.dumps(expect[key])}, came {json.dumps(come)}"


def _what_came(game: Game[Any], state: Any, expect: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    prompts = game.prompts(state)
    chooses = [prompt for prompt in prompts if isinstance(prompt, Choose)]  # a tile is turned, not chosen
    options = [encode(option) for prompt in chooses for option in prompt.options]
    if "splits" in expect:
        yield "splits", [sorted(o["columns"]) for o in options if o["event"] == "SplitChosen"]
    if "options" in expect:
        yield "options", [o for o in options if o["event"] not in BESIDES]
    if "options_of" in expect:
        yield (
            "options_of",
            {
                seat: [
                    option
                    for prompt in chooses
                    if str(prompt.seat) == seat
                    for option in map(encode, prompt.options)
                    if option["event"] not in BESIDES
                ]
                for seat in expect["options_of"]
            },
        )
    if "awaits" in expect:
        yield "awaits", sorted({prompt.kind for prompt in prompts})
    if "winners" in expect:
        outcome = game.outcome(state)
        yield "winners", None if outcome is None else sorted(outcome.winners)
    if "state" in expect:
        position = json.loads(json.dumps(game.position(state)))
        yield "state", {key: position.get(key, "(no such key)") for key in expect["state"]}
    if "scores" in expect:
        scores = game.scores(state)
        yield "scores", None if scores is None else list(scores)


def _same(expected: Any, come: Any, key: str) -> bool:
    match key:
        case "splits" | "options" | "awaits":
            return _bag(expected) == _bag(come)
        case "options_of":
            return {s: _bag(o) for s, o in expected.items()} == {s: _bag(o) for s, o in come.items()}
        case "winners":
            return bool(expected == come) if expected is None or come is None else _bag(expected) == _bag(come)
        case "state":
            return all(_same_part(name, expected[name], come[name]) for name in expected)
    return bool(expected == come)


def _same_part(name: str, expected: Any, come: Any) -> bool:
    if name in UNORDERED and isinstance(expected, list) and isinstance(come, list):
        return [_in_order(item) for item in _in_order(expected)] == [_in_order(item) for item in _in_order(come)]
    if name in PARTIAL and isinstance(expected, dict) and isinstance(come, dict):
        return all(come.get(entry) == value for entry, value in expected.items())
    if name == "sheets" and isinstance(expected, list) and isinstance(come, list):
        return len(expected) == len(come) and all(map(_same_sheet, expected, come))
    return bool(expected == come)


def _same_sheet(expected: Any, come: Any) -> bool:
    """Of a sheet, too, only what is named is compared."""
    if not isinstance(expected, dict):
        return bool(expected == come)
    return all(key in come and come[key] == value for key, value in expected.items())


def _in_order(value: Any) -> Any:
    return sorted(value, key=json.dumps) if isinstance(value, list) else value


def _bag(items: list[Any]) -> list[str]:
    """A set of JSON values, each once, lists inside in any order of keys."""
    return sorted({json.dumps(item, sort_keys=True) for item in items})
