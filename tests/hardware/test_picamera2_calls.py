"""Every call that we make of picamera2 fits the real package, which cannot be imported without a Pi's libcamera.

`./check` fetches its source into build/picamera2; on CI it must be there.
"""

from __future__ import annotations

import ast
import copy
import inspect
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeGuard

import pytest

from tests.hardware.scripted_picamera2 import Request, ScriptedPicamera2

ROOT: Final = Path(__file__).parents[2]
PACKAGE: Final = ROOT / "build/picamera2/picamera2"
OURS: Final = ("hardware/pipeline.py", "hardware/picamera.py")
RECEIVERS: Final = {
    "picam2": "Picamera2",
    "self._picam2": "Picamera2",
    "Picamera2": "Picamera2",
    "request": "CompletedRequest",
    "held": "CompletedRequest",
    "self._held": "CompletedRequest",
}
"""What our code calls a thing of picamera2's, and its class."""
USES_AT_LEAST: Final = 15
"""Were the names in our code changed, this test would look at nothing."""


@pytest.fixture(scope="module")
def real() -> dict[str, dict[str, Callable[..., Any]]]:
    """The functions of each class of the real package, with their parameters and without their bodies."""
    if not PACKAGE.is_dir():
        if os.environ.get("CI"):
            pytest.fail(f"{PACKAGE} is missing: ./check fetches it")
        pytest.skip("picamera2's source is not here: ./check fetches it")
    return {
        node.name: {
            **{part.attr: _attribute for part in ast.walk(node) if _is_set(part)},
            **{part.name: _hollow(part) for part in node.body if isinstance(part, ast.FunctionDef)},
        }
        for file in ("picamera2.py", "request.py")
        for node in ast.parse((PACKAGE / file).read_text()).body
        if isinstance(node, ast.ClassDef)
    }


def _is_set(part: ast.AST) -> TypeGuard[ast.Attribute]:
    """Whether it is `self.name` with a value being put into it."""
    return isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and ast.unparse(part.value) == "self"


def _attribute() -> None:
    """Stands for what is no function."""


def _hollow(function: ast.FunctionDef) -> Callable[..., Any]:
    """A function with the same parameters that does nothing."""
    hollow = copy.deepcopy(function)
    static = any(isinstance(mark, ast.Name) and mark.id == "staticmethod" for mark in function.decorator_list)
    hollow.body, hollow.decorator_list, hollow.returns = [ast.Pass()], [], None
    given = hollow.args
    for parameter in (*given.posonlyargs, *given.args, *given.kwonlyargs):
        parameter.annotation = None
    given.defaults = [ast.Constant(None)] * len(given.defaults)
    if not static:
        given.args = given.args[1:]
    made: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(ast.Module([hollow], [])), function.name, "exec"), made)
    return made[function.name]  # type: ignore[no-any-return]


def uses() -> Iterator[tuple[str, str, ast.Call | None]]:
    """(class, attribute, call or None where it is only fetched) of all that we use of picamera2."""
    for file in OURS:
        tree = ast.parse((ROOT / file).read_text())
        calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and ast.unparse(node.value) in RECEIVERS:
                yield RECEIVERS[ast.unparse(node.value)], node.attr, calls.get(id(node))
            elif isinstance(node, ast.Call) and ast.unparse(node.func) == "Picamera2":
                yield "Picamera2", "__init__", node


def test_every_call_binds_to_the_real_signature(real: dict[str, dict[str, Callable[..., Any]]]) -> None:
    found = list(uses())
    assert len(found) >= USES_AT_LEAST
    for owner, name, call in found:
        assert name in real[owner], f"picamera2 has no {owner}.{name}"
        if call is not None:
            named = {keyword.arg: None for keyword in call.keywords if keyword.arg}
            inspect.signature(real[owner][name]).bind(*[None] * len(call.args), **named)


@pytest.mark.parametrize(("twin", "owner"), [(ScriptedPicamera2, "Picamera2"), (Request, "CompletedRequest")])
def test_the_scripted_camera_has_nothing_that_the_real_one_has_not(
    real: dict[str, dict[str, Callable[..., Any]]], twin: type, owner: str
) -> None:
    for name, function in vars(twin).items():
        if callable(function) and not name.startswith("_"):
            ours = list(inspect.signature(function).parameters)[1:]
            assert set(ours) <= set(inspect.signature(real[owner][name]).parameters), name


def test_the_words_that_we_look_up_are_the_packages_own(real: dict[str, dict[str, Callable[..., Any]]]) -> None:
    source = (PACKAGE / "picamera2.py").read_text() + (PACKAGE / "request.py").read_text()
    for word in ("SensorTimestamp", "FrameDurationLimits", "ExposureTime", "AnalogueGain", "AfMode", "Id"):
        assert f"'{word}'" in source or f'"{word}"' in source or f".{word}" in source, word
