"""``{front-ends}``, ``{found-places}``: what front ends have to do, read from the file that the benchmark writes."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from reliability_page import Figures, row, table
from sphinx.application import Sphinx

MEASURED = Path(__file__).parents[2] / "benchmarks" / "front_ends.json"
TITLES = {
    "uboat_cards": "card game",
    "tonnage_war": "Tonnage War",
    "aa50_subwar": "Submarine warfare",
    "bismarck": "Computer Bismarck",
    "silent_war": "Silent War",
}


def measured() -> Any:
    """What the file says."""
    return json.loads(MEASURED.read_text(encoding="utf-8"))


class FrontEnds(Figures):
    """``{front-ends}``: the lines of the examples, and when and where all of it was measured."""

    files = (MEASURED,)

    def lines(self) -> Iterator[str]:
        """A sentence and a table."""
        found = measured()
        yield f"Measured on {found['date']} ({found['machine']}) by `python -m benchmarks.front_ends`."
        yield ""
        rows = [[name, each["code"], each["glue"]] for name, each in found["examples"].items()]
        yield from table(["example", "lines of code", "of them, that name something of the library"], rows)


class Places(Figures):
    """``{found-places}``: bytes a choice, shares with places and the smallest letters of each game."""

    files = (MEASURED,)

    def lines(self) -> Iterator[str]:
        """The table."""
        yield row(["game", "bytes a choice", "options", "events", "decisions", "dice", "smallest letters, px"])
        yield row(["---", *["---:"] * 6])
        for game, each in measured()["games"].items():
            shares = [
                "none" if each[name] is None else f"{each[name]:.1%}"
                for name in ("options", "events", "decisions", "dice")
            ]
            yield row([TITLES.get(game, game), each["bytes"], *shares, each["smallest letters"]])


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives."""
    app.add_directive("front-ends", FrontEnds)
    app.add_directive("found-places", Places)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
