"""The grid of Rush Hour Shift in a photo: its parts, its vehicles, and how they look."""
