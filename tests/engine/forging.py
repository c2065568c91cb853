"""Saves changed by somebody who knows how: the chain of digests is made anew over what was changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any, TypeAlias

import navalcore as nc
from navalcore._rules.state import canonical_json, digest
from navalcore._saves.entries import SaveHeader
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
    made = SaveHeader.model_construct(**header)
    head, text = made.root(), header_line(made)
    for entry in entries:
        head = chained(head, entry)
        text += written(entry, head)
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    return path


BOUND = ("seed", "salt", "game", "rules", "scenario", "options", "chance")
"""What a commitment of format 3 is bound to."""


def old_commitment(version: int, header: dict[str, Any], seed: str, salt: str) -> str:
    """How formats 1 to 3 committed to a seed."""
    if version < 3:
        return digest(f"navalcore seed {seed}")
    bound = {**{name: header[name] for name in BOUND}, "seed": seed, "salt": salt, "navalcore commitment": 3}
    return blake2b(canonical_json(bound).encode(), digest_size=32).hexdigest()


def in_old_format(version: int, text: str, digits: int = 20, asked: int = 8) -> str:
    """A save of format 4 as format 1, 2 or 3 had it; format 1 had digests of more than one length."""
    header, *entries = [json.loads(line) for line in text.splitlines()]
    header |= {"navalcore": version, "commitment": old_commitment(version, header, header["seed"], header["salt"])}
    for entry in entries:
        if entry["kind"] == "choice":
            entry["asked"] = entry["asked"][:asked].ljust(asked, "0")
        if entry["kind"] == "reseed":
            entry["commitment"] = old_commitment(version, header, entry["seed"], entry["salt"])
            if version < 3:
                del entry["commitment"], entry["salt"]
    if version < 3:
        del header["salt"]
    return in_old_chain(header, [each for each in entries if each["kind"] != "checkpoint"], digits)


def in_old_chain(header: dict[str, Any], entries: Lines, digits: int = 20) -> str:
    """The text of a save of an old format, with its digests."""
    header.pop("h", None)
    head = digest(canonical_json({name: header[name] for name in header if name not in ("seed", "salt")}))
    text = written(header, head)
    for entry in entries:
        entry.pop("h", None)
        head = chained(head, entry, digits)
        text += written(entry, head)
    return text
