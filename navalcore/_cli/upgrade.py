"""``navalcore upgrade``: a saved match in the format and rules version of today."""

from __future__ import annotations

from typing import Annotated

import typer

from navalcore._cli.common import settings_of
from navalcore._cli.replay import SaveArgument
from navalcore._saves.journal import write_save
from navalcore._saves.upgrading import read_any_save, upgraded
from navalcore.errors import BadData


def upgrade(
    context: typer.Context,
    file: SaveArgument,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Write FILE itself, and keep what it was as FILE.old.")
    ] = False,
) -> None:
    """Write a saved match in today's format and rules version, beside it as NAME.upgraded.jsonl.

    The file itself stays as it is, or (with --in-place) is kept as FILE.old. What was taken back is left out. The
    seed, and every seed that was taken in mid-match, keeps its dice and gets a new commitment, which nobody was
    promised before the match. A match that today's rules cannot follow is refused, with the reason.

    Examples::

        navalcore upgrade match.jsonl
        navalcore upgrade match.jsonl --in-place
    """
    settings = settings_of(context)
    saved = read_any_save(file)
    text = upgraded(saved, settings.game(saved.header.game))
    kept = file.with_name(f"{file.name}.old")
    target = file if in_place else file.with_name(f"{file.stem}.upgraded{file.suffix}")
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
    settings.out.line(f"{target}: written")
