"""Tiles of the road game and others in a photo or in the tray: found, matched with the drawn or learnt faces, told."""
