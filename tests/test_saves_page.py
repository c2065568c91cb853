"""The pages about saved matches say what happens: every example on them runs."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

PAGES = {"saves.md": 25, "saves_format.md": 25}
"""The pages, each with more examples than so many."""


@pytest.mark.parametrize("page", PAGES)
def test_every_example_of_the_pages_about_saved_matches_runs(page: str) -> None:
    text = (Path(__file__).parents[1] / "docs" / page).read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec("\n".join(re.findall(r"```\{testsetup\} \*\n(.*?)```", text, re.DOTALL)), names)
    examples = "\n".join(re.findall(r"```\{doctest\}\n(.*?)```", text, re.DOTALL))
    try:
        found = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(examples, names, "saves", page, 0))
    finally:
        exec("\n".join(re.findall(r"```\{testcleanup\} \*\n(.*?)```", text, re.DOTALL)), names)
    assert found.attempted > PAGES[page]
    assert not found.failed


def test_the_worked_migration_is_on_the_page_about_the_format() -> None:
    text = (Path(__file__).parents[1] / "docs" / "saves_format.md").read_text(encoding="utf-8")
    assert "from_1_0" in text
