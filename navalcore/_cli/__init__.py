"""The ``navalcore`` command: play, simulate, replay and look things up in a terminal or a script.

Nothing else in the library may import this package, and only this package imports Typer and Rich.
"""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """The ``navalcore`` command; ends the process with its exit status."""
    try:
        from navalcore._cli.app import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        print("navalcore: stopped", file=sys.stderr)
        status = 130
    sys.exit(status)
