"""Reading ``rulebook.toml``.

The file has one ``[game]`` table, then one ``[[section]]`` for every numbered section in the order of the
source, then the ``[[ruling]]`` entries::

    [game]
    id = "uboat_cards"
    title = "Wolf pack against convoy"
    designer = "..."
    year = 2000
    notice = "..."                    # may be left out

    [[section]]
    number = "8.10"                   # in quotes: as a number 8.10 would be 8.1
    title = "Torpedo attack"
    summary = "In our own words."
    kind = "rule"                     # rule, table, setup, scenario, option or commentary

    [[ruling]]
    id = "UBC-R02"
    sections = ["8.10"]               # numbers of this file
    question = "..."
    readings = ["...", "..."]         # may be left out
    decision = "..."
    reason = "..."
    option = "sequence"               # the options field that chooses another reading; left out where fixed
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from navalcore.components.data_files import TomlDocument, load_toml
from navalcore.errors import BadData
from navalcore.rulebook.model import Name, Rulebook, Ruling, Section, SectionKind, Source, Text

Location = tuple[str | int, ...]


class _GameTable(Source):
    id: Name
    title: Text


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    game: _GameTable
    section: Annotated[tuple[Section, ...], Field(min_length=1)]
    ruling: tuple[Ruling, ...] = ()


def rulebook_schema() -> dict[str, Any]:
    """The JSON Schema of ``rulebook.toml``."""
    return _File.model_json_schema()


class _Problem(NamedTuple):
    location: Location
    message: str


_KEYS_OF: dict[str, type[BaseModel]] = {"game": _GameTable, "section": Section, "ruling": Ruling}


def load_rulebook(path: Path | str) -> Rulebook:
    """Read and check a game's ``rulebook.toml``.

    Raises BadData if the file cannot be read, is no TOML, or breaks the layout (see this module): the
    message holds one line for each problem, with file, line and key, and what would be right.
    """
    document = load_toml(path)
    try:
        file = _File.model_validate(document.data)
    except ValidationError as error:
        raise _bad_data(document, [_explained(details) for details in error.errors()]) from None
    problems = [*_doubles(file), *_rulings_on_unknown_sections(file)]
    if problems:
        raise _bad_data(document, problems)
    game = file.game
    return Rulebook(
        game=game.id,
        title=game.title,
        source=Source(designer=game.designer, year=game.year, notice=game.notice),
        sections=file.section,
        rulings=file.ruling,
    )


def _doubles(file: _File) -> Iterator[_Problem]:
    named = [("section", "number", [section.number for section in file.section])]
    named.append(("ruling", "id", [ruling.id for ruling in file.ruling]))
    for table, key, names in named:
        for index, name in enumerate(names):
            if name in names[:index]:
                yield _Problem((table, index, key), f'there is already a {table} "{name}"; each {key} may stand once')


def _rulings_on_unknown_sections(file: _File) -> Iterator[_Problem]:
    known = [section.number for section in file.section]
    for index, ruling in enumerate(file.ruling):
        for number in ruling.sections:
            if number not in known:
                message = f'ruling {ruling.id} names section "{number}", which this file does not have'
                yield _Problem(("ruling", index, "sections"), message + _did_you_mean(number, known))


def _bad_data(document: TomlDocument, problems: list[_Problem]) -> BadData:
    placed = sorted((document.line_of(location), location, message) for location, message in problems)
    return BadData("\n".join(f"{document.path}:{line}: {_key(where)}: {message}" for line, where, message in placed))


def _key(location: Location) -> str:
    """The location as people write it: ``section[3].kind``, counted from 1."""
    parts = (f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in location)
    return "".join(parts).removeprefix(".")


def _did_you_mean(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=3)
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _explained(details: ErrorDetails) -> _Problem:
    """A finding of pydantic in the terms of the file."""
    location, found = details["loc"], details["input"]
    key = str(location[-1])
    match details["type"]:
        case "missing" if len(location) == 1:
            message = f"the file has no {'[game] table' if key == 'game' else f'[[{key}]] entry'}"
        case "missing":
            message = "this key is missing"
        case "extra_forbidden":
            owner = _KEYS_OF[str(location[0])] if len(location) > 1 else _File
            known = list(owner.model_fields)
            message = f"unknown key; the keys here are {', '.join(known)}{_did_you_mean(key, known)}"
        case "enum":
            message = f'"{found}" is no kind of section; use one of {", ".join(SectionKind)}'
        case "string_type":
            message = f'{found!r} is no text; write it in quotes, such as "{found}"'
        case "tuple_type" if len(location) == 1:
            message = f"write each entry under its own [[{key}]], in double brackets"
        case "model_type" if len(location) == 1:
            message = f"write one [{key}] table, in single brackets"
        case "tuple_type":
            message = f'{found!r} is no list; write it in brackets, such as ["{found}"]'
        case "string_pattern_mismatch":
            needed = "lower-case letters, digits and _" if key == "option" else "text without spaces"
            message = f'"{found}" does not do; it must be {needed}'
        case "string_too_short":
            message = "the text is empty"
        case "too_short":
            message = "the list is empty; name at least one"
        case _:
            message = f"{found!r} does not do: {details['msg']}"
    return _Problem(location, message)
