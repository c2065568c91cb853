"""The grammar of every command line: help in four groups, no option given twice, names that need not be
exact. Options that several functions need together are declared once, as the fields of a dataclass.

Contexts are ``Any``: Typer brings its own copy of Click in some versions, and none in others.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import Any, Final, get_type_hints

from typer import Exit
from typer.core import TyperCommand, TyperGroup

from navalcore.errors import Ambiguous, BadData

GROUPS: Final[Mapping[str, Sequence[str]]] = {
    "Play": ("play", "resolve", "learn", "serve", "table", "matches", "games"),
    "Look up": ("rules", "odds", "charts", "replay", "render"),
    "Analyse": ("simulate", "evaluate", "dataset", "report", "branch", "verify", "perft"),
    "Make": ("new", "check", "fuzz", "schema", "upgrade"),
}
"""The commands as the help lists them."""
MOVED: Final = {"rulings": "navalcore rules GAME --rulings, or navalcore rules GAME RULING"}
"""The present form of commands of earlier releases."""
MOVED_OPTIONS: Final[Mapping[str, str]] = {
    "branch play --bots": "--bot-choices",
    "check --again": "--save",
    "check --saves": "--failures",
    "fuzz --into": "--failures",
    "play --journal": "nothing, for it is kept unless --no-journal is given",
    "render --choices": "--bot-choices",
    "report --chart": "--plot",
    "report --picture": "--plot",
}
"""The present form of options of earlier releases."""
UNREAD: Final = 141
"""The exit status where the reader of a pipe has gone, as shells know it of other programs."""
NAMED: Final[Mapping[str, str]] = {
    **dict.fromkeys(("FILE", "SAVE", "TREE"), "file"),
    **dict.fromkeys(("FOLDER", "PROJECT"), "folder"),
    "URL": "database",
    "GAME_OR_MODULE": "game or a module",
    "NAME=N": "figure and its number",
    "PROCEDURE": "procedure",
}
"""The values, as the help calls them, that cannot be empty, and their names. An empty one, as of a script's variable,
would mean the present folder, or the same as an option left out."""
HELP_NAMES: Final = {"help_option_names": ["-h", "--help"]}


class OneCommand(TyperCommand):
    """A command that refuses an option given twice, of which it could follow only one, and an empty name of a file."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments that are left; UsageError for one that does not fit, with the present name of an old option."""
        if ctx.resilient_parsing:  # the shell completes a line that is not whole yet, and shows what is written
            return super().parse_args(ctx, args[: -1 if self._waits_for_value(args) else None])
        try:
            values, left, order = self.make_parser(ctx).parse_args(args=list(args))
        except Exception as error:
            old = f"{ctx.command_path.partition(' ')[2]} {getattr(error, 'option_name', '')}"
            if old not in MOVED_OPTIONS:
                raise
            ctx.fail(f"there is no option '{old.split()[-1]}' any more; write {MOVED_OPTIONS[old]}")
        if left and any("--output" in each.opts for each in self.params):
            ctx.fail(f"the file to write is named by an option: -o {shlex.join(left)}")
        for parameter, times in Counter(each for each in order if each.param_type_name == "option").items():
            plain = getattr(parameter, "is_flag", False) and not parameter.secondary_opts
            if times > 1 and not parameter.multiple and not plain:
                names = [max(names, key=len) for names in (parameter.opts, parameter.secondary_opts) if names]
                raise BadData(f"{' or '.join(names)} is given {times} times; give it once")
        self._refuse_empty(values)
        return super().parse_args(ctx, args)

    def _waits_for_value(self, args: Sequence[str]) -> bool:
        """Whether a line ends in an option whose value is still to come: Click would read nothing of such a line."""
        named = {name for each in self.params if not getattr(each, "is_flag", True) for name in each.opts}
        return args[-1:] != [] and args[-1] in named

    def _refuse_empty(self, values: Mapping[str, Any]) -> None:
        """Refuse an empty text for a file and for all else in ``NAMED``."""
        for each in self.params:
            wanted = NAMED.get(str(each.metavar).partition(".")[0])  # FILE.svg is a file
            if wanted and values.get(str(each.name)) == "":
                name = max(each.opts, key=len) if each.param_type_name == "option" else each.metavar
                raise BadData(f"{name} '': name a {wanted}{'' if each.required else ', or leave it out'}")

    def invoke(self, ctx: Any) -> Any:
        """Carry it out; a reader of its output, such as ``head``, may stop before the end."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise Exit(unread()) from None


def unread() -> int:
    """The exit status where the reader of the output has gone; nothing is left to be told of at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    return UNREAD


