"""Saves changed by somebody who knows how: the chain of digests is made anew over what was changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import navalcore as nc
from navalcore._saves.entries import Header
from navalcore._saves.tape import chained, header_line, written

Lines: TypeAlias = list[dict[str, Any]]


def lines_of(path: Path) -> tuple[dict[str, Any], Lines]:
    """Header and entries of a save, without their digests."""
    header, *entries = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line in (header, *entries):
        del line["h"]
    return header, entries


def forged(path: Path, change: Callable[[Lines], object]) -> Path:
    """The save with its entries changed."""
    return forged_with_header(path, lambda _, entries: change(entries))


def forged_with_header(path: Path, change: Callable[[dict[str, Any], Lines], object]) -> Path:
    """The save with its header and entries changed; a seed that is shown is committed to anew."""
    header, entries = lines_of(path)
    before = json.dumps(header)
    change(header, entries)
    if json.dumps(header) != before and header["seed"] is not None:
        bound = ("seed", "salt", "game", "rules", "scenario", "options", "chance", "undo")
        header["commitment"] = nc.RevealedSeed(**{name: header[name] for name in bound}).commitment
    made = Header.model_construct(**header)
    head, text = made.root(), header_line(made)
    for entry in entries:
        head = chained(head, entry)
        text += written(entry, head)
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    return path
