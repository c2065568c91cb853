"""``navalcore upgrade``: a saved match in the format and rules version of today."""

from __future__ import annotations

from typing import Annotated

import typer

from navalcore._cli.arguments import SaveArgument, option
from navalcore._cli.common import settings_of
from navalcore.study import upgrade_save


def upgrade(
    context: typer.Context,
    file: SaveArgument,
    in_place: Annotated[bool, option("--in-place", "Write FILE itself, and keep what it was as FILE.old.")] = False,
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
    settings.out.line(f"{upgrade_save(file, in_place=in_place, plugins=settings.plugins)}: written")
