"""What a save proves: every forgery that was thought of is refused with its line, or told for what it is."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore._match.loading import Verification, load_match, verify
from navalcore._play.chance import ScriptedChance
from navalcore._saves.entries import ChanceEntry, ReseedEntry, results_of
from navalcore._saves.files import read_save
from navalcore._saves.verification import Proof
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData, DamagedTape, NavalCoreError, SeedWithheld
from tests.engine.conftest import Lagoon, played
from tests.engine.forging import Lines, forged, forged_with_header

LINE = ("roll a die", "secretly out", "no", "do it again", "draw", "secretly in", "yes")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def found(verification: nc.Verification) -> dict[str, Proof]:
    return {check.what: check.proof for check in verification.checks}


def dice(entries: Lines) -> Lines:
    return [entry for entry in entries if entry["kind"] == "chance"]


def set_value(entry: dict[str, Any], value: int) -> None:
    entry["value"] = value
    entry.pop("text", None)


# ---- what is told ------------------------------------------------------------------------------------------------


def test_a_match_of_a_seed_is_proven_in_everything(lagoon: Lagoon, path: Path) -> None:
    match = lagoon.new_match("storm", seed=5, undo="free")
    match.record_to(path)
    played(match, *LINE)
    match.undo()
    match.choose("no")
    told = verify(path, lagoon)
    assert told.proven
    assert list(found(told)) == [
        *("chain", "setup", "commitment", "choices", "chance", "reseeds", "taken back", "outcome"),
    ]
    assert told.match is not None
    assert told.match.digest == match.digest
    assert "No file can show when it was made" in told.conclusion
    assert "1 times" in told.checks[6].detail


def test_what_was_taken_back_after_a_die_is_told(lagoon: Lagoon, path: Path) -> None:
    match = lagoon.new_match(seed=5, undo="free")
    match.record_to(path)
    match.choose("roll a die")
    match.undo()
    match.choose("do nothing")
    assert "1 after a die or a draw" in verify(path, lagoon).checks[6].detail


def test_dice_rolled_by_hand_or_recorded_are_not_provable(lagoon: Lagoon, path: Path) -> None:
    by_hand = lagoon.new_match(chance="physical", undo="free")
    by_hand.record_to(path)
    played(by_hand, "42", "roll a die", "3", "secretly in")
    told = verify(path, lagoon)
    assert found(told)["chance"] is Proof.NOT_PROVABLE
    assert "typed by hand" in told.conclusion or "chance" in told.unproven
    assert not told.proven
    scripted = played(lagoon.new_match(chance=ScriptedChance(42, 6)), "roll a die")
    scripted.save(path.with_name("script.jsonl"))
    assert verify(path.with_name("script.jsonl"), lagoon).unproven == ("chance",)


def test_rolls_taken_back_are_played_again_with_the_rolls_they_had(lagoon: Lagoon, path: Path) -> None:
    match = lagoon.new_match(chance="physical", undo="free")
    match.record_to(path)
    played(match, "42", "roll two dice", "3", "4", "secretly in", "no")
    for _ in range(3):
        match.undo()
    played(match, "roll a die", "6", "secretly out")
    told = verify(path, lagoon)
    assert told.match is not None
    assert told.match.digest == match.digest
    assert [entry.value for entry in told.match.tape() if isinstance(entry, ChanceEntry)] == [42, 6]


def test_a_withheld_seed_leaves_the_dice_not_provable_and_its_reseeds_too(lagoon: Lagoon, path: Path) -> None:
    match = played(lagoon.new_match(seed=5), *LINE).fork(seed="other")
    played(match, "roll two dice")
    match.save(path, seed=False)
    assert verify(path, lagoon).unproven == ("commitment", "chance", "reseeds")
    match.save(path)
    assert verify(path, lagoon).unproven == ("reseeds",)


def test_a_torn_file_and_one_cut_short_are_told(lagoon: Lagoon, path: Path) -> None:
    match = lagoon.new_match(seed=5)
    match.record_to(path)
    match.choose("roll a die")
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    assert found(verify(path, lagoon))["chain"] is Proof.NOT_PROVABLE
    path.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 1])
    assert verify(path, lagoon).unproven == ("outcome",)


def test_the_commitment_published_before_the_match_must_be_that_of_the_file(lagoon: Lagoon, path: Path) -> None:
    match = lagoon.new_match(chance="committed")
    published = match.commitment
    played(match, *LINE).save(path)
    assert verify(path, lagoon, commitment=f" {published.upper()}\n").proven
    played(lagoon.new_match(chance="committed"), *LINE[:1]).save(path)
    with pytest.raises(DamagedTape, match=r"line 1: the commitment is .*, not the one that was published"):
        verify(path, lagoon, commitment=published)


# ---- forgeries ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [99, 0, -1, 7, 10**30])
@pytest.mark.parametrize("kind", ["seeded", "withheld", "recorded", "physical"])
def test_a_face_that_is_not_on_the_die_is_refused_with_its_line_however_it_came_about(
    lagoon: Lagoon, path: Path, kind: str, value: int
) -> None:
    if kind == "physical":
        match = played(lagoon.new_match(chance="physical"), "42", "roll a die", "3")
    else:
        chance: Any = ScriptedChance(42, 3) if kind == "recorded" else "seeded"
        match = played(lagoon.new_match(seed=5, chance=chance), "roll a die")
    match.save(path, seed=kind != "withheld")
    forged(path, lambda entries: set_value(dice(entries)[1], value))
    with pytest.raises(DamagedTape, match=rf"line 4: .*{value} is not a result of die 1-6"):
        verify(path, lagoon)


@pytest.mark.parametrize("value", [-1, 4, 10**30])
def test_a_draw_of_what_is_not_there_is_refused_with_its_line(lagoon: Lagoon, path: Path, value: int) -> None:
    played(lagoon.new_match(seed=5), "draw").save(path, seed=False)
    forged(path, lambda entries: set_value(dice(entries)[1], value))
    with pytest.raises(DamagedTape, match=r"line 4: .*is not a result of draw of 4"):
        verify(path, lagoon)


def test_a_die_that_is_renamed_so_that_its_face_fits_is_not_the_die_of_the_rules(lagoon: Lagoon, path: Path) -> None:
    played(lagoon.new_match(seed=5), "draw").save(path, seed=False)

    def change(entries: Lines) -> None:
        dice(entries)[1].update(die="draw of 100", value=95, text="?")

    told = Verification.of(forged(path, change), lagoon)
    assert isinstance(told.error, NavalCoreError)
    assert "line 4" in str(told.error) or "not a result of draw of 4" in str(told.error)
    for name in ("", "die 1-", "die six", "draw of -4", "die 6-1"):
        assert not results_of(name), name


def test_another_result_than_the_seeds_is_refused_as_chance(lagoon: Lagoon, path: Path) -> None:
    played(lagoon.new_match(seed=5), "roll a die").save(path)
    forged(path, lambda entries: set_value(dice(entries)[1], dice(entries)[1]["value"] % 6 + 1))
    told = Verification.of(path, lagoon)
    assert (told.checks[-1].what, told.checks[-1].proof) == ("chance", Proof.REFUSED)
    assert told.error is not None
    assert "line 4" in str(told.error)
    assert told.match is None
    assert not told.proven


def test_a_seeded_match_cannot_be_passed_off_as_recorded_with_its_seed(lagoon: Lagoon, path: Path) -> None:
    played(lagoon.new_match(seed=5), "roll a die").save(path)
    published = read_save(path).header.commitment
    forged_with_header(path, lambda header, _: header.update(chance="recorded"))
    with pytest.raises(DamagedTape, match=r"line 1: .*no seed is behind chance that is recorded"):
        verify(path, lagoon)
    played(lagoon.new_match(seed=5), "roll a die").save(path)

    def relabelled(header: dict[str, Any], entries: Lines) -> None:
        header.update(chance="recorded", seed=None, salt=None, commitment="")
        set_value(dice(entries)[1], 6)

    forged_with_header(path, relabelled)
    assert verify(path, lagoon).unproven == ("chance",)
    with pytest.raises(DamagedTape, match="the commitment is none"):
        verify(path, lagoon, commitment=published)


def test_a_file_relabelled_to_another_undo_policy_has_another_commitment(lagoon: Lagoon, path: Path) -> None:
    match = played(lagoon.new_match(seed=5), "roll a die")
    match.save(path)
    forged_with_header(path, lambda header, _: header.update(undo="free"))
    with pytest.raises(DamagedTape, match="not the one that was published"):
        verify(path, lagoon, commitment=match.commitment)


def test_a_branch_that_was_taken_back_is_held_against_the_rules(lagoon: Lagoon, path: Path) -> None:
    def recorded() -> Path:
        path.unlink(missing_ok=True)
        match = lagoon.new_match(seed=5, undo="free")
        match.record_to(path)
        played(match, "roll a die", "secretly in")
        match.undo()
        match.undo()
        match.choose("do nothing")
        match.stop_recording()
        return path

    def other_die(entries: Lines) -> None:
        set_value(dice(entries)[1], dice(entries)[1]["value"] % 6 + 1)

    def not_offered(entries: Lines) -> None:
        entries[1]["key"] = "sink/hood"

    def rubbish(entries: Lines) -> None:
        place = next(i for i, entry in enumerate(entries) if entry["kind"] == "undo")
        entries.insert(place, {"kind": "chance", "die": "die 1-6", "why": "", "rule": "", "value": 3})

    def another_choice(entries: Lines) -> None:
        place = next(i for i, entry in enumerate(entries) if entry["kind"] == "undo")
        entries.insert(place, dict(entries[1]))

    def left_out(entries: Lines) -> None:
        del entries[2]

    for change in (other_die, not_offered, rubbish, another_choice, left_out):
        assert verify(recorded(), lagoon).proven
        told = Verification.of(forged(path, change), lagoon)
        assert isinstance(told.error, DamagedTape), change.__name__
        assert "line " in str(told.error)
        assert told.checks[-1].what == "taken back", change.__name__


def test_an_undo_across_a_die_is_refused_where_the_match_allows_none(lagoon: Lagoon, path: Path) -> None:
    match = lagoon.new_match(seed=5, undo="free")
    match.record_to(path)
    match.choose("roll a die")
    match.undo()
    match.choose("do nothing")
    forged_with_header(path, lambda header, _: header.update(undo="barrier"))
    with pytest.raises(DamagedTape, match=r"line 5: takes back what could not be taken back"):
        verify(path, lagoon)


def test_a_fork_with_another_seed_does_not_pass_for_the_match_it_came_from(lagoon: Lagoon, path: Path) -> None:
    played(played(lagoon.new_match(seed=5), *LINE).fork(seed="lucky"), "roll two dice").save(path)
    assert verify(path, lagoon).unproven == ("reseeds",)
    forged(path, lambda entries: entries.remove(next(e for e in entries if e["kind"] == "reseed")))
    told = Verification.of(path, lagoon)
    assert told.checks[-1].what == "chance"
    assert told.error is not None


def test_a_reseed_with_another_seed_than_it_commits_to_is_refused_with_its_line(lagoon: Lagoon, path: Path) -> None:
    lagoon.new_match(seed=5).fork(seed="first").save(path)
    path.write_text(path.read_text().replace('"seed":"first"', '"seed":"other"'))
    with pytest.raises(DamagedTape, match="line 3: the seed is not the one that was committed to"):
        read_save(path)


def test_options_a_file_leaves_out_are_told(lagoon: Lagoon, path: Path) -> None:
    played(lagoon.new_match(seed=5), "roll a die").save(path)
    forged_with_header(path, lambda header, _: header["options"].clear())
    assert "setup" in verify(path, lagoon).unproven


# ---- commitments -------------------------------------------------------------------------------------------------


def test_a_commitment_binds_the_game_its_version_scenario_options_chance_and_undo_policy(
    lagoon: Lagoon,
) -> None:
    match = lagoon.new_match("storm", seed=5)
    revealed = match.reveal_seed()
    assert nc.verify_commitment(match.commitment, revealed)
    changes: list[dict[str, Any]] = [
        {"seed": "6"},
        {"salt": "0" * 32},
        {"game": "other"},
        {"rules": "9"},
        {"scenario": "calm"},
        {"options": {**revealed.options, "turns": 9}},
        {"chance": "committed"},
        {"undo": "free"},
        {"undo": ""},
    ]
    for change in changes:
        assert not nc.verify_commitment(match.commitment, replace(revealed, **change)), change


def test_seed_and_salt_give_a_match_its_commitment_again(lagoon: Lagoon) -> None:
    match = lagoon.new_match(chance="committed", seed=5)
    revealed = match.reveal_seed()
    again = lagoon.new_match(chance="committed", seed=5, salt=revealed.salt)
    assert again.commitment == match.commitment
    assert again.digest == match.digest
    for salt in ("", "12", "g" * 32, "0" * 33):
        with pytest.raises(BadData, match="a salt is 32 hexadecimal digits"):
            lagoon.new_match(seed=5, salt=salt)


def test_a_seed_of_four_digits_is_not_found_from_what_is_published(lagoon: Lagoon, path: Path) -> None:
    """Neither from the commitment nor from the dice of a committed match, though all ten thousand are tried."""
    match = lagoon.new_match(chance="committed", seed=1234, options={"turns": 30})
    played(match, *("roll two dice", "secretly in", "no") * 8)
    match.save(path, seed=False)
    text = path.read_text(encoding="utf-8")
    revealed = match.reveal_seed()
    assert revealed.salt not in text
    assert '"1234"' not in text
    first = next(entry.value for entry in read_save(path).entries if isinstance(entry, ChanceEntry))
    assert any(SeededChance.from_seed(seed).roll(0, 99) == first for seed in range(10_000)), "the trial works"
    values = [(entry.die, entry.value) for entry in read_save(path).entries if isinstance(entry, ChanceEntry)]

    def gives_these(seed: str, salt: str) -> bool:
        stream = replace(revealed, seed=seed, salt=salt).source
        return all(stream.roll(results_of(die).start, results_of(die).stop - 1) == value for die, value in values)

    assert gives_these("1234", revealed.salt), "with the salt it is found"
    tried = [replace(revealed, seed=str(seed), salt=salt) for seed, salt in product(range(10_000), ("", "0" * 32))]
    assert not any(nc.verify_commitment(match.commitment, each) for each in tried)
    assert not any(gives_these(each.seed, each.salt) for each in tried)


def test_two_matches_with_the_same_seed_have_different_commitments(lagoon: Lagoon) -> None:
    assert lagoon.new_match(seed=7).commitment != lagoon.new_match(seed=7).commitment


def test_a_match_without_a_seed_promises_none(lagoon: Lagoon) -> None:
    match = lagoon.new_match(chance="physical")
    assert match.commitment == ""
    with pytest.raises(SeedWithheld, match="chance in this match is physical"):
        match.reveal_seed()


# ---- withheld ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("undo", ["barrier", "free"])
def test_the_copy_given_away_cannot_play_on_as_the_live_match_does(lagoon: Lagoon, path: Path, undo: Any) -> None:
    live = played(lagoon.new_match(seed=5, options={"turns": 30}, undo=undo), *LINE).fork(seed="one more seed")
    played(live, "roll two dice", "secretly in", "no")
    live.reseed("the last seed")
    played(live, "roll a die", "secretly in", "no")
    live.save(path, seed=False)
    text = path.read_text(encoding="utf-8")
    assert "one more seed" not in text
    assert "the last seed" not in text
    copy = load_match(path, lagoon)
    assert copy.digest == live.digest
    for action in ("roll a die", "roll two dice", "draw"):
        with pytest.raises(SeedWithheld):
            copy.choose(action)
    twin = copy.fork()
    with pytest.raises(SeedWithheld):
        twin.choose("roll a die")
    if undo == "free":
        while copy.count > len(LINE):
            copy.undo()
        with pytest.raises(SeedWithheld):
            copy.choose("roll a die")
        assert load_match(path, lagoon).digest == live.digest
    copy.save(path.with_name("copy.jsonl"))
    assert ' seed"' not in path.with_name("copy.jsonl").read_text(encoding="utf-8")


def test_a_file_given_away_and_the_one_shown_later_end_in_the_same_digest(lagoon: Lagoon, path: Path) -> None:
    match = played(lagoon.new_match(seed=5), *LINE).fork(seed="other")
    played(match, "roll two dice")
    match.save(path, seed=False)
    given = read_save(path)
    match.save(path)
    shown = read_save(path)
    assert given.head == shown.head
    hidden = next(entry for entry in given.entries if isinstance(entry, ReseedEntry))
    assert (hidden.seed, hidden.salt) == (None, None)


def test_a_sealed_save_loaded_up_to_a_choice_gives_no_other_choice_the_results_of_the_old_one(
    lagoon: Lagoon, path: Path
) -> None:
    played(lagoon.new_match(seed=5), *LINE).save(path, seed=False)
    early = load_match(path, lagoon, to=0)
    with pytest.raises(SeedWithheld):
        early.choose("draw")
