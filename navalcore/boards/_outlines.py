"""Outlines of land for the maps of games, from a data file."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from navalcore._misfits import told_of_misfits
from navalcore._picture import Point
from navalcore.components._data_files import read_text
from navalcore.errors import BadData


@told_of_misfits
def load_outlines(path: Path) -> tuple[tuple[Point, ...], ...]:
    """The outlines in the JSON file ``path``, which has the form ``{"outlines": [[[x, y], ...], ...]}``, in the units
    of the file.

    Raises:
        BadData: the file is not JSON of outlines; names it.
    """
    return _loaded(path)


@lru_cache(maxsize=8)
def _loaded(path: Path) -> tuple[tuple[Point, ...], ...]:
    try:
        data = json.loads(read_text(path))
        return tuple(tuple((float(x), float(y)) for x, y in outline) for outline in data["outlines"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadData(f'{path}: must hold {{"outlines": [[[x, y], ...], ...]}}: {error}') from error
