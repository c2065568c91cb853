"""``rulebook.toml`` is read in full, or refused with file, line, key and what would be right."""

from pathlib import Path

import pytest

from navalcore._rulebook.loading import load_rulebook
from navalcore._rulebook.model import Rulebook, SectionKind
from navalcore.errors import BadData, UnknownName

GOOD = '''\
[game]
id = "skirmish"
title = "Skirmish at sea"
designer = "A. Designer"
year = 1999

[[section]]
number = "8.2"
title = "Attack"
summary = """
One die against
[[section]]
number = "9.9"
kind = "nothing" """
kind = "rule"

[[section]] # the tenth part, not 8.1
number = "8.10"
title = "Depth charges"
summary = "Modifiers # by depth."
kind = "table"

[[section]]
number = "8.1"
title = "Notes"
summary = "Why \\"attack\\" is short."
kind = "commentary"

[[ruling]]
id = "SK-R01"
sections = ["8.2", "8.10"]
question = "Which die?"
readings = [
    "a d6",
    "kind = a d10",
]
decision = "The d6."
reason = "The table has six rows."
option = "attack_die"

[[ruling]]
id = "SK-R02"
sections = ["8.10"]
question = "Is a zero a hit?"
decision = "No."
reason = "The table says so."
'''


def loaded(tmp_path: Path, text: str) -> Rulebook:
    path = tmp_path / "rulebook.toml"
    path.write_text(text, encoding="utf-8")
    return load_rulebook(path)


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_everything_in_the_file_is_in_the_rulebook(tmp_path: Path) -> None:
    rulebook = loaded(tmp_path, GOOD)
    assert (rulebook.game, rulebook.title) == ("skirmish", "Skirmish at sea")
    assert (rulebook.source.designer, rulebook.source.year, rulebook.source.notice) == (
        "A. Designer",
        1999,
        "",
    )
    table = rulebook.section("8.10")
    assert (table.title, table.summary, table.kind) == (
        "Depth charges",
        "Modifiers # by depth.",
        SectionKind.TABLE,
    )
    ruling = rulebook.ruling("SK-R01")
    assert ruling.sections == ("8.2", "8.10")
    assert ruling.question == "Which die?"
    assert ruling.readings == ("a d6", "kind = a d10")
    assert (ruling.decision, ruling.reason) == ("The d6.", "The table has six rows.")
    assert ruling.option == "attack_die"
    assert rulebook.ruling("SK-R02").option is None


def test_sections_keep_the_order_of_the_file(tmp_path: Path) -> None:
    assert [section.number for section in loaded(tmp_path, GOOD).sections] == ["8.2", "8.10", "8.1"]


def test_only_commentary_does_not_bind(tmp_path: Path) -> None:
    assert [section.binding for section in loaded(tmp_path, GOOD).sections] == [True, True, False]


def test_rulings_on_a_section_are_those_that_name_it(tmp_path: Path) -> None:
    rulebook = loaded(tmp_path, GOOD)
    assert [ruling.id for ruling in rulebook.rulings_on("8.2")] == ["SK-R01"]
    assert [ruling.id for ruling in rulebook.rulings_on("8.10")] == ["SK-R01", "SK-R02"]
    assert rulebook.rulings_on("8.1") == ()


def test_an_unknown_section_is_refused_with_the_nearest_numbers(tmp_path: Path) -> None:
    rulebook = loaded(tmp_path, GOOD)
    with pytest.raises(UnknownName, match=r'skirmish has no section "8\.11"; close to it: 8\.1'):
        rulebook.section("8.11")
    with pytest.raises(UnknownName, match=r'no section "xyz"; it has 8\.2 to 8\.1'):
        rulebook.section("xyz")
    with pytest.raises(UnknownName, match=r'no section "xyz"'):
        rulebook.rulings_on("xyz")
    assert "8.10" in rulebook
    assert "8.11" not in rulebook


def test_an_unknown_ruling_is_refused_with_the_nearest_ids(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r'no ruling "SK-R03"; close to it: .*SK-R01'):
        loaded(tmp_path, GOOD).ruling("SK-R03")
    without = GOOD[: GOOD.index("[[ruling]]")]
    with pytest.raises(UnknownName, match="it has no rulings at all"):
        loaded(tmp_path, without).ruling("SK-R01")


