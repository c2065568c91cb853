"""``rules``, ``rulings``, ``odds`` and ``render``: what can be looked up."""

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from xml.etree import ElementTree

import pytest

from navalcore._cli import output
from navalcore._cli.odds import odds
from tests.cli.conftest import DUEL, Command

OWN_DECKS = Path(__file__).parents[2] / "games" / "uboat_cards" / "scenarios"


def test_a_section_is_printed_with_its_rulings_its_code_and_its_tests(navalcore: Command) -> None:
    lines = navalcore("rules", "uboat_cards", "U4").out.splitlines()
    assert lines[0].startswith("U4  ")
    assert any(
        line.startswith("  navalcore_games/uboat_cards/draw_phase.py:") and "draw_cards" in line for line in lines
    )
    assert "Tests:" in [line.rstrip() for line in lines]
    assert any(line.startswith("  tests/games/uboat_cards/") for line in lines)


def test_a_section_as_json_holds_the_same(navalcore: Command) -> None:
    entry = json.loads(navalcore("rules", "uboat_cards", "U4", "--json").out)
    assert (entry["game"], entry["number"], entry["kind"]) == ("uboat_cards", "U4", "rule")
    assert "draw_cards" in [place["qualname"] for place in entry["code"]]
    assert entry["tests"]
    assert "UBC-R15" in [ruling["id"] for ruling in entry["rulings"]]


def test_the_whole_rule_book_is_listed_in_its_order(duel: Command) -> None:
    assert duel("rules", "duel").out.splitlines() == [
        "D1  Course  (rule)",
        "    Each side lays its course first.",
        "D2  Fire  (rule)",
        "    Then it fires with one die, or keeps its log.",
        "D3  End  (rule)",
        "    The first hit wins; after two turns without one it is a draw.",
    ]
    book = json.loads(duel("rules", "duel", "--json").out)
    assert [section["number"] for section in book["sections"]] == ["D1", "D2", "D3"]


TAKERS = ["flak_sum", "against_convoy", "detection_modifiers", "attack_value"]


def test_the_sections_that_take_modifiers_are_listed_with_the_code_that_takes_them(navalcore: Command) -> None:
    lines = navalcore("rules", "tonnage_war", "--modifiers").out.splitlines()
    assert lines[::2] == ["8.1.4  Flak", "8.2  Attacks on convoys", "8.5  Detection and attack", "14.1  Storms"]
    assert [line.split()[1] for line in lines[1::2]] == TAKERS
    entry = json.loads(navalcore("rules", "tonnage_war", "--modifiers", "--json").out)
    assert [each["code"][0]["qualname"] for each in entry["modifiers"]] == TAKERS
    none = navalcore("rules", "uboat_cards", "--modifiers").out
    assert none == "No section of uboat_cards takes modifiers from a variant.\n"
    refused = navalcore("rules", "tonnage_war", "8.5", "--modifiers")
    assert refused.status == 2
    assert "give one of them" in refused.err


def test_coverage_ends_with_the_sum_and_names_what_is_missing(
    navalcore: Command, duel: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (DUEL / "duel.py").read_text(encoding="utf-8")
    unmarked = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("@rule("))
    (tmp_path / "unmarked.py").write_text(unmarked, encoding="utf-8")
    (tmp_path / "rulebook.toml").write_text((DUEL / "rulebook.toml").read_text(encoding="utf-8"), encoding="utf-8")
    ran = navalcore("--plugin", "unmarked", "rules", "duel", "--coverage")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert lines[:3] == ["no code: D1 Course", "no code: D2 Fire", "no code: D3 End"]
    assert "there is no folder of tests here to look in; run this in a checkout of the game" in lines
    assert lines[-1] == "rule coverage duel: 0 % (0 of 3 sections have code; tests were not looked at)"
    assert "Tests: there is no folder of tests here to look in" in duel("rules", "duel", "D1").out.splitlines()


