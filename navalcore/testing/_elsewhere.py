"""The other process of the check ``same_in_another_process``: plays the trial that comes on standard input."""

from __future__ import annotations

import json
import pickle
import sys


def main() -> None:
    """Read the trial, play it, print what it came to."""
    played = pickle.load(sys.stdin.buffer).played
    json.dump({"asked": played.asked, "digests": played.digests}, sys.stdout)


if __name__ == "__main__":
    main()
