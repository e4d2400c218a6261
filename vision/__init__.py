"""The camera's room: pictures in, readings out. It knows dice, and neither games, nor devices, nor the page."""
