"""No guide takes longer to read than a quarter of an hour."""

from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
MINUTES, WORDS_A_MINUTE = 15, 200


def test_no_page_takes_more_than_a_quarter_of_an_hour_to_read() -> None:
    pages = [path for path in DOCS.rglob("*.md") if not {"_build", "_generated", "examples"} & set(path.parts)]
    words = {str(path.relative_to(DOCS)): len(path.read_text(encoding="utf-8").split()) for path in pages}
    assert words["index.md"]
    assert {name: count for name, count in words.items() if count > MINUTES * WORDS_A_MINUTE} == {}


def test_lists_that_programs_make_of_every_check_or_name_are_in_the_reference() -> None:
    made = ("```{checks}", "```{door}", "```{names}", "```{commands}")
    guides = [path for path in DOCS.rglob("*.md") if not {"_build", "_generated", "reference"} & set(path.parts)]
    assert guides
    assert [str(path.relative_to(DOCS)) for path in guides if any(each in path.read_text("utf-8") for each in made)] == []
    assert made[0] in (DOCS / "reference" / "checks.md").read_text(encoding="utf-8")
