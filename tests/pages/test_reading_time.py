"""No guide takes longer to read than a quarter of an hour."""

from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"
BUILT = {"_build", "_generated"}
MINUTES, WORDS_A_MINUTE = 15, 200


def test_no_page_takes_more_than_a_quarter_of_an_hour_to_read() -> None:
    pages = [path for path in DOCS.rglob("*.md") if not (BUILT | {"examples"}) & set(path.parts)]
    words = {str(path.relative_to(DOCS)): len(path.read_text(encoding="utf-8").split()) for path in pages}
    assert words["index.md"]
    assert {name: count for name, count in words.items() if count > MINUTES * WORDS_A_MINUTE} == {}


def test_lists_that_programs_make_of_every_check_or_name_are_in_the_reference() -> None:
    made = ("```{checks}", "```{door}", "```{names}", "```{commands}")
    pages = {path: path.read_text(encoding="utf-8") for path in DOCS.rglob("*.md") if not BUILT & set(path.parts)}
    holders = {path.relative_to(DOCS).parts[0] for path, text in pages.items() if any(each in text for each in made)}
    assert holders == {"reference"}
