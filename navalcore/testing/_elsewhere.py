"""The other process of the check ``same_in_another_process``: plays the trial named on standard input."""

from __future__ import annotations

import json
import sys
from functools import reduce
from importlib import import_module
from typing import Any

from navalcore._match.installed import load
from navalcore.testing._trial import Trial


def main() -> None:
    """Read the order, play its trial, print what it came to."""
    order: dict[str, Any] = json.load(sys.stdin)
    game_class: Any = reduce(getattr, order["name"].split("."), import_module(order["module"]))
    try:
        game = game_class()
    except TypeError:  # made with arguments that only its plug-in knows
        game = load(order["id"])
    if game.id != order["id"]:  # as a variant changes it
        game = load(order["id"])
    script = None if order["script"] is None else tuple(order["script"])
    setting = order["scenario"], order["options"], order["seed"], order["max_choices"]
    trial = Trial(game, 0, *setting, script, order["mood"])
    json.dump({"asked": trial.played.asked, "digests": trial.played.digests}, sys.stdout)


if __name__ == "__main__":
    main()
