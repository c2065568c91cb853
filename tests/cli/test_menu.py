"""Options: their numbers and their groups."""

import re
from dataclasses import dataclass

import pytest

from navalcore._cli.menu import Menu, grouped, matching, rows_of
from navalcore._rules.decision import CHANCE, Decision
from navalcore._rules.option import Option


@dataclass(frozen=True)
class Throw(Option):
    kind = "discard"
    card: str

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True)
class Lay(Option):
    kind = "play"
    card: str

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True)
class Nothing(Option):
    kind = "pass"

    def __str__(self) -> str:
        return "pass"


CARDS = ("Sonar", "Dive", "Water", "Torpedo", "U-boat")
HAND = [*(Throw(card) for card in CARDS), Nothing(), *(Lay(card) for card in CARDS)]


def asked(*texts: str, prompt: str = "Which?") -> Decision:
    return Decision("red", prompt, texts, kind="which")


def shown(
    decision: Decision,
    width: int = 80,
    *,
    plain: bool = False,
    meanings: tuple[str, ...] = (),
    last: tuple[str, ...] = (),
) -> list[str]:
    groups = grouped(decision, lambda option: option.kind if isinstance(option, Option) else "")
    numbers = list(range(1, len(decision.options) + 1))
    rows = rows_of(decision.texts, numbers, groups, width, plain=plain, meanings=meanings, last=last)
    return ["".join(part if isinstance(part, str) else part[0] for part in row) for row in rows]


def test_an_option_keeps_its_number_and_a_number_its_option() -> None:
    menu = Menu()
    assert menu.numbers(asked("a", "b", "c"), 1) == [1, 2, 3]
    assert menu.numbers(asked("b", "c", "d"), 1) == [2, 3, 4]
    assert menu.numbers(asked("a", "d"), 1) == [1, 4]


def test_figures_in_the_question_do_not_make_it_another_and_names_do() -> None:
    menu = Menu()
    menu.numbers(asked("a", "b", prompt="2 points left: Hood?"), 1)
    assert menu.numbers(asked("b", prompt="1 points left: Hood?"), 1) == [2]
    assert menu.numbers(asked("b", prompt="1 points left: Rodney?"), 1) == [1]


def test_numbers_begin_again_in_another_phase() -> None:
    menu = Menu()
    menu.numbers(asked("a", "b"), ("combat", 1))
    assert menu.numbers(asked("b"), ("combat", 2)) == [1]


def test_rolls_and_draws_by_hand_have_no_numbers() -> None:
    assert Menu().numbers(Decision(CHANCE, "The die?", ("1", "2", "3"))) == []


def test_the_harmless_choice_stands_last_and_groups_in_the_order_of_the_question() -> None:
    lines = shown(Decision("red", "Play or discard", HAND))
    assert lines[0].startswith("  discard:    1 Sonar ")
    assert lines[1].startswith("  play:    7 Sonar    8 Dive")
    assert lines[-1] == "  6 pass"


def test_the_groups_that_a_game_wants_last_stand_last() -> None:
    lines = shown(Decision("red", "Play or discard", HAND), last=("discard",))
    assert lines[0].startswith("  play:    7 Sonar    8 Dive")
    assert lines[1].startswith("  discard:    1 Sonar ")


def test_many_options_stand_in_columns_that_fit() -> None:
    decision = asked(*(f"fighter {number} to Sz{number}" for number in range(121)))
    for width in (80, 100, 160):
        lines = shown(decision, width)
        assert len(lines) <= 121 // (width // 30) + 1
        assert max(map(len, lines)) <= width


def test_where_lines_are_plain_each_option_has_its_own_in_the_order_of_the_question() -> None:
    lines = shown(Decision("red", "Play or discard", HAND), plain=True)
    assert lines == [f"{number:>3}  {option}" for number, option in enumerate(HAND, start=1)]


@pytest.mark.parametrize("plain", [False, True])
def test_what_an_option_means_stands_in_a_column_beside_it_and_fits_the_line(*, plain: bool) -> None:
    lines = shown(asked("M", "stop", "none"), plain=plain, meanings=("move " * 20, "in 1622", ""))
    assert lines[0].startswith("  1  M      move move")
    assert lines[1].startswith(" " * 12 + "move")
    assert lines[2:] == ["  2  stop   in 1622", "  3  none"]
    assert max(map(len, lines)) <= 80


def test_options_in_columns_go_without_their_meanings() -> None:
    many = asked(*"ABCDEFGHIJ")
    assert shown(many, meanings=("meaning",) * 10) == shown(many)


def test_options_that_stand_close_run_on_and_what_all_of_a_group_end_with_stands_with_its_name() -> None:
    places = ("England", "Iceland", "Karelia S.S.R.", "Greenland", "Panama", "Gibraltar", "Archangel")
    texts = [
        *(f"fighter Sz3 > {place} to land" for place in places),
        "submarine Sz5 > Sz6",
        "submarine Sz5 > Sz7",
        "end",
    ]
    groups = ["fighter Sz3 >"] * len(places) + ["submarine Sz5 >"] * 2 + ["end"]
    rows = rows_of(texts, range(1, 11), groups, 80, plain=False, close=True)
    assert ["".join(part if isinstance(part, str) else part[0] for part in row) for row in rows] == [
        "  fighter Sz3 > (to land)  1 England  2 Iceland  3 Karelia S.S.R.  4 Greenland",
        "    5 Panama  6 Gibraltar  7 Archangel",
        "  submarine Sz5 >  8 Sz6  9 Sz7",
        "  10 end",
    ]


