"""One server process of the load tests (:mod:`benchmarks.table`): the table as ``navalcore serve`` opens it, but for
the limits, unless it is called with ``--limited``. It says its port, and on every line it is sent what it has used.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import threading
from pathlib import Path
from time import process_time

from navalcore.table import Limits, Server, make_app

MANY = 1_000_000
GENEROUS = Limits(
    requests=MANY, requests_at_once=MANY, matches=MANY, matches_at_once=MANY, acts=MANY, acts_at_once=MANY,
    sockets=MANY, connections=MANY, work=MANY, work_at_once=MANY, unfinished=MANY, address_bytes=MANY * MANY,
)  # fmt: skip
"""Limits of a table whose people all come from one address."""


def say(message: dict[str, float]) -> None:
    print(json.dumps(message), flush=True)


def memory() -> int:
    """Bytes of this process in memory; where the system does not tell, the most there were."""
    held = Path("/proc/self/statm")
    if held.exists():
        return int(held.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def answer(server: Server) -> None:
    """Answer each line; when there are no more, nobody needs the server."""
    for _ in sys.stdin:
        say({"seconds": process_time(), "bytes": memory()})
    server.should_exit = True


def main() -> None:
    """Serve the database named on the command line."""
    limits = Limits() if "--limited" in sys.argv else GENEROUS
    app = make_app(sys.argv[1], limits=limits)
    server = Server(app, "127.0.0.1", 0, lambda _host, port: say({"port": port}), limits)
    threading.Thread(target=answer, args=(server,), daemon=True).start()
    server.run()


if __name__ == "__main__":
    main()
