"""USB cameras: found by name in a kernel's tree, played by OpenCV's VideoCapture from files and a page on loopback."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.ports import Camera, CameraError
from hardware.usb import FRAME_S, UsbCamera, Video


class Plugged:
    """A /dev and a /sys/class/video4linux with what is plugged in, and what OpenCV opens for each device."""

    def __init__(self, path: Path) -> None:
        self.devices, self.kernel, self.plugs = path / "dev", path / "sys", path / "plugs"
        for folder in (self.devices / "v4l/by-id", self.kernel, self.plugs):
            folder.mkdir(parents=True)
        self.video = Video(self.devices, self.kernel)
        self.opened: list[Path] = []
        self.source = ""
        self.now_s = 100.0

    def plug(self, number: int, name: str, by_id: str = "", bus: str = "usb1", index: int = 0) -> None:
        entry = self.kernel / f"video{number}"
        entry.mkdir()
        (entry / "name").write_text(f"{name}\n")
        (entry / "index").write_text(f"{index}\n")
        (self.plugs / bus).mkdir(exist_ok=True)
        (entry / "device").symlink_to(self.plugs / bus)
        device = self.devices / f"video{number}"
        device.touch()
        if by_id:
            (self.devices / f"v4l/by-id/usb-{by_id}-video-index{index}").symlink_to(device)

    def unplug(self, number: int) -> None:
        device = self.devices / f"video{number}"
        for link in self.devices.glob("v4l/by-id/*"):
            if link.resolve() == device:
                link.unlink()
        device.unlink()
        for part in (self.kernel / f"video{number}").iterdir():
            part.unlink()
        (self.kernel / f"video{number}").rmdir()

    def open(self, path: Path) -> cv2.VideoCapture:
        self.opened.append(path)
        return cv2.VideoCapture(self.source)

    def clock(self) -> float:
        """A frame's time passes whenever somebody looks."""
        self.now_s += FRAME_S
        return self.now_s

    def camera(self, wanted: str) -> UsbCamera:
        return UsbCamera(wanted, self.video, self.open, self.clock)


@pytest.fixture
def plugged(tmp_path: Path) -> Plugged:
    return Plugged(tmp_path)


def grey(level: int) -> np.ndarray:
    return np.full((48, 64, 3), level, np.uint8)


def pictures(path: Path, count: int) -> str:
    """`count` JPEGs that grow brighter, as OpenCV's own sequence."""
    path.mkdir(exist_ok=True)
    for old in path.iterdir():
        old.unlink()
    for number in range(count):
        cv2.imwrite(str(path / f"{number:03d}.jpg"), grey(10 + 20 * number))
    return str(path / "%03d.jpg")


def test_a_camera_is_found_by_a_part_of_what_is_printed_on_it(plugged: Plugged) -> None:
    plugged.plug(0, "Integrated Camera")
    plugged.plug(2, "HD Pro Webcam C920", "046d_HD_Pro_Webcam_C920_8A21B6FF")
    plugged.plug(3, "HD Pro Webcam C920", "046d_HD_Pro_Webcam_C920_8A21B6FF", index=1)
    for wanted in ("c920", "Pro Webcam", "8a21b6ff", "046d hd pro", "2"):
        assert plugged.video.find(wanted) == plugged.devices / "video2"


def test_of_two_alike_the_serial_number_decides(plugged: Plugged) -> None:
    plugged.plug(0, "C920", "046d_C920_AAAA")
    plugged.plug(2, "C920", "046d_C920_BBBB")
    with pytest.raises(CameraError, match=r"more than one USB camera C920: name one of .*AAAA.*; .*BBBB"):
        plugged.video.find("C920")
    assert plugged.video.find("bbbb") == plugged.devices / "video2"


def test_the_decoders_of_a_pi_are_no_cameras(plugged: Plugged) -> None:
    plugged.plug(10, "bcm2835-codec-decode", bus="platform")
    plugged.plug(0, "C920")
    assert plugged.video.find("") == plugged.devices / "video0"
    with pytest.raises(CameraError, match=r"There is no USB camera codec: plug it in, or name another \(C920\)"):
        plugged.video.find("codec")


