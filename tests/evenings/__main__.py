"""`python -m tests.evenings` plays every script and writes what came of it: look at the sheets before a commit."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from tests.evenings.sheet import HERE, scripts, sheet
from tests.evenings.stage import Stage


def main(names: list[str]) -> None:
    for script in scripts():
        if names and script.stem not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(Path(folder))
            shown = list(stage.play(script))
            stage.close()
        sheet(shown).save(HERE / f"{script.stem}.png")
        lines = [json.dumps({"step": one.line, **one.state}, ensure_ascii=False) for one in shown]
        (HERE / f"{script.stem}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        print(f"{script.stem}: {len(shown)} screens")


if __name__ == "__main__":
    main(sys.argv[1:])
