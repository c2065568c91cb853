"""The data files of a game as charts: what each holds, and whose it is."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from navalcore.components._data_files import TomlDocument, read_text
from navalcore.components._laid_over import laid_over, own_files
from navalcore.errors import BadData

NAMES_SHOWN = 6


@dataclass(frozen=True, slots=True)
class ChartFile:
    """A file of charts."""

    name: str
    """Of the file."""
    label: str
    """Where its figures come from: exact, historical, reconstructed, or an owner's."""
    summary: str
    """Its contents."""
    folder: str
    """Where it is."""


def chart_files(package: Path) -> list[ChartFile]:
    """Every data file in the folder of a game's package, by name."""
    found = []
    for name, path in sorted(own_files(package).items()):
        read = Path(laid_over(path))
        label, summary = _told(read, read_text(read))
        found.append(ChartFile(name, "your own" if read != path else label, summary, str(read.parent)))
    return found


def _told(path: Path, text: str) -> tuple[str, str]:
    if path.suffix == ".csv":
        header, *rows = csv.reader(text.splitlines())
        return "the game's", f"{len(rows)} rows of {', '.join(header[:NAMES_SHOWN])}"
    data = TomlDocument.parse(text, str(path)).data if path.suffix == ".toml" else _json(path, text)
    names = [name for name, part in data.items() if isinstance(part, dict | list)] if isinstance(data, dict) else []
    more = f" and {len(names) - NAMES_SHOWN} more" if len(names) > NAMES_SHOWN else ""
    sources = sorted(_sources(data))
    return ", ".join(sources) or "the game's", (", ".join(names[:NAMES_SHOWN]) + more) or "figures"


def _json(path: Path, text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise BadData(f"{path}:{error.lineno}: is not valid JSON: {error.msg}") from None


def _sources(data: Any) -> set[str]:
    """Where the tables of a file say that their figures come from."""
    if isinstance(data, dict):
        own = {data["source"]} if isinstance(data.get("source"), str) and " " not in data["source"] else set()
        return own.union(*map(_sources, data.values())) if data else own
    return set().union(*map(_sources, data)) if isinstance(data, list) and data else set()
