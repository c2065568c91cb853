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

from pydantic import BaseModel, ConfigDict

from navalcore._rulebook.model import Name, Text
from navalcore.components._data_files import load_models

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


def load_glossary(path: Path | str) -> tuple[Term, ...]:
    """Read and check a ``glossary.toml``."""
    return tuple(load_models(path, Term, "term", named_by="term"))


def glossary_in(folder: Path) -> tuple[Term, ...]:
    """The terms of a game whose package lies in a folder; none if it has no glossary."""
    path = folder / FILE
    return load_glossary(path) if path.is_file() else ()


def meanings(terms: tuple[Term, ...]) -> Mapping[str, str]:
    """Each term with its meaning in plain text."""
    return {term.term: term.text.replace("*", "") for term in terms}
