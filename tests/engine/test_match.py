"""Matches: all or nothing, in the right order, once, and by the right role; forks and undo."""

from __future__ import annotations

from typing import Any

import pytest

import navalcore as nc
from navalcore._match.match import driver_of
from navalcore._play import checkpoints, sequence, submission
from navalcore._play.chance import ScriptedChance
from navalcore._rules.decision import SPECTATOR, choose
from navalcore._rules.events import ChoiceMade, MatchEnded
from navalcore._rules.play import Play
from navalcore._rules.running import run
from navalcore._rules.terms import Step, Terms
from navalcore.components._chance import Chance, SeededChance
from navalcore.components._events import Event
from navalcore.components._roles import UMPIRE
from navalcore.errors import (
    Ambiguous,
    BadData,
    GameOver,
    NotOffered,
    NotYourTurn,
    RuleError,
    StaleDecision,
    UndoBarrier,
    UnknownName,
)
from tests.engine.conftest import ACTS, QUIET, Lagoon, Role, Told, Whispered, act, answer, played


def standing(match: Any) -> tuple[Any, ...]:
    question = None if match.decision is None else (match.decision.prompt, match.decision.texts, match.decision.number)
    return match.digest, match.count, match.choices(), question, match.outcome


class Longer(Lagoon):
    """The same game, with steps of one's own put after the named one."""

    def __init__(self, **after: Any) -> None:
        self.after = after

    def sequence_of_play(self, terms: Terms[Any]) -> list[Step]:
        steps = []
        for step in super().sequence_of_play(terms):
            steps.append(step)
            if step.name in self.after:
                steps.append(Step(f"after_{step.name}", self.after[step.name]))
        return steps


# ---- choosing ----------------------------------------------------------------------------------------------------


def test_a_match_runs_to_its_end_and_refuses_more(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1, options={"turns": 2})
    assert not match.over
    played(match, *QUIET, *QUIET)
    assert match.over
    assert (match.outcome.winner, str(match.outcome)) == (Role.RED, "red has 2")
    assert match.decision is None
    before = standing(match)
    for attempt in (lambda: match.choose(0), lambda: match.why_not("yes")):
        with pytest.raises(GameOver, match="the match is over: red has 2"):
            attempt()
    assert standing(match) == before


def test_every_decision_has_the_number_of_choices_its_role_made_before_it(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1)
    made: dict[str, int] = dict.fromkeys(lagoon.roles, 0)
    for text in QUIET * 3:
        assert match.decision is not None
        role = match.decision.role
        assert match.decision.number == made[role]
        match.choose(text, decision=made[role], role=role)
        made[role] += 1


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize(
    ("error", "choice", "more"),
    [
        (NotOffered, "dive", {}),
        (NotOffered, 7, {}),
        (NotOffered, -1, {}),
        (NotOffered, None, {}),
        (Ambiguous, "do", {}),
        (StaleDecision, 0, {"decision": 0, "role": "red"}),
        (StaleDecision, 0, {"decision": 2, "role": "red"}),
        (BadData, 0, {"decision": 1}),
        (NotYourTurn, 0, {"role": "blue"}),
        (RuleError, "fail", {}),
    ],
)
def test_a_refused_or_failed_choice_changes_nothing(
    lagoon: Lagoon, watched: bool, error: type[Exception], choice: object, more: dict[str, Any]
) -> None:
    told: list[Event] = []
    match = lagoon.new_match(seed=1, on_event=told.append if watched else None)
    played(match, "roll a die", "secretly in", "yes")
    before, events, tape = standing(match), told[:], match.tape()
    for _ in range(2):
        with pytest.raises(error):
            match.choose(choice, **more)
        assert standing(match) == before
        assert match.tape() == tape
        assert told == events
    # It goes on as if nothing had happened: the failed choice has used up no chance.
    played(match, "roll a die")
    untroubled = played(lagoon.new_match(seed=1), "roll a die", "secretly in", "yes", "roll a die")
    assert standing(match) == standing(untroubled)
    assert match.tape() == untroubled.tape()


