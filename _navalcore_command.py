"""The console script ``navalcore``: until the library is loaded, Ctrl-C ends the process without a word of Python."""

import signal

__all__ = ["main"]

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # an exception here is a traceback, or lost in a callback of an import


def main() -> None:
    """The ``navalcore`` command; ends the process with its exit status."""
    from navalcore._cli import main as command

    command()
