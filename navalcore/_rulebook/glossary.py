"""Reading ``glossary.toml``: the words, letters and counters of a game, for its page of rules and for ``help`` in play.

The file is next to ``rulebook.toml`` and has an entry for each term, in the order in which readers meet them::

    [[term]]
    term = "Combined arms"
    text = "An aircraft that has spotted a submarine directs a destroyer to it."
    rules = ["S15"]                   # numbers of the sections that say more; may be left out
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from navalcore._rulebook.model import Term
from navalcore.components._data_files import load_models

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
