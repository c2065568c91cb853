"""The other process of the check ``same_in_another_process``: plays the trials named on standard input."""

from __future__ import annotations

import json
import sys
from functools import reduce
from importlib import import_module
from typing import Any

from navalcore.testing.trial import Trial


def main() -> None:
    """Read the order, play its trials, print what they came to."""
    order: dict[str, Any] = json.load(sys.stdin)
    game_class = reduce(getattr, order["name"].split("."), import_module(order["module"]))
    game = game_class()
    answers = []
    for wanted in order["trials"]:
        trial = Trial(game, 0, wanted["scenario"], wanted["options"], wanted["seed"], wanted["max_choices"])
        answers.append({"asked": trial.played.asked, "digests": trial.played.digests})
    json.dump(answers, sys.stdout)


if __name__ == "__main__":
    main()
