"""Simultaneous choices: asked by role, answered in any order, taken back by whoever made them, told to nobody else."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations
from typing import Any

import pytest

import navalcore as nc
from navalcore import rules
from navalcore._match.match import Game, Match, driver_of
from navalcore._play.chance import PhysicalChance
from navalcore._rules.decision import SPECTATOR, Flow, choose, together
from navalcore._rules.play import Play
from navalcore._rules.running import run
from navalcore._rules.terms import Options, Outcome, Scenario, Step, Terms, View
from navalcore._saves.files import read_save
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.errors import BadData, DamagedTape, NotYourTurn, RuleError, StaleDecision, UndoBarrier
from tests.engine.conftest import note, verified

ROLES = ("red", "green", "blue")
WAYS = ("north", "south")


@dataclass(slots=True)
class State:
    phase: str
    paths: dict[str, list[str]] = field(default_factory=lambda: {role: [] for role in ROLES})
    lengths: dict[str, int] = field(default_factory=dict)
    wind: int = 0
    turn: int = 0


class Seen(View):
    role: str | None
    path: tuple[str, ...]
    turn: int


@dataclass(frozen=True, slots=True)
class Plotted(Event):
    way: str


Sea = Play[State, Options]


def weigh(play: Sea) -> Flow[None]:
    yield from choose("red", "Weigh anchor?", ("yes",), "1")


def plot(play: Sea, role: str) -> Flow[int]:
    """A way after the other until it is enough: nobody else knows how many."""
    path = play.state.paths[role]
    while True:
        way = yield from choose(role, f"leg {len(path) + 1}", ("enough", *WAYS), "2")
        if way == "enough":
            return len(path)
        path.append(way)
        play.tell(Plotted, way, rule="2", to=(role,))


def plots(play: Sea) -> Flow[None]:
    play.state.lengths = yield from together({role: plot(play, role) for role in ROLES})


def sail(play: Sea) -> None:
    play.state.wind = play.dice.d6("the wind", "3")
    play.state.turn += 1
    play.reveal()


class Regatta(Game[State, Options, Seen]):
    id = "regatta"
    title = "Regatta"
    version = "1.0"
    roles = ROLES
    state_class = State
    options_class = Options
    course: Sequence[Step] = (Step("weigh", weigh, once=True), Step("plots", plots), Step("sail", sail))

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        return {"bay": Scenario(id="bay", title="Bay")}

    def initial_state(self, terms: Terms[Options]) -> State:
        return State(self.sequence_of_play(terms)[0].name)

    def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
        return self.course

    def outcome(self, state: State, terms: Terms[Options]) -> Outcome | None:
        return Outcome(None, "two legs are sailed", "4") if state.turn == 2 else None

    def view(self, state: State, role: str, terms: Terms[Options]) -> Seen:
        path = tuple(state.paths[role]) if role in ROLES else ()
        return Seen(role=role, path=path, turn=state.turn)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Options]) -> None:
        for other in ROLES:
            if other != role:
                state.paths[other][:] = [WAYS[chance.below(2)] for _ in state.paths[other]]


def begun(**arguments: Any) -> Match[Any, Any, Any]:
    match = Regatta().new_match(seed=1, **arguments)
    match.choose("yes")
    return match


def answer(match: Match[Any, Any, Any], *answers: str) -> Match[Any, Any, Any]:
    """Answers such as ``"blue north"``, in any order."""
    for text in answers:
        role, _, option = text.partition(" ")
        match.choose(option, role=role)
    return match


PLAN = {"red": ["north", "enough"], "green": ["enough"], "blue": ["south", "north", "enough"]}


def orders() -> list[list[str]]:
    """All orders in which the plan can be submitted."""
    slots = [role for role, plan in PLAN.items() for _ in plan]
    found = []
    for order in sorted(set(permutations(slots))):
        left = {role: iter(plan) for role, plan in PLAN.items()}
        found.append([f"{role} {next(left[role])}" for role in order])
    return found


def test_every_role_is_asked_at_once_and_the_first_of_the_group_is_the_decision() -> None:
    match = begun()
    assert list(match.decisions) == list(ROLES)
    assert match.decision is match.decisions["red"]
    answer(match, "red enough")
    assert list(match.decisions) == ["green", "blue"]
    assert match.decision is match.decisions["green"]


def test_a_program_that_knows_one_decision_at_a_time_asks_role_after_role() -> None:
    match, asked = begun(), []
    while match.decision is not None:
        asked.append(match.decision.role)
        match.choose("enough" if len(asked) % 2 == 0 else "north")
    assert asked == ["red", "red", "green", "green", "blue", "blue"] * 2


def test_outside_a_group_there_is_one_decision_and_none_at_the_end() -> None:
    match = Regatta().new_match(seed=1)
    assert list(match.decisions) == ["red"]
    match.choose("yes")
    while not match.over:
        match.choose("enough")
    assert match.decisions == {}


def test_every_order_of_submissions_leads_to_the_same_state_and_verifies(tmp_path) -> None:
    found = set()
    for number, order in enumerate(orders()):
        match = answer(begun(), *order)
        assert match.state.lengths == {"red": 1, "green": 0, "blue": 2}
        assert match.state.wind
        found.add(match.digest)
        path = tmp_path / f"{number}.jsonl"
        match.save(path)
        again = verified(path, Regatta())
        assert (again.digest, again.choices()) == (match.digest, match.choices())
    assert len(found) == 1


def test_a_journal_cut_off_within_a_group_is_continued(tmp_path) -> None:
    for cut in range(1, 5):
        path = tmp_path / f"{cut}.jsonl"
        order = orders()[-20]
        match = begun()
        match.record_to(path)
        answer(match, *order[:cut])
        again = nc.load_match(path, Regatta())
        assert {role: each.number for role, each in again.decisions.items()} == {
            role: each.number for role, each in match.decisions.items()
        }
        match.stop_recording()
        again.record_to(path)
        answer(again, *order[cut:])
        assert verified(path, Regatta()).digest == answer(match.fork(), *order[cut:]).digest


def test_a_fork_within_a_group_stands_where_the_match_stands_and_goes_its_own_way() -> None:
    for order in orders()[::7]:
        match = begun()
        for place, text in enumerate(order):
            twin = match.fork()
            assert {r: d.prompt for r, d in twin.decisions.items()} == {r: d.prompt for r, d in match.decisions.items()}
            assert answer(twin, *order[place:]).digest == answer(begun(), *order).digest
            answer(match, text)


def test_numbers_count_what_the_role_itself_has_chosen() -> None:
    match = begun()
    assert {role: each.number for role, each in match.decisions.items()} == {"red": 1, "green": 0, "blue": 0}
    answer(match, "blue north", "blue north", "red south")
    assert {role: each.number for role, each in match.decisions.items()} == {"red": 2, "green": 0, "blue": 2}
    assert match.decisions["green"].bare().number == 0


def test_a_doubled_click_is_refused_for_every_role() -> None:
    match = begun()
    match.choose("north", role="blue", decision=0)
    before = match.digest, match.count
    for role, number in (("blue", 0), ("blue", 2), ("red", 0)):
        with pytest.raises(StaleDecision):
            match.choose("north", role=role, decision=number)
    with pytest.raises(BadData, match="name the role"):
        match.choose("north", decision=1)
    assert (match.digest, match.count) == before


def test_a_role_that_has_finished_waits() -> None:
    match = answer(begun(), "red enough")
    with pytest.raises(NotYourTurn, match=r"it is not the turn of Red but of Green and of Blue$"):
        match.choose("north", role="red")
    seen, onlooker = match.decision_for("red"), match.decision_for(SPECTATOR)
    assert seen is not None
    assert onlooker is not None
    assert (seen.prompt, seen.texts, seen.rule, seen.number) == ("waiting for Green and Blue", [], "", 2)
    assert onlooker.number == 0


def test_nothing_that_another_role_is_shown_depends_on_how_much_was_chosen() -> None:
    shown = set()
    for legs in range(4):
        heard: list[object] = []
        match = begun()
        match.events.subscribe(heard.append, role="green")
        answer(match, *["red north"] * legs, *["blue south"] * (3 - legs))
        decision = match.decision_for("green")
        assert decision is not None
        told = tuple(repr(event) for event in heard)
        shown.add((decision.number, decision.prompt, tuple(decision.texts), str(match.view("green")), told))
    assert len(shown) == 1


def test_what_is_chosen_in_a_group_is_secret_though_the_rules_do_not_say_so() -> None:
    heard: dict[str, list[str]] = {role: [] for role in ROLES}
    match = begun()
    for role in ROLES:
        match.events.subscribe(partial(note, heard[role]), role=role)
    answer(match, "blue south")
    assert heard == {"red": [], "green": [], "blue": ["ChoiceMade", "Plotted"]}


@pytest.mark.parametrize("recorded", [False, True])
def test_a_role_takes_back_its_own_last_choice_whatever_others_have_chosen_since(recorded: bool, tmp_path) -> None:
    path = tmp_path / "journal.jsonl"
    match = begun()
    if recorded:
        match.record_to(path)
    answer(match, "red north", "blue south", "blue north", "green north")
    match.undo("red")
    assert match.state.paths == {"red": [], "green": ["north"], "blue": ["south", "north"]}
    match.undo("blue")
    assert match.state.paths == {"red": [], "green": ["north"], "blue": ["south"]}
    assert match.decisions["blue"].number == 1
    assert match.count == 3
    other = answer(begun(), "blue south", "green north")
    assert (match.digest, match.tape()) == (other.digest, other.tape())
    match.save(tmp_path / "saved.jsonl")
    for file in (tmp_path / "saved.jsonl", path) if recorded else (tmp_path / "saved.jsonl",):
        assert verified(file, Regatta()).tape() == other.tape()


def test_a_role_takes_back_its_ending_while_the_group_is_open() -> None:
    match = answer(begun(), "red enough", "blue north")
    match.undo("red")
    assert list(match.decisions) == list(ROLES)


def test_random_submissions_and_undos_leave_a_journal_that_verifies(tmp_path) -> None:
    for seed in range(30):
        rng = random.Random(seed)
        path = tmp_path / f"{seed}.jsonl"
        match = begun()
        if seed % 3 == 0:
            match.save(path)
            match = nc.load_match(path, Regatta())
        if seed % 2:
            match.record_to(path)
        while not match.over and match.count < 40:
            role = rng.choice(list(match.decisions))
            match.choose(rng.randrange(3), role=role)
            if rng.random() < 0.4:
                with contextlib.suppress(UndoBarrier):
                    match.undo(rng.choice(ROLES))
        if not seed % 2:
            match.record_to(path.with_suffix(".later"))
            path = path.with_suffix(".later")
        again = verified(path, Regatta())
        assert (again.digest, again.choices(), again.tape()) == (match.digest, match.choices(), match.tape())


def test_who_has_not_chosen_in_the_group_has_nothing_to_take_back() -> None:
    match = answer(begun(), "blue south")
    for role in ("red", "green"):  # red has weighed anchor, but the group has begun since
        with pytest.raises(UndoBarrier, match="has not chosen since the simultaneous choices began"):
            match.undo(role)
    assert match.state.paths["blue"] == ["south"]


def test_a_closed_group_is_behind_a_barrier() -> None:
    match = answer(begun(), *orders()[0])
    with pytest.raises(UndoBarrier):
        match.undo()


def test_the_end_of_a_group_is_a_barrier_though_no_die_was_rolled() -> None:
    class Calm(Regatta):
        course = (Step("weigh", weigh, once=True), Step("plots", plots), Step("again", weigh))

    match = Calm().new_match(seed=1)
    with pytest.raises(UndoBarrier, match="there is nothing to take back"):
        match.undo()
    match.choose("yes")
    with pytest.raises(UndoBarrier, match="has not chosen since"):
        match.undo()
    answer(match, "red enough", "blue enough", "green enough")
    with pytest.raises(UndoBarrier, match="the end of simultaneous choices has brought new information"):
        match.undo()


def test_free_undo_goes_back_into_a_closed_group_and_out_of_it() -> None:
    match = begun(undo="free")
    answer(match, "blue enough", "green enough", "red enough")
    match.undo()
    assert list(match.decisions) == ["red"]
    match.undo("blue")
    assert list(match.decisions) == ["red", "blue"]
    match.undo()
    match.undo()
    assert match.count == 0


def test_a_reseed_within_a_group_changes_the_chance_after_it(tmp_path) -> None:
    winds = set()
    for seed in range(12):
        match = answer(begun(), "red north", "blue south")
        match.reseed(seed)
        answer(match, "blue enough")
        match.undo("red")
        answer(match, "green enough", "red enough")
        winds.add(match.state.wind)
        match.save(tmp_path / "m.jsonl")
        assert verified(tmp_path / "m.jsonl", Regatta()).digest == match.digest
    assert len(winds) > 1


def test_a_fork_that_imagines_is_made_within_a_group() -> None:
    match = answer(begun(), "red north", "blue south", "blue south")
    twin = match.fork(seed=3, as_seen_by="red")
    assert twin.view("red") == match.view("red")
    assert list(twin.decisions) == list(ROLES)
    answer(twin, "red enough", "blue enough", "green enough")
    assert twin.state.lengths == {"red": 1, "green": 0, "blue": 2}
    with pytest.raises(UndoBarrier):
        match.fork(seed=3, as_seen_by="red").undo("red")


def test_dice_rolled_by_hand_come_after_a_group_answered_in_any_order(tmp_path) -> None:
    for order in orders()[::11]:
        match = Regatta().new_match(seed=1, chance="physical")
        heard: list[str] = []
        match.events.subscribe(partial(note, heard), role=nc.UMPIRE)
        match.choose("yes")
        answer(match, *order)
        assert list(match.decisions) == [nc.CHANCE]
        match.choose("4")
        assert match.state.wind == 4
        assert heard.count("Plotted") == 3
        match.save(tmp_path / "m.jsonl")
        assert verified(tmp_path / "m.jsonl", Regatta()).digest == match.digest
        assert isinstance(driver_of(nc.load_match(tmp_path / "m.jsonl", Regatta())).source, PhysicalChance)


def test_a_failure_within_a_group_leaves_the_match_as_it_was() -> None:
    class Rocky(Regatta):
        def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
            def rocks(play: Sea, role: str) -> Flow[None]:
                way = yield from choose(role, "way", WAYS, "2")
                if way == "south":
                    raise LookupError("rocks")

            def all_ways(play: Sea) -> Flow[None]:
                yield from together({role: rocks(play, role) for role in ROLES})

            return (Step("ways", all_ways), Step("sail", sail))

    for listen in (False, True):
        match = Rocky().new_match(seed=1, on_event=(lambda event: None) if listen else None)
        match.choose("north", role="green")
        with pytest.raises(RuleError, match="failed in step ways"):
            match.choose("south", role="blue")
        assert list(match.decisions) == ["red", "blue"]
        answer(match, "blue north", "red north")
        assert match.state.turn == 1


# ---- what a group refuses ----------------------------------------------------------------------------------------


def draws(play: Sea, role: str) -> Flow[None]:
    yield from choose(role, "way", WAYS, "2")
    play.dice.d6("the swell", "2.1")


def picks(play: Sea, role: str) -> Flow[None]:
    yield from choose(role, "way", WAYS, "2")
    play.chance.pick(WAYS, "a way", "2.1")


def reveals(play: Sea, role: str) -> Flow[None]:
    yield from choose(role, "way", WAYS, "2")
    play.reveal()


def nests(play: Sea, role: str) -> Flow[None]:
    yield from together({role: plot(play, role)})


def asks_another(play: Sea, role: str) -> Flow[None]:
    yield from choose(role, "way", WAYS, "2")
    yield from choose("green" if role == "red" else "red", "your way", WAYS, "2")


def asks_nothing(play: Sea, role: str) -> Flow[None]:
    yield from choose(role, "way", WAYS, "2")
    yield from choose(role, "way", (), "2")


def shouts(play: Sea, role: str) -> Flow[None]:
    yield from choose(role, "way", WAYS, "2")
    play.tell(Plotted, "north", rule="2")


@pytest.mark.parametrize(
    ("procedure", "complaint"),
    [
        (draws, r"step plots draws chance in simultaneous choices, for the swell \(rule 2.1\)"),
        (picks, r"step plots draws chance in simultaneous choices, for a way \(rule 2.1\)"),
        (reveals, "step plots: the procedure of red reveals something"),
        (nests, "the procedure of red begins simultaneous choices within simultaneous choices"),
        (asks_another, "the procedure of red in simultaneous choices asks green: your way"),
        (asks_nothing, "rule 2 asks red 'way' without any option"),
        (shouts, "step plots: the procedure of red shows others"),
    ],
)
def test_what_would_make_one_role_wait_for_another_or_learn_of_it_is_refused(procedure: Any, complaint: str) -> None:
    class Faulty(Regatta):
        def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
            def step(play: Sea) -> Flow[None]:
                yield from together({role: procedure(play, role) for role in ROLES})

            return (Step("plots", step),)

    with pytest.raises(RuleError, match=complaint):
        Faulty().new_match(seed=1, on_event=lambda event: None).choose("north", role="red")


def test_a_group_in_which_nobody_is_asked_ends_at_once() -> None:
    def silent(play: Sea, role: str) -> Flow[str]:
        return role
        yield

    class Silent(Regatta):
        def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
            def step(play: Sea) -> Flow[None]:
                assert (yield from together({})) == {}
                for _ in range(2000):
                    assert (yield from together({role: silent(play, role) for role in ROLES})) == dict(
                        zip(ROLES, ROLES, strict=True)
                    )

            return (Step("silence", step), Step("weigh", weigh), Step("sail", sail))

    match = Silent().new_match(seed=1)
    match.choose("yes")
    assert match.decision is not None
    assert match.decision.prompt == "Weigh anchor?"


# ---- procedures on their own -------------------------------------------------------------------------------------


def test_run_carries_out_a_group_role_after_role() -> None:
    state = State("plots")
    play: Sea = Play(state, Options(), rules.ScriptedChance())
    asked = []

    def policy(decision: nc.Decision) -> int:
        asked.append(decision.role)
        return asked.count(decision.role) % 2

    run(plots(play), policy)
    assert state.lengths == {"red": 1, "green": 1, "blue": 1}
    assert asked == ["red", "red", "green", "green", "blue", "blue"]


def test_run_refuses_a_group_within_a_group() -> None:
    play: Sea = Play(State("plots"), Options(), rules.ScriptedChance())

    def outer() -> Flow[None]:
        yield from together({"red": nests(play, "red")})

    with pytest.raises(RuleError, match="simultaneous choices within simultaneous choices"):
        run(outer())


# ---- the tape ----------------------------------------------------------------------------------------------------


def test_the_file_says_who_took_what_back(tmp_path) -> None:
    path = tmp_path / "m.jsonl"
    match = begun()
    match.record_to(path)
    answer(match, "red north", "blue south")
    match.undo("red")
    assert '{"kind":"undo","to":2,"role":"red",' in path.read_text().splitlines()[-1]
    assert [getattr(entry, "role", None) for entry in read_save(path).entries] == ["red", "blue"]


def test_an_undo_of_a_role_that_has_not_chosen_is_damage(tmp_path) -> None:
    from navalcore._saves.entries import UndoEntry
    from navalcore._saves.tape import chained, written

    path = tmp_path / "m.jsonl"
    match = begun()
    match.save(path)
    saved = read_save(path)
    for undo in (UndoEntry(to=0, role="green"), UndoEntry(to=1, role="red"), UndoEntry(to=2)):
        line = written(undo.line(), chained(saved.head, undo.line()))
        (tmp_path / "bad.jsonl").write_text(path.read_text() + line)
        with pytest.raises(DamagedTape, match="taken back"):
            read_save(tmp_path / "bad.jsonl")
