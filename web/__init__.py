"""The phone's page and the HTTP interface under it: shows snapshots, passes on what people say, judges no rule."""

from web.pages import create_app
from web.serving import Served, listen, serve

__all__ = ["Served", "create_app", "listen", "serve"]
