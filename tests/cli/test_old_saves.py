"""Saves outlive fixes: a file of every format and rules version that was ever written is replayed, for ever.

Those of formats 4 to 6 as they are; those of formats 1 to 3 once `navalcore upgrade` has read them.

``tests/saves/<game>/<format>-<rules version>.jsonl``; files are added, never changed. One that the rules can no longer
follow has a word more in its name, and is listed here.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore._rules.decision import Decision
from navalcore._saves import tape
from navalcore._saves.entries import (
    FORMAT,
    FORMATS,
    KEYED,
    OLD_FORMATS,
    PLACED,
    SEATED,
    ChanceEntry,
    ChoiceEntry,
    Entry,
    OutcomeEntry,
    ReseedEntry,
)
from navalcore._saves.upgrading import read_any_save
from navalcore.errors import Diverged
from tests.cli.conftest import Command

FOLDER = Path(__file__).parents[1] / "saves"
FILES = sorted(FOLDER.glob("*/*.jsonl"))
NOT_FOLLOWED = {
    # Its charts were tuned before rules had versions.
    "silent_war/1-1.0-before_tuning.jsonl": "30 on 0-56.*rule 3.11.*today get 19 on 0-35",
}
GAMES = ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")


def name_of(file: Path) -> str:
    return f"{file.parent.name}/{file.name}"


FOLLOWED = [file for file in FILES if name_of(file) not in NOT_FOLLOWED]


def played(entries: Any) -> list[Entry]:
    """What was chosen, what chance gave and how it ended; state digests are those of one version of the rules."""
    return [entry for entry in entries if isinstance(entry, ChoiceEntry | ChanceEntry | OutcomeEntry)]


def confirms(made: Entry, kept: Entry) -> bool:
    """Whether an entry says the same as that of a file, perhaps in other words."""
    return made.confirms(kept)


def unasked(entry: Entry) -> Entry:
    """An entry without the fingerprint of all that was offered."""
    return entry.model_copy(update={"asked": ""}) if isinstance(entry, ChoiceEntry) else entry


def unmarked(entry: Entry) -> Entry:
    """An entry without its fingerprint and key, which formats make in different ways."""
    return entry.model_copy(update={"asked": "", "key": None}) if isinstance(entry, ChoiceEntry) else entry


@pytest.mark.parametrize("game", GAMES)
def test_every_game_keeps_a_save_of_every_format_and_of_its_rules_of_today(game: str) -> None:
    kept = {file.name for file in FOLLOWED if file.parent.name == game}
    assert {f"{FORMAT}-{nc.load(game).version}.jsonl", f"{SEATED}-{nc.load(game).version}.jsonl"} <= kept
    assert {int(name[0]) for name in kept} == {*OLD_FORMATS, *FORMATS}


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_a_kept_save_is_of_the_game_format_and_rules_that_its_name_says(file: Path) -> None:
    header = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
    told = re.fullmatch(r"(\d+)-([\d.]+)(-[a-z_]+)?\.jsonl", file.name)
    assert told is not None
    assert (header["game"], str(header["navalcore"]), header["rules"]) == (file.parent.name, *told.groups()[:2])


@pytest.mark.parametrize("file", FOLLOWED, ids=name_of)
def test_a_kept_save_loads_to_the_choices_results_and_outcome_that_it_holds(file: Path) -> None:
    saved = read_any_save(file)
    match = nc.load_match(saved)
    assert sum(isinstance(entry, ChoiceEntry) for entry in saved.entries) == match.count > 5
    kept, made = played(saved.entries), played(match.tape())
    for old, new in zip(kept, made, strict=False):
        # By later rules more may be offered beside the choice.
        assert confirms(new, old) or (saved.header.rules != match.game.version and confirms(unasked(new), unasked(old)))
    assert len(made) >= len(kept)
    assert match.over == any(isinstance(entry, OutcomeEntry) for entry in saved.entries)


@pytest.mark.parametrize("file", FOLLOWED, ids=name_of)
def test_a_kept_save_is_followed_and_verified_after_all_its_words_were_replaced(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its choices are proven if its format has keys and its rules are those of today."""
    saved = read_any_save(file)
    game = nc.load(saved.header.game)
    digest = nc.load_match(saved).digest
    put_in_other_words(game, monkeypatch)
    found = nc.verify(saved)
    assert found.match is not None
    assert found.match.digest == digest
    proven = saved.header.navalcore >= KEYED and saved.header.rules == game.version
    assert ("choices" not in found.unproven) is proven
    assert any("of today" in check.detail for check in found.checks) is proven


