"""The pages of the games hold what their readers need: answers, terms, and nothing that leads nowhere."""

import re
from pathlib import Path

import pytest

import navalcore as nc
from navalcore._rulebook.loading import glossary_in
from navalcore.study import examples
from tests.pages.learn_questions import ANSWERED, NEW, NOT_FOUND
from tests.pages.more_questions import MORE_QUESTIONS
from tests.pages.questions import LEARN, QUESTIONS

GAMES = ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")
DOCS = Path(__file__).parents[2] / "docs" / "games"


def flat(text: str) -> str:
    """Text in one line, without links to rules."""
    return re.sub(r"\s+", " ", re.sub(r"\{rule\}`\w+ ([^`]+)`", r"\1", text))


def learn(game: str) -> str:
    """The page to learn the game by."""
    return flat((DOCS / game / "learn.md").read_text(encoding="utf-8"))


def rules(game: str) -> str:
    """What the page of rules tells, without what is folded away: titles, summaries and decisions."""
    book = nc.load(game).rulebook
    told = [f"{section.title}. {section.summary}" for section in book.sections]
    return flat(" ".join([*told, *(ruling.decision for ruling in book.rulings)]))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_five_pages_and_an_old_address_that_leads_to_them(game: str) -> None:
    assert {path.stem for path in (DOCS / game).glob("*.md")} == {"learn", "first_match", "rules", "tables", "odds"}
    assert f"```{{doors}} {game}\n" in (DOCS / f"{game}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_answer_what_their_readers_ask(game: str) -> None:
    pages = {LEARN: learn(game), "rules": rules(game)}
    asked = [*QUESTIONS[game], *MORE_QUESTIONS[game]]
    assert len({question for question, *_ in asked}) == 32
    assert [question for question, page, answer in asked if answer not in pages[page]] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_page_to_learn_by_answers_alone_what_a_first_match_asks(game: str) -> None:
    page = learn(game) + " ".join(flat(step.text) for each in examples(nc.load(game)) for step in each.step)
    old = {
        question: ANSWERED[game].get(question, answer if where == LEARN else "(told by the rules alone)")
        for question, where, answer in QUESTIONS[game]
    }
    assert len(old) == 16
    assert [question for question, answer in old.items() if answer not in page] == []
    assert len(NEW[game]) == 12
    assert [question for question, answer in NEW[game].items() if answer not in page] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_page_to_learn_by_answers_what_its_readers_could_not_find(game: str) -> None:
    page = learn(game)
    assert NOT_FOUND[game]
    assert [question for question, answer in NOT_FOUND[game].items() if answer not in page] == []


TERMS = {
    "silent_war": (
        "drm",
        "AAC",
        "War Period",
        "ASW",
        "CTL",
        "zed",
        "Done",
        "Range",
        "Speed",
        "Readiness",
        "RTB",
        "Spotted",
    ),
    "bismarck": ("MS", "FP", "KN", "Strength", "Midships", "Shadow", "Mode"),
    "tonnage_war": ("Contact", "Blank", "Attempt", "Engagement"),
    "aa50_subwar": ("IPC", "Hunt", "Starvation"),
    "uboat_cards": ("Row", "Water"),
}
"""Terms that readers missed once."""


@pytest.mark.parametrize("game", GAMES)
def test_the_terms_that_readers_missed_have_an_entry_in_the_glossary(game: str) -> None:
    entries = [term.term for term in glossary_in(nc.load(game).folder)]
    assert [term for term in TERMS[game] if not any(term.lower() in entry.lower() for entry in entries)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_of_a_ruling_is_a_sentence_that_can_stand_among_the_rules(game: str) -> None:
    weak = re.compile(
        r"^(Yes|No|It|Late|Hand|Both|Only|Off|From the|To the|The same|Not|As)\b(?! \w+ \w+ \w+ \w+)|^(Yes|No)[.,;:]"
    )
    decisions = {ruling.id: ruling.decision for ruling in nc.load(game).rulebook.rulings}
    assert {each: text for each, text in decisions.items() if weak.search(text) or text[-1] not in ".)"} == {}


@pytest.mark.parametrize("game", GAMES)
def test_every_term_of_the_glossary_has_a_whole_sentence_and_cites_sections_that_are_there(game: str) -> None:
    book = nc.load(game).rulebook
    terms = glossary_in(nc.load(game).folder)
    assert terms
    assert [term.term for term in terms if not term.text.endswith((".", ")"))] == []
    assert [(term.term, number) for term in terms for number in term.rules if number not in book] == []


@pytest.mark.parametrize("game", GAMES)
def test_what_a_ruling_asks_is_a_question_and_its_reason_a_sentence(game: str) -> None:
    rulings = nc.load(game).rulebook.rulings
    asked = {ruling.id: ruling.question for ruling in rulings if "?" not in ruling.question}
    assert asked == {}, "a heading or a note does not say what was open"
    reasons = {ruling.id: ruling.reason for ruling in rulings if len(ruling.reason.split()) < 3}
    assert reasons == {}, "a number alone is no reason"


@pytest.mark.parametrize("game", GAMES)
def test_the_list_of_games_says_how_many_people_can_play_each(game: str) -> None:
    """As many as the game has roles: it said one where two may share the command."""
    (row,) = re.findall(
        rf"^\| \[.*\]\({game}\.md\) \| ([^|]*) \|", (DOCS / "index.md").read_text("utf-8"), re.MULTILINE
    )
    assert int(row.split()[-1]) == len(nc.load(game).roles)
