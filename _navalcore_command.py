"""The console script ``navalcore``: from its first line on Ctrl-C is one line, before the library is imported."""

import sys

__all__ = ["main"]


def main() -> None:
    """The ``navalcore`` command; ends the process with its exit status."""
    try:
        from navalcore._cli import main as command

        command()
    except KeyboardInterrupt:
        print("navalcore: stopped", file=sys.stderr)
        sys.exit(130)
