"""Words are not compared: a match goes on and is verified however its questions, options and results are worded."""

from __future__ import annotations

from pathlib import Path

import pytest

import navalcore as nc
from navalcore._match.loading import Verification, verify
from navalcore._rules.decision import Decision
from navalcore._saves.entries import ChoiceEntry, choice_entry, fingerprint
from navalcore._saves.files import read_save
from navalcore.errors import DamagedTape, Diverged
from tests.engine.conftest import Act, Lagoon, played, written_in
from tests.engine.forging import Lines, forged

LINE = ("roll a die", "secretly out", "no", "do it again", "draw", "secretly in", "yes")
LONG = LINE[:3] + ("roll a die", "secretly in", "yes") * 10


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def reword(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on every prompt, every label of an act and the sentence of the outcome are others."""
    before = Decision.prompt
    monkeypatch.setattr(Decision, "prompt", property(lambda self: f"Tell us: {before.fget(self)}"))  # type: ignore[attr-defined]
    monkeypatch.setattr(Act, "__str__", lambda self: f"{self.verb[::-1]}, please")


def saved(lagoon: Lagoon, version: int, path: Path, line: tuple[str, ...] = LONG) -> Path:
    """A match in a file of a format, under the words of old."""
    match = played(lagoon.new_match(seed=5, options={"turns": 20}), *line)
    if version < 5:
        return written_in(version, match, path)
    match.save(path)
    return path


def choices_of(entries: Lines) -> Lines:
    return [entry for entry in entries if entry["kind"] == "choice"]


@pytest.mark.parametrize("version", [4, 5])
def test_a_match_of_any_format_that_is_loaded_goes_on_after_everything_was_put_in_other_words(
    lagoon: Lagoon, path: Path, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    digest = nc.load_match(saved(lagoon, version, path), lagoon).digest
    reword(monkeypatch)
    match = nc.load_match(path, lagoon)
    assert (match.digest, match.count) == (digest, len(LONG))
    match.record_to(path)
    match.choose("ward, please")
    match.stop_recording()
    assert nc.load_match(path, lagoon).count == len(LONG) + 1
    assert nc.read_save(path).header.navalcore == version


def test_format_5_proves_the_choices_whatever_the_words_and_earlier_formats_say_that_they_do_not(
    lagoon: Lagoon, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as later:
        keyed, worded = saved(lagoon, 5, path), saved(lagoon, 4, path.with_name("old.jsonl"))
        assert verify(worded, lagoon).proven, "as long as its words are those of today"
        reword(later)
        told = verify(keyed, lagoon)
        assert told.proven
        assert "words that are not those of today" in told.checks[3].detail
        told = verify(worded, lagoon)
        assert told.unproven == ("choices",)
        assert told.checks[3].detail == (
            f"{len(LONG)}, each by its role, rule and number; {len(LONG)} were asked in words that have changed since, "
            "and in format 4 only the words show what was offered"
        )
    assert verify(worded, lagoon).proven


def test_a_match_that_was_loaded_has_the_words_of_today_and_not_those_that_somebody_wrote_into_the_file(
    lagoon: Lagoon, path: Path
) -> None:
    def lie(entries: Lines) -> None:
        choices_of(entries)[0].update(text="surrender", prompt="What would a coward do?")
        next(each for each in entries if each["kind"] == "chance").update(why="the loser's number")

    told = verify(forged(saved(lagoon, 5, path, LINE), lie), lagoon)
    assert "; 2 lines have words that are not those of today, and prove nothing" in told.checks[3].detail
    assert told.match is not None
    first = next(entry for entry in told.match.tape() if isinstance(entry, ChoiceEntry))
    assert (first.text, first.prompt) == ("roll a die", "What now?")
    assert "surrender" not in told.match.dumps()
    assert "coward" not in told.match.dumps()


def test_an_older_file_whose_question_has_the_words_of_today_has_those_of_its_answer_too(
    lagoon: Lagoon, path: Path
) -> None:
    def lie(entries: Lines) -> None:
        choices_of(entries)[0].update(text="surrender")

    with pytest.raises(Diverged, match="differs in the words"):
        verify(forged(saved(lagoon, 4, path, LINE), lie), lagoon)


def pick_out_of_range(entries: Lines) -> None:
    choices_of(entries)[4]["pick"] = 40


def pick_from_the_end(entries: Lines) -> None:
    choices_of(entries)[4]["pick"] = -1


def another_role(entries: Lines) -> None:
    choices_of(entries)[4]["role"] = "red"


def another_rule(entries: Lines) -> None:
    choices_of(entries)[4]["rule"] = "9"


def another_state(entries: Lines) -> None:
    next(entry for entry in entries if entry["kind"] == "state").update(state="0" * 32)


def another_die(entries: Lines) -> None:
    die = [entry for entry in entries if entry["kind"] == "chance"][1]
    die["value"] = die["value"] % 6 + 1
    die.pop("text", None)


def die_for_another_rule(entries: Lines) -> None:
    [entry for entry in entries if entry["kind"] == "chance"][1]["rule"] = "9"


def rolled_by_hand(entries: Lines) -> None:
    [entry for entry in entries if entry["kind"] == "chance"][1]["manual"] = True


def another_winner(entries: Lines) -> None:
    entries[-1].update(winner="blue")


def choice_left_out(entries: Lines) -> None:
    entries.remove(choices_of(entries)[4])


ATTACKS = (
    pick_out_of_range,
    pick_from_the_end,
    another_role,
    another_rule,
    another_state,
    another_die,
    die_for_another_rule,
    rolled_by_hand,
    another_winner,
    choice_left_out,
)


@pytest.mark.parametrize("version", [4, 5])
def test_under_other_words_all_that_identifies_is_still_compared(
    lagoon: Lagoon, path: Path, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    ending = LINE[:3] + ("roll a die", "secretly in", "yes") * 19
    whole = saved(lagoon, version, path, ending).read_text()
    assert '"kind":"outcome"' in whole
    assert '"kind":"state"' in whole
    reword(monkeypatch)
    assert Verification.of(path, lagoon).error is None
    for attack in ATTACKS:
        path.write_text(whole)
        assert isinstance(Verification.of(forged(path, attack), lagoon).error, Diverged | DamagedTape), attack.__name__


@pytest.mark.parametrize("field", ["asked", "key", "pick"])
def test_a_keyed_choice_is_the_option_of_its_number_and_key_in_a_question_of_its_fingerprint(
    lagoon: Lagoon, path: Path, field: str
) -> None:
    def change(entries: Lines) -> None:
        choices_of(entries)[0][field] = {"asked": "00000000", "key": "act/draw", "pick": 3}[field]

    with pytest.raises(Diverged, match="line 3, rule 2"):
        verify(forged(saved(lagoon, 5, path, LINE), change), lagoon)


@pytest.mark.parametrize(("version", "key"), [(4, "act/roll a die"), (5, None)])
def test_a_key_belongs_to_every_choice_of_format_5_and_to_none_before(
    lagoon: Lagoon, path: Path, version: int, key: str | None
) -> None:
    def change(entries: Lines) -> None:
        choices_of(entries)[0].update(key=key)

    with pytest.raises(DamagedTape, match="line 3: field 'key' belongs to every choice from format 5 on"):
        read_save(forged(saved(lagoon, version, path, LINE), change))


def test_a_fingerprint_is_of_role_kind_rule_and_keys_in_their_order_and_of_nothing_else() -> None:
    options = (Act("draw"), Act("look"))
    decision = Decision("red", "What now?", options, "2", kind="act")
    assert fingerprint(decision) == fingerprint(Decision("red", "And now?", options, "2", kind="act"))
    others = (
        Decision("blue", "What now?", options, "2", kind="act"),
        Decision("red", "What now?", options, "3", kind="act"),
        Decision("red", "What now?", options, "2", kind="think"),
        Decision("red", "What now?", options[::-1], "2", kind="act"),
        Decision("red", "What now?", (*options, Act("look")), "2", kind="act"),
    )
    assert len({fingerprint(each) for each in (decision, *others)}) == 6


def test_options_of_one_key_are_told_apart_by_their_number() -> None:
    decision = Decision("red", "Which?", ("same", "same", "other"), "2")
    entries = [choice_entry(decision, pick) for pick in (0, 1)]
    assert entries[0].key == entries[1].key
    assert not entries[0].confirms(entries[1])


def test_a_save_carried_over_from_earlier_rules_is_followed_by_key_then_by_text_then_by_number(
    lagoon: Lagoon, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Later(Lagoon):
        version = "3.0"
        migrations = {"2.0": lambda entries: entries}  # noqa: RUF012

    class Renumbered(Later):
        migrations = {  # noqa: RUF012
            "2.0": lambda entries: [e | ({"pick": 5} if e["kind"] == "choice" else {}) for e in entries]
        }

    digest = nc.load_match(saved(lagoon, 5, path, LINE), lagoon).digest
    old = saved(lagoon, 4, path.with_name("old.jsonl"), LINE)
    assert nc.load_match(path, Renumbered()).digest == digest, "by its key"
    assert nc.load_match(old, Renumbered()).digest == digest, "by its text"
    reword(monkeypatch)
    assert nc.load_match(path, Renumbered()).digest == digest, "by its key"
    assert nc.load_match(old, Later()).digest == digest, "by its number"
    forged(old, lambda entries: choices_of(entries)[0].update(rule="9"))
    with pytest.raises(Diverged, match=r"choice 1 of the save is 'roll a die' .*, which is not offered"):
        nc.load_match(old, Later())
