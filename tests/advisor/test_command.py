"""`companion advise` as scripts use it (FORMATS section 2): lines in, as many lines out, in order."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from tests.command import AFRESH, run

POSITION = {"game": "cant-stop", "players": ["Ann", "Bo"], "runners": {"6": 2, "7": 3, "8": 1}}


def advise(*arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return run("advise", *arguments, said=said)


def test_a_file_is_answered_in_words_or_as_one_object(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    file.write_text(json.dumps(POSITION, indent=1))
    words, body = advise(str(file)), advise(str(file), "--json")
    assert (words.returncode, body.returncode) == (0, 0)
    assert words.stdout.splitlines()[-1] == json.loads(body.stdout)["why"]
    assert json.loads(body.stdout).keys() == {"best", "actions", "bust", "why"}


def test_a_file_that_is_no_position_is_one_sentence_and_status_2(tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    for text in (b'{"players": []}', b"\xff\xfe", b""):
        file.write_bytes(text)
        refused = advise(str(file), "--json")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert refused.stderr.startswith(f"companion: {file}: ")
        assert refused.stderr.count("\n") == 1
    assert advise(str(tmp_path / "missing")).returncode == 2


def test_lines_are_answered_one_for_one_and_a_bad_one_by_an_error_in_its_place() -> None:
    said = f"{json.dumps(POSITION)}\nnonsense\n\n{json.dumps({**POSITION, 'turn': 1, 'runners': {}})}"
    came = advise("-", said=said)
    answers = [json.loads(line) for line in came.stdout.splitlines()]
    assert [sorted(answer)[0] for answer in answers] == ["actions", "error", "error", "actions"]
    assert answers[1]["error"].startswith("line 2: not JSON")
    assert came.stderr.count("\n") == 2
    assert came.returncode == 1


def test_nothing_asked_is_nothing_answered() -> None:
    came = advise("-")
    assert (came.returncode, came.stdout, came.stderr) == (0, "", "")


def test_a_line_is_answered_before_the_next_is_asked() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([*AFRESH, "advise", "-"], stdin=pipe, stdout=pipe, text=True) as running:
        assert running.stdin
        assert running.stdout
        for _ in range(2):
            running.stdin.write(json.dumps(POSITION) + "\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["best"]
        running.stdin.close()
        assert running.wait() == 0
