"""The table and its games: standard library only, no device, no web, no picture."""

__version__ = "0.1.0"
