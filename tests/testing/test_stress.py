"""Stress: whatever happens to a match, fuzz notices where it does not stand as it should."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from navalcore._match.match import Match
from navalcore.errors import BadData
from navalcore.testing import _stress as stress, fuzz_game
from navalcore.testing._report import TrialFinding
from navalcore.testing._stress import KEEPING, LIGHT, STRESS, StopAt, StressRun
from navalcore.testing._trial import CheckFailed, Trial
from tests.kit.saboteurs import SABOTEURS, Pickets

LONG = {"match_of_two": True}


@pytest.fixture(autouse=True)
def _much_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """The matches of these games are short: things happen often in them."""
    monkeypatch.setattr(stress, "LONGEST_GAP", 5)
    monkeypatch.setattr(stress, "LATEST", 12)
    monkeypatch.setattr(stress, "KEPT_ONE_IN", 2)
    monkeypatch.setattr(stress, "STRAIGHT_ONE_IN", 2)


def trials(game: type[Any], number: int) -> Iterator[Trial]:
    for each in range(number):
        yield Trial(game(), each, ("short", "skirmish")[each % 2], {"weather": each % 3 == 0}, f"life {each}", 500)


def found_in(game: type[Any], number: int = 60) -> Counter[str]:
    failures = [STRESS.finding(trial, 20.0) for trial in trials(game, number)]
    return Counter(failure.expected for failure in failures if failure is not None)


def test_an_honest_game_lives_through_all_that_can_happen() -> None:
    happened: Counter[str] = Counter()
    for trial in trials(Pickets, 150):
        run = StressRun(trial)
        run.run()
        assert run.match.over
        happened += run.happened
    assert set(happened) == {*LIGHT, *KEEPING, "invariants", "straight", "undo refused"}


def test_a_life_is_determined_by_its_trial() -> None:
    def story(trial: Trial) -> tuple[Any, ...]:
        run = StressRun(trial)
        run.run()
        return run.happened, run.choices, run.match.digest, run.match.choices()

    for trial in trials(Pickets, 10):
        assert story(trial) == story(replace(trial))


@pytest.mark.parametrize("name", ["raising_rule", "loses_ship", "own_dice"])
def test_faults_of_the_rules_are_noticed(name: str) -> None:
    assert found_in(SABOTEURS[name])


def broken_undo(match: Any, role: str | None = None) -> None:
    """Takes nothing back."""


def broken_fork(match: Any, **arguments: Any) -> Any:
    """The same match, not a copy."""
    return match


def broken_reseed(match: Any, seed: object, **arguments: Any) -> None:
    """Makes a choice instead."""
    match.choose(0)


def broken_text(match: Any, **arguments: Any) -> str:
    """Forgets the last line."""
    lines = match._taped().text(**arguments).splitlines(keepends=True)
    return "".join(lines[:-1] if len(lines) > 1 else lines)


def broken_snapshot(match: Any, role: str) -> Any:
    """Changes what it looks at."""
    match.state.battles += 1
    return match.view(role)


@pytest.mark.parametrize(
    ("of", "method", "broken", "expected"),
    [
        (Match, "undo", broken_undo, "undo to restore the match"),
        (Match, "fork", broken_fork, "fork"),
        (Match, "reseed", broken_reseed, "another seed"),
        (Match, "dumps", broken_text, "loaded"),
        (Match, "snapshot", broken_snapshot, "looking"),
    ],
)
def test_faults_of_the_engine_are_noticed(
    of: type[Any], method: str, broken: Any, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(of, method, broken)
    failures = (STRESS.finding(trial, 20.0) for trial in trials(Pickets, 600))
    assert any(failure is not None and expected in failure.expected for failure in failures)


def test_a_match_with_real_dice_that_are_taken_back_again_and_again_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Found by fuzz: an undo takes the choice back and every die since, so such a match could go back for ever."""
    monkeypatch.setattr(stress, "LIGHT", ("undo",))
    monkeypatch.setattr(stress, "LONGEST_GAP", 1)
    trial = Trial(Pickets(), 0, "short", {"weather": True}, "dice", 500)
    run = StressRun(trial)
    run.quiet, run.physical, run.free = False, True, True
    run.match = trial.start(run.game, undo="free", chance="physical")
    run.run()
    assert run.match.over
    assert run.happened["undo"] + run.happened["undo refused"] <= stress.MOST


def test_a_match_may_be_left_before_its_end() -> None:
    run = StressRun(next(trials(Pickets, 1)), StopAt("battles", 2))
    run.run()
    assert not run.match.over
    assert run.match.state.battles == 2
    assert str(StopAt.of("battles=2")) == "battles=2"
    for text in ("battles", "battles=soon", "=2", "a b=2"):
        with pytest.raises(BadData, match="as turn=25"):
            StopAt.of(text)
    with pytest.raises(BadData, match="no number 'weeks'"):
        fuzz_game(Pickets, matches=1, until=StopAt("weeks", 2))


def test_a_fault_is_kept_with_the_match_in_which_it_was_found(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "undo", broken_undo)
    report = fuzz_game(Pickets, matches=20, seed="f", closely=1000, into=tmp_path)
    (finding,) = [each for each in report.findings if each.check == "stress"]
    assert finding.save is not None
    assert finding.save.exists()
    assert "navalcore replay" in report.text()
    assert isinstance(finding, TrialFinding)
    run = StressRun(finding.trial)
    with pytest.raises(CheckFailed, match="undo"):
        run.run()
