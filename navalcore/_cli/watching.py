"""``navalcore serve --watch``: the table with a game that is being written; each saved change is taken over."""

from __future__ import annotations

import signal
import subprocess
import sys
import traceback
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from linecache import getline
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import navalcore as nc
from navalcore._cli.common import Settings, look_in_this_folder, need
from navalcore.errors import BadData, NavalCoreError

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
    line = [*(word for plugin in plugins for word in ("--plugin", plugin)), "serve", *arguments]
    server: Any = None
    signal.signal(signal.SIGTERM, signal.default_int_handler)
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
    code = "import sys; from navalcore._cli.watching import tried; print(tried(*sys.argv[1:]))"
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
