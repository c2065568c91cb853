"""The glossary of a game: read once, for its page and for help in play."""

from pathlib import Path

import pytest

from navalcore._rulebook.loading import load_glossary, meanings
from navalcore.errors import BadData


def test_a_glossary_is_read_with_its_sections_and_told_in_plain_text(tmp_path: Path) -> None:
    path = tmp_path / "glossary.toml"
    path.write_text('[[term]]\nterm = "Dash"\ntext = "*Bismarck* runs."\nrules = ["11.1"]\n', encoding="utf-8")
    (term,) = load_glossary(path)
    assert term.rules == ("11.1",)
    assert meanings((term,)) == {"Dash": "Bismarck runs."}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[term]]\nterm = "A"\ntext = "B."\n[[term]]\nterm = "A"\ntext = "C."\n', "there is already an entry 'A'"),
        ('[[term]]\nterm = "A"\n', "text"),
        ('[[term]]\nterm = "A"\ntext = "B."\nrule = "1"\n', "rule"),
        ("", "term"),
    ],
)
def test_a_glossary_that_breaks_its_layout_is_refused_with_file_and_reason(
    tmp_path: Path, text: str, message: str
) -> None:
    path = tmp_path / "glossary.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=message) as refused:
        load_glossary(path)
    assert "glossary.toml" in str(refused.value)
