"""Saved matches brought to the format and rules version of today."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from navalcore._match.installed import load
from navalcore._saves.files import path_of
from navalcore._saves.journal import write_save
from navalcore._saves.upgrading import read_any_save, upgraded
from navalcore.errors import BadData


def upgrade_save(path: str | Path, *, in_place: bool = False, plugins: Sequence[str] = ()) -> Path:
    """Write a save of any format and rules version in those of today: the same choices and results, without what was
    taken back.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import navalcore as nc
    >>> from navalcore.study import upgrade_save
    >>> with TemporaryDirectory() as folder:
    ...     nc.load("uboat_cards").new_match(seed=17).save(Path(folder) / "match.jsonl")
    ...     upgrade_save(Path(folder) / "match.jsonl").name
    'match.upgraded.jsonl'

    Args:
        path: the save.
        in_place: write the file itself, and keep what it was as ``NAME.old``; else write ``NAME.upgraded.jsonl``.
        plugins: modules of further plug-ins to look for its game in.

    Returns:
        The file that was written.

    Raises:
        BadData: a file cannot be read or written, or is there already.
        DamagedTape, IncompatibleSave, Diverged, UnknownGame: it cannot be read, or today's rules cannot follow it.
        InUse: a match records to the file.
    """
    file = path_of(path)
    saved = read_any_save(file)
    text = upgraded(saved, load(saved.header.game, plugins))
    kept = file.with_name(f"{file.name}.old")
    target = file if in_place else file.with_name(f"{file.stem}.upgraded{file.suffix or '.jsonl'}")
    new = kept if in_place else target
    if new.exists():
        raise BadData(f"{new}: is there already; move it away first")
    try:
        if in_place:
            kept.write_bytes(file.read_bytes())
        write_save(target, text)
    except BaseException:
        if in_place:
            kept.unlink(missing_ok=True)
        raise
    return target
