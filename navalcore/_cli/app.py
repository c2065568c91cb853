"""The command line as a whole: its commands, the options before them, and how errors leave it."""

from __future__ import annotations

import errno
import inspect
import logging
import os
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

import navalcore as nc
from navalcore._cli.common import Settings, look_in_this_folder, option, read_config
from navalcore._cli.completion import offer_values, typed_so_far, whole_words
from navalcore._cli.grammar import (
    HELP_NAMES,
    AllCommands,
    OneCommand,
    SomeCommands,
    asks_for_json,
    error_document,
    nearest,
    speaks_lines,
    unread,
    with_groups,
)
from navalcore._cli.output import Output, prepare_streams, print_error, print_note
from navalcore._cli.stopped import is_ctrl_c
from navalcore.errors import BadData, BrokenPlugin, NavalCoreError, NotWritten

COMMANDS = {
    **{name: name for name in ("games", "play", "learn", "serve", "simulate", "matches")},
    **dict.fromkeys(("replay", "verify", "upgrade", "report"), "replay"),
    "rules": "rules",
    "odds": "odds",
    "resolve": "resolve",
    "perft": "simulate",
    **dict.fromkeys(("evaluate", "dataset"), "evaluate"),
    "render": "replay",
    "charts": "games",
    **dict.fromkeys(("check", "fuzz"), "check"),
    "schema": "games",
    "new": "new",
    "branch": "branch",
    "table": "table",
}
"""Each command with the module it is in, which is loaded when a user asks for it."""


CODES = {
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "no_permission"),
    **dict.fromkeys((errno.ENOSPC, errno.EFBIG, errno.EDQUOT), "disk_full"),
    errno.EADDRINUSE: "port_in_use",
}
"""Codes for refusals of the operating system."""
WANTED = {
    "int_parsing": "a whole number",
    "float_parsing": "a number",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
    "finite_number": "a number that is not endless",
}
"""The value that an option wants, by the type of pydantic's error."""
EXTRA = re.compile(r"Got unexpected extra argument(?:s|\(s\))? \((.*)\)")
"""Typer's words for arguments that a command does not take."""
MISSING = "missing_extra"
"""The code where an extra is not installed."""


def help_of(documentation: str | None) -> str:
    """A docstring as help: what is under ``Examples::`` keeps its lines."""
    text, _, examples = inspect.cleandoc(documentation or "").partition("Examples::\n\n")
    return f"{text}\b\n{inspect.cleandoc(examples)}"


