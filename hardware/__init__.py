"""The box's room: display, buttons and cameras. It knows the core's contract; no game, no reader, no page."""
