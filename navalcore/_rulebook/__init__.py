"""A game's rule book as data: sections, rulings, and the register of the code and tests that cite them."""

from navalcore._rulebook.citing import Citation, citations, modifier_sections, rule, takes_modifiers
from navalcore._rulebook.glossary import Term, load_glossary, meanings
from navalcore._rulebook.loading import load_rulebook, rulebook_schema
from navalcore._rulebook.marks import tests_of
from navalcore._rulebook.model import Rulebook, Ruling, Section, SectionKind, Source, anchor
from navalcore._rulebook.register import CoverageReport, SectionCoverage, coverage
from navalcore._rulebook.tables import DataTable, markdown_table, table_named

__all__ = [
    "Citation",
    "CoverageReport",
    "DataTable",
    "Rulebook",
    "Ruling",
    "Section",
    "SectionCoverage",
    "SectionKind",
    "Source",
    "Term",
    "anchor",
    "citations",
    "coverage",
    "load_glossary",
    "load_rulebook",
    "markdown_table",
    "meanings",
    "modifier_sections",
    "rule",
    "rulebook_schema",
    "table_named",
    "takes_modifiers",
    "tests_of",
]
