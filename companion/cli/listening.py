"""Where phones are heard.

The law of this file: it is asked for before anything is written, so that an address that cannot be had leaves nothing
half begun; what is wrong is named as it was said, by the option or by the file and its key.
"""

from __future__ import annotations

import argparse
import errno
import socket

from companion.cli.configured import called
from companion.cli.status import CannotError
from companion.config import TableConfig


def open_listener(asked: argparse.Namespace, config: TableConfig) -> socket.socket:
    """The socket of the page.

    Raises:
        CannotError: the port is taken, or the address is not this machine's. A network may still come up.
    """
    from web import listen

    try:
        return listen(config.host, config.port)
    except OSError as error:
        # Without the address, which Python puts behind it in brackets.
        why = (error.strerror or str(error)).partition(" (while")[0]
        match error.errno:
            case errno.EADDRINUSE:
                wanted, instead = "port", f"a free port, not {config.port} ({why}; does another table run?)"
            case errno.EACCES | errno.EPERM:
                wanted, instead = "port", f"a port from 1024 on, not {config.port} ({why})"
            case _:
                wanted, instead = "host", f"an address of this machine, not {config.host!r} ({why})"
        raise CannotError(f"{called(asked, wanted)} must be {instead}") from error
