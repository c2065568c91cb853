"""Saves of earlier versions of the rules go on being played."""

from pathlib import Path

import navalcore as nc
from navalcore.engine.tape import ChanceEntry, ChoiceEntry, OutcomeEntry
from tests.engine.conftest import verified

OLD = Path(__file__).parents[2] / "saves" / "bismarck"


def test_a_match_of_rules_1_0_is_carried_over_with_every_choice_roll_and_its_outcome() -> None:
    # The Germans then ordered and aimed after the British; the file ends with the Bismarck's sinking.
    saved = nc.read_save(OLD / "2-1.0.jsonl")
    assert saved.header.rules == "1.0"
    assert {"4.31", "4.32", "16.62", "16.64", "16.65"} <= {getattr(entry, "rule", "") for entry in saved.entries}
    match = nc.load_match(saved)
    kinds = (ChoiceEntry, ChanceEntry, OutcomeEntry)
    assert [each for each in match.tape() if isinstance(each, kinds)] == [
        each for each in saved.entries if isinstance(each, kinds)
    ]
    assert match.over


def test_a_carried_over_match_is_saved_under_the_new_rules_and_verifies(tmp_path: Path) -> None:
    match = nc.load_match(OLD / "2-1.0.jsonl", to=150)
    match.save(tmp_path / "new.jsonl")
    assert nc.read_save(tmp_path / "new.jsonl").header.rules == match.game.version != "1.0"
    assert verified(tmp_path / "new.jsonl").digest == match.digest