@pytest.mark.parametrize(
    ("right", "wrong", "place", "key", "advice"),
    [
        pytest.param(
            'kind = "table"',
            'kind = "tabel"',
            'kind = "tabel"',
            "section.1.kind",
            "should be 'rule', 'table', 'setup', 'scenario', 'option' or 'commentary', not 'tabel'",
            id="unknown kind",
        ),
        pytest.param(
            'number = "8.1"\n',
            'number = "8.2"\n',
            'number = "8.2"\ntitle = "Notes"',
            "section.2.number",
            "there is already a section '8.2'",
            id="number twice",
        ),
        pytest.param(
            'id = "SK-R02"',
            'id = "SK-R01"',
            'id = "SK-R01"\nsections = ["8.10"]',
            "ruling.1.id",
            "there is already a ruling 'SK-R01'",
            id="ruling twice",
        ),
        pytest.param(
            'sections = ["8.2", "8.10"]',
            'sections = ["8.22"]',
            'sections = ["8.22"]',
            "ruling.0.sections",
            "names section '8.22', which this file does not have; did you mean 8.2",
            id="ruling on an unknown section",
        ),
        pytest.param(
            'number = "8.10"',
            "number = 8.10",
            "number = 8.10",
            "section.1.number",
            "should be text, not 8.1",
            id="number not in quotes",
        ),
        pytest.param(
            'title = "Notes"',
            'titel = "Notes"',
            'titel = "Notes"',
            "section.2.titel",
            "unknown key; did you mean title?",
            id="misspelled key",
        ),
        pytest.param(
            'decision = "No."\n',
            "",
            '[[ruling]]\nid = "SK-R02"',
            "ruling.1.decision",
            "is missing; text is wanted",
            id="missing key",
        ),
        pytest.param(
            'title = "Depth charges"',
            'title = " "',
            'title = " "',
            "section.1.title",
            "should be text that is not empty, not ' '",
            id="empty text",
        ),
        pytest.param(
            '    "kind = a d10",',
            "    10,",
            "    10,",
            "ruling.0.readings.1",
            "should be text, not 10",
            id="reading that is no text",
        ),
        pytest.param(
            'sections = ["8.10"]',
            'sections = "8.10"',
            'sections = "8.10"',
            "ruling.1.sections",
            "should be a list, not '8.10'",
            id="sections not in a list",
        ),
        pytest.param(
            'sections = ["8.10"]',
            "sections = []",
            "sections = []",
            "ruling.1.sections",
            "should be a list that is not empty, not []",
            id="ruling on nothing",
        ),
        pytest.param(
            'number = "8.10"',
            'number = "8. 10"',
            'number = "8. 10"',
            "section.1.number",
            "should be text of the pattern ^\\S+$, not '8. 10'",
            id="number with a space",
        ),
        pytest.param(
            'option = "attack_die"',
            'option = "Attack die"',
            'option = "Attack die"',
            "ruling.0.option",
            "should be text of the pattern ^[a-z][a-z0-9_]*$, not 'Attack die'",
            id="option that can be no field",
        ),
        pytest.param(
            "year = 1999",
            'year = "long ago"',
            "year =",
            "game.year",
            "should be 1800 to 2200, not 'long ago'",
            id="year that is no number",
        ),
        pytest.param(
            "[game]",
            "[[game]]",
            "[[game]]",
            "game",
            "should be a table of keys, not [{",
            id="several games",
        ),
        pytest.param("[game]", "[gmae]", "[gmae]", "gmae", "did you mean game?", id="misspelled table"),
    ],
)
def test_a_wrong_entry_is_refused_with_line_key_and_what_is_right(
    tmp_path: Path, right: str, wrong: str, place: str, key: str, advice: str
) -> None:
    assert right in GOOD
    text = GOOD.replace(right, wrong, 1)
    with pytest.raises(BadData) as refused:
        loaded(tmp_path, text)
    lines = str(refused.value).splitlines()
    start = f"{tmp_path / 'rulebook.toml'}:{line_of(text, place)}: {key}: "
    assert [line for line in lines if line.startswith(start) and advice in line], lines


def test_the_line_is_right_behind_lists_over_several_lines_and_quoted_quotes(tmp_path: Path) -> None:
    lists = 'more = [\n  ["""x""""], ["""\ny = 1\n"""],\n  [\n[7],\n],\n]\n'
    text = GOOD.replace('option = "attack_die"', lists + 'option = "?"')
    line = line_of(text, 'option = "?"')
    with pytest.raises(BadData, match=rf":{line}: ruling\.0\.option: "):
        loaded(tmp_path, text)


def test_all_problems_are_named_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = GOOD.replace('kind = "table"', 'kind = "chart"').replace('title = "Attack"\n', "")
    with pytest.raises(BadData) as refused:
        loaded(tmp_path, text)
    first, second = str(refused.value).splitlines()
    assert "section.0.title: is missing; text is wanted" in first
    assert "section.1.kind" in second


def test_a_section_written_in_single_brackets_is_refused(tmp_path: Path) -> None:
    game = GOOD[: GOOD.index("[[section]]")]
    text = game + '[section]\nnumber = "1"\ntitle = "A"\nsummary = "B"\nkind = "rule"\n'
    with pytest.raises(BadData, match=r":7: section: should be a list, not {"):
        loaded(tmp_path, text)


def test_a_file_without_sections_is_refused(tmp_path: Path) -> None:
    game = GOOD[: GOOD.index("[[section]]")]
    with pytest.raises(BadData, match=r":1: section: is missing; a list is wanted"):
        loaded(tmp_path, game)


@pytest.mark.parametrize(("broken", "line"), [('a = "\nb = 1\n', 1), ("a = 1\nb = \n", 2), ("a = [1,\n2,\n", 3)])
def test_broken_toml_is_refused_with_its_line(tmp_path: Path, broken: str, line: int) -> None:
    with pytest.raises(BadData, match=rf"rulebook\.toml:{line}: is not valid TOML"):
        loaded(tmp_path, broken)


def test_a_file_that_is_missing_or_no_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match=r"rulebook\.toml: cannot be read"):
        load_rulebook(tmp_path / "rulebook.toml")
    (tmp_path / "rulebook.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadData, match="is not UTF-8 text"):
        load_rulebook(str(tmp_path / "rulebook.toml"))
