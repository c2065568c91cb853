"""``navalcore serve``: the table, for people with browsers."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from linecache import getline
from multiprocessing import get_context
from pathlib import Path
from typing import Annotated, Any, Final

import typer

import navalcore as nc
from navalcore._cli.common import Settings, look_in_this_folder, need, option, settings_of
from navalcore.errors import BadData, NavalCoreError

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

    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # the server ends by it, which who has started it wants to see
    Server(app, place.host, place.port, opened, limits).run()


FILES = (".py", ".toml", ".csv", ".json", ".svg", ".css")
"""The kinds of files that a game is written in."""


def folder_of(game: str) -> Path:
    """Where the files of a game are that is named by its module or its id; BadData if there is no such module."""
    module = nc.games()[game].game.partition(":")[0].partition(".game")[0] if game in nc.games() else game
    look_in_this_folder()
    found = find_spec(module)
    if found is None or found.origin is None:
        raise BadData(
            f"--watch {game}: there is no module of this name, neither installed nor in this folder or its src"
        )
    return Path(found.origin).parent


def watch(settings: Settings, game: str, arguments: Sequence[str]) -> None:
    """Serve until it is interrupted, again when the files of a game have changed and the game works."""
    need("--watch", "watch", "watchfiles")
    import watchfiles

    folder, out = folder_of(game), settings.out
    plugins = [*settings.plugins, *([] if game in (*nc.games(), *settings.plugins) else [game])]
    line = [*replace(settings, plugins=tuple(plugins)).words, "serve", *arguments]
    server: Any = None
    try:
        for _ in _changes(watchfiles, folder):
            if problem := _problem(game, plugins):
                for text in problem.splitlines():
                    out.line(text)
                out.line("Mend it and save." + (" Meanwhile the table has the game as it was." if server else ""))
                continue
            if server is not None:
                server.terminate()
                server.join()
                out.line(f"{folder}: taken over.")
            server = get_context("spawn").Process(target=_serve, args=(line,))
            server.start()
    except KeyboardInterrupt:
        pass
    finally:
        if server is not None:
            server.terminate()
            server.join()


def _changes(watchfiles: Any, folder: Path) -> Iterator[object]:
    """Once at the beginning, and each time when a file of the game has been saved."""
    yield None
    filters = watchfiles.DefaultFilter()
    yield from watchfiles.watch(
        folder, watch_filter=lambda change, path: path.endswith(FILES) and filters(change, path), raise_interrupt=True
    )


def _serve(line: Sequence[str]) -> None:
    """The server itself. It notes the whole state at every step, so a match continues where it is by other rules."""
    from navalcore._cli.app import run
    from navalcore.rules import note_every_step

    note_every_step()
    sys.exit(run(line))


def _problem(game: str, plugins: Sequence[str]) -> str:
    """The fault in the game as it is saved now; empty if there is none."""
    code = "import sys; from navalcore._cli.serve import tried; print(tried(*sys.argv[1:]))"
    command = [sys.executable, "-c", code, game, *plugins]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    return (ended.stdout or ended.stderr).strip()


def tried(game: str, *plugins: str) -> str:
    """The fault in a game that is loaded, begun in each scenario and shown to each role, with the line of it."""
    folder = folder_of(game)
    try:
        for plugin in plugins:
            import_module(plugin)
        offered = nc.games(plugins)
        name = game if game in offered else next(id for id, each in offered.items() if each.game.startswith(f"{game}:"))
        found = nc.load(name, plugins)
        face = nc.face_of(found)
        for scenario in found.scenarios:
            match = found.new_match(scenario, seed=1)
            for role in (*found.roles, nc.SPECTATOR, nc.UMPIRE):
                face.board(match.view(role))
                face.board_text(match.view(role))
    except StopIteration:
        return f"{game} offers no game of its own: it should have the hook navalcore_games"
    except NavalCoreError as error:
        return _told(error.__cause__ or error, folder, str(error))
    except Exception as error:
        return _told(error, folder, f"{type(error).__name__}: {error}")
    return ""


def _told(error: BaseException, folder: Path, message: str) -> str:
    """An error with the line of the game where it arose."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if Path(each.filename).is_relative_to(folder)]
    file, line = (error.filename, error.lineno) if isinstance(error, SyntaxError) else ("", None)
    if frames and not file:
        file, line = frames[-1].filename, frames[-1].lineno
    if not file or not line:
        return message
    return f"{Path(file).name}:{line}: {message}\n    {line:>4} | {getline(str(file), line).strip()}"
