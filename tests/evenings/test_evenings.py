"""Whole evenings, line by line: the state and the OLED after each are those that somebody has looked at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from tests.evenings.sheet import HERE, frame, scripts
from tests.evenings.stage import Stage

ANEW = "look at what came, then: python -m tests.evenings"


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.stem)
def test_an_evening_goes_as_it_went_when_somebody_looked_at_it(script: Path, tmp_path: Path) -> None:
    golden = (HERE / f"{script.stem}.jsonl").read_text(encoding="utf-8").splitlines()
    with Image.open(HERE / f"{script.stem}.png") as file:
        seen = file.copy()
    stage = Stage(tmp_path)
    shown = list(stage.play(script))
    stage.close()

    for number, (one, expected) in enumerate(zip(shown, golden, strict=True)):
        came = json.loads(json.dumps({"step": one.line, **one.state}))
        assert came == json.loads(expected), f"line {number}: {ANEW}"
        assert one.frame.tobytes() == frame(seen, number).tobytes(), f"screen {number} ({one.line}): {ANEW}"
