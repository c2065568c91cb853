"""``navalcore table``: an operator's care for the database of a table."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from navalcore._cli.common import AsJson, argument, option, settings_of
from navalcore._cli.outputs import check_outputs, output as output_option, written
from navalcore._cli.serve import check_installed
from navalcore.errors import BadData

HELP = """Look after the database of a table: back it up and restore it, look for damage, delete what is old.

Examples::

    navalcore table backup -o table.jsonl.gz
    navalcore table restore table.jsonl.gz --database postgresql://table@db.example/table
    navalcore table check
    navalcore table prune --finished 365
"""
Url = Annotated[
    str | None,
    option("--database URL", "The database, as for navalcore serve.", envvar="NAVALCORE_DATABASE"),
]
Backup = Annotated[Path, argument("FILE", "The file of the backup.")]
Finished = Annotated[float | None, option("--finished DAYS", "Delete what was over so many days ago.", min=0)]
Untouched = Annotated[
    float | None, option("--untouched DAYS", "Delete what has not been touched for so many days.", min=0)
]


def _url(database: str | None) -> str:
    check_installed()
    from navalcore.table import default_database

    return database or default_database()


def backup(
    context: typer.Context,
    output: Annotated[
        Path, output_option("-o --output FILE", "The file to write, compressed with gzip.", ".gz", packed=True)
    ],
    database: Url = None,
    as_json: AsJson = False,
) -> None:
    """Write everything, as it is at one moment, into a new file. The table may be open meanwhile. The file has
    every hidden card: keep it where no player can read it.
    """
    check_outputs(output, force=False, as_json=as_json)
    url = _url(database)
    from navalcore.table import backup

    matches = asyncio.run(backup(url, output))
    settings_of(context).out.done(as_json, {"matches": matches} | written(output), f"{output}: {matches} matches")


def restore(context: typer.Context, file: Backup, database: Url = None, as_json: AsJson = False) -> None:
    """Write a backup into an empty database: of this kind or the other, on this machine or another."""
    url = _url(database)
    from navalcore.table import restore

    matches = asyncio.run(restore(url, file))
    settings_of(context).out.done(as_json, {"restored": matches}, f"{matches} matches restored")


def check(context: typer.Context, database: Url = None, as_json: AsJson = False) -> None:
    """Play every match again and compare it with the database."""
    url, settings = _url(database), settings_of(context)
    from navalcore.table import check_database

    async def look() -> tuple[int, dict[str, str]]:
        good, bad = 0, {}
        async for match, wrong in check_database(url, settings.game):
            if not wrong:
                good += 1
                continue
            bad[match] = wrong
            if not as_json:
                settings.out.line(f"{match}: {wrong}")
        return good, bad

    good, bad = asyncio.run(look())
    settings.out.done(as_json, {"whole": good, "damaged": bad}, f"{good} matches are whole, {len(bad)} damaged")
    if bad:
        raise BadData("damaged matches take no more choices; restore them from a backup that has them whole")


def prune(
    context: typer.Context,
    finished: Finished = None,
    untouched: Untouched = None,
    database: Url = None,
    as_json: AsJson = False,
) -> None:
    """Delete the matches that were over, or in which nothing was done, so many days ago."""
    url = _url(database)
    from navalcore.table import prune_database

    if not finished and not untouched:
        raise BadData("say which matches to delete: --finished DAYS, --untouched DAYS, or both")
    matches = asyncio.run(prune_database(url, finished or 0, untouched or 0))
    settings_of(context).out.done(as_json, {"deleted": matches}, f"{matches} matches deleted")


COMMANDS = {"backup": backup, "restore": restore, "check": check, "prune": prune}
