"""Inside the search: which option a tree tries, who drops out of the race, and what playing on is worth."""

from __future__ import annotations

from typing import Any

import pytest

import navalcore as nc
from navalcore.bots import Budget, RandomBot, SearchBot, seat
from navalcore.bots._playouts import CLOCK_EVERY, Playouts
from navalcore.bots._race import WARM_UP, Race
from navalcore.bots._search import DEPTH, Node
from navalcore.components._chance import SeededChance
from tests.bots.parlour import Parlour

THREE = ("a", "b", "c")


def tried(**edges: tuple[int, float]) -> Node:
    """A node whose options were tried so often and brought so much in all."""
    node = Node()
    node.choose(list(edges), 0)
    for text, (visits, total) in edges.items():
        node.edges[text].visits, node.edges[text].total = visits, total
    return node


# ---- the tree ------------------------------------------------------------------------------------------------------


def test_before_anything_is_known_the_preferred_option_is_tried_and_is_new() -> None:
    assert Node().choose(THREE, 1) == (1, True)


def test_the_option_with_the_clearly_best_mean_is_tried_whichever_is_preferred() -> None:
    assert tried(a=(10, 2.0), b=(10, 9.0), c=(10, 5.0)).choose(THREE, 2) == (1, False)


def test_an_option_never_tried_is_taken_to_be_worth_what_the_others_are() -> None:
    assert tried(a=(10, 6.0), b=(0, 0.0)).choose(("a", "b"), 1) == (1, True), "as good as a, and less well known"
    assert tried(a=(10, 9.0), b=(10, 1.0), c=(0, 0.0)).choose(THREE, 2) == (0, False), "0.5 is less than 0.9"


def test_an_option_tried_once_is_tried_again_when_it_was_often_offered_and_was_hardly_worse() -> None:
    node = tried(a=(100, 50.0), b=(1, 0.49))
    assert node.choose(("a", "b"), 0) == (0, False)
    # b's bonus of 0.05 * 0.05 / 2 for each root of the times it was offered outgrows a's, and the lead of 0.01, ...
    index = next(number for number in range(2, 1000) if node.choose(("a", "b"), 0)[0] == 1)
    # ... where (0.00125 - 0.05 * 0.95 / 101) * sqrt(n) > 0.01, that is n > 164; it was offered twice before.
    assert index + 1 == 165


# ---- the race ------------------------------------------------------------------------------------------------------


def raced(rounds: int, *values: float) -> Race:
    race = Race(len(values), preferred=0)
    for number in range(rounds * len(values)):
        race.note(values[number % len(values)])
    return race


def test_an_option_that_never_differs_drops_out_after_the_warm_up_and_one_ahead_by_as_much_each_time_stays() -> None:
    assert raced(WARM_UP - 1, 0.5, 0.5).undecided
    assert not raced(WARM_UP, 0.5, 0.5).undecided
    assert raced(WARM_UP, 0.25, 0.5).running == [0, 1], "differences of exactly one quarter have no error"
    assert raced(WARM_UP, 0.5, 0.25).running == [0]


def test_a_leader_is_taken_after_the_warm_up_and_not_before() -> None:
    assert [raced(rounds, 0.25, 0.5).best for rounds in (WARM_UP - 1, WARM_UP)] == [0, 1]


def test_the_error_of_a_lead_is_known_from_two_rounds_on() -> None:
    race = Race(2, preferred=0)
    for value in (0.0, 0.25, 0.0, 0.75):
        race.note(value)
    # Differences of 1/4 and 3/4: their mean is 1/2, their variance 1/8, and of a mean of two half of that.
    assert race.lead(1, 0) == (0.5, 0.25)
    assert raced(1, 0.0, 0.25).lead(1, 0) == (0.0, 1.0)


# ---- what playing on is worth -------------------------------------------------------------------------------------


