"""Whatever happens to a match - forks, undo, saves, journals, failures - it stands where a straight run would stand."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st

import navalcore as nc
from navalcore._match.loading import load_match
from navalcore._match.match import driver_of
from navalcore._play import checkpoints, line
from navalcore._play.chance import ScriptedChance
from navalcore._rules.decision import CHANCE
from navalcore._saves import recorder
from navalcore._saves.entries import ChanceEntry
from navalcore._saves.files import read_save
from navalcore.components._roles import UMPIRE
from navalcore.errors import RuleError
from tests.conftest import TIMES_AS_LONG
from tests.engine.conftest import Lagoon

GAMES = {"lagoon": Lagoon(), "uboat_cards": nc.load("uboat_cards")}
LONGER = max(1, TIMES_AS_LONG)
OPTIONS: dict[str, dict[str, Any]] = {"lagoon": {"turns": 12}, "uboat_cards": {}}

OTHERS = ("fork", "imagine", "dream", "save", "record", "stop", "listen", "reseed")
happenings = st.lists(
    st.one_of(
        st.tuples(st.just("choose"), st.integers(0, 20)),
        st.tuples(st.just("choose"), st.integers(0, 20)),
        st.tuples(st.just("choose"), st.integers(0, 20)),
        st.tuples(st.just("undo"), st.integers(1, 3)),
        st.tuples(
            st.sampled_from(["fork", "imagine", "dream", "save", "record", "stop", "listen", "reseed"]),
            st.integers(0, 3),
        ),
    ),
    max_size=40,
)


def standing(match: Any) -> tuple[Any, ...]:
    question = None if match.decision is None else (match.decision.prompt, match.decision.texts, match.decision.number)
    tape = match.tape() if driver_of(match).line.imagined is None else None
    return match.digest, match.count, match.choices(), question, match.outcome, tape


class Life:
    """A match, and what has happened on its line of play so far."""

    def __init__(self, game: str, chance: Any, folder: Path) -> None:
        self.game = GAMES[game]
        self.start = lambda: self.game.new_match(seed=3, chance=chance, undo="free", options=OPTIONS[game])
        self.match: Any = self.start()
        self.line: list[tuple[str, Any]] = []
        self.folder = folder
        self.files = 0
        self.journal: Path | None = None
        self.left: list[tuple[Any, Any]] = []

    def choose(self, number: int) -> None:
        decision = self.match.decision
        if decision is None:
            return
        index = number % len(decision.options)
        try:
            self.match.choose(index)
            self.line.append((decision.role, index))
        except RuleError:
            assert decision.role == CHANCE or decision.texts[index] == "fail"

    def undo(self, times: int) -> None:
        for _ in range(times):
            if self.match.count in (0, driver_of(self.match).line.imagined):
                return
            self.match.undo()
            while self.line.pop()[0] in (CHANCE, "reseed", "dream"):
                pass

    def fork(self, number: int) -> None:
        self.left.append((self.match, standing(self.match)))
        self.match = self.match.fork()
        self.journal = None

    def imagine(self, number: int) -> None:
        if self.match.setup.chance == "physical":
            return
        twin = self.match.fork(seed=number, as_seen_by=self.game.roles[0])
        if twin.decision is not None and twin.decision.role == self.game.roles[0]:
            twin.choose(0)

    def dream(self, number: int) -> None:
        """From here on it is the imagined fork that is looked at."""
        if self.match.setup.chance == "physical" or self.match.decision is None:
            return
        role = self.match.decision.role
        self.match = self.match.fork(seed=number, as_seen_by=role)
        self.line.append(("dream", (number, role)))
        self.journal = None

    def save(self, number: int) -> None:
        if driver_of(self.match).line.imagined is not None:
            return
        path = self.new_file()
        self.match.save(path)
        self.match = load_match(path, self.game)
        self.journal = None

    def record(self, number: int) -> None:
        if driver_of(self.match).line.imagined is not None:
            return
        self.journal = self.new_file()
        self.match.record_to(self.journal)

    def stop(self, number: int) -> None:
        """The program stops, and what was recorded is taken up again."""
        if self.journal is not None:
            assert list(read_save(self.journal).entries) == self.match.tape()
            self.match.stop_recording()
            self.match = load_match(self.journal, self.game)
            self.match.record_to(self.journal)

    def listen(self, number: int) -> None:
        self.match.events.subscribe(lambda event: None, role=UMPIRE)

    def reseed(self, number: int) -> None:
        if self.match.setup.chance != "physical" and self.match.decision is not None:
            self.match.reseed(number)
            self.line.append(("reseed", number))

    def new_file(self) -> Path:
        self.files += 1
        return self.folder / f"{self.files}.jsonl"

    def straight(self) -> Any:
        match = self.start()
        for kind, value in self.line:
            if kind == "dream":
                match = match.fork(seed=value[0], as_seen_by=value[1])
            elif kind == "reseed":
                match.reseed(value)
            else:
                match.choose(value)
        return match


@pytest.fixture(autouse=True)
def _few_checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "CHECKPOINT_EVERY", 3)
    monkeypatch.setattr(checkpoints, "CHECKPOINTS_KEPT", 4)
    monkeypatch.setattr(recorder, "STATE_EVERY", 2)
    monkeypatch.setattr(line, "fresh_salt", lambda: "5a" * 16)  # so that tapes can be compared


@pytest.mark.parametrize("chance", ["seeded", "physical"])
@pytest.mark.parametrize("game", GAMES)
@settings(
    max_examples=60 * max(1, TIMES_AS_LONG), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(happenings)
@example([*[("choose", 0)] * 10, ("save", 0), ("undo", 2), ("choose", 0)])
@example([*[("choose", 0)] * 8, ("dream", 0), ("choose", 0), ("fork", 0), ("undo", 1)])
@example([("record", 0), ("stop", 0), ("choose", 0)])
def test_a_match_stands_where_a_straight_run_along_its_line_stands(
    game: str, chance: str, happened: list[tuple[str, int]]
) -> None:
    with TemporaryDirectory() as folder:
        life = Life(game, chance, Path(folder))
        for what, number in happened:
            getattr(life, what)(number)
            assert standing(life.match) == standing(life.straight())
        for match, stood in life.left:
            assert standing(match) == stood


@pytest.mark.parametrize("game", GAMES)
@settings(
    max_examples=40 * max(1, TIMES_AS_LONG), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.integers(0, 20), max_size=40), st.sets(st.integers(0, 40), max_size=4))
def test_a_match_with_a_person_rolling_tells_what_the_same_match_with_these_rolls_tells(
    game: str, numbers: list[int], forked: set[int]
) -> None:
    told: list[str] = []
    match = GAMES[game].new_match(chance="physical", options=OPTIONS[game], on_event=lambda e: told.append(repr(e)))
    for place, number in enumerate(numbers):
        if place in forked:
            match.fork()
        if (decision := match.decision) is None:
            break
        texts = [text for text in decision.texts if text != "fail"]
        match.choose(texts[number % len(texts)])
    # Rolled to the end of a step, so that no roll is left to be made.
    while match.decision is not None and match.decision.role == CHANCE:
        match.choose(0)
    rolls = [entry.value for entry in match.tape() if isinstance(entry, ChanceEntry)]
    expected: list[str] = []
    script = ScriptedChance(*rolls)
    twin = GAMES[game].new_match(chance=script, options=OPTIONS[game], on_event=lambda e: expected.append(repr(e)))
    for choice in match.choices():
        twin.choose(choice)
    assert told == expected