@pytest.mark.parametrize(
    ("facts", "line"),
    [
        (
            ["3 left, turn 9", "4 left, turn 9"],
            "  convoys:  1 Convoy SL1 (3 left, turn 9)  2 Convoy SL2 (4 left, turn 9)",
        ),
        (["4 left, on 9"] * 2, "  convoys (4 left, on 9):  1 Convoy SL1  2 Convoy SL2"),
    ],
    ids=["alike in part", "alike"],
)
def test_what_is_known_of_options_that_stand_close_is_whole_where_it_ends_alike(facts: list[str], line: str) -> None:
    texts = ["Convoy SL1", "Convoy SL2", *(f"Hood {number}" for number in range(8))]
    groups = ["convoys"] * 2 + ["ships"] * 8
    rows = rows_of(texts, range(1, 11), groups, 80, plain=False, facts=[*facts, *[""] * 8], close=True)
    first = next(iter(rows))
    assert "".join(part if isinstance(part, str) else part[0] for part in first) == line


@pytest.mark.parametrize("most", [8, 7, 5, 3])
def test_groups_that_are_cut_have_as_many_lines_as_there_are_and_the_last_stays_whole(most: int) -> None:
    texts = [f"{group} {number:02}" for group in ("alpha", "bravo") for number in range(30)]
    groups = ["alpha"] * 30 + ["bravo"] * 30 + ["end"]
    rows = list(rows_of([*texts, "end"], range(1, 62), groups, 60, plain=False, close=True, most=most))
    whole = list(rows_of([*texts, "end"], range(1, 62), groups, 60, plain=False, close=True))
    assert len(whole) == 9  # each group takes four lines, and the end its own
    assert len(rows) == most
    assert rows[-1] == whole[-1]
    shown = ["".join(part if isinstance(part, str) else part[0] for part in row) for row in rows]
    left_out = [int(number) for row in shown for number in re.findall(r"and (\d+) more", row)]
    assert sum(left_out) + sum(len(re.findall(r"\d+ \d\d", row)) for row in shown) == 60, "nobody is lost"


@pytest.mark.parametrize(("name", "beside"), [("fourteen wi", True), ("fifteen wide", False)])
def test_a_short_name_of_a_group_stands_beside_its_options_and_a_long_one_above_them(name: str, beside: bool) -> None:
    options = [f"option {number:02} of a group" for number in range(6)]
    texts, groups = [*options, *"abcdef"], [name] * 6 + ["letters"] * 6
    rows = rows_of(texts, range(1, 13), groups, 100, plain=False)
    first, second, *_ = ("".join(part if isinstance(part, str) else part[0] for part in row) for row in rows)
    assert first.startswith(f"  {name}:")
    assert ("option 00" in first) is beside
    assert second.startswith(" " * (len(name) + 5) if beside else "  1 option 00")


def test_what_is_being_typed_filters_the_options() -> None:
    decision, numbers = Decision("red", "Which?", ["Exeter: FFF", "Ajax: FF", "pass"]), [1, 2, 13]
    assert dict(matching(decision, numbers, "ff")) == {1: "Exeter: FFF", 2: "Ajax: FF"}
    assert dict(matching(decision, numbers, "1")) == {1: "Exeter: FFF", 13: "pass"}
    assert not matching(decision, numbers, "")


def _lines(rows):
    return ["".join(part if isinstance(part, str) else part[0] for part in row).rstrip() for row in rows]


def test_what_is_known_about_an_option_stands_beside_it() -> None:
    rows = rows_of(
        ["stern", "bow"], [1, 2], ["", ""], 80, plain=False, meanings=["aft", ""], facts=["hit 40 %", "hit 70 %"]
    )
    assert _lines(rows) == ["  1  stern   aft; hit 40 %", "  2  bow     hit 70 %"]


def test_in_a_group_it_stands_in_brackets() -> None:
    texts = [f"{points} on #1" for points in range(1, 10)]
    facts = ["", *[f"hit {points}0 %" for points in range(1, 9)]]
    shown = " ".join(_lines(rows_of(texts, range(1, 10), ["aim"] * 9, 80, plain=False, facts=facts)))
    assert "1 on #1 " in shown
    assert "3 on #1 (hit 20 %)" in shown


def test_meanings_have_lines_of_their_own_where_a_second_column_has_no_room() -> None:
    asked_for = asked("to South China Sea 1", "remain in base")
    assert shown(asked_for, 40, meanings=("a Transit Event if it goes no further", "")) == [
        "  1  to South China Sea 1",
        "       a Transit Event if it goes no",
        "       further",
        "  2  remain in base",
    ]


def test_a_text_that_begins_with_a_number_is_farther_from_the_number_of_its_option() -> None:
    points = [f"{each} points on the first freighter of the second column of the convoy" for each in range(2, 11)]
    assert shown(asked(*points))[:1] == ["  1  2 points on the first freighter of the second column of the convoy"]