def test_tests_are_looked_for_in_the_checkout_one_works_in(
    duel: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").touch()
    marked = 'import pytest\n\n@pytest.mark.rule("duel", "D1")\ndef test_course():\n    assert True\n'
    (tmp_path / "tests" / "test_duel.py").write_text(marked, encoding="utf-8")
    report = json.loads(duel("rules", "duel", "--coverage", "--json").out)
    assert report["tests_seen"] is True
    assert report["without_tests"] == ["D2", "D3"]
    assert "  tests/test_duel.py:3  test_course" in duel("rules", "duel", "D1").out.splitlines()


def test_the_card_games_coverage_is_found_from_its_checkout_wherever_one_stands(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert (
        navalcore("rules", "uboat_cards", "--coverage").out.splitlines()[-1].startswith("rule coverage uboat_cards: ")
    )
    assert json.loads(navalcore("rules", "uboat_cards", "--coverage", "--json").out)["tests_seen"] is True


def test_rulings_are_listed_with_question_decision_and_reason(duel: Command) -> None:
    assert duel("rules", "duel", "--rulings").out.splitlines()[:4] == [
        "DUEL-R1  on D2",
        "  Question: Does an aimed shot need a course to port?",
        "  Decision: Yes.",
        "  Reason: Somebody has to say so.",
    ]
    (ruling,) = json.loads(duel("rules", "duel", "--rulings", "--json").out)["rulings"]
    assert (ruling["id"], ruling["sections"], ruling["option"]) == ("DUEL-R1", ["D2"], None)


def test_odds_without_a_question_list_the_questions_with_their_parameters(navalcore: Command) -> None:
    listed = json.loads(navalcore("odds", "uboat_cards", "--json").out)
    assert [question["name"] for question in listed["questions"]] == ["opening-hand", "hand", "chain", "win-rate"]
    (card,) = [each for each in listed["questions"][0]["parameters"] if each["name"] == "card"]
    assert card["default"] == "Periscope"
    assert card["text"]
    assert "  -p card=Periscope" in navalcore("odds", "uboat_cards").out


def test_exact_odds_as_json_are_those_of_the_hypergeometric_distribution(navalcore: Command) -> None:
    answer = json.loads(navalcore("odds", "uboat_cards", "opening-hand", "-p", "card=Dive", "--json").out)
    assert (answer["game"], answer["question"], answer["method"]) == ("uboat_cards", "opening-hand", "exact")
    assert answer["parameters"]["card"] == "Dive"
    copies, deck = 4, 90  # the standard deck holds four Dives among its ninety cards
    for held, figure in answer["outcomes"].items():
        ways = comb(copies, int(held)) * comb(deck - copies, 5 - int(held))
        assert Fraction(figure["fraction"]) == Fraction(ways, comb(deck, 5))
        assert figure["probability"] == pytest.approx(ways / comb(deck, 5))


def test_sampled_odds_show_their_standard_error(navalcore: Command) -> None:
    line = ["odds", "uboat_cards", "win-rate", "-p", "matches=20", "-p", "deck=mirror"]
    answer = json.loads(navalcore(*line, "--json").out)
    assert answer["method"] == "sampled"
    assert set(answer["standard_error"]) == set(answer["outcomes"])
    table = navalcore(*line).out
    assert "standard error" in table
    for figure in answer["outcomes"].values():
        assert f"{figure['probability']:.2%}" in table


def test_odds_are_drawn_into_a_file_and_written_as_markdown(navalcore: Command, tmp_path: Path) -> None:
    file = tmp_path / "hand.svg"
    line = ["odds", "uboat_cards", "opening-hand", "--plot", file, "--markdown"]
    assert "| outcome | chance | fraction |" in navalcore(*line).out
    title = ElementTree.fromstring(file.read_text(encoding="utf-8")).find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert "card=Periscope" in (title.text or "")


def test_odds_are_compared_with_those_of_other_parameters(navalcore: Command) -> None:
    line = ["odds", "aa50_subwar", "air-search", "--compare", "unit=bomber", "--compare", "unit=bomber;spot=4"]
    table = navalcore(*line).out
    assert table.splitlines()[1].split() == [
        "outcome",
        "unit=fighter,",
        "spot=3",
        "unit=bomber",
        "unit=bomber,",
        "spot=4",
    ]
    # A fighter finds on 1-3 and sinks alone with 3/6 x 5/6; a bomber with 4/6 x 5/6.
    answers = json.loads(navalcore(*line, "--json").out)["answers"]
    sunk = [answer["outcomes"]["submarine_sunk"]["fraction"] for answer in answers.values()]
    assert sunk == ["5/24", "5/18", "10/27"]
    assert "| submarine_sunk | 20.83% | 27.78% | 37.04% |" in navalcore(*line, "--markdown").out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--compare", "card"], "--compare card: write it as name=value"),
        (["--compare", "colour=red"], "has no parameter 'colour'"),
        (["--compare", "card=Periscope"], "is compared with itself"),
        (["--part", "tons"], "no part 'tons'"),
        (["--json", "--markdown"], "choose one"),
        (["--plot", "/nowhere/at/all.svg"], "cannot be written"),
    ],
)
def test_wrong_use_of_odds_is_one_clear_error(navalcore: Command, arguments: list[str], words: str) -> None:
    assert words in navalcore("odds", "uboat_cards", "opening-hand", *arguments).error()[1]


