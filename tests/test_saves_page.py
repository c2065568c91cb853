"""The page about saved matches says what happens: every example on it runs."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[1] / "docs" / "saves.md"


def test_every_example_of_the_page_about_saved_matches_runs() -> None:
    text = PAGE.read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    exec("\n".join(re.findall(r"```\{testsetup\} \*\n(.*?)```", text, re.DOTALL)), names)
    examples = "\n".join(re.findall(r"```\{doctest\}\n(.*?)```", text, re.DOTALL))
    try:
        found = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(examples, names, "saves", str(PAGE), 0))
    finally:
        exec("\n".join(re.findall(r"```\{testcleanup\} \*\n(.*?)```", text, re.DOTALL)), names)
    assert found.attempted > 60
    assert not found.failed
    assert "from_1_0" in text, "the worked migration"
