"""``{counted}``, ``{happened}``, ``{kills}``, ``{mutants}``: figures of the page about reliability, read from files."""

import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

TESTS = Path(__file__).parents[2] / "tests"
COUNTS, PLAN, MUTANTS = (
    TESTS / "endurance" / "counts.json",
    TESTS / "endurance" / "plan.toml",
    TESTS / "mutants" / "report.toml",
)
FORKS, KEPT = (
    ("fork", "twin", "imagine"),
    ("text", "file", "trust", "journal", "sink", "pickle", "withheld", "part", "given"),
)
TAKEN_BACK = ("undo", "undo refused", "back")


class Figures(SphinxDirective):
    """A table of figures out of a file, which the page is made again for when the file changes."""

    files: tuple[Path, ...] = ()

    def run(self) -> list[nodes.Node]:
        """The lines of the table."""
        for file in self.files:
            self.env.note_dependency(str(file))
        return self.parse_text_to_nodes("\n".join(self.lines()))

    def lines(self) -> Iterator[str]:
        """Them in Markdown."""
        raise NotImplementedError


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> Iterator[str]:
    """A table of which all columns but the first hold numbers."""
    yield row(header)
    yield row(["---", *["---:"] * (len(header) - 1)])
    yield from map(row, rows)


def row(cells: Sequence[object]) -> str:
    """One line of a table."""
    return "| " + " | ".join(f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in cells) + " |"


def counts_of(game: str, scenarios: Sequence[str] = (), until: str = "") -> tuple[Counter[str], list[dict[str, Any]]]:
    """What the file counts of one run: the sums, and the entries."""
    entries = [
        entry
        for entry in json.loads(COUNTS.read_text(encoding="utf-8"))
        if (entry["game"], entry["scenarios"], entry["until"]) == (game, list(scenarios), until)
    ]
    total: Counter[str] = Counter()
    for entry in entries:
        total += Counter(entry["counts"])
    return total, entries


def runs() -> Iterator[tuple[dict[str, Any], Counter[str], list[dict[str, Any]]]]:
    """The runs of the plan with what was counted of them."""
    for run in tomllib.loads(PLAN.read_text(encoding="utf-8"))["run"]:
        yield run, *counts_of(run["game"], run.get("scenarios", ()), run.get("until", ""))


class Counted(Figures):
    """``{counted}``: what was played so far, and what is to be played."""

    files = (COUNTS, PLAN)

    def lines(self) -> Iterator[str]:
        """One line a run."""
        rows, last = [], ""
        for run, counts, entries in runs():
            hours = sum(entry["seconds"] for entry in entries) / 3600
            faults = len({fault for entry in entries for fault in entry["faults"]})
            last = max([last, *(entry["last"] for entry in entries)])
            rows.append([run["title"], counts["matches"], run["matches"], counts["choices"], f"{hours:.1f}", faults])
        yield from table(["", "matches", "of", "choices", "processor hours", "faults found"], rows)
        yield f"\nAs of {last}, on a machine with two cores."


class Happened(Figures):
    """``{happened}``: how often each kind of thing has happened to these matches."""

    files = (COUNTS, PLAN)

    def lines(self) -> Iterator[str]:
        """One line a run."""
        rows = []
        for run, counts, _ in runs():
            sums = [sum(counts[name] for name in names) for names in (FORKS, TAKEN_BACK, KEPT)]
            rows.append([run["title"], *sums, counts["reseed"], counts["invariants"], counts["looked at closely"]])
        header = ["", "forks", "undo", "saves and loads", "reseeds", "invariants asked", "all checks of the kit"]
        yield from table(header, rows)


class Kills(Figures):
    """``{kills}``: how often a recorded match was killed, and how it was kept."""

    files = (COUNTS,)

    def lines(self) -> Iterator[str]:
        """One sentence."""
        counts, entries = counts_of("kill -9")
        ways = {
            "record": "recorded by `record_to`",
            "durable": "recorded with `durable=True`",
            "play": "played by `navalcore play --save`",
            "save": "saved again and again by `save`",
            "simulate": "simulated with a journal",
        }
        kept = ", ".join(f"{counts[f'kept by {way}']} {words}" for way, words in ways.items())
        faults = sum(len(entry["faults"]) for entry in entries)
        found = f"{faults} of them lost something" if faults else "none of them lost anything"
        yield f"{counts['kills']:,} kills ({kept}), {counts['acknowledged']:,} acknowledgements; {found}."


class Mutants(Figures):
    """``{mutants}``: how many small faults the tests have noticed."""

    files = (MUTANTS,)

    def lines(self) -> Iterator[str]:
        """One line a part."""
        total: dict[str, Counter[str]] = {}
        for run in tomllib.loads(MUTANTS.read_text(encoding="utf-8"))["run"]:
            numbers = {name: run[name] for name in ("mutants", "noticed", "equal")}
            total.setdefault(run["part"], Counter()).update(numbers)
        rows = [[f"`{part}`", each["mutants"], each["noticed"], each["equal"]] for part, each in total.items()]
        yield from table(["part", "mutants", "noticed", "equal to the original"], rows)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives."""
    for name, directive in {"counted": Counted, "happened": Happened, "kills": Kills, "mutants": Mutants}.items():
        app.add_directive(name, directive)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