@pytest.mark.parametrize(
    ("game", "question", "parameter", "words"),
    [
        ("silent_war", "storm-damage", "defense=6", "should be 1 to 5, not '6'"),
        ("silent_war", "transit", "month=1942-13", "a month of the war, from 1941-12 to 1945-08"),
        ("silent_war", "transit", "month=nan", "a month of the war, from 1941-12 to 1945-08"),
        ("silent_war", "transit", "boats=99999999", "should be 1 to 325, not '99999999'"),
        ("uboat_cards", "win-rate", "uboat=", "parameter uboat of win-rate"),
        ("aa50_subwar", "starve-england", "placement=", "such as 2:1,3:1,6:1,8:1"),
    ],
)
def test_an_impossible_parameter_of_an_odds_question_is_refused_with_what_would_be_right(
    navalcore: Command, game: str, question: str, parameter: str, words: str
) -> None:
    ran = navalcore("odds", game, question, "-p", parameter)
    assert ran.status == 2
    assert words in ran.error()[1]


def test_the_examples_in_the_help_of_odds_work(
    navalcore: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my_deck.toml").write_text((OWN_DECKS / "short.toml").read_text(encoding="utf-8"), encoding="utf-8")
    lines = map(str.strip, str(odds.__doc__).splitlines())
    examples = [line.split()[1:] for line in lines if line.startswith("navalcore odds")]
    assert len(examples) >= 5
    for words in examples:
        assert navalcore(*words).status == 0


def test_a_board_is_drawn_as_svg_as_a_role_sees_it(navalcore: Command, tmp_path: Path) -> None:
    file = tmp_path / "m.jsonl"
    navalcore("play", "uboat_cards", "--seed", "3", "--save", file, typed=["1"])
    own, all_seen = tmp_path / "own.svg", tmp_path / "all.svg"
    ran = navalcore("render", "uboat_cards", "--save", file, "--role", "uboat", "-o", own)
    assert ran.out == f"{own}: the board as seen by the wolf pack\n"
    assert navalcore("render", "uboat_cards", "--save", file, "-o", all_seen).status == 0
    for picture in (own, all_seen):
        root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
        assert root.tag.endswith("svg")
        assert root.find("{http://www.w3.org/2000/svg}title") is not None, "a title for those who cannot see it"
    assert own.read_text(encoding="utf-8") != all_seen.read_text(encoding="utf-8"), "the convoy's hand is hidden"


def test_a_board_is_drawn_after_choices_of_the_bots_and_the_same_seed_gives_the_same_one(
    navalcore: Command, tmp_path: Path
) -> None:
    drawn = []
    for seed, choices in (("3", "0"), ("3", "12"), ("3", "12"), ("4", "12")):
        navalcore("render", "uboat_cards", "--seed", seed, "--bot-choices", choices, "-o", tmp_path / "board.svg")
        drawn.append((tmp_path / "board.svg").read_text(encoding="utf-8"))
    assert drawn[1] == drawn[2]
    assert len(set(drawn)) == 3


def test_a_game_without_a_picture_is_drawn_as_its_text(duel: Command, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert duel("render", "duel", "-o", file).status == 0
    assert "own course not laid" in file.read_text(encoding="utf-8")


def test_a_board_is_of_the_game_that_was_named_and_of_one_match_only(duel: Command, tmp_path: Path) -> None:
    save = tmp_path / "m.jsonl"
    duel("play", "duel", "--save", save, typed=["port"])
    picture = tmp_path / "board.svg"
    assert duel("render", "uboat_cards", "--save", save, "-o", picture).error()[0] == "bad_data"
    for more in (("--scenario", "calm"), ("--seed", "3"), ("--bot-choices", "2")):
        code, message = duel("render", "duel", "--save", save, *more, "-o", picture).error()
        assert (code, message.split()[0]) == ("bad_data", more[0])
    assert not picture.exists()


def test_schemas_are_listed_printed_and_written(navalcore: Command, tmp_path: Path) -> None:
    listed = [line.split("  ")[0] for line in navalcore("schema").out.splitlines()]
    assert {"rulebook", "table", "tonnage_war scenario", "silent_war map"} <= set(listed)
    tables = {"game", "section", "ruling"}  # of rulebook.toml
    assert tables <= json.loads(navalcore("schema", "rulebook").out)["properties"].keys()
    code, told = navalcore("schema", "tonnage_war").error()
    assert (code, "name a kind of file of tonnage_war too; it has wire, scenario" in told) == ("unknown_name", True), (
        told
    )
    printed = json.loads(navalcore("schema", "tonnage_war", "scenario").out)
    assert "escort" in printed["properties"]
    assert "id" not in printed["properties"]
    assert navalcore("schema", "--into", str(tmp_path / "new")).status == 0
    assert json.loads((tmp_path / "new" / "tonnage_war.scenario.json").read_text()) == printed
    written = "".join(file.read_text() for file in (tmp_path / "new").iterdir())
    assert "dataclass" not in written, "a schema describes files, not how they are read"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["chess"], "unknown_game"),
        (["bismarck"], "it has wire, map, tables"),
        (["bismarck", "deck"], "no schema 'deck'"),
    ],
)
def test_a_schema_that_is_not_there_is_refused_with_those_that_are(
    navalcore: Command, words: list[str], complaint: str
) -> None:
    ran = navalcore("schema", *words)
    assert ran.status == 2
    assert complaint in ran.err


def test_who_waits_for_schemas_is_told_how_many_games_are_done(
    navalcore: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "TOLD_EVERY", 0)
    assert "navalcore: schemas: games 0 of 1, " in navalcore("schema", "tonnage_war", "scenario").err


def test_variants_are_listed_with_their_game_and_looked_up_by_their_id(navalcore: Command) -> None:
    listed = json.loads(navalcore("games", "--json").out)["games"]
    variants = {variant["id"] for game in listed for variant in game["variants"]}
    assert {"tonnage_war:autumn_1940", "aa50_subwar:original_spotting", "silent_war:mine_laying"} <= variants
    assert navalcore("rules", "silent_war:mine_laying", "ML1").out.startswith("ML1  Laying a field")


def test_words_of_a_rule_need_no_quotes(navalcore: Command) -> None:
    found = navalcore("rules", "uboat_cards", "hand", "limit").out
    assert found == navalcore("rules", "uboat_cards", "hand limit").out
    assert found.startswith("U6 ")
