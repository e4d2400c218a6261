"""`python -m tests.evenings` plays every script and writes what came of it: look at the sheets before a commit."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from PIL import Image

from tests.evenings.sheet import HERE, scripts, sheet
from tests.evenings.stage import Stage

IN_README = "two-buttons"
PICTURE = HERE.parent.parent / "docs" / "evening.png"


def main(names: list[str]) -> None:
    for script in scripts():
        if names and script.stem not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(Path(folder))
            shown = list(stage.play(script))
            stage.close()
        made = sheet(shown)
        made.save(HERE / f"{script.stem}.png")
        if script.stem == IN_README:
            made.resize((made.width * 2, made.height * 2), Image.Resampling.NEAREST).save(PICTURE, optimize=True)
        lines = [json.dumps({"step": one.line, **one.state}, ensure_ascii=False) for one in shown]
        (HERE / f"{script.stem}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{script.stem}: {len(shown)} screens")


if __name__ == "__main__":
    main(sys.argv[1:])
