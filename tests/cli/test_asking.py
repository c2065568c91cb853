"""Odds, rules, words and warnings asked for in the middle of a match."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import navalcore as nc
from docs.recordings import TYPED, recording
from navalcore_games.bismarck.cards import PLANES
from navalcore_games.bismarck.movement.homecoming import out_of_reach
from navalcore_games.bismarck.words import Mode
from tests.cli.conftest import Command
from tests.cli.test_play import lines_after


def test_joint_outcomes_are_told_part_by_part_and_all_of_them_only_if_wanted(navalcore: Command) -> None:
    parts = navalcore("odds", "bismarck", "salvos", "-p", "salvos=42").out
    assert len(parts.splitlines()) < 80, "4,202 lines of fractions before"
    assert parts.index("sunk") < parts.index("midships lost") < parts.index("knots lost")
    assert re.search(r"\d{3,} joint outcomes: --joint shows them", parts)
    assert "2 MS, 0 knots, 0 FP" in navalcore("odds", "bismarck", "salvos", "-p", "salvos=3", "--joint").out


@pytest.mark.parametrize("asked", ["odds win-rate", "odds 1", "odds"])
def test_ctrl_c_stops_an_answer_that_takes_long_and_not_the_match(
    navalcore: Command, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for where in ("odds.Question.ask", "_match.match.Match.odds", "_match.match.Match.odds_table"):
        monkeypatch.setattr(f"navalcore.{where}", interrupted)
    ran = navalcore("play", "uboat_cards", "--seed", "3", typed=[asked, "discard Dive"])
    assert ran.status == 0
    assert f"> {asked}\nStopped.\n> discard Dive\n  The wolf pack discards Dive." in ran.out


def test_what_cannot_happen_stands_beneath_the_table(navalcore: Command) -> None:
    out = navalcore("odds", "uboat_cards", "hand", "-p", "size=2").out
    assert "3 of 3  " not in out
    assert "never: 3 of 3" in out


def test_a_question_takes_from_the_match_what_is_not_typed(navalcore: Command) -> None:
    typed = ["odds hand", "odds hand deck=standard side=convoy size=5"]
    ran = navalcore("play", "uboat_cards", "--scenario", "mirror", "--seed", "3", typed=typed)
    assert lines_after(ran.out, typed[0])[1] == "exact; side=uboat, size=7, deck=mirror"
    assert lines_after(ran.out, typed[1])[1] == "exact; side=convoy, size=5, deck=standard"


@pytest.mark.rule("silent_war", "14.16-B", "19.21-2c")
def test_a_boats_own_defense_is_not_taken_for_that_of_her_target(navalcore: Command) -> None:
    """Wahoo has Defense 4, and a target that lies face down 1."""
    ran = navalcore("play", "silent_war", "--scenario", "patrol_wahoo_1943", typed=["odds hit", "odds premature"])
    assert ", defense=1, " in lines_after(ran.out, "odds hit")[1]
    assert lines_after(ran.out, "odds premature")[1] == "exact; defense=4, skipper=0"


def test_a_deck_of_ones_own_is_asked_about_by_its_path(navalcore: Command, tmp_path: Path) -> None:
    shipped = Path(nc.__file__).parents[1] / "games" / "uboat_cards" / "scenarios" / "mirror.toml"
    own = tmp_path / "own.toml"
    own.write_text(shipped.read_text(encoding="utf-8"), encoding="utf-8")
    by_name = navalcore("odds", "uboat_cards", "hand", "-p", "deck=mirror").out.splitlines()[2:]
    assert navalcore("odds", "uboat_cards", "hand", "-p", f"deck={own}").out.splitlines()[2:] == by_name
    code, message = navalcore("odds", "uboat_cards", "hand", "-p", f"deck={tmp_path / 'none.toml'}").error()
    assert (code, "none.toml" in message) == ("bad_data", True)


def test_a_command_that_is_no_word_of_the_rules_is_explained_where_its_rule_is_asked_for(navalcore: Command) -> None:
    out = navalcore("play", "tonnage_war", "--seed", "3", typed=["rule undo", "help undo"]).out
    assert lines_after(out, "rule undo")[0] == lines_after(out, "help undo")[0]
    assert "take the last choice" in lines_after(out, "rule undo")[0]


def test_sections_rulings_and_words_are_looked_up(navalcore: Command) -> None:
    typed = ["rule 14.1", "rule tw-r14", "rule evade card", "rule xyzzy", "rules"]
    out = navalcore("play", "tonnage_war", "--seed", "3", typed=typed).out
    assert lines_after(out, "rule 14.1")[0].startswith("14.1  Storms")
    assert lines_after(out, "rule tw-r14")[0].startswith("TW-R14  on 9.1")
    assert any(line.startswith("7.2.4 ") for line in lines_after(out, "rule evade card"))
    assert "has the words 'xyzzy'" in lines_after(out, "rule xyzzy")[0]
    assert len(lines_after(out, "rules")) > 80
    assert navalcore("rules", "tonnage_war", "TW-R14").out.startswith("TW-R14  on 9.1")
    assert navalcore("rules", "tonnage_war", "TW-R14").out.count("Decision:") == 1
    assert navalcore("rules", "tonnage_war", "TW-R999").error()[0] == "unknown_name"


def test_a_rule_is_opened_at_the_sentence_that_the_question_or_the_last_line_by_it_is_about(navalcore: Command) -> None:
    typed = ["1", "rule", "rule 7.2", "how"]
    out = navalcore("play", "tonnage_war", "--seed", "3", typed=typed).out
    question = "Which card of the U-boats do you play or discard?"
    for command in ("rule", "rule 7.2"):
        last = next(line for line in reversed(lines_after(out, command)) if question in line)
        assert re.search(r"\[7\.2\]  \w.*", last)
    told = lines_after(out, "how")
    assert "chose:" in told[1], "what happened last is explained, although no dice made it"


def test_the_board_is_shown_whole_or_as_far_as_words_stand_on_it(navalcore: Command) -> None:
    out = navalcore("play", "aa50_subwar", "--seed", "3", typed=["board", "map sz11", "map nowhere", "q"]).out
    assert len(lines_after(out, "board")) > 25
    told = lines_after(out, "map sz11")
    assert told[0].split() == ["zone", "limit", "lost", "units", "next", "to"]
    assert {line.split()[0] for line in told[2:] if not line.startswith(" ")} == {"Sz9", "Sz10", "Sz11", "Sz12"}
    assert "nothing on the board says 'nowhere'" in lines_after(out, "map nowhere")[0]
    assert out.splitlines()[-1].startswith("Goodbye.")


def test_the_board_says_where_every_unit_of_ones_own_is(navalcore: Command) -> None:
    typed = ["board", "map hood", "map sl1", "q"]
    out = navalcore("play", "bismarck", "--role", "british", "--seed", "3", typed=typed).out
    assert any(line.startswith("Ships: 1117 Norfolk; ") for line in lines_after(out, "board"))
    assert "1622 Hood" in " ".join(lines_after(out, "map hood"))
    told = lines_after(out, "map sl1")
    assert "2016: sea: Convoy SL1, convoy: slow convoy" in told[0], "the text has no place of it, the board has"


@pytest.mark.parametrize("name", nc.games())
def test_help_explains_the_words_of_each_game(navalcore: Command, name: str) -> None:
    glossary = nc.face_of(nc.load(name)).glossary()
    assert len(glossary) > 10
    assert not [text for text in glossary.values() if len(text) > 120]
    term = next(iter(glossary))
    out = navalcore("play", name, "--seed", "3", typed=["help", "glossary", f"help {term}"]).out
    listed = " ".join(lines_after(out, "help"))
    assert [each for each in glossary if each not in listed] == []
    told = [" ".join(line.split()) for line in lines_after(out, "glossary")]
    assert told == [" ".join(f"{each} {text}".split()) for each, text in glossary.items()]
    assert lines_after(out, f"help {term}")[0].split() == [*term.split(), *glossary[term].split()]


def test_cards_are_filtered_by_words(navalcore: Command) -> None:
    out = navalcore("play", "uboat_cards", "--seed", "3", typed=["cards harass", "cards none such"]).out
    rows = [line for line in lines_after(out, "cards harass")[2:] if not line.startswith(" ")]
    assert [row.split("  ")[0] for row in rows] == ["Cat and Mouse", "Near Miss"]
    assert lines_after(out, "cards none such") == ["No card has the words 'none such'; cards alone lists them all."]


def lettered(line: str) -> bool:
    """Whether a line shows an option that is a letter."""
    number, letter, then = [*line.split(), "", "", ""][:3]
    return number.isdigit() and letter.isalpha() and not then.isdigit()


@pytest.mark.rule("bismarck", "6.21", "6.22", "6.24", "6.25", "8.21", "8.22", "8.26")
def test_the_letters_of_an_order_say_what_they_mean(navalcore: Command) -> None:
    out = navalcore("play", "bismarck", "--seed", "4", typed=["Norfolk", "M", "stop", "R Plymouth 1", "q"]).out
    ship = lines_after(out, "Norfolk")
    assert [(each.split()[1], each.split()[2].strip(":")) for each in ship if lettered(each)] == [
        ("M", "move"),
        ("P", "patrol"),
        ("F", "fast"),
        ("C", "slow"),
    ]
    assert any(line.startswith("  1  stop   in 1117") for line in lines_after(out, "M")), "Norfolk begins in 1117"
    plane = {each[5:6]: each for each in lines_after(out, "R Plymouth 1") if lettered(each)}
    assert list(plane) == ["B", "M", "P"]
    assert "up to six squares" in plane["M"]
    assert "up to two squares" in plane["P"]


@pytest.mark.rule("bismarck", "8.8", "5.28")
def test_dm_names_a_plane_that_could_not_get_home() -> None:
    match = nc.load("bismarck").new_match("two_player", seed="3")
    face, state = nc.face_of(match.game), match.state
    number, plane = next((n, p) for n, p in enumerate(state.planes) if PLANES[n].id == "R Plymouth 1")
    view = match.view("british")
    assert match.decision is not None
    done = match.decision.options[0]
    assert face.warning(view, done) == ""
    far = view.planes[number]
    far.mode = far.order_mode = Mode.MOVE
    far.square, far.path, far.endurance = 1811, (1711,), 2
    assert out_of_reach(view) == [number]
    assert face.warning(view, done) == "As ordered, these planes could not get home: R Plymouth 1."
    assert face.warning(view, match.decision.options[1]) == ""
    far.endurance = 9
    assert out_of_reach(view) == []
    assert plane.square != 1811, "the match itself is untouched"


@pytest.mark.parametrize("name", TYPED)
def test_the_recorded_session_of_a_game_is_what_the_program_shows(name: str) -> None:
    kept = Path(__file__).parents[2] / "docs" / "images" / f"play_{name}.svg"
    drawn = recording(name)
    assert shown(drawn) == shown(kept.read_text(encoding="utf-8")), "python docs/recordings.py draws it anew"
    assert len(shown(drawn)) > 20
    assert "@font-face" not in drawn, "nothing is fetched from elsewhere"


def shown(svg: str) -> list[str]:
    """What is written in a picture."""
    return [node.text or "" for node in ElementTree.fromstring(svg).iter() if node.tag.endswith("text")]


def test_a_line_may_answer_several_questions_all_of_them_or_none(navalcore: Command) -> None:
    typed = ["Hood M E SE", "Norfolk M 1118", "Prince of Wales P", "MS HOOD", "Suffolk M E nowhere", "MS SUFF", "quit"]
    ran = navalcore("play", "bismarck", "--scenario", "solitaire", "--seed", "4", typed=typed)
    assert "Hood receives the order M 1623 1724 (move)." in ran.out
    assert "Norfolk receives the order M 1118 (move)." in ran.out
    assert "'Suffolk M E nowhere' is not offered" in ran.out
    assert "Prince of Wales receives the order P (patrol)." in ran.out, "the last P is not the first letter of her name"
    suffolk = next(line for line in ran.out.splitlines() if "SUFFOLK" in line)
    assert suffolk.split()[2:4] == ["1317", "1317"], "nothing of that line was done"


def test_no_answer_but_the_last_of_a_line_may_bring_something_new(navalcore: Command) -> None:
    ran = navalcore("play", "uboat_cards", "--seed", "17", typed=["Sonar pass", "quit"])
    assert "'Sonar pass' is not offered" in ran.out
