"""What may come of an option before it is chosen: exact, from what the role knows, and without a trace."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import Any

import pytest

import navalcore as nc
from navalcore import rules
from navalcore._match.match import Game
from navalcore._rules.decision import UMPIRE, Flow, choose
from navalcore._rules.play import Play
from navalcore._rules.terms import Options, Outcome, Scenario, Step, Terms, View
from navalcore.bots import Imagination
from navalcore.components._chance import Chance
from navalcore.components._events import Event
from navalcore.errors import (
    Ambiguous,
    BadData,
    GameOver,
    NavalCoreError,
    NotOffered,
    NotYourTurn,
    RuleError,
    UnknownName,
)
from navalcore.odds._answers import Share
from navalcore.odds._consequences import Consequence, Enumeration, consequence_of, option_odds
from navalcore.odds._paths import BranchingChance
from tests.bots.parlour import Parlour
from tests.engine.conftest import played
from tests.engine.test_together import answer, begun

CARDS = ("gull", "gull", "gull", "whale")


@dataclass(slots=True)
class State:
    phase: str
    deck: list[str] = field(default_factory=lambda: list(CARDS))
    theirs: list[str] = field(default_factory=list)
    rounds: int = 0


class PondView(View):
    theirs: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    card: str

    def __str__(self) -> str:
        return f"A {self.card} is drawn."


@dataclass(frozen=True, slots=True)
class Shot(Event):
    figures = ("hits",)
    hits: int
    face: int

    def __str__(self) -> str:
        return f"The shot shows {self.face}: {self.hits} hits."

    @property
    def headline(self) -> str:
        return "A hit." if self.hits else "A miss."


Table = Play[State, Options]


def deal(play: Table) -> None:
    """One card goes to the opponent, unseen."""
    state = play.state
    state.theirs.append(state.deck.pop(play.chance.pick(state.deck, "deals")))


def shoot(play: Table, face: int) -> None:
    play.tell(Shot, int(face >= 5), face)


VERBS = ("wait", "shoot", "salvo", "volley", "barrage", "peek", "draw", "wreck")


def act(play: Table) -> Flow[None]:
    state = play.state
    state.rounds += 1
    verb = yield from choose("you", "What?", VERBS, "1")
    match verb:
        case "shoot":
            shoot(play, play.dice.d6("a shot", "1"))
        case "salvo":
            for face in play.dice.pool(3, "d6", "a salvo", "1", reads=lambda face: face >= 5):
                shoot(play, face)
        case "volley":
            for _ in range(3):
                shoot(play, play.dice.d6("a volley", "1"))
        case "barrage":
            for _ in range(8):
                shoot(play, play.dice.d6("a barrage", "1"))
        case "peek":
            play.tell(Drawn, state.theirs[0])
        case "draw":
            play.tell(Drawn, state.deck[play.chance.pick(state.deck, "draws")])
        case "wreck":
            raise LookupError("the rules are wrecked")


class Pond(Game[State, Options, PondView]):
    id = "pond"
    title = "Pond"
    version = "1"
    roles = ("you",)
    state_class = State
    options_class = Options

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        return {"pond": Scenario(id="pond", title="Pond")}

    def initial_state(self, terms: Terms[Options]) -> State:
        return State("deal")

    def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
        return [Step("deal", deal, once=True), Step("act", act)]

    def outcome(self, state: State, terms: Terms[Options]) -> Outcome | None:
        return None

    def view(self, state: State, role: str, terms: Terms[Options]) -> PondView:
        return PondView(theirs=len(state.theirs), rounds=state.rounds)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Options]) -> None:
        pool = sorted([*state.deck, *state.theirs])
        for pile in (state.theirs, state.deck):
            for place in range(len(pile)):
                pile[place] = pool.pop(chance.below(len(pool)))


def pond(seed: int | str = 1, **arguments: Any) -> Any:
    return Pond().new_match(seed=seed, **arguments)


def wager() -> Any:
    return Parlour().new_match("wager", seed=1)


def by_text(odds: nc.OptionOdds) -> dict[str, Share]:
    return dict(odds.outcomes)


# ---- what comes of it ------------------------------------------------------------------------------------------------


def test_faces_with_one_headline_are_one_outcome_with_its_exact_chance() -> None:
    odds = pond().odds("shoot")
    assert by_text(odds) == {"A miss": Fraction(2, 3), "A hit": Fraction(1, 3)}
    assert (odds.method, odds.chance_of("shot"), odds.expected["shot.hits"]) == ("exact", 1, Fraction(1, 3))


def test_where_only_the_number_matters_equal_events_are_counted() -> None:
    odds = pond().odds("salvo")
    expected = {hits: Fraction(comb(3, hits) * 2 ** (3 - hits), 27) for hits in range(4)}
    assert sorted(odds.outcomes.values()) == sorted(expected.values())
    assert by_text(odds)["A hit (3 times)"] == Fraction(1, 27)
    assert odds.expected["shot.hits"] == 1


def test_the_end_of_the_match_is_an_outcome_with_its_ending() -> None:
    odds = wager().odds("safe")
    won, lost = odds.outcomes
    assert (odds.endings[won].winner, odds.outcomes[won]) == ("red", Fraction(5, 6))
    assert (odds.endings[lost].winner, odds.outcomes[lost]) == ("blue", Fraction(1, 6))
    assert odds.kinds[won] == ("match_ended",)


def test_an_option_after_which_nothing_is_rolled_is_certain() -> None:
    odds = pond().odds("wait")
    assert odds.certain
    assert odds.outcomes == {"nothing to report": 1}
    assert not pond().odds("shoot").certain


def test_what_is_told_whatever_comes_of_it_is_told_apart(lagoon) -> None:
    odds = lagoon.new_match(seed=1).odds("look")
    assert odds.imagined
    assert len(odds.always) == 1
    assert "red did look" in odds.always[0]
    assert all("Whispered" in text for text in list(odds.outcomes)[:-1])


# ---- what the role knows ---------------------------------------------------------------------------------------------


def test_what_is_hidden_is_imagined_and_said_so() -> None:
    odds = pond().odds("peek")
    assert odds.imagined
    assert odds.method == "sampled"
    assert odds.worlds > 20
    whale = next(text for text in odds.outcomes if "whale" in text)
    assert isinstance(odds.outcomes[whale], float)
    assert abs(odds.outcomes[whale] - 1 / 4) < 4 * odds.standard_error[whale]


def test_where_nothing_depends_on_the_hidden_the_answer_is_exact_and_says_how_many_worlds_were_imagined() -> None:
    odds = pond().odds("shoot")
    assert (odds.method, odds.imagined, odds.worlds) == ("exact", True, 24)
    assert odds.basis == "exact in each of 24 imagined worlds; a rare one may differ"
    assert wager().odds("bold").basis == "exact"


def test_the_answer_is_the_same_whatever_lies_hidden_and_whatever_the_seed() -> None:
    found = [[match.odds(option) for option in ("peek", "draw", "barrage")] for match in map(pond, range(12))]
    assert {tuple(match.state.theirs) for match in map(pond, range(12))} == {("gull",), ("whale",)}
    assert all(each == found[0] for each in found)


def test_a_secret_choice_of_another_role_does_not_show() -> None:
    left, right = (played(Parlour().new_match("pennies", seed=1), hand) for hand in ("left", "right"))
    assert left.odds("left") == right.odds("left")
    assert abs(max(left.odds("left").outcomes.values()) - 0.5) < 0.25


@pytest.mark.parametrize("chance", ["seeded", "committed", "physical"])
def test_the_seed_of_the_match_has_no_say(chance) -> None:
    if chance == "physical":
        match = Pond().new_match(chance="physical")
        match.choose("gull")
    else:
        match = pond("some seed", chance=chance)
    assert match.odds("barrage") == pond().odds("barrage")
    assert match.odds("shoot") == pond().odds("shoot")


# ---- simultaneous choices --------------------------------------------------------------------------------------------


def test_within_simultaneous_choices_nothing_comes_of_an_option_before_the_others_have_chosen() -> None:
    odds = begun().odds("north", role="red")
    assert odds.waiting
    assert odds.certain
    assert odds.chance_of("plotted") == 1


def test_what_others_have_chosen_at_the_same_time_does_not_show() -> None:
    before = begun()
    after = [answer(begun(), *choices) for choices in (("blue enough",), ("blue south", "green north", "blue enough"))]
    after.append(answer(begun(), "blue enough", "green enough"))
    for option in ("north", "enough"):
        assert all(match.odds(option, role="red") == before.odds(option, role="red") for match in after)


def test_when_the_role_has_done_the_choices_of_the_others_are_imagined() -> None:
    match = Regatta_with_wind().new_match(seed=1)
    odds = match.odds("sail", role="red")
    assert (odds.waiting, odds.imagined) == (False, True)
    assert odds.outcomes == {"Fair": Fraction(5, 6), "Foul": Fraction(1, 6)}
    match.choose("sail", role="blue")
    assert match.odds("sail", role="red") == odds


@dataclass(frozen=True, slots=True)
class Wind(Event):
    fair: bool

    def __str__(self) -> str:
        return "Fair." if self.fair else "Foul."


def Regatta_with_wind() -> Any:  # noqa: N802 - it stands for a class
    from tests.engine.test_together import Regatta

    def plots(play: Any) -> Flow[None]:
        yield from rules.together({role: choose(role, "Sail?", ("sail", "wait"), "1") for role in ("red", "blue")})

    def sail(play: Any) -> None:
        play.tell(Wind, play.dice.d6("the wind", "2") >= 2)

    class Windy(Regatta):
        course = (Step("plots", plots), Step("sail", sail))

    return Windy()


def test_what_the_role_itself_has_chosen_in_the_group_is_what_its_next_option_builds_on() -> None:
    from tests.engine.test_together import Regatta

    def course(role: str) -> Flow[str]:
        first = yield from choose(role, "Sail?", ("sail", "wait"), "1")
        yield from choose(role, "Reef?", ("reef", "leave it"), "1")
        return first

    def plots(play: Any) -> Flow[None]:
        chosen = yield from rules.together({role: course(role) for role in ("red", "blue")})
        play.tell(Wind, chosen["red"] == "sail")

    class Reefing(Regatta):
        course = (Step("plots", plots),)

    for first, told in (("sail", "Fair"), ("wait", "Foul")):
        match = Reefing().new_match(seed=1)
        match.choose(first, role="red")
        assert match.odds("reef", role="red").outcomes == {told: 1}


# ---- sampling --------------------------------------------------------------------------------------------------------


def test_beyond_the_budget_it_is_sampled_with_a_standard_error_and_always_the_same() -> None:
    odds = pond().odds("barrage")
    assert odds.method == "sampled"
    assert odds == pond().odds("barrage")
    assert abs(odds.expected["shot.hits"] - 8 / 3) < 0.5
    three = next(text for text in odds.outcomes if "A hit (3 times)" in text)
    assert odds.standard_error[three] > 0
    assert abs(odds.outcomes[three] - comb(8, 3) * 2**5 / 3**8) < 4 * odds.standard_error[three]
    assert float(sum(odds.outcomes.values())) == pytest.approx(1)


def test_a_larger_budget_makes_exact_what_was_sampled() -> None:
    few, many = pond().odds("volley"), pond().odds("volley", budget=2_000)
    assert (few.method, many.method) == ("sampled", "exact")


@pytest.mark.parametrize("budget", [0, -1, True, "much", 2.5])
def test_a_budget_is_a_number_of_steps(budget) -> None:
    with pytest.raises(BadData, match="the budget of odds is a number of steps of work"):
        pond().odds("shoot", budget=budget)


def test_a_sample_branches_first_and_then_draws_each_course_as_often_as_it_comes() -> None:
    stream = rules.SeededChance.from_seed(1)
    ones = 0
    for _ in range(300):
        source = BranchingChance(6, stream)
        seen = set()
        while True:
            first, second = source.roll(1, 6), source.roll(1, 6)
            seen.add(first)
            ones += second == 1
            if not source.advance():
                break
        assert seen == {1, 2, 3, 4, 5, 6}
    assert 240 < ones < 360


def test_outcomes_that_read_alike_but_end_the_match_otherwise_are_told_apart() -> None:
    ways = {
        winner: Consequence((("fog", "Fog."),), (), (winner, f"{winner} wins", "won")) for winner in ("red", "blue")
    }
    endings = {each.ending: Outcome(winner, f"{winner} wins", "4", {}, "won") for winner, each in ways.items()}
    world = {ways["red"]: Fraction(2, 3), ways["blue"]: Fraction(1, 3)}
    odds = option_odds(Enumeration("exact", [world], 3, False, endings), "wait", "wait", "you")
    assert list(odds.outcomes.values()) == [Fraction(2, 3), Fraction(1, 3)]
    assert [odds.endings[text].winner for text in odds.outcomes] == ["red", "blue"]
    assert not odds.standard_error, "what is exact has no error"
    assert odds.worlds == 0, "nothing was imagined"


def test_the_standard_error_of_samples_is_that_of_their_mean() -> None:
    hit, miss = (Consequence(((kind, f"A {kind}."),), ((kind, 1),), None) for kind in ("hit", "miss"))
    samples = [{hit: 1.0}, {miss: 1.0}, {miss: 1.0}, {miss: 1.0}]
    odds = option_odds(Enumeration("sampled", samples, 4, True, {}), "wait", "wait", "you")
    assert odds.outcomes == {"A miss": 0.75, "A hit": 0.25}
    assert odds.standard_error == {"A miss": 0.25, "A hit": 0.25}, "the root of (3/4)^2 + 3 (1/4)^2, by 3 and by 4"
    assert odds.marginals["hit"] == {"no": 0.75, "yes": 0.25}
    assert not option_odds(Enumeration("sampled", samples[1:], 3, True, {}), "wait", "wait", "you").certain
    assert (odds.expected["miss"], odds.chance_of("miss"), odds.chance_of("fog")) == (0.75, 0.75, 0)


@dataclass(frozen=True, slots=True)
class Splash(Event):
    figures = ("high",)
    high: int | None

    def __str__(self) -> str:
        return f"A splash {self.high} yards high."

    @property
    def detail(self) -> bool:
        return True


def test_details_are_counted_and_do_not_tell_outcomes_apart() -> None:
    told = consequence_of([Splash(3), Splash(None), Shot(1, 6)], "you", None)
    assert told.headlines == (("shot", "A hit."),)
    assert dict(told.counted) == {"splash": 2, "splash.high": 3, "shot": 1, "shot.hits": 1}


def test_more_outcomes_than_can_be_read_are_told_by_kind_and_the_least_likely_are_one() -> None:
    def courses(number: int, kinds: int) -> list[Consequence]:
        return [
            Consequence(tuple((f"kind_{each % kinds}", f"Number {each}.") for each in range(count)), (), None)
            for count in range(1, number + 1)
        ]

    def told(found: list[Consequence]) -> nc.OptionOdds:
        world = dict.fromkeys(found, Fraction(1, len(found)))
        return option_odds(Enumeration("exact", [world], len(found), False, {}), "wait", "wait", "you")

    assert len(told(courses(24, 1)).outcomes) == 24
    assert told(courses(24, 1)).kinds["Number 1"] == ("kind_0",)
    many = told(courses(25, 1))
    assert list(many.outcomes)[1:3] == ["kind 0", "kind 0 (twice)"]
    assert list(many.outcomes)[-1] == "something else"
    assert sum(many.outcomes.values()) == 1


# ---- without a trace -------------------------------------------------------------------------------------------------


def test_the_match_is_left_as_it_is_and_nobody_hears_anything() -> None:
    heard: list[Event] = []
    match, twin = pond(history=True), pond()
    match.events.subscribe(heard.append, role=UMPIRE)
    before = match.digest, match.decision, match.count, match.dumps()
    for option in ("barrage", "draw", "peek"):
        match.odds(option)
    assert (match.digest, match.decision, match.count, match.dumps()) == before
    assert match.decision is before[1]
    assert heard == []
    for option in ("shoot", "draw", "shoot"):
        match.choose(option)
        twin.choose(option)
    assert match.digest == twin.digest
    assert [each.value for each in match.tape() if hasattr(each, "value")] == [
        each.value for each in twin.tape() if hasattr(each, "value")
    ]


def test_odds_of_rules_that_fail_say_so_and_leave_the_match_as_it_is() -> None:
    match = pond()
    before = match.digest
    with pytest.raises(RuleError, match="the rules are wrecked"):
        match.odds("wreck")
    assert match.digest == before
    match.choose("wait")


def test_odds_can_be_asked_of_a_fork_a_copy_and_an_imagined_match() -> None:
    match = pond()
    wanted = match.odds("peek")
    for other in (match.fork(), copy.copy(match), match.fork(seed="x", as_seen_by="you"), match.fork(seed="x")):
        assert other.odds("peek") == wanted


# ---- how it is asked -------------------------------------------------------------------------------------------------


def test_an_option_is_named_as_for_choosing_it() -> None:
    match = pond()
    assert match.odds(1) == match.odds("shoot") == match.odds("sho") == match.odds(match.decision.options[1])


@pytest.mark.parametrize(
    ("option", "error"), [("nonsense", NotOffered), (99, NotOffered), (None, NotOffered), ("s", Ambiguous)]
)
def test_what_is_not_offered_is_refused(option, error) -> None:
    with pytest.raises(error):
        pond().odds(option)


def test_a_role_that_is_not_asked_is_told_who_is() -> None:
    match = wager()
    with pytest.raises(NotYourTurn, match="but of Red"):
        match.odds("safe", role="blue")
    strangers: list[Any] = ["nobody", 7, UMPIRE]
    for role in strangers:
        with pytest.raises(UnknownName, match="it has red, blue"):
            match.odds("safe", role=role)
    match.choose("safe")
    with pytest.raises(GameOver):
        match.odds("safe")


def test_while_a_person_has_to_roll_odds_are_refused() -> None:
    match = Pond().new_match(chance="physical")
    with pytest.raises(BadData, match="odds are known only once this is answered: Deals"):
        match.odds(0)
    match.choose("gull")
    match.choose("shoot")
    with pytest.raises(NavalCoreError, match="A shot"):
        match.odds_table()


def test_a_larger_budget_looks_at_more_courses_even_where_it_is_not_enough_for_all() -> None:
    assert pond().odds("barrage", budget=200).courses >= 200
    assert pond().odds("barrage", budget=1).courses >= 200


def bombard(play: Table) -> Flow[None]:
    for _ in range(int((yield from choose("you", "How many shots?", ("1", "8"), "1")))):
        shoot(play, play.dice.d6("a shot", "1"))


class Bombarded(Pond):
    def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
        return [Step("deal", deal, once=True), Step("act", bombard)]


def test_the_budget_of_a_table_is_shared_among_its_options() -> None:
    match = Bombarded().new_match(seed=1)
    one, eight = match.odds_table(budget=1000)
    assert (one, eight) == (match.odds("1", budget=500), match.odds("8", budget=500))
    assert eight.courses < match.odds("8", budget=1000).courses


def test_the_table_has_the_odds_of_every_option_in_their_order() -> None:
    match = wager()
    table = match.odds_table()
    assert [each.option for each in table] == match.decision.texts
    assert list(table) == [match.odds(0), match.odds(1)]


# ---- to seats and bots -----------------------------------------------------------------------------------------------


def test_a_snapshot_has_chances_on_request_and_only_then() -> None:
    match = wager()
    assert all(option.chances is None for option in match.snapshot("red").decision.options)
    sent = match.snapshot("red", odds=True)
    bold = sent.decision.options[0].chances
    assert [(each.fraction, each.ending.winner) for each in bold.outcomes] == [("2/3", "blue"), ("1/3", "red")]
    assert match.snapshot("blue", odds=True).decision is None
    assert match.snapshot(UMPIRE, odds=True).decision == sent.decision


def test_a_snapshot_asks_for_no_odds_where_a_person_rolls_or_the_match_is_over() -> None:
    physical: Any = Pond().new_match(chance="physical")
    assert physical.snapshot(UMPIRE, odds=True).decision.options[0].chances is None
    over = played(wager(), "safe")
    assert over.snapshot("red", odds=True).decision is None


def test_a_bot_is_lent_the_odds_of_its_role_with_its_imagination() -> None:
    match = wager()
    assert Imagination(match, "red").odds("safe") == match.odds("safe", role="red")
    with pytest.raises(NotYourTurn):
        Imagination(match, "blue").odds("safe")