def test_a_failed_choice_leaves_nothing_in_the_journal(lagoon: Lagoon, tmp_path) -> None:
    path = tmp_path / "journal.jsonl"
    match = lagoon.new_match(seed=1)
    match.record_to(path)
    match.choose("do it again")
    before = path.read_bytes()
    with pytest.raises(
        RuleError,
        match=r"the rules failed in step act of lagoon: LookupError: the chart is missing \(conftest\.py:\d+\)",
    ):
        match.choose("fail")
    assert path.read_bytes() == before
    played(match, "roll a die")
    assert path.read_bytes().count(b"\n") == before.count(b"\n") + 2


def test_an_imagined_fork_in_which_the_rules_fail_is_left_as_it_was_too(lagoon: Lagoon) -> None:
    fork = lagoon.new_match(seed=1).fork(seed=2, as_seen_by="red")
    before = standing(fork)
    with pytest.raises(RuleError, match="the chart is missing"):
        fork.choose("fail")
    assert standing(fork) == before
    played(fork, "roll a die", "secretly in")


def test_why_not_gives_the_rules_reason_the_beginning_counts_and_what_is_legal_has_none(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1, options={"turns": 9})
    assert match.why_not("draw") is None
    assert match.why_not(ACTS["look"]) is None
    assert match.why_not("loo") is None, "what choose() would take is not refused"
    assert match.why_not("  LOOK ") is None
    for _ in range(4):
        played(match, "draw", "secretly in", "no")
    assert str(match.why_not("draw")) == "draw: the deck is empty (2.1)"
    assert str(match.why_not("dr")) == "draw: the deck is empty (2.1)"
    assert str(match.why_not("do")).startswith("do: 'do' could be any of: do nothing; do it again")
    assert str(match.why_not("dive")) == "dive: it does not answer the question that is asked: What now? (2)"


def test_a_question_without_options_is_an_error_of_the_rules_that_leaves_the_match_alone() -> None:
    def dead_end(play: Any) -> Any:
        yield from choose(Role.BLUE, "Which of none?", (), "5")

    match = Longer(act=dead_end).new_match(seed=1)
    before = standing(match)
    with pytest.raises(RuleError, match=r"rule 5 asks blue 'Which of none\?' without any option"):
        match.choose("do nothing")
    assert standing(match) == before
    with pytest.raises(RuleError, match="without any option"):
        Longer(hide=dead_end).new_match(seed=1)


def test_steps_that_run_in_a_circle_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence, "RUNAWAY", 50)
    steps = []

    def circle(play: Any) -> str:
        steps.append(play.state.turn)
        return "after_act"

    match = Longer(act=circle).new_match(seed=1)
    before = standing(match)
    with pytest.raises(RuleError, match="50 steps without a decision: the rules run in a circle at after_act"):
        match.choose("do nothing")
    assert len(steps) <= 2 * 50 + 1
    assert standing(match) == before


def test_a_step_that_names_an_unknown_step_is_an_error_that_lists_the_known_ones() -> None:
    match = Longer(act=lambda play: "sail away").new_match(seed=1)
    with pytest.raises(RuleError, match="no step 'sail away'; it has hide, act, after_act, answer"):
        match.choose("do nothing")


def test_a_sequence_of_play_with_a_name_twice_or_nothing_that_comes_round_is_refused() -> None:
    class Twice(Lagoon):
        def sequence_of_play(self, terms: Terms[Any]) -> list[Step]:
            return [Step("hide", act), Step("hide", answer)]

    class Once(Lagoon):
        def sequence_of_play(self, terms: Terms[Any]) -> list[Step]:
            return [Step("hide", act, once=True)]

    for game in (Twice(), Once()):
        with pytest.raises(BadData, match="a step name twice, or only steps that come once"):
            game.new_match(seed=1)