@cache
def command_line(only: str = "") -> typer.Typer:
    """The commands, or the one that is asked for: a player does not wait for the modules that draw, check and serve."""
    app = typer.Typer(
        name="navalcore",
        cls=AllCommands,
        context_settings=HELP_NAMES,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    app.callback(invoke_without_command=True, help=help_of(navalcore_command.__doc__))(navalcore_command)
    for name in [only] if only else COMMANDS:
        module = import_module(f"navalcore._cli.{COMMANDS[name]}")
        if name in ("branch", "matches", "table"):
            app.add_typer(_group(module.COMMANDS, module.HELP, getattr(module, "alone", None)), name=name)
        else:
            command = getattr(module, name)
            app.command(cls=OneCommand, help=help_of(command.__doc__))(offer_values(with_groups(command)))
    return app


def _group(commands: Mapping[str, Callable[..., None]], text: str, alone: Callable[..., None] | None) -> typer.Typer:
    """A command of several; ``alone`` is what it does without the name of one."""
    group = typer.Typer(cls=SomeCommands, rich_markup_mode=None, help=help_of(text))
    if alone is not None:
        group.callback(invoke_without_command=True, help=help_of(text))(alone)
    for name, command in commands.items():
        group.command(name, cls=OneCommand, help=help_of(command.__doc__))(offer_values(with_groups(command)))
    return group


def command_in(arguments: Sequence[str]) -> str:
    """The command that a line asks for, or "" where it may be any: for help on all of them, or a word that is none.

    >>> command_in(["--data", "tonnage_war=mine", "play", "tonnage_war"])
    'play'
    """
    if set(arguments) & {"--version", "-V"}:
        return "games"  # any will do: none is carried out
    waiting = iter(arguments)
    for argument in waiting:
        if argument in ("--data", "--plugin"):
            next(waiting, None)
        elif not argument.startswith(("--data=", "--plugin=", "--traceback", "--plain")):
            return argument if argument in COMMANDS else ""
    return ""


def navalcore_command(
    context: typer.Context,
    plugin: Annotated[
        list[str] | None,
        option("--plugin MODULE", "A module with games of your own, which may be in this folder; may be repeated."),
    ] = None,
    data: Annotated[
        list[str] | None,
        option(
            "--data GAME=FOLDER",
            "A folder of your own data files, used in place of a game's files of the same names; may be repeated.",
        ),
    ] = None,
    traceback: Annotated[bool, option("--traceback", "Show where an unexpected error happened.")] = False,  # noqa: ARG001 - read by run()
    plain: Annotated[
        bool,
        option("--plain", "Plain lines without colours and boxes, as for screen readers."),
    ] = False,
    version: Annotated[bool, option("-V --version", "Print the version and stop.")] = False,
) -> None:
    """Naval wargames: play them, simulate them, replay them, look up their rules.

    Each command explains itself: navalcore play --help

    Examples::

        navalcore games                        what there is to play
        navalcore play uboat_cards             play against a bot
        navalcore learn uboat_cards            learn it by playing, three minutes a lesson
        navalcore serve                        play in a browser
        navalcore matches                      the matches you have played, to continue with one
        navalcore simulate uboat_cards -n 500  let bots play 500 matches
        navalcore resolve aa50_subwar          rules for a real board, with your own dice
        navalcore rules uboat_cards U4         a rule, its code and its tests
        navalcore new my_game                  the project of a game of your own
        navalcore --data tonnage_war=mine play tonnage_war
    """
    config = read_config()
    if config.width is not None:
        os.environ["COLUMNS"] = str(config.width)
    out = Output()
    if plain or config.plain:
        out.plain = True
        os.environ["NO_COLOR"] = "1"  # for line editing and progress, too
    context.obj = Settings(tuple(plugin or ()), out, config, tuple(data or ()))
    if plugin:
        look_in_this_folder()
        for module in plugin:
            _check_there(module)
    for given in data or ():
        game, _, folder = given.partition("=")
        if not folder:
            raise BadData(f"--data {given}: write it as GAME=FOLDER")
        nc.lay_data_over(nearest(game, nc.games(plugin or ())), folder, tuple(plugin or ()))
    if version:
        out.line(f"navalcore {nc.__version__}{_since_release()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        out.block(context.get_help())


def _since_release() -> str:
    """In a clone: how many commits it is from the one that set its version, and which it is; else nothing."""
    root = Path(nc.__file__).parents[1]
    if not (root / ".git").exists():
        return ""

    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=True).stdout.strip()

    try:
        released = git("log", "-1", "--format=%H", "-G", "^VERSION", "--", "navalcore/_version.py")
        many = int(git("rev-list", "--count", f"{released}..HEAD")) if released else 0
        return f", {many} commits later ({git('rev-parse', '--short', 'HEAD')})" if many else ""
    except (OSError, subprocess.CalledProcessError):
        return ""  # no git, or an archive of a clone


def _check_there(module: str) -> None:
    """Refuse the name of a module that is not there; one that is there and fails is told of by name later."""
    try:
        there = find_spec(module) is not None
    except (ImportError, ValueError):
        there = False
    except Exception:  # a package above it that fails
        there = True
    if not there:
        raise BrokenPlugin(
            f"--plugin {module}: there is no module of this name, neither installed nor in this folder or its src"
        )


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line; returns the exit status: 0, 2 after an error, 130 when interrupted.

    Every error is one line on standard error: ``navalcore: error [code]: message``. With ``--json`` it is also the one
    document on standard output.
    """
    arguments = _with_switches_first(arguments)
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:], "--help"]
    prepare_streams()
    Output.documents = 0
    # Broken plug-ins are listed by ``navalcore games`` and named when a game is not found, not at every command.
    logging.getLogger("navalcore._plugins").addHandler(logging.NullHandler())
    logging.getLogger("navalcore._plugins").propagate = False
    try:
        known = command_line(command_in(arguments or typed_so_far()))
        with whole_words():
            status = known(args=list(arguments), prog_name="navalcore", standalone_mode=False)
    except SystemExit as end:  # so Typer ends a command of its own, such as --help, whose reader has gone
        if not isinstance(end.__context__, BrokenPipeError):
            raise
        return unread()
    except Exception as error:
        if is_ctrl_c(error):
            raise
        return _failed(error, arguments)
    if status == 130:
        print_note("stopped")
    return status if isinstance(status, int) else 0


def _with_switches_first(arguments: Sequence[str]) -> list[str]:
    """A line whose switches for all commands may be anywhere in it.

    >>> _with_switches_first(["play", "uboat_cards", "--plain"])
    ['--plain', 'play', 'uboat_cards']
    """
    end = arguments.index("--") if "--" in arguments else len(arguments)
    switches = [word for word in arguments[:end] if word in ("--plain", "--traceback")]
    return [*switches, *(word for word in arguments[:end] if word not in switches), *arguments[end:]]


def _failed(error: Exception, arguments: Sequence[str]) -> int:
    if isinstance(error, NavalCoreError):
        return _refused(_code_of(error), str(error), arguments)
    if isinstance(error, OSError):
        code = CODES.get(error.errno or 0, "bad_data")
        return _refused(code, f"{error.filename or 'output'}: {error.strerror or error}", arguments)
    return _not_ours(error, arguments)


def _code_of(error: NavalCoreError) -> str:
    """The code of an error, by its cause: a refusal of the operating system, or a module that is not there."""
    behind = error.__cause__ or error.__context__
    if isinstance(error, BadData | NotWritten) and isinstance(behind, OSError):
        return CODES.get(behind.errno or 0, error.code)
    return MISSING if isinstance(error, BadData) and isinstance(behind, ImportError) else error.code


def _refused(code: str, message: str, arguments: Sequence[str]) -> int:
    print_error(code, message)
    if asks_for_json(arguments) and not Output.documents:
        with suppress(OSError):  # what cannot be written there has been said on standard error
            Output().document(error_document(code, message), one_line=speaks_lines(arguments))
    return 2


def _say_what_is_wanted(error: Any) -> None:
    """Put in our own words which games there are, too many arguments, and a value that pydantic has refused."""
    if (extra := EXTRA.fullmatch(error.message or "")) is not None:
        error.message = f"too many arguments: {extra[1]}; a value follows its option, as in --seed 3"
    if getattr(getattr(error, "param", None), "metavar", "") in ("GAME", "GAME_OR_MODULE") and not error.message:
        error.message = f"Installed are: {', '.join(nc.games(error.ctx.find_object(Settings).plugins))}"
    behind = error.__cause__
    for detail in behind.errors() if isinstance(behind, ValidationError) else ():
        kind = "float_parsing" if str(detail["input"]).strip("+- ").casefold() == "nan" else detail["type"]
        limits = {name: f"{limit:.15g}" for name, limit in detail.get("ctx", {}).items() if name in ("ge", "le")}
        wanted = WANTED.get(kind, "").format(**limits)
        ours = f"it should be {wanted}, not '{detail['input']}'" if wanted else detail["msg"]
        error.message = ours.removeprefix("Value error, ")


def _not_ours(error: Exception, arguments: Sequence[str]) -> int:
    """Bad usage, which Typer reports by exceptions of its own, or an unforeseen fault."""
    explain = getattr(error, "format_message", None)
    if explain is not None:
        _say_what_is_wanted(error)
        command = getattr(getattr(error, "ctx", None), "command_path", f"navalcore {command_in(arguments)}".strip())
        return _refused("usage", f"{explain()} (see: {command} --help)", arguments)
    if "--traceback" in arguments:
        raise error
    _refused("internal", f"{type(error).__name__}: {error} (navalcore --traceback COMMAND shows where)", arguments)
    return 1
