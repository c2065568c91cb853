"""The ``navalcore`` command: play, simulate, replay and look things up in a terminal or a script.

Nothing else in the library may import this package, and only this package imports Typer and Rich.
"""

from __future__ import annotations

import signal
import sys

from navalcore._cli.stopped import is_ctrl_c

__all__ = ["main"]


def main() -> None:
    """The ``navalcore`` command; ends the process with its exit status. SIGTERM stops it as Ctrl-C does."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        from navalcore._cli.app import run

        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # set by the console script, while modules are loaded
            signal.signal(signal.SIGINT, signal.default_int_handler)
        status = run(sys.argv[1:])
    except BaseException as error:
        if not is_ctrl_c(error):
            raise
        _hear_no_more()
        print("navalcore: stopped", file=sys.stderr)
        status = 130
    _hear_no_more()
    sys.exit(status)


def _hear_no_more() -> None:
    """All is said: from now on Ctrl-C ends the process at once, without a word of Python."""
    for number in (signal.SIGINT, signal.SIGTERM):
        if signal.getsignal(number) is signal.default_int_handler:
            signal.signal(number, signal.SIG_DFL)
