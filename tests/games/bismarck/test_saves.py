"""Saves of earlier versions of the rules go on being played."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import navalcore as nc
from navalcore._rules.state import StateType
from navalcore._saves.entries import ChanceEntry, ChoiceEntry, OutcomeEntry
from navalcore._saves.upgrading import read_any_save
from navalcore_games.bismarck.words import Fate

OLD = Path(__file__).parents[2] / "saves" / "bismarck"


def test_a_match_of_rules_1_0_is_carried_over_with_every_choice_roll_and_its_outcome() -> None:
    # The Germans then ordered and aimed after the British; the file ends with the Bismarck's sinking.
    saved = read_any_save(OLD / "2-1.0.jsonl")
    assert saved.header.rules == "1.0"
    assert {"4.31", "4.32", "16.62", "16.64", "16.65"} <= {getattr(entry, "rule", "") for entry in saved.entries}
    match = nc.load_match(saved)
    assert list(done(match.tape())) == list(done(saved.entries))
    assert match.over


def done(entries: Iterable[object]) -> Iterator[tuple[object, ...]]:
    """What was chosen, rolled and won, without the words it was told in."""
    for entry in entries:
        if isinstance(entry, ChoiceEntry):
            yield entry.role, entry.rule, entry.pick
        elif isinstance(entry, ChanceEntry):
            yield entry.die, entry.rule, entry.value
        elif isinstance(entry, OutcomeEntry):
            yield (entry.winner,)


def test_a_carried_over_match_is_saved_under_the_new_rules_and_verifies(tmp_path: Path) -> None:
    match = nc.load_match(read_any_save(OLD / "2-1.0.jsonl"), to=150)
    match.save(tmp_path / "new.jsonl")
    assert nc.read_save(tmp_path / "new.jsonl").header.rules == match.game.version != "1.0"
    verified = nc.verify(tmp_path / "new.jsonl").match
    assert verified is not None
    assert verified.digest == match.digest


def test_nowhere_is_none_in_the_state_and_0_in_its_json() -> None:
    match = nc.load("bismarck").new_match("two_player", seed=1)
    state_type = StateType(match.game.state_class)
    waiting = next(ship for ship in match.state.ships if ship.fate is Fate.WAITING)
    on_deck = next(plane for plane in match.state.planes if plane.fate is Fate.WAITING)
    assert (waiting.square, waiting.barred, on_deck.square, match.state.bergen_turn) == (None,) * 4
    written = state_type.to_json(match.state)
    assert {ship["square"] for ship in written["ships"] if ship["fate"] == "waiting"} == {0}
    assert {plane["square"] for plane in written["planes"] if plane["fate"] == "waiting"} == {0}
    assert (written["ships"][0]["barred"], written["bergen_turn"], written["located_turn"]) == (0, 0, 0)
    assert state_type.from_json(written) == match.state
