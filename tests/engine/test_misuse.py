"""Misuse gets an answer, and the match goes on: copies, pickles, two callers at once, files that take no more."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import textwrap
from asyncio import CancelledError
from pathlib import Path
from threading import Event as Signal, Thread
from typing import Any

import pytest

import navalcore as nc
from navalcore import rules
from navalcore._match.match import driver_of
from navalcore._play.chance import CountedChance, PhysicalChance
from navalcore._saves.recorder import recorder_of
from navalcore.components._chance import Chance, SeededChance
from navalcore.components._events import Event
from navalcore.errors import BadData, BadRoll, Busy, IncompatibleSave, NavalCoreError, NotWritten, RuleError
from tests.engine.conftest import Lagoon, played
from tests.engine.test_match import standing
from tests.kit.saboteurs import Pickets

# ---- copies ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda match: copy.deepcopy([match])[0]])
def test_a_copy_of_a_match_is_a_fork(lagoon: Lagoon, copied: Any) -> None:
    match = lagoon.new_match(seed=1)
    played(match, "roll a die", "secretly in", "yes")
    stood = standing(match)
    twin = copied(match)
    assert standing(twin) == stood
    played(twin, "do nothing")
    assert standing(match) == stood
    assert twin.count == match.count + 1
    played(match, "do nothing")
    assert standing(match) == standing(twin)


# ---- pickles -----------------------------------------------------------------------------------------------------


def pickled(match: nc.Match[Any, Any, Any]) -> nc.Match[Any, Any, Any]:
    twin: nc.Match[Any, Any, Any] = pickle.loads(pickle.dumps(match))
    return twin


def same_course(one: nc.Match[Any, Any, Any], other: nc.Match[Any, Any, Any]) -> None:
    """Both stand in one place, and go on the same way."""
    assert standing(one) == standing(other)
    assert one.tape() == other.tape()
    for _ in range(6):
        if one.decision is None:
            break
        one.choose(0)
        other.choose(0)
    assert standing(one) == standing(other)


def test_a_pickled_match_goes_on_like_the_match() -> None:
    match = Pickets().new_match(seed=7, options={"weather": True}, undo="free")
    for choice in (0, 1, 2, 0, 1):
        match.choose(choice)
    twin = pickled(match)
    assert (twin.setup.seed, twin.setup.options, twin.setup.undo) == ("7", match.setup.options, "free")
    twin.undo()
    twin.choose(1)
    same_course(match, twin)


def test_a_pickled_fork_that_went_its_own_way_keeps_its_luck() -> None:
    match = Pickets().new_match(seed=7, options={"weather": True})
    match.choose(0)
    fork = match.fork(seed=8)
    for choice in (0, 1, 2):
        fork.choose(choice)
    twin = pickled(fork)
    assert twin.digest == fork.digest
    same_course(fork, twin)


def test_a_match_pickled_while_people_roll_waits_for_the_same_roll() -> None:
    match = nc.load("uboat_cards").new_match(chance="physical")
    for card in ("Torpedo", "Dive"):
        match.choose(card)
    twin = pickled(match)
    assert twin.decision is not None
    assert match.decision is not None
    assert twin.decision.number == match.decision.number == -3
    twin.choose("Water")
    match.choose("Water")
    same_course(match, twin)


def test_a_match_without_its_seed_is_pickled_without_it(tmp_path: Path) -> None:
    match = Pickets().new_match(seed=7)
    match.choose(0)
    match.save(tmp_path / "open.jsonl", seed=False)
    twin = pickled(nc.load_match(tmp_path / "open.jsonl", Pickets()))
    assert twin.digest == match.digest
    with pytest.raises(NavalCoreError) as refused:
        twin.reveal_seed()
    assert refused.value.code == "seed_withheld"


def test_what_cannot_be_played_again_elsewhere_is_not_pickled(lagoon: Lagoon) -> None:
    class Local(Lagoon):
        id = "local"

    with pytest.raises(BadData, match="imagines"):
        pickle.dumps(lagoon.new_match(seed=1).fork(seed=2, as_seen_by="red"))
    with pytest.raises(BadData, match="SeededChance cannot be pickled; save it"):
        pickle.dumps(lagoon.new_match(chance=SeededChance.from_seed(1)))
    with pytest.raises(BadData, match="Local is defined in a function"):
        pickle.dumps(Local().new_match(seed=1))


def test_a_pickle_of_other_rules_is_refused(lagoon: Lagoon, monkeypatch: pytest.MonkeyPatch) -> None:
    data = pickle.dumps(lagoon.new_match(seed=1))
    monkeypatch.setattr(Lagoon, "version", "99")
    with pytest.raises(IncompatibleSave, match="rules version"):
        pickle.loads(data)
    monkeypatch.undo()
    monkeypatch.setattr(Lagoon, "initial_state", lambda *_: Lagoon.state_class("hide", score=5))
    with pytest.raises(NavalCoreError) as refused:
        pickle.loads(data)
    assert refused.value.code == "diverged"


@pytest.mark.parametrize("game", ["uboat_cards", "tonnage_war:autumn_1940", "silent_war:mine_laying"])
def test_a_match_is_pickled_into_another_process_and_comes_back(game: str, tmp_path: Path) -> None:
    match = nc.load(game).new_match(seed=1943)
    for _ in range(5):
        assert match.decision is not None
        match.choose(len(match.decision.options) // 2)
    (tmp_path / "there").write_bytes(pickle.dumps(match))
    program = """
        import pickle, sys
        from pathlib import Path
        match = pickle.loads(Path(sys.argv[1], "there").read_bytes())
        for _ in range(10):
            match.choose(0)
        Path(sys.argv[1], "back").write_bytes(pickle.dumps(match))
    """
    subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), str(tmp_path)],
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "7"},
    )
    back = pickle.loads((tmp_path / "back").read_bytes())
    for _ in range(10):
        match.choose(0)
    same_course(match, back)


# ---- two callers at once -----------------------------------------------------------------------------------------


class Meddling(Chance):
    """Chance that does something in the middle of a roll."""

    def __init__(self, meddle: list[Any]) -> None:
        self.meddle = meddle

    def below(self, n: int, why: str = "", rule: str = "") -> int:
        if self.meddle:
            self.meddle.pop()()
        return 0

    def fork(self) -> Chance:
        return self


MOVES = {
    "choose": lambda match: match.choose(0),
    "undo": lambda match: match.undo(),
    "fork": lambda match: match.fork(),
    "copy": copy.copy,
    "pickle": pickle.dumps,
    "reseed": lambda match: match.reseed(1),
    "save": lambda match: match.save("never.jsonl"),
    "record": lambda match: match.record_to("never.jsonl"),
    "tape": lambda match: match.tape(),
    "view": lambda match: match.view("red"),
    "digest": lambda match: match.digest,
    "why not": lambda match: match.why_not("fail"),
}


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("call", MOVES)
def test_what_the_rules_call_in_the_middle_of_a_choice_is_refused_and_the_match_is_unharmed(
    lagoon: Lagoon, call: str, watched: bool
) -> None:
    meddle: list[Any] = []
    match = lagoon.new_match(chance=Meddling(meddle), on_event=(lambda event: None) if watched else None)
    played(match, "do nothing", "secretly in", "yes")
    before = standing(match)
    meddle.append(lambda: MOVES[call](match))
    with pytest.raises(Busy):
        match.choose("roll a die")
    assert standing(match) == before
    assert match.choices() == [0, 0, 0]
    played(match, "roll a die")
    assert match.tape()


@pytest.mark.parametrize("watched", [False, True])
def test_a_second_thread_that_chooses_meanwhile_is_refused_and_the_first_goes_on(lagoon: Lagoon, watched: bool) -> None:
    rolling, go_on = Signal(), Signal()

    def wait() -> None:
        rolling.set()
        assert go_on.wait(20)

    meddle: list[Any] = []
    match = lagoon.new_match(chance=Meddling(meddle), on_event=(lambda event: None) if watched else None)
    quiet = lagoon.new_match(chance=Meddling([]))
    meddle.append(wait)
    first = Thread(target=match.choose, args=("roll a die",))
    first.start()
    assert rolling.wait(20)
    for call in MOVES.values():
        with pytest.raises(Busy) as refused:
            call(match)
        assert refused.value.code == "busy"
    go_on.set()
    first.join()
    played(quiet, "roll a die")
    assert standing(match) == standing(quiet)
    assert match.choices() == quiet.choices()


def test_threads_that_choose_at_will_leave_a_match_that_replays() -> None:
    match = nc.load("uboat_cards").new_match(seed=1)
    errors: list[Exception] = []
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)

    def choose() -> None:
        for _ in range(2000):
            try:
                match.choose(0)
            except NavalCoreError as error:
                if error.code not in ("busy", "game_over"):
                    errors.append(error)
            except Exception as error:
                errors.append(error)

    try:
        threads = [Thread(target=choose) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(before)
    assert not errors
    assert match.count > 500
    again = nc.load("uboat_cards").new_match(seed=1)
    for choice in match.choices():
        again.choose(choice)
    assert again.digest == match.digest


def test_while_events_are_delivered_others_may_look_and_only_handlers_may_choose(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1)
    found: list[object] = []

    def elsewhere() -> None:
        found.append(match.view("red").role)
        try:
            match.choose(0)
        except Busy as error:
            found.append(error.code)

    def handler(event: Event) -> None:
        if match.count == 1 and not found:
            thread = Thread(target=elsewhere)
            thread.start()
            thread.join()
            match.fork()
            match.choose("secretly in")

    match.events.subscribe(handler, role=nc.UMPIRE)
    match.choose("do nothing")
    assert found == ["red", "busy"]
    assert match.count == 2
    assert not match.events.failures
    match.choose("yes")


# ---- chance ------------------------------------------------------------------------------------------------------


def test_a_match_given_physical_chance_is_a_match_with_real_dice(lagoon: Lagoon, tmp_path: Path) -> None:
    dice = PhysicalChance([5])
    matches = [lagoon.new_match(chance=chance, seed=1) for chance in (dice, "physical")]
    matches[1].choose("5")
    for match in matches:
        assert match.setup.chance == "physical"
        match.choose("roll a die")
        assert match.decision is not None
        assert match.decision.role == nc.CHANCE
        match.choose("4")
    assert dice.answers == [5]
    assert standing(matches[0]) == standing(matches[1])
    assert matches[0].tape() == matches[1].tape()
    with pytest.raises(BadData, match="chance='physical'"):
        matches[0].fork(chance=PhysicalChance())


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize(
    "source",
    [lambda: CountedChance(PhysicalChance([1])), lambda: rules.ScriptedChance(1, then=PhysicalChance())],
    ids=["counted", "script"],
)
def test_a_source_that_waits_for_a_person_without_a_match_that_can_is_an_error_of_ours(
    lagoon: Lagoon, source: Any, watched: bool
) -> None:
    match = lagoon.new_match(chance=source(), on_event=(lambda event: None) if watched else None)
    before = standing(match)
    with pytest.raises(RuleError, match="takes a match with chance='physical'"):
        match.choose("roll a die")
    assert standing(match) == before
    played(match, "do nothing")
    with pytest.raises(RuleError, match="takes a match with chance='physical'"):
        lagoon.new_match(chance=CountedChance(PhysicalChance()))


def test_rules_that_end_the_program_are_an_error_of_the_rules(lagoon: Lagoon) -> None:
    meddle: list[Any] = []
    match = lagoon.new_match(chance=Meddling(meddle))
    before = standing(match)
    meddle.append(sys.exit)
    with pytest.raises(RuleError, match="SystemExit"):
        match.choose("roll a die")
    assert standing(match) == before


@pytest.mark.parametrize("raised", [MemoryError, RecursionError, GeneratorExit, CancelledError, BaseException])
def test_nothing_but_an_interruption_leaves_a_choice_without_a_code(lagoon: Lagoon, raised: Any) -> None:
    def fail() -> None:
        raise raised("torn")

    meddle: list[Any] = []
    match = lagoon.new_match(chance=Meddling(meddle))
    before = standing(match)
    meddle.append(fail)
    with pytest.raises(RuleError, match=f"{raised.__name__}: torn"):
        match.choose("roll a die")
    assert standing(match) == before
    meddle.append(fail)
    with pytest.raises(RuleError, match=raised.__name__):
        lagoon.new_match(chance=Meddling(meddle))


@pytest.mark.parametrize(
    ("results", "complaint"),
    [
        (((4, 4),), r"result 1 of the script is \(4, 4\); a pair is \(purpose, result\)"),
        ((1, ("torpedo", 4, 4)), r"result 2 of the script .* a pair is \(purpose, result\)"),
        (([4],), "a result is the face of a die"),
        ((("torpedo", None),), "a result is the face of a die"),
        ((4.0,), "a result is the face of a die"),
    ],
)
def test_a_script_says_what_a_result_is(results: Any, complaint: str) -> None:
    with pytest.raises(BadRoll, match=complaint):
        rules.ScriptedChance(*results)


def test_a_script_goes_on_with_a_source_and_nothing_else() -> None:
    with pytest.raises(BadRoll, match="needs a source of chance, not 7"):
        rules.ScriptedChance(4, then=7)  # type: ignore[arg-type]


# ---- files that take no more -------------------------------------------------------------------------------------


class Full:
    """A sink that takes what it is given until it is told to fail."""

    def __init__(self) -> None:
        self.text = ""
        self.fails = False

    def __call__(self, text: str) -> None:
        if self.fails:
            raise OSError(28, "No space left on device")
        self.text += text


@pytest.mark.parametrize("answer", ["do nothing", "roll a die", "roll two dice", "draw"])
@pytest.mark.parametrize("physical", [False, True])
def test_a_choice_that_cannot_be_written_is_not_made_and_may_be_tried_again(
    lagoon: Lagoon, tmp_path: Path, answer: str, physical: bool
) -> None:
    told: list[Event] = []
    match = lagoon.new_match(seed=1, chance=PhysicalChance([5, 1, 1, 1, 1]) if physical else "seeded")
    match.record_to(tmp_path / "journal.jsonl")
    recorder = recorder_of(driver_of(match))
    assert recorder is not None
    recorder.sink = sink = Full()
    match.events.subscribe(told.append, role=nc.UMPIRE)
    played(match, "do nothing", "secretly in", "yes")
    before, text, heard, tape = standing(match), sink.text, len(told), match.tape()
    sink.fails = True
    for call in (lambda: match.choose(answer), lambda: match.choose(answer), match.undo):
        with pytest.raises(NotWritten, match="No space left"):
            call()
        assert (standing(match), sink.text, len(told), match.tape()) == (before, text, heard, tape)
    sink.fails = False
    played(match, answer)
    header = (tmp_path / "journal.jsonl").read_text()
    (tmp_path / "whole.jsonl").write_text(header + sink.text)
    again = nc.load_match(tmp_path / "whole.jsonl", lagoon)
    assert standing(again) == standing(match)


def test_a_file_that_may_grow_no_further_keeps_whole_lines_and_the_match_goes_on(tmp_path: Path) -> None:
    program = """
        import resource, sys
        from pathlib import Path
        import navalcore as nc
        from navalcore.errors import NotWritten

        path = Path(sys.argv[1])
        match = nc.load("uboat_cards").new_match(seed=1943)
        match.record_to(path, durable=True)
        match.choose(0)
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 1000, hard))
        refused = 0
        for _ in range(60):
            before, size = match.digest, path.stat().st_size
            try:
                match.choose(0)
            except NotWritten as error:
                assert "File too large" in str(error), error
                assert (match.digest, path.stat().st_size) == (before, size)
                refused += 1
                if refused == 2:
                    assert nc.load_match(path).digest == before
                    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        assert refused == 2 and match.count == 59, (refused, match.count)
        again = nc.verify(path).match
        assert again.count == 59 and again.digest == match.digest
    """
    # -B: where files may not grow, half of a compiled module would be written, and every later import of it fail.
    subprocess.run([sys.executable, "-B", "-c", textwrap.dedent(program), str(tmp_path / "journal.jsonl")], check=True)


def test_a_match_for_whose_past_there_is_no_room_is_not_recorded_and_goes_on(tmp_path: Path) -> None:
    program = """
        import resource, sys
        from pathlib import Path
        import navalcore as nc
        from navalcore.errors import NotWritten

        path = Path(sys.argv[1])
        match = nc.load("uboat_cards").new_match(seed=1943)
        for _ in range(30):
            match.choose(0)
        before = match.digest
        _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        for room in (100, 1000):
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
            try:
                match.record_to(path)
            except NotWritten:
                pass
            else:
                raise SystemExit("there was room")
            assert match.digest == before
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        match.choose(0)
        match.record_to(path)
        match.choose(0)
        assert nc.verify(path).match.digest == match.digest
    """
    # -B: where files may not grow, half of a compiled module would be written, and every later import of it fail.
    subprocess.run([sys.executable, "-B", "-c", textwrap.dedent(program), str(tmp_path / "journal.jsonl")], check=True)
