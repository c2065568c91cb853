"""``navalcore serve``: the table, for people with browsers."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Final

import typer

from navalcore._cli.common import need, option, settings_of
from navalcore._cli.watching import watch
from navalcore.errors import BadData

NEEDED: Final = ("alembic", "fastapi", "prometheus_client", "sqlalchemy", "uvicorn", "websockets")


def check_installed() -> None:
    """Raise BadData if the extra is not installed."""
    need("the table", "table", *NEEDED)


@dataclass(frozen=True)
class ServedAt:
    """Where it is served, and where matches are kept."""

    host: Annotated[
        str, option("--host H", "The address to listen on; 0.0.0.0 for all of this machine's addresses.")
    ] = "127.0.0.1"
    port: Annotated[int, option("--port P", "The port to listen on.", min=0, max=65535)] = 8017
    database: Annotated[
        str | None,
        option(
            "--database URL",
            "Where matches are kept: sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME; "
            "a SQLite file in your data folder if left out.",
            envvar="NAVALCORE_DATABASE",
        ),
    ] = None
    file: Annotated[
        Path | None,
        option("--settings FILE", "What the operator sets, as TOML (docs/operate.md).", envvar="NAVALCORE_SETTINGS"),
    ] = None

    @property
    def arguments(self) -> list[str]:
        """The same as the arguments of another server."""
        given = {"--host": self.host, "--port": self.port, "--database": self.database, "--settings": self.file}
        return [word for name, value in given.items() if value not in (None, "") for word in (name, str(value))]

    async def try_out(self, url: str) -> None:
        """Prepare the database and listen for a moment: what is wrong is said in one line, before anything else."""
        from navalcore.table import prepare_database

        await prepare_database(url)
        try:
            listening = await asyncio.get_running_loop().create_server(asyncio.Protocol, self.host, self.port)
        except UnicodeError as error:  # no name of a host can be so long or have such letters
            raise BadData(f"--host {self.host!r}: cannot be the name of a host; choose another --host") from error
        except OSError as error:
            where, known = f"{self.host}:{self.port}", error.errno if (error.errno or 0) > 0 else None
            reason = (error.strerror or error) if known is None else os.strerror(known)
            raise BadData(f"the server cannot listen at {where}: {reason}; choose another --host or --port") from error
        listening.close()


def serve(
    context: typer.Context,
    place: ServedAt,
    watched: Annotated[
        str | None,
        option("--watch GAME", "Take over each saved change of this game, named by its module, while it is played."),
    ] = None,
    as_json: Annotated[
        bool, option("--json", "When the table is open, print where as one line of JSON; its log is JSON too.")
    ] = False,
) -> None:
    """Serve the table: play any installed game in a browser, against bots or with friends.

    Matches are kept in a database; every choice is stored before any client hears of it. A seat is opened by the secret
    in its link. Several servers may share one PostgreSQL database.

    Examples::

        navalcore serve                          then open http://127.0.0.1:8017
        navalcore serve --host 0.0.0.0           for everybody on this network
        navalcore serve --database postgresql://table@db.example/table
        navalcore serve --watch my_game          while you write a game
        navalcore serve --port 0 --json          for a program that opens it
    """
    settings = settings_of(context)
    check_installed()
    if watched is not None and as_json:
        raise BadData(
            "--watch opens the table again and again, and --json says once where it is; leave one of them out"
        )
    if watched is not None:
        watch(settings, watched, place.arguments)
        return
    from navalcore.table import Limits, Server, default_database, make_app

    url, limits = place.database or default_database(), Limits.read(place.file) if place.file else Limits()
    if as_json:
        limits = replace(limits, log="json")
    asyncio.run(place.try_out(url))
    app = make_app(url, limits=limits, plugins=settings.plugins)
    out = settings.out

    def opened(where: str, at: int) -> None:
        address = f"http://{'localhost' if where in ('0.0.0.0', '::') else where}:{at}"
        if as_json:
            told = {"address": address, "host": where, "port": at, "process": os.getpid()}
            out.document(told, one_line=True)
            return
        out.line(f"The table is open at {address}")
        if place.database is None:
            out.line((f"Matches are kept in {url.removeprefix('sqlite:///')}. Stop with Ctrl-C.", "faint"))

    Server(app, place.host, place.port, opened, limits).run()