def searched(scenario: str, playouts: int = 600) -> tuple[str, dict[str, float]]:
    match = Parlour().new_match(scenario, seed=1)
    assert match.decision is not None
    bot = SearchBot("red", SeededChance.from_seed(1), Budget(seconds=None, playouts=playouts))
    seat(match, {"red": bot})
    race = bot.think(match.decision)
    options = match.decision.options
    return str(options[race.best]), {str(option): race.mean(index) for index, option in enumerate(options)}


@pytest.mark.parametrize("scenario", ["code", "shown"])
def test_an_opponent_in_the_search_learns_the_answers_that_win(scenario: str) -> None:
    """Against random answers it would be worth 3/4 or 1/2 to play on, and a die that wins with 5 or 6 only 1/3."""
    taken, means = searched(scenario)
    assert taken == "dice"
    assert means[scenario] < 0.3


def test_an_opponent_in_the_search_does_not_learn_what_is_chosen_secretly_on_the_way() -> None:
    taken, means = searched("hidden")
    assert taken == "hidden"
    assert means["hidden"] > 0.4


def test_who_chose_secretly_remembers_in_the_search_what_it_was() -> None:
    """Red wins 5 of 6 times by naming the hand it chose; without that memory it would be 5/12."""
    _, means = searched("vault")
    assert min(means.values()) > 0.65


def test_a_playout_that_nobody_can_judge_is_worth_one_half_to_all() -> None:
    match = Parlour().new_match("pennies", seed=1)
    playouts = Playouts(match, SeededChance.from_seed(1), lambda: 0.0, None, limit=0)
    assert playouts.finish(match) == {"red": 0.5, "blue": 0.5}


def test_in_a_playout_of_random_bots_nothing_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Parlour().new_match("pennies", seed=1)
    playouts = Playouts(match, SeededChance.from_seed(1), lambda: 0.0, None, lambda role, chance: RandomBot(chance))
    looks: list[str] = []
    shown = Parlour.view

    def noted(game: Parlour, state: Any, role: str, terms: Any) -> Any:
        looks.append(role)
        return shown(game, state, role, terms)

    monkeypatch.setattr(Parlour, "view", noted)
    assert playouts.preferred(match, Looking()) == 0
    assert len(looks) == 1, "a bot that looks is shown what its role sees"
    playouts.finish(match)
    assert match.over
    assert len(looks) == 1


class Looking(nc.Bot[Any]):
    """Takes the first option, and would have a view."""

    def decide(self, view: Any, decision: Any) -> int:
        return 0


def test_in_a_long_playout_the_clock_is_looked_at_now_and_then() -> None:
    made = []

    class Counted(RandomBot):
        def decide(self, view: Any, decision: Any) -> int:
            made.append(decision.number)
            return super().decide(view, decision)

    times = iter([0.0])
    match = nc.load("uboat_cards").new_match(seed=1)
    assert match.decision is not None
    budget = Budget(seconds=1.0, clock=lambda: next(times, 9.0))
    bot = SearchBot("uboat", SeededChance.from_seed(1), budget, lambda role, chance: Counted(chance))
    seat(match, {"uboat": bot})
    race = bot.think(match.decision)
    assert race.playouts == 0
    assert len(made) <= 2 + DEPTH + CLOCK_EVERY, "what it would do, at most twice; the tree; then the playout"


def test_while_a_playout_goes_on_the_clock_is_looked_at_after_every_so_many_choices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("navalcore_games.uboat_cards.face.UboatCardsFace.horizon", lambda *_: None)
    match = nc.load("uboat_cards").new_match(seed=1)
    looks = []

    def clock() -> float:
        looks.append(match.count)
        return 0.0

    Playouts(match, SeededChance.from_seed(1), clock, 1.0, limit=3 * CLOCK_EVERY + 1).finish(match)
    assert looks == [CLOCK_EVERY, 2 * CLOCK_EVERY, 3 * CLOCK_EVERY, 3 * CLOCK_EVERY + 1]
