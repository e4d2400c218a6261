"""Paper: what a game gives to be printed, as PDF.

The law of this folder: it draws what it is given, in millimetres, and knows no rule of any game. Everything is drawn as
lines and embedded letters; no page holds a picture of pixels, so any printer may make it as large as it likes.
"""
