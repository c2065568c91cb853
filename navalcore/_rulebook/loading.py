"""Reading ``rulebook.toml``.

The file has one ``[game]`` table, and a table ``[modifiers]`` (which may be left out): the names that rolls give
modifiers, each with its section. One that is not named comes from the section of the roll. Then it has one
``[[section]]`` for every numbered section in the order of the source, and the ``[[ruling]]`` entries::

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
    words = ["hits"]                  # what leads to it and is not said in it; may be left out
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

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from navalcore._misfits import told_of_misfits
from navalcore._rulebook.model import Name, Rulebook, Ruling, Section, Source, Term, Text
from navalcore.components._data_files import load_models, load_toml
from navalcore.components._model_errors import Location, closest


class _GameTable(Source):
    id: Name
    title: Text


class _RulebookFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    game: _GameTable
    section: Annotated[tuple[Section, ...], Field(min_length=1)]
    ruling: tuple[Ruling, ...] = ()
    modifiers: dict[str, Name] = {}


def rulebook_schema() -> dict[str, Any]:
    """The JSON Schema of ``rulebook.toml``."""
    return _RulebookFile.model_json_schema()


@told_of_misfits
def load_rulebook(path: Path | str) -> Rulebook:
    """Read and check the ``rulebook.toml`` of a game, the file ``path``.

    Raises:
        BadData: the file cannot be read, is not TOML, or breaks the layout (see this module). The message holds a line
            for each problem, with file, line and key, and what would be right.
    """
    document = load_toml(path)
    file = document.model(_RulebookFile)
    problems = [*_doubles(file), *_rulings_on_unknown_sections(file), *_modifiers_of_unknown_sections(file)]
    if problems:
        raise document.errors(problems)
    game = file.game
    return Rulebook(
        game=game.id,
        title=game.title,
        source=Source(designer=game.designer, year=game.year, notice=game.notice),
        sections=file.section,
        rulings=file.ruling,
        terms=glossary_in(Path(path).parent),
        modifiers=file.modifiers,
    )


def _doubles(file: _RulebookFile) -> Iterator[tuple[Location, str]]:
    named = [("section", "number", [section.number for section in file.section])]
    named.append(("ruling", "id", [ruling.id for ruling in file.ruling]))
    for table, key, names in named:
        for index, name in enumerate(names):
            if name in names[:index]:
                yield (table, index, key), f"there is already a {table} {name!r}; each {key} may be given once"


def _modifiers_of_unknown_sections(file: _RulebookFile) -> Iterator[tuple[Location, str]]:
    known = [section.number for section in file.section]
    for name, number in file.modifiers.items():
        if number not in known:
            message = f"modifier {name} names section {number!r}, which this file does not have"
            yield ("modifiers", name), f"{message}; {closest(number, known)}"


def _rulings_on_unknown_sections(file: _RulebookFile) -> Iterator[tuple[Location, str]]:
    known = [section.number for section in file.section]
    for index, ruling in enumerate(file.ruling):
        for number in ruling.sections:
            if number not in known:
                message = f"ruling {ruling.id} names section {number!r}, which this file does not have"
                yield ("ruling", index, "sections"), f"{message}; {closest(number, known)}"


FILE = "glossary.toml"


def load_glossary(path: Path | str) -> tuple[Term, ...]:
    """Read and check a ``glossary.toml``."""
    return tuple(load_models(path, Term, "term", named_by="term"))


def glossary_in(folder: Path) -> tuple[Term, ...]:
    """The terms of a game whose package is in a folder; none if it has no glossary."""
    path = folder / FILE
    return load_glossary(path) if path.is_file() else ()


def meanings(terms: tuple[Term, ...]) -> Mapping[str, str]:
    """Each term with its meaning in plain text."""
    return {term.term: term.text.replace("*", "") for term in terms}
