"""The ``navalcore`` command: play, simulate, replay and look things up in a terminal or a script.

Nothing else in the library may import this package, and only this package imports Typer and Rich.
"""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> None:
    """The ``navalcore`` command; ends the process with its exit status."""
    from navalcore._cli.app import run

    sys.exit(run(sys.argv[1:]))