class SomeCommands(TyperGroup):
    """Commands that belong together, of which the help lists each with the whole of its summary."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands."""
        self.write_commands(ctx, formatter, "Commands", self.list_commands(ctx))

    def write_commands(self, ctx: Any, formatter: Any, title: str, names: Iterable[str]) -> None:
        """Write those of these names beneath a title."""
        found = [(name, self.get_command(ctx, name)) for name in names]
        with formatter.section(title):
            formatter.write_dl([(name, each.get_short_help_str(200)) for name, each in found if each is not None])


class AllCommands(SomeCommands):
    """The commands, of which the help lists each in its group."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is asked for; UsageError where there is none, which says what has taken its place."""
        if args[0] in MOVED and not ctx.resilient_parsing:
            ctx.fail(f"there is no command '{args[0]}' any more; write {MOVED[args[0]]}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of commands."""
        for title, names in GROUPS.items():
            self.write_commands(ctx, formatter, title, names)


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """A command as Typer reads it: in place of a parameter of a dataclass, an option for each field of that."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {name: hint for name, hint in hints.items() if is_dataclass(hint)}
    shown: list[Parameter] = []
    for name, parameter in signature(command).parameters.items():
        if name in groups:
            typed = get_type_hints(groups[name], include_extras=True)
            shown += [_parameter(each, typed[each.name]) for each in fields(groups[name])]
        else:
            shown.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hints[name]))

    @wraps(command)
    def read(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{each.name: given.pop(each.name) for each in fields(group)})
        command(**given)

    read.__signature__ = Signature(shown)  # type: ignore[attr-defined]
    return read


def _parameter(field: Field[Any], hint: Any) -> Parameter:
    default = Parameter.empty if field.default is MISSING else field.default
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=hint)


def nearest(name: str, known: Iterable[str], *, begun: bool = True) -> str:
    """The one of ``known`` that a name means: written otherwise, or the beginning of one (Ambiguous if of several),
    unless it must not be ``begun`` only.

    What means none comes back as it is, for the caller to refuse by name.

    >>> nearest("Uboat-Cards", ["uboat_cards", "bismarck"]), nearest("bis", ["uboat_cards", "bismarck"])
    ('uboat_cards', 'bismarck')
    """
    names = list(known)
    if name in names or not name:
        return name
    folded = _folded(name)
    same = [each for each in names if _folded(each) == folded]
    found = same or [each for each in names if begun and _folded(each).startswith(folded)]
    if len(found) > 1:
        raise Ambiguous(f"'{name}' may mean {', '.join(found)}; write more of it", found)
    return found[0] if found else name


def _folded(name: str) -> str:
    return name.casefold().replace("-", "_").replace(" ", "_")


def words_in(line: str, what: str) -> list[str]:
    """The words of a line as a shell splits them; BadData, beginning with ``what``, where a quotation does not end."""
    try:
        return shlex.split(line)
    except ValueError:
        raise BadData(f"{what}: a quotation mark or backslash in it is alone; close it, or leave it out") from None


def asks_for_json(arguments: Sequence[str]) -> bool:
    """Whether a command line wants JSON, even for an error."""
    return speaks_lines(arguments) or "--json" in arguments


def speaks_lines(arguments: Sequence[str]) -> bool:
    """Whether a command line wants its JSON in lines."""
    return "--protocol" in arguments


def error_document(code: str, message: str) -> dict[str, Any]:
    """An error as JSON, where a command was asked for JSON."""
    return {"error": {"code": code, "message": message}}
