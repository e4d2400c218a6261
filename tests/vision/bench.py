"""How long a phone's photo of a board takes; `make bench` prints it, no test depends on it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import cv2

from tools.board_evening import cant_stop, set_up
from tools.board_outcomes import PHONE
from vision.boards.reader import BoardReader

RUNS = 5


def median_ms(work: Callable[[], object]) -> float:
    """Of one thread's computing, however busy the machine is."""
    times = []
    for _ in range(RUNS):
        began = time.thread_time()
        work()
        times.append((time.thread_time() - began) * 1000)
    return statistics.median(times)


def board() -> None:
    """Can't Stop, 12 million pixels, on one core."""
    cv2.setNumThreads(1)
    made, reader = cant_stop(2, PHONE), BoardReader()
    reader.learn(set_up("cant-stop", 2, PHONE, 0), made.plan, made.laid_out)
    _, data = cv2.imencode(".jpg", made.photo.image, (cv2.IMWRITE_JPEG_QUALITY, 90))
    decoded = median_ms(lambda: cv2.imdecode(data, cv2.IMREAD_COLOR))
    read = median_ms(lambda: reader.read(made.photo.image, made.plan, made.expected))
    print(f"{'decoding a photo of 12 million pixels':44} {decoded:9.1f} ms")
    print(f"{'reading the board in it':44} {read:9.1f} ms  {read / decoded:.1f} x the decoding")


if __name__ == "__main__":
    board()