def test_a_step_may_name_the_one_that_follows_it(lagoon: Lagoon) -> None:
    match = played(lagoon.new_match(seed=1), "do it again", "do it again", "do nothing", "secretly in")
    assert match.state.turn == -2
    assert match.state.log == ["do it again", "do it again", "do nothing", "secretly in"]


# ---- who sees what -----------------------------------------------------------------------------------------------


def test_another_role_sees_the_question_without_options_and_a_secret_one_not_at_all(lagoon: Lagoon) -> None:
    match = played(lagoon.new_match(seed=1), "do nothing")
    assert match.decision_for(Role.BLUE) is match.decision
    assert match.decision_for(UMPIRE) is match.decision
    for onlooker, own_choices in ((Role.RED, 1), (SPECTATOR, 0)):
        seen = match.decision_for(onlooker)
        shown = (seen.role, seen.prompt, seen.rule, seen.texts, seen.number)
        assert shown == (Role.BLUE, "waiting for Blue", "", [], own_choices)
    match.choose("secretly in")
    seen = match.decision_for(Role.RED)
    assert (seen.prompt, seen.rule, seen.texts, seen.refusals()) == ("Agreed in turn -4?", "3.1", [], [])
    played(match, "no")
    assert match.decision_for(Role.BLUE).refusals() == [], "the reasons are for the one who is asked"
    with pytest.raises(UnknownName, match=r"no role 'green'; it has red, blue \(and spectator\)"):
        match.decision_for("green")
    with pytest.raises(UnknownName, match="no role 'green'"):
        match.view("green")


def test_views_are_made_for_roles_the_spectator_and_the_umpire(lagoon: Lagoon) -> None:
    match = lagoon.new_match(chance=ScriptedChance(42))
    assert match.view(UMPIRE).hidden == 42
    assert [match.view(role).hidden for role in (Role.RED, "blue", SPECTATOR)] == [None] * 3


def test_events_come_in_order_once_and_secret_ones_to_those_they_are_for(lagoon: Lagoon) -> None:
    heard: dict[Any, list[str]] = {None: [], "red": [], "blue": []}
    match = lagoon.new_match(seed=1, options={"turns": 1}, on_event=lambda e: heard[None].append(word(e)))
    for role in ("red", "blue"):
        match.events.subscribe(lambda e, role=role: heard[role].append(word(e)), role=role)
    hidden = str(match.state.hidden)
    played(match, "look", "secretly in", "yes")
    assert heard[None] == [
        *("turn 0", "red: look", hidden, "red did look"),
        *("blue: secretly in", "blue: yes", "The match is over. red has 1"),
    ]
    assert heard["red"] == ["red: look", hidden, "red did look", "blue: yes", "The match is over. red has 1"]
    assert heard["blue"] == [
        *("red: look", "None", "red did look", "blue: secretly in", "blue: yes"),
        "The match is over. red has 1",
    ]


def word(event: Event) -> str:
    return str(event.text) if isinstance(event, Told | Whispered) else str(event)


def test_a_handler_may_make_the_next_choice_and_all_hear_everything_in_order(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1, options={"turns": 1})
    heard: list[str] = []

    def blue(event: Event) -> None:
        if isinstance(event, ChoiceMade) and match.decision is not None and match.decision.role == Role.BLUE:
            match.choose(0)

    match.events.subscribe(blue, role=UMPIRE)
    match.events.subscribe(lambda event: heard.append(word(event)), role=UMPIRE)
    match.choose("do nothing")
    assert match.over
    assert heard == [
        *("red: do nothing", "red did do nothing", "blue: secretly in", "blue: yes", "The match is over. red has 1"),
    ]


