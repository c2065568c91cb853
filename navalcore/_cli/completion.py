"""The values that the shell offers while a command line is typed: those of a game, once the line names it.

An option or argument has its values here by the name that it has in the help, and every command is given them. One
that is not here takes files, numbers or words of the player's own.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from inspect import signature
from io import StringIO
from pathlib import Path
from textwrap import shorten
from typing import Any, Final, TypeAlias

import navalcore as nc
from navalcore._cli.common import look_in_this_folder
from navalcore._cli.grammar import nearest
from navalcore.boards import THEMES
from navalcore.errors import NavalCoreError

Offered: TypeAlias = tuple[str, str]
"""A value, and a note about it."""
ASKED = "_NAVALCORE_COMPLETE"
"""Where a shell says that it only asks what could follow."""
LONGEST: Final = 38
"""Characters of such a note: Typer would break a longer one into lines, and fish take each for a value."""
WORDS, AT, LINE = "COMP_WORDS", "COMP_CWORD", "_TYPER_COMPLETE_ARGS"
"""Where bash says what is typed, and which word of it is being typed; and where the other shells have the line."""


def _plugins(context: Any) -> tuple[str, ...]:
    found = tuple(context.find_root().params.get("plugin") or ())
    if found:
        look_in_this_folder()
    return found


def _named(context: Any) -> str:
    """The game that the line names: by its id, or by a save of one of its matches."""
    if game := context.params.get("game"):
        return str(game)
    file = context.params.get("file") or context.params.get("save")
    with suppress(OSError, ValueError), Path(file or os.devnull).open(encoding="utf-8") as lines:
        return str(json.loads(lines.readline(100_000))["game"])
    return ""


def _manifest(context: Any) -> nc.Manifest | None:
    known = nc.games(_plugins(context))
    return known.get(nearest(_named(context).partition(":")[0], known))


def _games(context: Any) -> Iterable[Offered]:
    return [(game, manifest.title) for game, manifest in nc.games(_plugins(context)).items()]


def _scenarios(context: Any) -> Iterable[Offered]:
    manifest = _manifest(context)
    return () if manifest is None else manifest.scenarios.items()


def _roles(context: Any) -> Iterable[Offered]:
    manifest = _manifest(context)
    if manifest is None:
        return
    for role in manifest.roles:
        yield role, manifest.role_title(role)
    if context.info_name == "play":
        yield "all", "every role, at one keyboard"
    if context.info_name in ("play", "replay", "render"):
        yield nc.SPECTATOR, "an onlooker"


def _bots(context: Any) -> Iterable[Offered]:
    from navalcore.bots import bot_names, level_notes

    manifest, plugins = _manifest(context), _plugins(context)
    if manifest is None:
        return
    game = nc.load(manifest.id, plugins)
    notes, names = level_notes(game), bot_names(game, plugins)
    yield from ((name, notes.get(name, "")) for name in names)
    yield from ((f"{role}={name}", notes.get(name, "")) for role in game.roles for name in names)


def _opponents(context: Any) -> Iterable[Offered]:
    return [each for each in _bots(context) if "=" not in each[0]]


def _options(context: Any) -> Iterable[Offered]:
    from navalcore._cli.games import option_list  # loads what reads plug-ins

    manifest = _manifest(context)
    for each in option_list(nc.load(manifest.id, _plugins(context))) if manifest is not None else ():
        for value in each["values"] or ("",):
            yield f"{each['name']}={str(value).lower() if isinstance(value, bool) else value}", each["text"]


def _questions(context: Any) -> Iterable[Offered]:
    manifest = _manifest(context)
    if manifest is None:
        return []
    asked = nc.face_of(nc.load(manifest.id, _plugins(context))).questions()
    return [(each.name, each.title) for each in asked]


def _checks(context: Any) -> Iterable[Offered]:
    del context
    from navalcore.testing import CHECKS

    return [(name, "") for name in CHECKS]


def _themes(context: Any) -> Iterable[Offered]:
    del context
    return [(name, "") for name in THEMES]


VALUES: Final[Mapping[str, Callable[[Any], Iterable[Offered]]]] = {
    **dict.fromkeys(("GAME", "GAME_OR_MODULE"), _games),
    **dict.fromkeys(("--scenario", "POSITION"), _scenarios),
    "--role": _roles,
    "--bot": _bots,
    "--against": _opponents,
    "--option": _options,
    "--only": _checks,
    "--theme": _themes,
    "QUESTION": _questions,
}
"""The function that gives the values of an option or argument."""


def offer_values(command: Callable[..., None]) -> Callable[..., None]:
    """A command as Typer reads it, whose options and arguments offer their values."""
    for parameter in signature(command).parameters.values():
        for told in getattr(parameter.annotation, "__metadata__", ()):
            names = (told.default, *(told.param_decls or ()), told.metavar)
            values = next((VALUES[name] for name in names if isinstance(name, str) and name in VALUES), None)
            if values is not None:
                told.autocompletion = _offered(values)
    return command


def _offered(values: Callable[[Any], Iterable[Offered]]) -> Callable[[Any, str], list[Offered]]:
    def offered(ctx: Any, incomplete: str) -> list[Offered]:
        try:
            found = [each for each in values(ctx) if each[0].startswith(incomplete)]
        except NavalCoreError:  # such as of a game that is broken: nothing may be written into the line
            return []
        return [(value, shorten(text, LONGEST, placeholder=" ...")) for value, text in found]

    return offered


def typed_so_far() -> list[str]:
    """The words of the line that a shell asks about, without ``navalcore``; none where no shell asks."""
    if ASKED not in os.environ:
        return []
    if WORDS not in os.environ:
        return os.environ.get(LINE, "").split()[1:]
    return os.environ[WORDS].split()[1:]


@contextmanager
def whole_words() -> Iterator[None]:
    """While this runs a word with ``=`` or ``:`` in it is one word."""
    # Bash gives its parts as words, and puts only the last part in, so what is offered is printed without the others.
    if WORDS not in os.environ or ASKED not in os.environ:
        yield
        return
    between = "\n" if "\n" in os.environ[WORDS] else " "
    words, at = os.environ[WORDS].split(between), int(os.environ.get(AT, "0"))
    while place := next((place for place, word in enumerate(words[1 : at + 1], 1) if word in ("=", ":")), 0):
        end = min(place + 2, at + 1)
        words[place - 1 : end] = ["".join(words[place - 1 : end])]
        at -= end - place
    os.environ[WORDS], os.environ[AT] = between.join(words), str(at)
    word = words[at] if at < len(words) else ""
    there = re.sub("[^=:]*$", "", word.partition("=")[2] if word.startswith("--") else word)
    told = StringIO()
    try:
        with redirect_stdout(told):
            yield
    finally:
        for line in told.getvalue().splitlines():
            print(line.removeprefix(there))
