"""The pages to learn by: the board first, a picture at each section, ten minutes, and every worked example is live."""

import re
from pathlib import Path

import pytest

import navalcore as nc
from navalcore.study import Lesson, examples

GAMES = ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")
DOCS = Path(__file__).parents[2] / "docs" / "games"
PICTURE = re.compile(r"^```\{(?:labelled|board)\}|^```\{example\}(?![^`]*:bare:)", re.MULTILINE)
WHY_NONE = re.compile(r"^% No picture: \w.+\.$", re.MULTILINE)
WORDS = 2000
SUM = re.compile(r"\d [-+] \d[^.]*?(?: = \d| is \d)|\b[Ii]n the worked example|\bExample:")
"""What a worked example in running text is known by: a sum worked out, or its name."""


def page(game: str) -> str:
    """The page to learn the game by, as it is written."""
    return (DOCS / game / "learn.md").read_text(encoding="utf-8")


def worked(game: str) -> list[Lesson]:
    """The worked examples of the game, without the boards of its matches."""
    folder = nc.load(game).folder / "examples"
    return [each for each in examples(nc.load(game)) if (folder / f"{each.id}.toml").exists()]


def shown(game: str) -> list[str]:
    """The examples that the page to learn by shows."""
    return re.findall(rf"^```\{{example\}} {game} (\w+)", page(game), re.MULTILINE)


def read(game: str) -> str:
    """What the page says to its reader, with the words of its examples and without marks of Markdown."""
    text = re.sub(r"^(?:```.*|:\w+:.*|%.*|\|[-: |]*)$", "", page(game), flags=re.MULTILINE)
    text = re.sub(r"\{rule\}`\w+ ([^`]+)`", r"\1", text)
    text = re.sub(r"^[a-z]+/?[\w/]*: ", "", text, flags=re.MULTILINE)  # the place that is labelled
    told = {each.id: " ".join(step.text for step in each.step) for each in worked(game)}
    return " ".join([re.sub(r"[|*#]", " ", text), *(told[name] for name in shown(game))])


def without_picture(text: str) -> list[str]:
    """The sections without a picture in them, right before them, or a mark that says why there is none."""
    parts = re.split(r"^(#{2,3} .+)$", text, flags=re.MULTILINE)
    found = []
    for before, title, body in zip(parts[0::2], parts[1::2], parts[2::2], strict=False):
        near = body or before
        ends_with_picture = before.rstrip().endswith("```") and bool(PICTURE.search(before))
        if not (PICTURE.search(near) or WHY_NONE.search(near) or ends_with_picture):
            found.append(title)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_labelled_board_comes_first_and_each_section_is_next_to_a_picture(game: str) -> None:
    before = page(game).partition("\n## ")[0]
    assert before.count(f"```{{labelled}} {game}\n") == 1
    assert without_picture(page(game)) == []


def test_a_section_without_a_picture_is_found_unless_it_says_why() -> None:
    drawn = "# G\n\n```{labelled} g\nhand: Yours.\n```\n\n## One\n\nWords.\n\n## Two\n\n"
    assert without_picture(drawn + "Words.\n") == ["## Two"]
    assert without_picture(drawn + "```{example} g a\n:bare:\n```\n") == ["## Two"]
    assert without_picture(drawn + "```{example} g a\n```\n") == []
    assert without_picture(drawn + "% No picture: the table is the same.\n\nWords.\n") == []


@pytest.mark.parametrize("game", GAMES)
def test_a_page_to_learn_by_takes_ten_minutes(game: str) -> None:
    assert 800 < len(read(game).split()) <= WORDS


@pytest.mark.parametrize("game", GAMES)
def test_every_worked_example_is_a_position_that_a_page_opens_in_its_words(game: str) -> None:
    loaded = nc.load(game)
    book, told = loaded.rulebook, worked(game)
    on_rules = {each.id: each.rules[0] for each in told if each.rules and each.rules[0] in book}
    assert [each.id for each in told if each.id not in {*shown(game), *on_rules}] == []
    written = re.sub(r"^```.*?^```", "", page(game), flags=re.MULTILINE | re.DOTALL)
    assert SUM.findall(written) == []
    rules = {each.number: each.summary for each in book.sections}
    for ruling in book.rulings:
        rules[ruling.sections[0]] += f" {ruling.decision}"
    live = [(number, step.text.strip()) for each in told if (number := on_rules.get(each.id)) for step in each.step]
    for number, words in live:
        rules[number] = rules[number].replace(f"Example: {words}", "").replace(words, "")
    assert [number for number, text in rules.items() if SUM.search(text)] == []