def test_a_failing_handler_harms_nobody(lagoon: Lagoon, caplog: pytest.LogCaptureFixture) -> None:
    match = lagoon.new_match(seed=1)
    heard: list[Event] = []

    def broken(event: Event) -> None:
        raise ZeroDivisionError

    match.events.subscribe(broken, role=UMPIRE)
    match.events.subscribe(heard.append, role=UMPIRE)
    played(match, *QUIET)
    assert len(heard) == 5  # a choice each, "red did ..." and "turn ..."
    assert len(match.events.failures) == 5
    assert "event handler" in caplog.text


def test_nobody_listens_nothing_is_built_and_the_match_goes_the_same_way(lagoon: Lagoon) -> None:
    quiet, loud = lagoon.new_match(seed=1), lagoon.new_match(seed=1, on_event=lambda event: None)
    for match in (quiet, loud):
        played(match, "roll a die", "secretly in", "yes", "draw", "secretly out", "no")
    assert standing(quiet) == standing(loud)
    assert quiet.tape() == loud.tape()


def test_the_end_is_told_once(lagoon: Lagoon) -> None:
    ends: list[MatchEnded] = []
    match = lagoon.new_match(seed=1, options={"turns": 1}, undo="free")
    match.events.subscribe(ends.append, MatchEnded, role=UMPIRE)
    played(match, *QUIET)
    match.undo()
    assert not match.over
    match.choose("no")
    assert [event.reason for event in ends] == ["red has 1", "red has 0"]


# ---- forks -------------------------------------------------------------------------------------------------------


def test_forks_go_their_own_way_and_meet_the_same_chance_unless_reseeded(lagoon: Lagoon) -> None:
    match = played(lagoon.new_match(seed=1, options={"turns": 30}), "roll a die", "secretly in")
    before = standing(match)
    same, other = match.fork(), match.fork(seed="another")
    for each in (same, other):
        played(each, "yes", *(("roll a die", "secretly in", "no") * 8))
    assert standing(match) == before
    played(match, "yes", *(("roll a die", "secretly in", "no") * 8))
    assert standing(same) == standing(match)
    # Eight dice agree by accident once in 6 ** 8 seeds; this seed is not the one.
    assert [e.value for e in other.tape() if e.kind == "chance"][2:] != [
        e.value for e in match.tape() if e.kind == "chance"
    ][2:]


def test_a_fork_of_a_fork_knows_its_whole_past(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1, options={"turns": 30})
    straight = lagoon.new_match(seed=1, options={"turns": 30})
    for number in range(40):
        for each in (match, straight):
            each.choose(number % 2 if number % 7 else 0)
            assert each.decision is not None
            if each.decision.role == Role.RED and number % 3 == 0:
                each.choose("roll a die")
        match = match.fork()
    assert standing(match) == standing(straight)
    assert match.tape() == straight.tape()
    for _ in range(5):
        submission.rebuild(driver_of(match), match.count - 1)
        submission.rebuild(driver_of(straight), straight.count - 1)
        assert standing(match) == standing(straight)


def test_a_fork_for_a_search_bot_needs_a_seed_and_a_role_that_plays(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1)
    with pytest.raises(BadData, match="needs a seed"):
        match.fork(as_seen_by="red")
    with pytest.raises(UnknownName, match="no role 'green'"):
        match.fork(seed=1, as_seen_by="green")
    hidden = {match.fork(seed=seed, as_seen_by="red").state.hidden for seed in range(20)}
    assert len(hidden) > 5
    assert match.state.hidden not in hidden or len(hidden) > 1


def test_an_imagined_fork_can_be_forked_and_taken_back_to_where_it_was_imagined_and_no_further(lagoon: Lagoon) -> None:
    match = played(lagoon.new_match(seed=1, undo="free", options={"turns": 9}), *QUIET, "do nothing", "secretly in")
    hidden = match.state.hidden
    fork = match.fork(seed=2, as_seen_by="red")
    assert fork.state.hidden != hidden
    stood = [standing(fork)]
    twins = [fork.fork()]
    for text in ("yes", "roll a die", "secretly out", "no", "draw"):
        fork.choose(text)
        stood.append(standing(fork))
        twins.append(fork.fork())
    assert [standing(twin) for twin in twins] == stood
    for before in reversed(stood[:-1]):
        fork.undo()
        assert standing(fork) == before
    with pytest.raises(UndoBarrier, match="before this fork was made cannot be taken back"):
        fork.undo()
    assert match.state.hidden == hidden
    again = twins[0].fork(seed=3, as_seen_by="blue")
    assert again.state.hidden not in (hidden, fork.state.hidden)
    assert standing(fork) == stood[0]


