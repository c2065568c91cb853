"""Saves and journals: nothing is lost, nothing wrong gets in, and a replay says where it parts from the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar

import pytest

import navalcore as nc
from navalcore._match.loading import load_match
from navalcore._play.chance import ScriptedChance
from navalcore._rules.terms import Terms
from navalcore._saves import files
from navalcore._saves.files import read_save
from navalcore.components import _reading
from navalcore.errors import BadData, DamagedTape, Diverged, IncompatibleSave, NavalCoreError, SeedWithheld, UnknownGame
from tests.engine.conftest import QUIET, Lagoon, Settings, played, verified

LINE = ("roll a die", "secretly out", "no", "do it again", "draw", "secretly in", "yes")

SALT = "0123456789abcdef" * 2


@pytest.fixture
def match(lagoon: Lagoon) -> Any:
    return played(lagoon.new_match("storm", seed=5, options={"turns": 8}), *LINE)


@pytest.fixture
def saved(match: Any, tmp_path: Path) -> Path:
    match.save(tmp_path / "lagoon.jsonl")
    return tmp_path / "lagoon.jsonl"


def standing(match: Any) -> tuple[Any, ...]:
    question = None if match.decision is None else (match.decision.prompt, match.decision.texts, match.decision.number)
    return match.digest, match.count, match.choices(), question, match.outcome, match.tape()


def rewritten(path: Path, change: Any) -> Path:
    """The save with its header changed and chained anew, as by somebody who knows how."""
    header, *rest = [json.loads(line) for line in path.read_text().splitlines()]
    del header["h"]
    change(header)
    from navalcore._saves.entries import SaveHeader
    from navalcore._saves.tape import chained, header_line

    if header["seed"] is not None:
        bound = ("seed", "salt", "game", "rules", "scenario", "options", "chance", "undo")
        header["commitment"] = nc.RevealedSeed(**{name: header[name] for name in bound}).commitment
    made = SaveHeader.model_validate(header)
    head, lines = made.root(), [header_line(made)]
    for entry in rest:
        del entry["h"]
        head = chained(head, entry)
        lines.append(json.dumps({**entry, "h": head}, ensure_ascii=False, separators=(",", ":")) + "\n")
    path.write_text("".join(lines))
    return path


def test_a_loaded_match_stands_where_the_saved_one_stood_and_goes_on_the_same_way(
    lagoon: Lagoon, match: Any, saved: Path
) -> None:
    again = load_match(saved, lagoon)
    assert standing(again) == standing(match)
    for each in (match, again):
        played(each, "roll two dice", "secretly in", "no")
    assert standing(again) == standing(match)


def test_a_save_has_one_line_an_entry_with_purpose_rule_and_result(saved: Path) -> None:
    header, *entries = [json.loads(line) for line in saved.read_text().splitlines()]
    assert {k: header[k] for k in ("navalcore", "game", "rules", "scenario", "options", "chance", "seed", "undo")} == {
        "navalcore": 5,
        "game": "lagoon",
        "rules": "2.0",
        "scenario": "storm",
        "options": {"turns": 8},
        "chance": "seeded",
        "seed": "5",
        "undo": "barrier",
    }
    assert [entry["kind"] for entry in entries] == [
        "chance",
        "choice",
        "chance",
        *["choice"] * 4,
        "chance",
        *["choice"] * 2,
    ]
    assert (entries[1]["role"], entries[1]["text"], entries[1]["rule"]) == ("red", "roll a die", "2")
    assert (entries[2]["why"], entries[2]["rule"], entries[2]["die"]) == ("the score", "2.2", "die 1-6")


def test_every_byte_of_a_save_that_is_changed_is_noticed(lagoon: Lagoon, tmp_path: Path) -> None:
    path = tmp_path / "small.jsonl"
    played(lagoon.new_match(seed=5), "roll a die").save(path)
    whole = path.read_bytes()
    for place, byte in enumerate(whole):
        for other in [byte ^ (1 << bit) for bit in range(8)]:
            path.write_bytes(whole[:place] + bytes([other]) + whole[place + 1 :])
            with pytest.raises((DamagedTape, IncompatibleSave)):
                read_save(path)


def test_a_tail_torn_at_any_byte_costs_the_torn_line_and_no_more(lagoon: Lagoon, saved: Path, tmp_path: Path) -> None:
    whole = saved.read_bytes()
    entries = read_save(saved).entries
    last = whole.rindex(b"\n", 0, -1) + 1
    assert read_save(saved).torn is False
    for end in range(last, len(whole)):
        saved.write_bytes(whole[:end])
        kept = read_save(saved)
        assert kept.entries == entries[:-1]
        assert (kept.torn, kept.whole) == (end > last, last)
        match = load_match(saved, lagoon)
        assert match.count == len(LINE) - 1
    saved.write_bytes(whole[:last])
    match = load_match(saved, lagoon)
    match.record_to(saved)
    match.choose("yes")
    assert saved.read_bytes() == whole, "a journal goes on after the last whole line"


def test_a_torn_journal_goes_on_where_its_last_whole_line_ends(lagoon: Lagoon, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    match = lagoon.new_match(seed=5)
    match.record_to(path)
    played(match, *LINE)
    whole = path.read_bytes()
    assert read_save(path).entries == tuple(match.tape())
    match.stop_recording()
    for end in range(len(whole) - 400, len(whole)):
        path.write_bytes(whole[:end])
        again = load_match(path, lagoon)
        again.record_to(path)
        assert path.read_bytes().startswith(whole[:end].rpartition(b"\n")[0])
        played(again, *LINE[again.count :])
        assert path.read_bytes() == whole


def test_a_file_without_a_whole_header_is_refused(tmp_path: Path, saved: Path) -> None:
    header = saved.read_bytes().partition(b"\n")[0]
    for raw in (
        b"",
        header[:20],
        header,
        b"\n",
        b"[1]\n",
        b"\xff\xfe\n",
        b"{}\n",
        b'{"navalcore": 4}\n',
        b"[" * 9999 + b"\n",
    ):
        saved.write_bytes(raw)
        with pytest.raises(DamagedTape, match=r"lagoon\.jsonl"):
            read_save(saved)
    with pytest.raises(BadData, match="cannot be read: No such file"):
        read_save(tmp_path / "nowhere.jsonl")


@pytest.mark.parametrize(
    "field", ["navalcore", "game", "rules", "scenario", "options", "chance", "commitment", "seed", "undo", "h"]
)
def test_a_header_without_a_field_is_refused(saved: Path, field: str) -> None:
    header, _, rest = saved.read_text().partition("\n")
    data = json.loads(header)
    del data[field]
    saved.write_text(json.dumps(data, separators=(",", ":")) + "\n" + rest)
    with pytest.raises(DamagedTape, match="line 1"):
        read_save(saved)


@pytest.mark.parametrize("number", [2, 5, 9])
@pytest.mark.parametrize("what", ["dropped", "doubled", "swapped"])
def test_a_line_dropped_doubled_or_swapped_is_named(saved: Path, number: int, what: str) -> None:
    lines = saved.read_text().splitlines(keepends=True)
    i = number - 1
    lines[i : i + 2] = {
        "dropped": lines[i + 1 : i + 2],
        "doubled": [lines[i], lines[i]],
        "swapped": lines[i : i + 2][::-1],
    }[what]
    saved.write_text("".join(lines))
    with pytest.raises(DamagedTape, match=f"line {number + (what == 'doubled')}: does not fit its digest"):
        read_save(saved)


def test_a_text_that_no_file_can_hold_is_damage_and_no_crash(saved: Path) -> None:
    saved.write_bytes(saved.read_bytes() + b'{"kind":"choice","text":"\\ud800","h":"0"}\n')
    with pytest.raises(DamagedTape, match="line 12"):
        read_save(saved)


def test_a_false_seed_is_not_the_one_that_was_committed_to(saved: Path) -> None:
    text = saved.read_text()
    saved.write_text(text.replace('"seed":"5"', '"seed":"6"'))
    with pytest.raises(DamagedTape, match="the seed is not the one that was committed to"):
        read_save(saved)


def test_another_format_rules_version_game_or_scenario_is_incompatible(lagoon: Lagoon, saved: Path) -> None:
    text = saved.read_text()
    saved.write_text(text.replace('"navalcore":5', '"navalcore":8'))
    with pytest.raises(IncompatibleSave, match="save format 8; this version of navalcore reads formats 4, 5, 6, 7"):
        read_save(saved)
    saved.write_text(text)
    with pytest.raises(IncompatibleSave, match=r"rules version 1\.0 of lagoon, this is 2\.0"):
        load_match(rewritten(saved, lambda header: header.update(rules="1.0")), lagoon)
    assert len(read_save(saved).entries) == 10, "it can still be read"
    saved.write_text(text)
    with pytest.raises(IncompatibleSave, match="no scenario 'fog'; it has calm, storm"):
        load_match(rewritten(saved, lambda header: header.update(scenario="fog")), lagoon)
    saved.write_text(text)
    with pytest.raises(IncompatibleSave, match="no option 'fog'"):
        load_match(rewritten(saved, lambda header: header.update(options={"fog": 1})), lagoon)
    saved.write_text(text)
    with pytest.raises(UnknownGame, match="lagoon"):
        load_match(saved)
    with pytest.raises(IncompatibleSave, match=r"is a match of lagoon, not of uboat_cards"):
        load_match(saved, nc.load("uboat_cards"))


class Renamed(Lagoon):
    """A later version in which the die was called otherwise."""

    version = "3.0"
    migrations: ClassVar = {
        "2.0": lambda entries: [{**e, "text": e["text"].replace("yes", "no")} if "text" in e else e for e in entries]
    }


def test_a_declared_migration_carries_a_save_over_and_a_broken_one_is_refused(saved: Path) -> None:
    match = load_match(saved, Renamed())
    assert match.count == len(LINE)
    assert match.state.log[-1] == "secretly in"
    match.save(saved)
    assert read_save(saved).header.rules == "3.0"
    assert verified(saved, Renamed()).digest == match.digest


def test_a_migration_that_makes_no_entries_or_fails_is_an_incompatible_save(saved: Path) -> None:
    class Broken(Lagoon):
        version = "3.0"
        migrations: ClassVar = {"2.0": lambda entries: [{"kind": "sonnet"}]}

    class Failing(Lagoon):
        version = "3.0"
        migrations: ClassVar = {"2.0": lambda entries: [entries[1000]]}

    for game in (Broken(), Failing()):
        with pytest.raises(IncompatibleSave, match=r"carried over from rules version 2\.0"):
            load_match(saved, game)


def test_changed_rules_are_met_with_the_entry_line_rule_expected_and_found(saved: Path) -> None:
    class Reworded(Lagoon):
        def sequence_of_play(self, terms):
            steps = super().sequence_of_play(terms)

            def louder(play):
                play.dice.d6("an extra die", "9")

            from navalcore._rules.terms import Step

            return [*steps[:2], Step("extra", louder), *steps[2:]]

    with pytest.raises(Diverged) as caught:
        load_match(saved, Reworded())
    # Line 1 is the header; the hidden number, the first choice and its die follow; then the extra die comes too early.
    assert "entry 4, line 5, rule 3" in str(caught.value)
    assert "expected blue chose 'secretly out'" in str(caught.value)
    assert "found die 1-6 gave" in str(caught.value)
    assert "for an extra die" in str(caught.value)


def test_a_match_can_be_loaded_up_to_a_choice_and_go_another_way(lagoon: Lagoon, match: Any, saved: Path) -> None:
    again = load_match(saved, lagoon, to=3)
    assert again.count == 3
    assert again.choices() == match.choices()[:3]
    played(again, *QUIET)
    assert again.state.log[-2:] == ["do nothing", "secretly in"]


def test_a_save_without_its_seed_can_be_verified_but_not_continued(lagoon: Lagoon, match: Any, tmp_path: Path) -> None:
    path = tmp_path / "sealed.jsonl"
    match.save(path, seed=False)
    assert '"seed":null' in path.read_text()
    again = verified(path, lagoon)
    before = standing(again)
    with pytest.raises(SeedWithheld, match=r"the score \(rule 2\.2\) needs a new result"):
        again.choose("roll a die")
    assert standing(again) == before
    played(again, *QUIET)
    with pytest.raises(SeedWithheld):
        again.reveal_seed()


def test_a_match_with_scripted_chance_is_saved_by_its_results(lagoon: Lagoon, tmp_path: Path) -> None:
    match = played(lagoon.new_match(chance=ScriptedChance(42, 6)), "roll a die")
    match.save(tmp_path / "script.jsonl")
    again = verified(tmp_path / "script.jsonl", lagoon)
    assert (again.state.hidden, again.state.score) == (42, 6)


def test_a_match_with_a_person_rolling_is_saved_and_goes_on_asking(lagoon: Lagoon, tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    match = lagoon.new_match(chance="physical")
    match.record_to(path)
    played(match, "42", "roll two dice", "3")
    assert match.decision is not None
    assert match.decision.prompt.startswith("The second die")
    again = load_match(path, lagoon)
    assert standing(again) == standing(match)
    match.stop_recording()
    again.record_to(path)
    played(again, "4", "secretly in", "yes")
    assert [e.manual for e in read_save(path).entries if e.kind == "chance"] == [True] * 3
    assert standing(load_match(path, lagoon)) == standing(again)


def test_a_journal_holds_every_choice_before_choose_returns(lagoon: Lagoon, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    match = played(lagoon.new_match(seed=5), *LINE[:2])
    match.record_to(path, durable=True)
    for number, text in enumerate(LINE[2:], start=3):
        match.choose(text)
        assert load_match(path, lagoon).count == number
    assert standing(load_match(path, lagoon)) == standing(match)


def test_a_journal_begun_late_and_a_save_at_the_end_are_the_same_file(lagoon: Lagoon, tmp_path: Path) -> None:
    journal, saved = tmp_path / "journal.jsonl", tmp_path / "saved.jsonl"
    match = played(lagoon.new_match(seed=5, salt=SALT), *LINE[:4])
    match.record_to(journal)
    played(match, *LINE[4:])
    match.save(saved)
    played(lagoon.new_match(seed=5, salt=SALT), *LINE).save(tmp_path / "unwatched.jsonl")
    assert journal.read_bytes() == saved.read_bytes() == (tmp_path / "unwatched.jsonl").read_bytes()


def test_the_file_of_a_long_match_does_not_depend_on_how_it_came_about(lagoon: Lagoon, tmp_path: Path) -> None:
    turn = ("roll a die", "secretly in", "yes")
    options = {"turns": 100}
    straight = lagoon.new_match(seed=5, salt=SALT, options=options)
    straight.record_to(tmp_path / "from the start")
    forked = lagoon.new_match(seed=5, options=options, undo="free")
    late = lagoon.new_match(seed=5, salt=SALT, options=options)
    for number in range(40):
        for match in (straight, forked, late):
            played(match, *turn)
        if number == 20:
            late.record_to(tmp_path / "from the middle")
        if number % 9 == 0:
            forked = forked.fork()
        if number % 7 == 0:
            forked.undo()
            played(forked, "yes")
    straight.save(tmp_path / "saved")
    whole = (tmp_path / "from the start").read_bytes()
    # 120 choices: a state after the 27th, and so on, at the first step that begins after each 25 more.
    assert [e.kind for e in read_save(tmp_path / "saved").entries].count("state") == 4
    assert (tmp_path / "saved").read_bytes() == whole
    assert (tmp_path / "from the middle").read_bytes() == whole
    assert forked.tape() == straight.tape() == late.tape()
    again = load_match(tmp_path / "saved", lagoon)
    for match in (again, straight, forked):
        played(match, *(turn * 20))
    assert again.tape() == straight.tape() == forked.tape()


def test_a_changed_state_is_noticed_by_its_digest_although_nothing_else_differs(lagoon: Lagoon, tmp_path: Path) -> None:
    class Sloppy(Lagoon):
        def initial_state(self, terms: Terms[Any]) -> Any:
            state = super().initial_state(terms)
            state.score = 1
            return state

    path = tmp_path / "long.jsonl"
    played(lagoon.new_match(seed=5, options={"turns": 30}), *(("do nothing", "secretly in", "no") * 20)).save(path)
    with pytest.raises(Diverged, match=r"expected state [0-9a-f]{8} at step \w+; found state .* \(differs in state\)"):
        load_match(path, Sloppy())


def test_a_journal_of_another_match_is_not_written_over(lagoon: Lagoon, saved: Path) -> None:
    before = saved.read_bytes()
    other = lagoon.new_match(seed=6)
    with pytest.raises(BadData, match="holds another match"):
        other.record_to(saved)
    assert saved.read_bytes() == before
    same_seed_other_choices = played(lagoon.new_match("storm", seed=5, options={"turns": 8}), "look")
    with pytest.raises(BadData, match="holds another match"):
        same_seed_other_choices.record_to(saved)
    with pytest.raises(BadData, match="cannot be written"):
        other.record_to(saved.parent / "no such folder" / "match.jsonl")


def test_what_is_taken_back_stays_in_the_journal_and_is_left_out_when_loading(lagoon: Lagoon, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    match = lagoon.new_match(seed=5, undo="free")
    match.record_to(path)
    played(match, "roll a die", "secretly in")
    match.undo()
    match.undo()
    played(match, "roll two dice", "secretly out")
    match.undo()
    match.choose("secretly in")
    kinds = [json.loads(line).get("kind") for line in path.read_text().splitlines()[1:]]
    assert kinds.count("undo") == 3
    assert read_save(path).count == match.count, "what was taken back is not counted"
    again = load_match(path, lagoon)
    assert standing(again) == standing(match)
    match.stop_recording()
    again.record_to(path)
    again.undo()
    again.choose("secretly out")
    assert standing(load_match(path, lagoon)) == standing(again)
    match.save(tmp_path / "clean.jsonl")
    assert '"undo","to"' not in (tmp_path / "clean.jsonl").read_text()


def test_a_fork_with_another_seed_is_saved_and_verified_with_what_it_went_through(
    lagoon: Lagoon, match: Any, tmp_path: Path
) -> None:
    fork = match.fork(seed="other")
    for each in (match, fork):
        played(each, "roll two dice", "secretly in", "no")
    second = fork.fork(seed="third")
    played(second, "roll two dice", "secretly in")
    for number, each in enumerate((match, fork, second)):
        each.save(tmp_path / f"{number}.jsonl")
        assert standing(verified(tmp_path / f"{number}.jsonl", lagoon)) == standing(each)
        each.save(tmp_path / "sealed.jsonl", seed=False)
        assert verified(tmp_path / "sealed.jsonl", lagoon).digest == each.digest
    kinds = [entry.kind for entry in second.tape()]
    assert kinds.count("reseed") == 2


def test_a_recorded_fork_with_another_seed_can_be_taken_back_and_loaded(
    lagoon: Lagoon, match: Any, tmp_path: Path
) -> None:
    path = tmp_path / "fork.jsonl"
    fork = match.fork(seed="other")
    fork.record_to(path)
    played(fork, "do nothing")
    fork.undo()
    played(fork, "roll a die")
    assert standing(load_match(path, lagoon)) == standing(fork)


def test_a_save_replaces_a_file_whole_or_leaves_it_alone(match: Any, tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    with pytest.raises(BadData, match="a folder: cannot be written"):
        match.save(folder)
    with pytest.raises(BadData, match="cannot be written"):
        match.save(tmp_path / "nowhere" / "match.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["a folder"], "no temporary file is left behind"


def test_what_is_imagined_cannot_be_saved(lagoon: Lagoon, match: Any, tmp_path: Path) -> None:
    fork = match.fork(seed=1, as_seen_by="red")
    for attempt in (fork.save, fork.record_to):
        with pytest.raises(BadData, match="imagines hidden information or other chance results cannot be saved"):
            attempt(tmp_path / "fork.jsonl")


def test_options_come_back_from_a_save_as_they_were(lagoon: Lagoon, saved: Path) -> None:
    assert load_match(saved, lagoon).setup.options == Settings(turns=8)


def test_every_error_of_saves_is_one_line_and_has_a_code() -> None:
    for kind in (DamagedTape, Diverged, IncompatibleSave, SeedWithheld, BadData):
        assert issubclass(kind, NavalCoreError)
        assert kind.code != NavalCoreError.code


def test_a_file_that_is_gone_on_with_is_read_once(
    lagoon: Lagoon, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "journal.jsonl"
    match = lagoon.new_match(seed=1)
    match.record_to(path)
    match.choose(0)
    match.stop_recording()
    readings: list[Path] = []
    open_file = _reading.open_file

    def counted(of: Path, largest: int) -> Any:
        readings.append(of)
        return open_file(of, largest)

    monkeypatch.setattr(files, "open_file", counted)
    again = load_match(read_save(path), lagoon)
    again.record_to(path)
    assert readings == [path]
    again.choose(0)
    assert load_match(path, lagoon).choices() == [0, 0]


def test_a_file_that_was_written_to_since_it_was_read_is_not_gone_on_with(lagoon: Lagoon, tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    match = lagoon.new_match(seed=1)
    match.record_to(path)
    match.choose(0)
    stale = load_match(path, lagoon)
    match.choose(0)
    match.stop_recording()
    written = path.read_bytes()
    with pytest.raises(BadData, match="holds another match"):
        stale.record_to(path)
    assert path.read_bytes() == written