def put_in_other_words(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on all prompts, labels, purposes of dice and names of what is drawn are others."""
    prompt, seen = Decision.prompt, tape.TapedChance.seen
    monkeypatch.setattr(Decision, "prompt", property(lambda self: f"Tell us: {prompt.fget(self)}"))  # type: ignore[attr-defined]
    monkeypatch.setattr(
        tape.TapedChance,
        "seen",
        lambda self, die, value, text, why, rule: seen(self, die, value, f"the {text}", f"{why}, that is", rule),
    )
    for cls in game.option_types:
        monkeypatch.setattr(cls, "__str__", lambda self, before=cls.__str__: f"{before(self)[::-1]}, please")


@pytest.mark.parametrize("name", NOT_FOLLOWED)
def test_a_save_whose_rules_are_gone_is_refused_by_line_and_rule(name: str, navalcore: Command) -> None:
    file = FOLDER / name
    with pytest.raises(Diverged, match=NOT_FOLLOWED[name]):
        nc.load_match(read_any_save(file))
    assert navalcore("upgrade", file).error()[0] == "diverged"


@pytest.mark.parametrize("file", [file for file in FILES if int(file.name[0]) in OLD_FORMATS], ids=name_of)
@pytest.mark.parametrize("command", ["replay", "verify", "report"])
def test_an_old_save_is_refused_by_every_other_command_which_names_the_one_that_reads_it(
    file: Path, command: str, navalcore: Command
) -> None:
    code, message = navalcore(command, file).error()
    assert code == "incompatible_save"
    assert "navalcore upgrade FILE reads it" in message


@pytest.mark.parametrize("file", FOLLOWED, ids=name_of)
def test_an_upgraded_save_is_the_same_match_in_the_format_and_rules_of_today_and_proven(
    file: Path, navalcore: Command, tmp_path: Path
) -> None:
    old = tmp_path / "old.jsonl"
    old.write_bytes(file.read_bytes())
    assert navalcore("upgrade", old).status == 0
    found = nc.verify(tmp_path / "old.upgraded.jsonl")
    assert found.header is not None
    saved = read_any_save(old)
    today = PLACED if saved.header.position else FORMAT if saved.header.seats is None else SEATED
    assert (found.header.navalcore, found.header.rules) == (today, nc.load(found.header.game).version)
    assert found.header.seats == saved.header.seats
    reseeds = any(isinstance(entry, ReseedEntry) for entry in saved.entries)
    assert set(found.unproven) == ({"reseeds"} if reseeds else set())
    new, before = nc.read_save(tmp_path / "old.upgraded.jsonl").entries, nc.load_match(saved).tape()
    assert list(map(unmarked, played(new))) == list(map(unmarked, played(before)))
    assert navalcore("upgrade", old).error()[0] == "bad_data"


def test_an_upgrade_in_place_keeps_the_old_file_and_one_that_is_refused_changes_nothing(
    navalcore: Command, tmp_path: Path
) -> None:
    file = tmp_path / "match.jsonl"
    before = (FOLDER / "tonnage_war/2-1.0.jsonl").read_bytes()
    file.write_bytes(before)
    assert navalcore("upgrade", file, "--in-place").status == 0
    assert (tmp_path / "match.jsonl.old").read_bytes() == before
    assert nc.read_save(file).header.navalcore == FORMAT
    gone = tmp_path / "gone.jsonl"
    gone.write_bytes((FOLDER / "silent_war/1-1.0-before_tuning.jsonl").read_bytes())
    assert navalcore("upgrade", gone, "--in-place").error()[0] == "diverged"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["gone.jsonl", "match.jsonl", "match.jsonl.old"]


def test_an_upgrade_of_a_file_in_use_or_of_an_old_one_without_its_seed_is_refused(
    navalcore: Command, tmp_path: Path
) -> None:
    file = tmp_path / "match.jsonl"
    match = nc.load_match(FOLDER / "tonnage_war/4-1.0.jsonl")
    header, *lines = (FOLDER / "tonnage_war/4-1.0.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    withheld = {**json.loads(header), "seed": None, "salt": None}
    header = json.dumps(withheld, ensure_ascii=False, separators=(",", ":"))
    file.write_text("".join([f"{header}\n", *lines]), encoding="utf-8")
    assert navalcore("upgrade", file).error()[0] == "incompatible_save"
    file.unlink()
    match.record_to(file)
    assert navalcore("upgrade", file, "--in-place").error()[0] == "in_use"
    match.stop_recording()
    assert [each.name for each in tmp_path.iterdir()] == ["match.jsonl"]


def test_an_upgrade_commits_to_seeds_that_were_taken_in_mid_match(navalcore: Command, tmp_path: Path) -> None:
    old = tmp_path / "old.jsonl"
    old.write_bytes((FOLDER / "uboat_cards/2-1.0-reseed.jsonl").read_bytes())
    assert navalcore("upgrade", old).status == 0
    found = nc.read_save(tmp_path / "old.upgraded.jsonl")
    reseeds = [entry for entry in found.entries if isinstance(entry, ReseedEntry)]
    assert reseeds
    for entry in reseeds:
        assert len(entry.commitment) == 64
        assert found.header.commits_to(entry)
    match = nc.load_match(found)
    match.save(tmp_path / "withheld.jsonl", seed=False)
    assert nc.verify(tmp_path / "withheld.jsonl").error is None, "so they can be withheld"