def test_a_match_needs_a_source_that_can_be_copied(lagoon: Lagoon) -> None:
    class Stuck(Chance):
        def below(self, n: int, why: str = "", rule: str = "") -> int:
            return 0

    with pytest.raises(BadData, match="Stuck cannot be copied"):
        lagoon.new_match(chance=Stuck())
    with pytest.raises(BadData, match="chance is 'seeded', 'committed', 'physical' or a chance source, not 'dice'"):
        lagoon.new_match(chance="dice")  # type: ignore[arg-type]


# ---- taking back -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("watched", [False, True])
@pytest.mark.parametrize("text", ["do nothing", "do it again"])
def test_what_brought_nothing_new_can_be_taken_back_exactly(lagoon: Lagoon, text: str, watched: bool) -> None:
    match = lagoon.new_match(seed=1, on_event=(lambda event: None) if watched else None)
    before = standing(match)
    match.choose(text)
    after = standing(match)
    match.undo(Role.RED)
    assert standing(match) == before
    match.choose(text)
    assert standing(match) == after


@pytest.mark.parametrize(
    ("text", "what"),
    [("roll a die", "a die or a draw"), ("draw", "a die or a draw"), ("look", "a reveal")],
)
def test_what_brought_something_new_cannot_be_taken_back_unless_undo_is_free(
    lagoon: Lagoon, text: str, what: str
) -> None:
    match = lagoon.new_match(seed=1)
    match.choose(text)
    after = standing(match)
    for role in (None, Role.RED):
        with pytest.raises(UndoBarrier, match=f"'{text}' cannot be taken back: {what}"):
            match.undo(role)
        assert standing(match) == after
    free = lagoon.new_match(seed=1, undo="free")
    before = standing(free)
    free.choose(text)
    free.undo()
    assert standing(free) == before
    free.choose(text)
    assert standing(free) == after


def test_another_roles_choice_cannot_be_taken_back(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1)
    with pytest.raises(UndoBarrier, match="no choice has been made yet"):
        match.undo()
    played(match, "do nothing", "secretly in")
    with pytest.raises(UndoBarrier, match="the last choice was made by Blue, not by Red"):
        match.undo(Role.RED)
    match.undo(Role.BLUE)
    match.undo(Role.RED)
    assert match.count == 0


def test_a_match_that_is_over_can_be_taken_back_too(lagoon: Lagoon) -> None:
    match = played(lagoon.new_match(seed=1, options={"turns": 1}), *QUIET)
    match.undo(Role.BLUE)
    assert (match.over, match.decision.prompt) == (False, "Agreed in turn 0?")


def test_undo_reaches_back_beyond_thinned_checkpoints(lagoon: Lagoon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoints, "CHECKPOINT_EVERY", 4)
    monkeypatch.setattr(checkpoints, "CHECKPOINTS_KEPT", 8)
    match = lagoon.new_match(seed=1, options={"turns": 200}, undo="free")
    stood = [standing(match)]
    for number in range(300):
        match.choose(("roll a die", "secretly in", "yes")[number % 3])
        stood.append(standing(match))
        assert len(driver_of(match).checkpoints.kept) <= 8
    for number in range(299, -1, -1):
        match.undo()
        assert standing(match) == stood[number]
    played(match, *(("roll a die", "secretly in", "yes") * 100))
    assert standing(match) == stood[300]


