"""Where a decision's instructions go: those of the interpreter, by hand and through the engine, part by part.

``python -m benchmarks.instructions [--matches N] [--write]``. Unlike times they are the same on every machine with the
same Python.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from benchmarks import figures
from benchmarks.__main__ import play_by_engine, play_by_hand
from navalcore_games.uboat_cards.game import UboatCards

PARTS = {
    "_chance.py": "chance: the numbers that draws and random choices take",
    "match.py": "a choice: checked, noted with its role and place, handed to the rules",
    "driver.py": "the driver: the line of play, and the rules up to what they ask next",
    "decision.py": "a decision: who is asked what, by which rule, and why not something else",
    "sequence.py": "the sequence of play: the next step, its checkpoint, whether the match is over",
    "game.py": "the same, what the game says of it",
    "__main__.py": "who plays at random",
}
"""The parts by the files they stand in; all the rest is rules."""
WAYS: dict[str, Callable[[int], int]] = {
    "by hand": play_by_hand,
    "through the engine": partial(play_by_engine, game=UboatCards()),
}
"""How a match is played; each takes its seed and returns the decisions made."""
RULES = "the rules of the game"
FIRST = 10**6
"""The seed of the first match, as of the fresh ones in :mod:`benchmarks`."""


def counted(work: Callable[[int], int], matches: int) -> dict[str, float]:
    """The instructions for each decision of so many matches, by part."""
    for seed in range(FIRST - 10, FIRST):
        work(seed)
    found: Counter[str] = Counter()
    with instructions_into(found):
        decisions = sum(work(seed) for seed in range(FIRST, FIRST + matches))
    parts: Counter[str] = Counter()
    for name, number in found.items():
        parts[PARTS.get(name, RULES)] += number
    return {part: number / decisions for part, number in parts.most_common()}


@contextmanager
def instructions_into(found: Counter[str]) -> Iterator[None]:
    """Count instructions by file name; from Python 3.12 on by monitoring, as not every release traces them."""
    if sys.version_info >= (3, 12):
        watch, tool = sys.monitoring, sys.monitoring.PROFILER_ID

        def noted(code: CodeType, offset: int) -> None:  # noqa: ARG001
            found[Path(code.co_filename).name] += 1

        watch.use_tool_id(tool, "instructions")
        watch.register_callback(tool, watch.events.INSTRUCTION, noted)
        watch.set_events(tool, watch.events.INSTRUCTION)
        try:
            yield
        finally:
            watch.set_events(tool, 0)
            watch.free_tool_id(tool)
        return

    def trace(frame: FrameType, event: str, argument: Any) -> Any:  # noqa: ARG001
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        if event == "opcode":
            found[Path(frame.f_code.co_filename).name] += 1
        return trace

    sys.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(None)


def main(arguments: list[str] | None = None) -> None:
    """Print both."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.instructions", description=__doc__.partition("\n")[0])
    parser.add_argument("--matches", type=int, default=40, help="how many matches are counted (default 40)")
    parser.add_argument("--write", action="store_true", help="put the table into the file that the reports show")
    given = parser.parse_args(arguments)
    found = {title: counted(work, given.matches) for title, work in WAYS.items()}
    for title, parts in found.items():
        print(f"{title}: {sum(parts.values()):.0f} instructions for a decision")
        for part, number in parts.items():
            print(f"  {number:5.1f}  {part}")
    if given.write:
        header = ["instructions for a decision", *found]
        command = f"python -m benchmarks.instructions --matches {given.matches}"
        figures.write("instructions", command, header, rows(found))


def rows(found: Mapping[str, Mapping[str, float]]) -> list[list[str]]:
    """A row for each part and one for the sum, with a column for each way; a part that a way lacks is blank.

    >>> rows({"by hand": {"rules": 103.2}, "engine": {"rules": 184.0, "driver": 53.4}})
    [['rules', '103', '184'], ['driver', '', '53'], ['in all', '103', '237']]
    """
    parts = list(dict.fromkeys(part for ways in found.values() for part in ways))
    shown = [[part, *(f"{ways[part]:.0f}" if part in ways else "" for ways in found.values())] for part in parts]
    return [*shown, ["in all", *(f"{sum(ways.values()):.0f}" for ways in found.values())]]


if __name__ == "__main__":
    main()
