"""Reading ``glossary.toml``: the words, letters and counters of a game, for its page of rules and for ``help`` in play.

The file lies beside ``rulebook.toml`` and has an entry for each term, in the order in which readers meet them::

    [[term]]
    term = "Combined arms"
    text = "An aircraft that has spotted a submarine directs a destroyer to it."
    rules = ["S15"]                   # numbers of the sections that say more; may be left out
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from navalcore._rulebook.model import Name, Text
from navalcore.components._data_files import load_toml

FILE = "glossary.toml"


class Term(BaseModel):
    """A word, letter or counter with its meaning."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    term: Text
    """As it is written in the game; several that belong together stand with commas between."""
    text: Text
    """Its meaning, in a sentence; names of ships stand between asterisks."""
    rules: tuple[Name, ...] = ()
    """The numbers of the sections that say more."""


class _GlossaryFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    term: Annotated[tuple[Term, ...], Field(min_length=1)]


def load_glossary(path: Path | str) -> tuple[Term, ...]:
    """Read and check a ``glossary.toml``."""
    document = load_toml(path)
    terms = document.model(_GlossaryFile).term
    names = [term.term.casefold() for term in terms]
    doubles = [
        (("term", index, "term"), f"there is already a term {terms[index].term!r}; each may stand once")
        for index, name in enumerate(names)
        if name in names[:index]
    ]
    if doubles:
        raise document.errors(doubles)
    return terms


def glossary_in(folder: Path) -> tuple[Term, ...]:
    """The terms of a game whose package lies in a folder; none if it has no glossary."""
    path = folder / FILE
    return load_glossary(path) if path.is_file() else ()


def meanings(terms: tuple[Term, ...]) -> Mapping[str, str]:
    """Each term with its meaning in plain text."""
    return {term.term: term.text.replace("*", "") for term in terms}
