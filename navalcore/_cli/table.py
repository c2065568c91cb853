"""``navalcore table``: an operator's care for the database of a table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from navalcore._cli.common import option, settings_of
from navalcore._cli.serve import check_installed
from navalcore.errors import BadData

HELP = """Look after the database of a table: back it up and restore it, look for damage, delete what is old.

Examples::

    navalcore table backup table.jsonl.gz
    navalcore table restore table.jsonl.gz --database postgresql://table@db.example/table
    navalcore table check
    navalcore table prune --finished 365
"""
Url = Annotated[
    str | None,
    option("--database URL", "The database, as for navalcore serve.", envvar="NAVALCORE_DATABASE"),
]
Backup = Annotated[Path, typer.Argument(metavar="FILE", help="The file of the backup.", show_default=False)]
Days = Annotated[float, typer.Option(min=0, show_default=False)]


def _url(database: str | None) -> str:
    check_installed()
    from navalcore.table import default_database

    return database or default_database()


def backup(context: typer.Context, file: Backup, database: Url = None) -> None:
    """Write everything, as it stands at one moment, into a new file. The table may be open meanwhile. The file has
    every hidden card: keep it where nobody reads it.
    """
    url = _url(database)
    from navalcore.table import backup

    settings_of(context).out.line(f"{file}: {asyncio.run(backup(url, file))} matches")


def restore(context: typer.Context, file: Backup, database: Url = None) -> None:
    """Write a backup into an empty database: of this kind or the other, on this machine or another."""
    url = _url(database)
    from navalcore.table import restore

    settings_of(context).out.line(f"{asyncio.run(restore(url, file))} matches restored")


def check(context: typer.Context, database: Url = None) -> None:
    """Play every match again and compare it with what is written."""
    url, settings = _url(database), settings_of(context)
    from navalcore.table import check_database

    async def look() -> tuple[int, int]:
        good = bad = 0
        async for match, wrong in check_database(url, settings.game):
            good, bad = good + (not wrong), bad + bool(wrong)
            if wrong:
                settings.out.line(f"{match}: {wrong}")
        return good, bad

    good, bad = asyncio.run(look())
    settings.out.line(f"{good} matches are whole, {bad} damaged")
    if bad:
        raise BadData("damaged matches are closed to choices; a backup may have what they lack")


def prune(context: typer.Context, finished: Days = 0, untouched: Days = 0, database: Url = None) -> None:
    """Delete the matches that were over, or in which nothing was done, so many days ago."""
    url = _url(database)
    from navalcore.table import prune_database

    if not finished and not untouched:
        raise BadData("say which: --finished DAYS, --untouched DAYS")
    settings_of(context).out.line(f"{asyncio.run(prune_database(url, finished, untouched))} matches deleted")


COMMANDS = {"backup": backup, "restore": restore, "check": check, "prune": prune}
