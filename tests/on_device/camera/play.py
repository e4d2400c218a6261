"""`companion` inside the tree, on the real picamera2."""

import picamera2

from companion.__main__ import main
from tests.on_device.camera.virtual_picamera2 import VirtualPicamera2

picamera2.Picamera2 = VirtualPicamera2
main()