def test_a_reseeded_fork_taken_back_before_its_new_seed_forgets_it(lagoon: Lagoon) -> None:
    match = played(lagoon.new_match(seed=1, undo="free", options={"turns": 9}), "roll a die", "secretly in", "yes")
    fork = played(match.fork(seed="another"), "roll a die")
    fork.undo()
    again = played(match.fork(seed="another"), "roll a die")
    assert standing(played(fork, "roll a die")) == standing(again), (
        "the new seed was there before the choice taken back"
    )
    for _ in range(4):
        fork.undo()
    assert standing(played(fork, "roll a die", "secretly in", "yes")) == standing(match)
    assert fork.tape() == match.tape()


def test_taking_back_in_a_fork_does_not_touch_the_original(lagoon: Lagoon) -> None:
    match = played(lagoon.new_match(seed=1, undo="free", options={"turns": 9}), *QUIET, "roll a die", "secretly in")
    before = standing(match)
    fork = match.fork()
    while fork.count:
        fork.undo()
    played(fork, "look", "secretly out")
    assert standing(match) == before
    assert match.tape()[-1].text == "secretly in"


# ---- procedures on their own -------------------------------------------------------------------------------------


def test_a_procedure_runs_without_a_match(lagoon: Lagoon) -> None:
    state = lagoon.initial_state(lagoon.terms())
    with ScriptedChance(("score", 4)) as chance:
        run(act(Play(state, lagoon.parse_options(), chance)), lambda decision: decision.index("roll a die"))
    assert state.score == 4


def test_the_same_seed_is_the_same_match_as_number_or_text(lagoon: Lagoon) -> None:
    one, other = (played(lagoon.new_match(seed=seed), "roll a die", "secretly in") for seed in (1943, "1943"))
    assert standing(one) == standing(other)
    assert lagoon.new_match().reveal_seed() != lagoon.new_match().reveal_seed()
    with pytest.raises(BadData, match="the seed is empty"):
        lagoon.new_match(seed="")


def test_options_are_understood_as_typed_and_wrong_ones_named(lagoon: Lagoon) -> None:
    assert lagoon.new_match(options={"turns": "3"}).setup.options.turns == 3
    with pytest.raises(BadData, match="lagoon has no option 'turn'; it has turns"):
        lagoon.new_match(options={"turn": 3})
    with pytest.raises(BadData, match=r"option turns of lagoon: should be a whole number, not 'many'"):
        lagoon.new_match(options={"turns": "many"})
    with pytest.raises(UnknownName, match="no scenario 'fog'; it has calm, storm"):
        lagoon.new_match("fog")


def test_determinize_leaves_the_state_alone_and_draws_another(lagoon: Lagoon) -> None:
    match = lagoon.new_match(seed=1)
    before = match.digest
    worlds = {
        lagoon.determinize(match.state, "red", SeededChance.from_seed(i), match.setup.terms).hidden for i in range(30)
    }
    assert match.digest == before
    assert len(worlds) > 10


def test_what_a_person_rolls_is_not_seeded(lagoon: Lagoon) -> None:
    table = lagoon.new_match(chance="physical")
    before = standing(table)
    for attempt in (lambda: table.fork(seed=1), lambda: table.reseed(1)):
        with pytest.raises(BadData, match="only once this is answered: The hidden number"):
            attempt()
    assert standing(table) == before
    fork = played(table, "42").fork(seed=1)
    played(fork, "roll two dice", "secretly in")
    assert fork.state.score > 0


def test_matches_decisions_and_views_show_themselves_in_a_notebook() -> None:
    match = nc.load("uboat_cards").new_match(seed=17)
    assert match.decision is not None
    assert "<svg" in (match._repr_svg_() or "")
    shown = match.decision._repr_html_()
    assert all(f"<li>{text}</li>" in shown for text in match.decision.texts)
    assert "<th>turn</th>" in match.view("uboat")._repr_html_()
