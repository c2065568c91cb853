"""Every match in which the counted runs found a fault keeps its promises now."""

from __future__ import annotations

from pathlib import Path

import pytest

from navalcore.testing import CHECKS, check_game
from tests.endurance.counted import read_counts

FOUND = sorted(Path(__file__).with_name("found").glob("*.jsonl"))


@pytest.mark.parametrize("save", FOUND, ids=lambda save: save.stem)
def test_a_match_in_which_fuzz_found_a_fault_passes_the_check_that_found_it(save: Path) -> None:
    game, _, check = save.stem.split("-", 2)
    assert check in CHECKS
    report = check_game(game, again=save, only=[check])
    assert report.ok, report.text()


def test_every_fault_in_the_counts_has_its_save_here() -> None:
    counted = {
        (entry["game"], fault.partition(":")[0])
        for entry in read_counts(Path(__file__).with_name("counts.json"))
        for fault in entry["faults"]
    }
    kept = [save.stem.split("-", 2) for save in FOUND]
    assert counted <= {(game, check) for game, _, check in kept}