def test_a_camera_that_is_missing_at_the_start_is_asked_for_and_found_once_it_is_there(
    plugged: Plugged, tmp_path: Path
) -> None:
    camera = plugged.camera("C920")
    with pytest.raises(CameraError, match=r"There is no USB camera C920: plug it in\."):
        camera.frame()
    plugged.plug(0, "C920")
    plugged.source = pictures(tmp_path / "a", 3)
    assert camera.frame().image.shape == (48, 64, 3)
    camera.close()


def test_a_camera_that_was_pulled_out_is_found_again_under_its_new_number(plugged: Plugged, tmp_path: Path) -> None:
    plugged.plug(0, "C920")
    plugged.source = pictures(tmp_path / "a", 2)
    camera = plugged.camera("C920")
    first = camera.frame()
    plugged.unplug(0)
    with pytest.raises(CameraError, match="The USB camera C920 gives no picture: unplug it and plug it in again"):
        camera.frame()
    with pytest.raises(CameraError, match="no USB camera C920"):
        camera.frame()
    plugged.plug(2, "C920")
    plugged.source = pictures(tmp_path / "b", 2)
    again = camera.frame()
    assert [path.name for path in plugged.opened] == ["video0", "video2"]
    assert again.at_s > first.at_s
    camera.close()


def test_a_camera_that_something_else_uses_says_which(plugged: Plugged, tmp_path: Path) -> None:
    plugged.plug(0, "C920")
    plugged.source = str(tmp_path / "none" / "%d.jpg")
    with pytest.raises(CameraError, match=r"does not open: close what else uses .*video0"):
        plugged.camera("C920").frame()


def test_a_frame_that_waited_in_the_queue_is_dropped(plugged: Plugged, tmp_path: Path) -> None:
    plugged.plug(0, "C920")
    plugged.source = pictures(tmp_path / "a", 6)
    camera = plugged.camera("0")
    assert round(camera.frame().image.mean()) == pytest.approx(30, abs=2)
    assert round(camera.frame().image.mean()) == pytest.approx(50, abs=2)
    plugged.now_s += 3.0
    assert round(camera.frame().image.mean()) == pytest.approx(90, abs=2)
    camera.close()


def test_a_closed_camera_gives_nothing_and_holds_nothing(plugged: Plugged, tmp_path: Path) -> None:
    plugged.plug(0, "C920")
    plugged.source = pictures(tmp_path / "a", 3)
    camera: Camera = plugged.camera("C920")
    assert camera.hold() is None
    camera.restore({"ExposureTime": 1})
    camera.frame()
    camera.close()
    with pytest.raises(CameraError, match="closed"):
        camera.frame()


class Page(ThreadingHTTPServer):
    """An MJPEG page on loopback that ends each answer after three pictures, as a camera that is pulled out does."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Pictures)
        self.asked = 0


class _Pictures(BaseHTTPRequestHandler):
    server: Page

    def do_GET(self) -> None:
        self.server.asked += 1
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for level in (40, 80, 120):
            data = cv2.imencode(".jpg", grey(level))[1].tobytes()
            self.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(data))
            self.wfile.write(data + b"\r\n")

    def log_message(self, format: str, *args: object) -> None: ...


@pytest.fixture
def page() -> Iterator[Page]:
    with Page() as page:
        serving = threading.Thread(target=page.serve_forever)
        serving.start()
        yield page
        page.shutdown()
        serving.join()


def test_a_stream_of_jpegs_that_ends_is_opened_again(plugged: Plugged, page: Page) -> None:
    plugged.plug(0, "C920")
    plugged.source = f"http://127.0.0.1:{page.server_port}/"
    camera = plugged.camera("C920")
    seen, ended = 0, 0
    while ended < 2:
        try:
            assert camera.frame().image.shape == (48, 64, 3)
            seen += 1
        except CameraError:
            ended += 1
    camera.close()
    assert seen >= 2
    assert page.asked >= 2
