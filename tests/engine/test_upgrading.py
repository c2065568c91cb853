"""Saves of formats 1 to 3 are read by the upgrade alone, which lets nothing wrong in either."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore._rules.state import digest
from navalcore._saves.entries import ChanceEntry, ChoiceEntry, OutcomeEntry, ReseedEntry
from navalcore._saves.upgrading import read_any_save, upgraded
from navalcore.errors import DamagedTape, Diverged, IncompatibleSave
from tests.engine.conftest import Lagoon, played, written_in
from tests.engine.forging import Lines, in_old_chain, in_old_format, old_commitment
from tests.engine.test_words_of_saves import ATTACKS, LINE, LONG, choices_of, reword, saved

OLD = (1, 2, 3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def rewritten(path: Path, change: Callable[[dict[str, Any], Lines], object]) -> Path:
    """The old save with its header and entries changed, chained anew as by somebody who knows how."""
    header, *entries = [json.loads(line) for line in path.read_text().splitlines()]
    change(header, entries)
    path.write_text(in_old_chain(header, entries))
    return path


def reseeded(lagoon: Lagoon, version: int, path: Path) -> Any:
    """A match with a seed taken in its middle, and its old save."""
    match = played(lagoon.new_match(seed=5), *LINE[:3])
    match.reseed(9)
    played(match, "roll two dice", "secretly in", "yes")
    written_in(version, match, path)
    return match


def done(entries: Any) -> list[tuple[object, ...]]:
    """What was chosen, what chance gave and who won."""
    found: list[tuple[object, ...]] = []
    for entry in entries:
        if isinstance(entry, ChoiceEntry):
            found.append((entry.role, entry.rule, entry.pick, entry.text))
        elif isinstance(entry, ChanceEntry):
            found.append((entry.die, entry.rule, entry.value))
        elif isinstance(entry, OutcomeEntry):
            found.append((entry.winner,))
    return found


@pytest.mark.parametrize("version", OLD)
def test_whoever_loads_verifies_or_reads_an_old_file_is_told_what_reads_it(
    lagoon: Lagoon, path: Path, version: int
) -> None:
    text = saved(lagoon, version, path).read_text()
    for use in (
        lambda: nc.load_match(path, lagoon),
        lambda: nc.load_match(path, lagoon, trust=True),
        lambda: nc.verify(path, lagoon),
        lambda: nc.read_save(path),
        lambda: nc.loads_match(text, lagoon),
    ):
        with pytest.raises(IncompatibleSave, match=rf"has save format {version}; navalcore upgrade FILE reads it"):
            use()


@pytest.mark.parametrize("version", [*OLD, 4, 5])
def test_an_upgraded_save_is_the_same_match_and_all_of_it_is_proven(lagoon: Lagoon, path: Path, version: int) -> None:
    match = nc.load_match(saved(lagoon, 5, path), lagoon)
    text = upgraded(read_any_save(saved(lagoon, version, path)), lagoon)
    found = nc.verify(nc.read_save_text(text), lagoon)
    assert found.proven
    assert found.header is not None
    assert found.header.navalcore == 5
    assert found.match is not None
    assert (found.match.digest, found.match.tape()) == (match.digest, match.tape())


@pytest.mark.parametrize("version", OLD)
def test_an_old_save_is_followed_in_other_words_and_held_to_everything_else(
    lagoon: Lagoon, path: Path, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    ending = LINE[:3] + ("roll a die", "secretly in", "yes") * 19
    whole = saved(lagoon, version, path, ending).read_text()
    assert '"kind":"outcome"' in whole
    assert '"kind":"state"' in whole
    reword(monkeypatch)
    assert nc.verify(nc.read_save_text(upgraded(read_any_save(path), lagoon)), lagoon).proven
    for attack in ATTACKS:
        path.write_text(whole)
        rewritten(path, lambda _, entries, attack=attack: attack(entries))  # type: ignore[misc]
        with pytest.raises((Diverged, DamagedTape)):
            upgraded(read_any_save(path), lagoon)


@pytest.mark.parametrize("version", OLD)
def test_every_byte_of_an_old_save_that_is_changed_is_noticed(lagoon: Lagoon, path: Path, version: int) -> None:
    whole = written_in(version, played(lagoon.new_match(seed=5), "roll a die"), path).read_bytes()
    for place, byte in enumerate(whole[:-1]):
        path.write_bytes(whole[:place] + bytes([byte ^ 1]) + whole[place + 1 :])
        with pytest.raises((DamagedTape, IncompatibleSave)):
            read_any_save(path)


@pytest.mark.parametrize(("digits", "asked"), [(20, 8), (24, 8), (32, 16)])
def test_format_1_had_digests_of_three_lengths_and_later_formats_one(
    lagoon: Lagoon, path: Path, digits: int, asked: int
) -> None:
    text = written_in(4, played(lagoon.new_match(seed=5), *LINE), path).read_text()
    path.write_text(in_old_format(1, text, digits, asked))
    assert upgraded(read_any_save(path), lagoon)
    for version, wrong in ((1, 8), (1, 21), (2, 24), (3, 32)):
        path.write_text(in_old_format(version, text, wrong))
        with pytest.raises(DamagedTape, match="line 2: does not fit its digest"):
            read_any_save(path)


@pytest.mark.parametrize("version", OLD)
def test_a_seed_that_is_not_the_one_committed_to_is_refused(lagoon: Lagoon, path: Path, version: int) -> None:
    written_in(version, played(lagoon.new_match(seed=5), "roll a die"), path)
    rewritten(path, lambda header, _: header.update(seed="6"))
    with pytest.raises(DamagedTape, match="line 1: the seed is not the one that was committed to"):
        read_any_save(path)


@pytest.mark.parametrize("name", ["game", "rules", "scenario", "options", "chance", "salt"])
def test_a_commitment_of_format_3_is_bound_to_all_but_the_undo_policy(lagoon: Lagoon, path: Path, name: str) -> None:
    written_in(3, played(lagoon.new_match(seed=5), "roll a die"), path)
    other = {"options": {"turns": 4}, "chance": "committed", "salt": "c0" * 16}.get(name, "other")
    whole = path.read_text()
    rewritten(path, lambda header, _: header.update({name: other}))
    with pytest.raises(DamagedTape, match="line 1: the seed is not the one that was committed to"):
        read_any_save(path)
    path.write_text(whole)
    rewritten(path, lambda header, _: header.update(undo="free"))
    assert read_any_save(path).header.undo == "free"


@pytest.mark.parametrize("version", OLD)
def test_an_empty_seed_is_none_however_it_was_committed_to(lagoon: Lagoon, path: Path, version: int) -> None:
    written_in(version, played(lagoon.new_match(seed=5), "roll a die"), path)

    def change(header: dict[str, Any], _: Lines) -> None:
        header |= {"seed": "", "commitment": old_commitment(version, header, "", header.get("salt", ""))}

    with pytest.raises(DamagedTape, match="line 1: the line: the seed is empty"):
        read_any_save(rewritten(path, change))


@pytest.mark.parametrize("version", OLD)
def test_seeds_keep_their_dice_and_are_committed_to_anew(lagoon: Lagoon, path: Path, version: int) -> None:
    match = reseeded(lagoon, version, path)
    found = nc.verify(nc.read_save_text(upgraded(read_any_save(path), lagoon)), lagoon)
    assert found.unproven == ("reseeds",)
    assert found.match is not None
    assert done(found.match.tape()) == done(match.tape())
    again = nc.read_save_text(found.match.dumps())
    assert all(again.header.commits_to(entry) for entry in again.entries if isinstance(entry, ReseedEntry))
    assert nc.verify_commitment(again.header.commitment, found.match.reveal_seed())


@pytest.mark.parametrize("change", [{"seed": "10"}, {"salt": "0" * 32}, {"commitment": "0" * 64}])
def test_a_seed_taken_in_mid_match_is_the_one_committed_to_then(
    lagoon: Lagoon, path: Path, change: dict[str, str]
) -> None:
    reseeded(lagoon, 3, path)

    def forge(_: dict[str, Any], entries: Lines) -> None:
        next(each for each in entries if each["kind"] == "reseed").update(change)

    with pytest.raises(DamagedTape, match=r"line \d+: the seed is not the one that was committed to"):
        read_any_save(rewritten(path, forge))


@pytest.mark.parametrize("version", OLD)
def test_an_old_save_without_its_seed_keeps_its_results_as_recorded_ones(
    lagoon: Lagoon, path: Path, version: int
) -> None:
    match = played(lagoon.new_match(seed=5), *LINE)
    if version == 3:
        match = reseeded(lagoon, 3, path)
    else:
        written_in(version, match, path)

    def withhold(header: dict[str, Any], entries: Lines) -> None:
        for each in (header, *(entry for entry in entries if entry["kind"] == "reseed")):
            each |= {name: None for name in ("seed", "salt") if name in each}

    found = nc.verify(nc.read_save_text(upgraded(read_any_save(rewritten(path, withhold)), lagoon)), lagoon)
    assert found.match is not None
    assert done(found.match.tape()) == done(match.tape())
    assert set(found.unproven) <= {"chance", "reseeds"}
    assert found.header is not None
    assert (found.header.chance, found.header.commitment, found.header.seed) == ("recorded", "", None)


def test_a_seed_withheld_in_mid_match_where_the_first_is_shown_cannot_be_committed_to(
    lagoon: Lagoon, path: Path
) -> None:
    reseeded(lagoon, 3, path)

    def withhold(_: dict[str, Any], entries: Lines) -> None:
        next(each for each in entries if each["kind"] == "reseed").update(seed=None, salt=None)

    with pytest.raises(IncompatibleSave, match="this seed is withheld"):
        read_any_save(rewritten(path, withhold))


def test_a_seed_that_is_withheld_cannot_be_bound_to_other_rules(lagoon: Lagoon, path: Path) -> None:
    class Later(Lagoon):
        version = "3.0"
        migrations = {"2.0": lambda entries: entries}  # noqa: RUF012

    match = played(lagoon.new_match(seed=5), *LINE)
    match.save(path, seed=False)
    assert nc.read_save_text(upgraded(read_any_save(path), lagoon)).header.commitment == match.commitment
    with pytest.raises(IncompatibleSave, match=r"cannot be bound to rules version 3\.0"):
        upgraded(read_any_save(path), Later())
    match.save(path)
    assert nc.verify(nc.read_save_text(upgraded(read_any_save(path), Later())), Later()).proven


def test_an_old_save_of_earlier_rules_is_followed_by_its_texts_then_by_its_numbers(
    lagoon: Lagoon, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Later(Lagoon):
        version = "3.0"
        migrations = {  # noqa: RUF012
            "2.0": lambda entries: [e | ({"pick": e["pick"] + 40} if e["kind"] == "choice" else {}) for e in entries]
        }

    class Unchanged(Later):
        migrations = {"2.0": lambda entries: entries}  # noqa: RUF012

    state = played(lagoon.new_match(seed=5, options={"turns": 20}), *LONG).digest
    saved(lagoon, 2, path)
    assert nc.loads_match(upgraded(read_any_save(path), Later()), Later()).digest == state, "by text"
    reword(monkeypatch)
    assert nc.loads_match(upgraded(read_any_save(path), Unchanged()), Unchanged()).digest == state, "by number"
    rewritten(path, lambda _, entries: choices_of(entries)[0].update(rule="9"))
    with pytest.raises(Diverged, match=r"choice 1 of the save is 'roll a die' .*, which is not offered"):
        upgraded(read_any_save(path), Unchanged())


def test_an_old_commitment_was_of_the_seed_alone() -> None:
    """The seed 7 of `uboat_cards/1-1.0.jsonl`, which format 1 committed to when it was written."""
    kept = Path(__file__).parents[1] / "saves" / "uboat_cards" / "1-1.0.jsonl"
    assert json.loads(kept.read_text().splitlines()[0])["commitment"] == digest("navalcore seed 7")
