"""``--dice physical``: a person rolls and draws at a real table and types what comes up."""

from pathlib import Path

import pytest

import navalcore as nc
from navalcore import read_save
from navalcore._cli.answering import is_die, roll_here
from navalcore._saves.entries import ChanceEntry, ChoiceEntry
from navalcore.errors import BadData
from tests.cli.conftest import Command


def results(path: Path) -> list[tuple[str, bool]]:
    """Every chance result of a saved match, and whether a person gave it."""
    return [(entry.text, entry.manual) for entry in read_save(path).entries if isinstance(entry, ChanceEntry)]


def test_a_drawn_card_is_named_by_its_text_or_an_unmistakable_beginning(navalcore: Command, tmp_path: Path) -> None:
    file = tmp_path / "m"
    typed = ["Periscope", "tor", "TRANSPORT", "Dive", "u-", "Sonar", "Sonar", "Anchor", "D", "Water", "Water", "Dep"]
    ran = navalcore("play", "uboat_cards", "--dice", "physical", "--save", file, typed=typed)
    assert ran.status == 0
    assert "The wolf pack draws a card. Draw blindly: which one is it?  [U3]" in ran.out
    assert "'Anchor' cannot be drawn; Enter lists what can" in ran.out
    assert "'D' could be any of: Depth Charges; Destroyer Sweep; Dive" in ran.out
    names = ["Periscope", "Torpedo", "Transport", "Dive", "U-boat", "Sonar", "Sonar", "Water", "Water", "Depth Charges"]
    assert results(file) == [(name, True) for name in names]


def test_what_can_be_drawn_is_listed_on_request(navalcore: Command) -> None:
    ran = navalcore("play", "uboat_cards", "--dice", "physical", typed=[""])
    assert ran.out.count("One of: Cat and Mouse, Depth Charges, ") == 1


def test_a_match_at_a_real_table_against_a_bot_is_kept_and_replays(navalcore: Command, tmp_path: Path) -> None:
    file = tmp_path / "m"
    # Five cards each, then the wolf pack's two and its discards, the convoy's two (its bot discards), and a shot.
    typed = ["Water", "Water", "Periscope", "Torpedo", "Dive", *["Sonar"] * 5, "Water", "Water"]
    typed += ["discard Water", "discard Water", "Sonar", "Cat", "play Periscope"]
    ran = navalcore("play", "uboat_cards", "--dice", "physical", "--save", file, typed=typed)
    assert ran.status == 0
    assert "The convoy discards " in ran.out, "the bot plays the convoy"
    assert "The wolf pack lays Periscope.  [U10]" in ran.out
    assert navalcore("verify", file).status == 0
    told = navalcore("replay", file, "--narrate").out
    assert "gave Water by hand for The wolf pack draws a card  [U3]" in told
    assert "uboat chose 'play Periscope'" in told


def test_the_person_is_told_when_the_discards_become_the_deck(navalcore: Command, tmp_path: Path) -> None:
    answers = [
        "Water",
        "Sonar",
        "Periscope",
        "Torpedo",
        "Transport",
        "Dive",
        "Cat",
        "Near",
        "Depth",
        "Destroyer",
        "U-b",
    ]
    file = tmp_path / "m"
    # Nobody plays a card: whatever is asked first takes the first answer that fits.
    typed: list[str] = []
    for _ in range(130):
        typed += ["pass", "discard W", "1", *answers] if len(typed) % 3 else ["pass", "1", *answers]
    ran = navalcore("play", "uboat_cards", "--dice", "physical", "--role", "all", "--save", file, typed=typed)
    assert ran.status == 0
    lines = ran.out.splitlines()
    renewed = [i for i, line in enumerate(lines) if "discards are shuffled and become the deck.  [U4]" in line]
    assert renewed, "the deck runs out in a long match"
    assert "Draw blindly" in "".join(lines[renewed[0] + 1 : renewed[0] + 3]), "told before the next card is asked for"


def test_a_die_is_asked_for_with_its_purpose_and_takes_the_face_not_the_number_of_an_option(
    duel: Command, tmp_path: Path
) -> None:
    file = tmp_path / "m"
    typed = ["port", "aimed", "0", "7", "three", "3"]
    ran = duel("play", "duel", "--role", "all", "--dice", "physical", "--save", file, typed=typed)
    assert "Red fires. Roll a die of 1 to 6: what does it show?  [D2]" in ran.out
    for wrong in ("0", "7", "three"):
        assert f"'{wrong}' is not on the die; type a number from 1 to 6, or help" in ran.out
    assert "Red fires: the d6 shows 3.  [D2]" in ran.out
    assert results(file) == [("3", True)]


def test_of_several_faces_in_a_line_those_that_are_not_used_are_told_and_why(duel: Command, tmp_path: Path) -> None:
    file = tmp_path / "m"
    typed = ["port", "aimed", "9 3", "3 9"]
    ran = duel("play", "duel", "--role", "all", "--dice", "physical", "--save", file, typed=typed)
    assert "'9' is not on the die; type a number from 1 to 6." in ran.out
    assert "Not used: 9. No other die is asked for now." in ran.out
    assert results(file) == [("3", True)]


def test_a_mistyped_roll_is_taken_back_alone_and_then_the_choice_that_led_to_it(duel: Command, tmp_path: Path) -> None:
    file = tmp_path / "m"
    typed = ["port", "aimed", "2", "undo", "2", "undo 2", "aimed", "3", "port"]
    duel("play", "duel", "--role", "all", "--dice", "physical", "--save", file, typed=typed)
    saved = read_save(file)
    assert [entry.text for entry in saved.entries if isinstance(entry, ChoiceEntry)] == ["port", "aimed shot", "port"]
    assert results(file) == [("3", True)]
    assert duel("verify", file).status == 0


def test_a_physical_match_goes_on_in_the_middle_of_a_roll(duel: Command, tmp_path: Path) -> None:
    file = tmp_path / "m"
    duel("play", "duel", "--role", "all", "--dice", "physical", "--save", file, typed=["port", "aimed"])
    ran = duel("play", "duel", "--role", "all", "--save", file, typed=["6"])
    assert "Red fires. Roll a die of 1 to 6: what does it show?  [D2]" in ran.out
    assert "The match is over. The red ship wins.  [D3]" in ran.out
    assert duel("verify", file).status == 0


def test_the_program_rolls_a_die_that_is_asked_for_and_nothing_else() -> None:
    with pytest.raises(BadData, match="the program rolls and draws in this match"):
        roll_here(nc.load("aa50_subwar").new_match(seed=1))
    with pytest.raises(BadData, match="no die is to be rolled now"):
        roll_here(nc.load("aa50_subwar").new_match(chance="physical"))
    rolling = nc.load("bismarck").new_match("two_player", chance="physical")
    while (asked := rolling.decision) is not None and (asked.role != "chance" or not is_die(asked)):
        rolling.choose(0)
    roll_here(rolling)
    assert rolling.decision is not asked


@pytest.mark.parametrize("dice", ["seeded", "physical"])
def test_help_lists_roll_where_people_roll_and_nowhere_else(dice: str, duel: Command) -> None:
    out = duel("play", "duel", "--dice", dice, typed=["help", "quit"]).out
    assert ("let the program roll this die" in out) is (dice == "physical")
