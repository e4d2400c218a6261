"""A folder of photos as a camera, with all that lies in such folders."""

from pathlib import Path
from typing import Any

import pytest

from companion.ports import Camera, CameraError
from hardware.folder import FRAME_S, FolderCamera


def _load(path: Path) -> Any:
    """A photo is its own text here."""
    text = path.read_text()
    if text == "broken":
        raise ValueError(f"{path}: cut short")
    return text


def _folder(path: Path, **files: str) -> FolderCamera:
    for name, text in files.items():
        (path / name.replace("_", ".")).write_text(text)
    return FolderCamera(path, _load, clock=lambda: 0.0, wait=lambda _: None)


def _images(camera: FolderCamera, throws: int) -> list[Any]:
    images = [camera.frame().image]
    for _ in range(throws):
        camera.throw(4)
        images.append(camera.frame().image)
    return images


def test_photos_follow_each_other_by_name_and_begin_again(tmp_path: Path) -> None:
    (tmp_path / "d.jpg").mkdir()
    camera = _folder(tmp_path, b_JPG="b", a_jpeg="a", c_PNG="c", e_bmp="e", notes_txt="no", raw_dng="no")
    assert _images(camera, 5) == ["a", "b", "c", "e", "a", "b"]


def test_a_photo_stays_until_the_next_throw(tmp_path: Path) -> None:
    camera = _folder(tmp_path, a_png="a", b_png="b")
    assert camera.frame().image == camera.frame().image == "a"


def test_a_broken_photo_is_named_and_the_next_throw_moves_on(tmp_path: Path) -> None:
    camera = _folder(tmp_path, a_png="broken", b_png="b")
    for _ in range(2):
        with pytest.raises(CameraError, match=r"a\.png cannot be shown \(cut short\)"):
            camera.frame()
    camera.throw(4)
    assert camera.frame().image == "b"


def test_a_folder_without_photos_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="put JPEG, PNG or BMP files into it"):
        _folder(tmp_path, notes_txt="no")
    with pytest.raises(CameraError, match="name another"):
        _folder(tmp_path / "missing")


def test_a_folder_holds_nothing_and_takes_what_another_camera_held(tmp_path: Path) -> None:
    camera: Camera = _folder(tmp_path, a_png="a")
    assert camera.hold() is None
    camera.restore({"ExposureTime": 20000})
    assert camera.frame().image == "a"


def test_a_folder_gives_at_most_ten_frames_a_second(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_text("a")
    now_s = [0.0]

    def wait(seconds: float) -> None:
        now_s[0] += seconds

    camera = FolderCamera(tmp_path, _load, clock=lambda: now_s[0], wait=wait)
    times = [camera.frame().at_s for _ in range(3)]
    assert times == pytest.approx([0.0, FRAME_S, 2 * FRAME_S])
