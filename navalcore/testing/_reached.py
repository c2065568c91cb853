"""The parts of a game's rules that the matches of the kit have carried out, line by line."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import reduce
from inspect import getfile, unwrap
from itertools import pairwise
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, TypeAlias

from navalcore._match.match import AnyGame
from navalcore._rulebook.citing import loaded_procedures
from navalcore._rules.offering import forget_offers

Lines: TypeAlias = dict[str, set[int]]
"""The lines that were carried out, by file."""
_NOT_A_GAME: Final = {"navalcore", "pydantic", "builtins", "typing", "abc"}
"""Packages whose classes a game is made from, and that know no game."""
_BEGINNING: Final = re.compile(r"""["'](\w+_)["'{]""")
"""The beginning of a name that code puts together, such as ``f"fuel_{ship}"``."""


@contextmanager
def noting_lines(game: AnyGame, into: Lines) -> Iterator[None]:
    """Note the lines of a game that are carried out in the block, unless another tool traces them already."""
    folder = f"{Path(getfile(type(game))).parent}"  # as its code says it: ``game.folder`` is behind links

    def called(frame: FrameType, event: str, _: object) -> Any:  # noqa: ARG001
        file = frame.f_code.co_filename
        if not file.startswith(folder):
            return None
        add = into.setdefault(file, set()).add

        def line(frame: FrameType, event: str, _: object) -> Any:  # noqa: ARG001
            add(frame.f_lineno)
            return line

        add(frame.f_lineno)
        return line

    if sys.gettrace() is not None:
        yield
        return
    forget_offers()
    sys.settrace(called)
    try:
        yield
    finally:
        sys.settrace(None)


def sections_reached(game: AnyGame, lines: Lines) -> set[str]:
    """The sections of which a procedure was carried out."""
    return {
        section
        for section, places in loaded_procedures(game.rule_packages).items()
        for code in (_code(place.module, place.qualname) for place in places)
        if code is not None and not _lines_of(code).isdisjoint(lines.get(code.co_filename, ()))
    }


def unreached(game: AnyGame, lines: Lines) -> tuple[list[str], dict[str, list[int]]]:
    """The procedures with a section that were never carried out, and the lines that were not of the others, by file."""
    if not lines:
        return [], {}
    never: dict[str, list[str]] = {}
    left: dict[str, list[int]] = {}
    for section, places in loaded_procedures(game.rule_packages).items():
        for place in places:
            code = _code(place.module, place.qualname)
            if code is None:
                continue
            own, reached = _lines_of(code), lines.get(code.co_filename, set())
            if not own & reached:
                never.setdefault(f"{place.qualname} ({Path(code.co_filename).name}:{code.co_firstlineno})", []).append(
                    section
                )
            elif own - reached:
                left.setdefault(code.co_filename, []).extend(own - reached)
    told = [f"{', '.join(sections)}: {name}" for name, sections in never.items()]
    return told, {file: sorted(set(missing)) for file, missing in sorted(left.items())}


def options_unread(game: AnyGame) -> list[str]:
    """The optional rules that no loaded code of the game names outside of their class, so they change nothing."""
    inherited = (cls.__module__ for cls in (*type(game).__mro__, *game.options_class.__mro__))
    packages = {*game.rule_packages, *(name for name in inherited if name.partition(".")[0] not in _NOT_A_GAME)}
    modules = [
        module
        for name, module in [*sys.modules.items()]
        if any(f"{name}.".startswith(f"{package}.") for package in packages)
    ]
    files = {file for module in modules if (file := getattr(module, "__file__", None)) and Path(file).suffix == ".py"}
    code = "\n".join(Path(file).read_text(encoding="utf-8") for file in files)
    beginnings = tuple(_BEGINNING.findall(code))
    return [
        name
        for name in game.options_class.model_fields
        if code and not re.search(rf"\.{name}\b|[\"']{name}[\"']", code) and not name.startswith(beginnings)
    ]


def _code(module: str, qualname: str) -> CodeType | None:
    try:
        found = reduce(getattr, qualname.split("."), sys.modules[module])
    except (AttributeError, KeyError):
        return None
    return getattr(unwrap(found) if callable(found) else found, "__code__", None)


def _lines_of(code: CodeType) -> set[int]:
    """The lines of a function within its definition, those of functions in it included."""
    own = {line for _, _, line in code.co_lines() if line is not None and line != code.co_firstlineno}
    return own.union(*(_lines_of(each) for each in code.co_consts if isinstance(each, CodeType)))


def in_words(lines: Mapping[str, list[int]], most: int = 12) -> str:
    """Lines by file as people write them: ``rules.py:3, 8-10``."""
    told = []
    for file, numbers in lines.items():
        starts = [numbers[0], *(there for here, there in pairwise(numbers) if there > here + 1)]
        ends = [*(here for here, there in pairwise(numbers) if there > here + 1), numbers[-1]]
        spans = [f"{low}" if low == high else f"{low}-{high}" for low, high in zip(starts, ends, strict=True)]
        more = f" and {len(spans) - most} more" if len(spans) > most else ""
        told.append(f"{Path(file).name}:{', '.join(spans[:most])}{more}")
    return "; ".join(told)
