"""What a front end has to do: lines of the examples, bytes a choice, and how much of each game has places, as a file.

Run: python -m benchmarks.front_ends, which writes benchmarks/front_ends.json; the page for developers shows it.
"""

from __future__ import annotations

import json
import os
import platform
import re
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any, Final

import navalcore as nc
from benchmarks import places, snapshots
from benchmarks.sample import MATCHES
from navalcore.boards import Scene
from navalcore.rules import DecisionData, EventData, OptionData

ROOT: Final = Path(__file__).parents[1]
FILE: Final = Path(__file__).with_suffix(".json")
EXAMPLES: Final = {
    **{f"`{name}`": f"examples/front_end/{name}" for name in ("client.py", "client.mjs", "server.py", "page.html")},
    "the full screen": "navalcore/_cli/screen/*.py",
    "the seat in a notebook": "navalcore/notebook/seat_widget.js",
}
"""What is counted, and its files."""
COMMENT: Final = re.compile(r'\s*($|#|//|<!--|"""|/\*|\*)')
GIVEN: Final = (
    "navalcore",
    "nc",
    "seat",
    "session",
    "board",
    "Seat",
    "Session",
    "Board",
    "messages",
    "act",
    "pictures",
)
"""Words for what the library gives to front ends, beside the fields of what it sends."""


def glue(text: str) -> tuple[int, int]:
    """Of the text of an example the lines of code, and those of them that name something of the library."""
    sent = {name for model in (nc.Snapshot, DecisionData, OptionData, EventData) for name in model.model_fields}
    known = re.compile(rf"\b({'|'.join(sorted(sent | set(GIVEN)))})\b")
    code = [line for line in text.splitlines() if not COMMENT.match(line)]
    return len(code), sum(bool(known.search(line)) for line in code)


def examples() -> dict[str, dict[str, int]]:
    """The lines of each example."""
    found = {}
    for name, files in EXAMPLES.items():
        lines = [glue(file.read_text(encoding="utf-8")) for file in ROOT.glob(files)]
        found[name] = {"code": sum(code for code, _ in lines), "glue": sum(named for _, named in lines)}
    return found


def smallest(scenes: list[Scene]) -> float:
    """The smallest letters of scenes, in pixels where a scene is 1280 wide."""
    labels = [label.size / scene.unit for scene in scenes for label in scene.labels]
    labels += [region.label_size / scene.unit for scene in scenes for region in scene.regions if region.label]
    return round(min(labels), 1) if labels else 0.0


def of_game(game_id: str, scenarios: list[str | None]) -> dict[str, Any]:
    """The figures of one game."""
    tally = places.measure(game_id, scenarios)
    short = [size for scenario in scenarios for size in snapshots.measure(game_id, scenario)[3]]
    scenes: list[Scene] = []
    for scenario in scenarios:
        match = nc.load(game_id).new_match(scenario, seed=1)
        for role in match.game.roles:
            board = places.board_of(match, role)
            scenes += [] if board is None else board.scenes
    return {
        "bytes": round(median(short)),
        "options": round(places.share(tally.placed_options, tally.options), 3),
        "events": round(places.share(tally.placed_events, tally.events), 3),
        "decisions": round(places.share(tally.placed_decisions, tally.decisions), 3),
        "dice": round(places.share(tally.placed_rolls, tally.rolls), 3) if tally.rolls else None,
        "smallest letters": smallest(scenes),
    }


def main() -> None:
    """Measure, and write the file."""
    games: dict[str, list[str | None]] = {}
    for name, scenario in MATCHES.items():
        games.setdefault(name.split()[0], []).append(scenario)
    found = {
        "date": datetime.now(UTC).date().isoformat(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "examples": examples(),
        "games": {game: of_game(game, scenarios) for game, scenarios in games.items()},
    }
    FILE.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
