"""Otto's plans: drawn at the start, unlike each other, and kept to (15.1)."""

import math
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import pytest

from navalcore.bots import make_bots
from navalcore.components._chance import SeededChance
from navalcore_games.bismarck.bots.hard_otto import HardOtto, expected_lead
from navalcore_games.bismarck.bots.otto import Otto
from navalcore_games.bismarck.bots.plans import HIDEOUTS, PASSAGES, draw_plan
from navalcore_games.bismarck.cards import BISMARCK, CONVOYS, PRINZ_EUGEN, SHIPS, SL1
from navalcore_games.bismarck.choices import DONE
from navalcore_games.bismarck.sea_map import open_to_ships
from navalcore_games.bismarck.victory import judge_missions
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Fate, Mode, Side, Square
from tests.games.bismarck.conftest import GAME, Sea

MATCHES = 200


def entropy(found: Counter[Square]) -> float:
    """In bits."""
    return -sum(n / found.total() * math.log2(n / found.total()) for n in found.values())


class Stop(NamedTuple):
    """Where Otto is at the beginning of a turn, and what he has in mind."""

    turn: int
    here: Square
    square: Square | None
    moved: int
    other: Square | None
    in_company: bool
    strategy: str
    passage: str


@cache
def left_alone(seed: int, level: str = "standard") -> tuple[Stop, ...]:
    """Otto at the beginning of turns 2 to 9, in a match in which the British do nothing."""
    match = GAME.new_match("solitaire", seed=seed)
    otto = make_bots(GAME, {Side.GERMAN: level}, seed)[Side.GERMAN]
    assert isinstance(otto, Otto)
    stops = []
    while match.state.turn < 9:
        decision, turn = match.decision, match.state.turn
        assert decision is not None
        if decision.role == Side.GERMAN:
            match.choose(otto.decide(match.view(Side.GERMAN), decision))
        else:
            match.choose(DONE if DONE in decision.options else decision.options[0])
        if match.state.turn != turn:
            ship, other = match.state.ships[BISMARCK], match.state.ships[PRINZ_EUGEN]
            mind = otto.in_company, otto.strategy, otto.passage
            stops.append(Stop(match.state.turn, ship.here, ship.square, ship.moved, other.square, *mind))
    return tuple(stops)


@pytest.mark.rule("bismarck", "15.1")
def test_the_square_of_turn_8_has_an_entropy_of_4_5_bits_and_of_2_5_within_each_passage() -> None:
    # Nobody disturbs him: against the British bot, whom he evades, it is about a bit more.
    everywhere: Counter[Square] = Counter()
    by_passage: dict[str, Counter[Square]] = {name: Counter() for name in PASSAGES}
    for seed in range(MATCHES):
        last = left_alone(seed)[-1]
        everywhere[last.here] += 1
        by_passage[last.passage][last.here] += 1
    assert entropy(everywhere) >= 4.5
    assert min(map(entropy, by_passage.values())) >= 2.5


@pytest.mark.rule("bismarck", "15.1", "6.51.1")
def test_otto_often_uses_the_four_squares_of_turn_1_and_keeps_the_ships_together_unless_he_splits_them() -> None:
    dashes, company = Counter[bool](), 0
    for seed in range(40):
        for stop in left_alone(seed):
            if stop.turn == 2:
                dashes[stop.moved == 4] += 1
            if stop.in_company:
                company += 1
                assert stop.square == stop.other, (seed, stop.turn)
            assert stop.in_company is (stop.strategy != "split") or stop.turn > 3
    assert dashes[True] > 0.4 * dashes.total()
    assert company > 100


@pytest.mark.rule("bismarck", "15.1")
def test_prinz_eugen_goes_where_the_bismarck_will_be_not_where_she_was(sea) -> None:
    here = sea("solitaire")
    here.state.phase = "orders"
    here.put("Bismarck", 1526, path=(1425, 1424))
    here.put("Prinz Eugen", 1526)
    ottos = (Otto(Side.GERMAN, SeededChance.from_seed(seed)) for seed in range(30))
    otto = next(otto for otto in ottos if otto.strategy != "split")
    view = see(here.state, Side.GERMAN)
    otto.make_plan(view)
    assert otto.keep_company(view)[:2] == (Mode.MOVE, 1424)
    here.put("Prinz Eugen", 1424)
    assert otto.keep_company(see(here.state, Side.GERMAN)).mode is Mode.PATROL


@pytest.mark.rule("bismarck", "15.1")
def test_otto_never_comes_back_to_a_square_on_his_way_out_when_nobody_is_in_sight() -> None:
    for seed in range(40):
        been = [stop.here for stop in left_alone(seed) if stop.turn <= 6]
        moved = [square for square, before in zip(been[1:], been, strict=False) if square != before]
        assert len(moved) == len(set(moved)), (seed, been)


@pytest.mark.rule("bismarck", "15.1")
def test_otto_gives_up_a_passage_that_a_stronger_force_holds_once_if_he_planned_to(sea) -> None:
    here = sea("solitaire")
    here.state.phase, here.state.turn = "orders", 4
    here.put("Bismarck", 1421)
    for name in ("Hood", "K George V", "Rodney"):
        here.put(name, 1420, seen=True, seen_square=1420, seen_turn=3)
    for seed in range(30):
        otto = Otto(Side.GERMAN, SeededChance.from_seed(seed))
        view = see(here.state, Side.GERMAN)
        otto.make_plan(view)
        otto.make_plan(view)
        expected = otto.scheme.other if otto.scheme.turns_back else otto.scheme.passage
        assert (otto.passage, otto.turned) == (expected, otto.scheme.turns_back)


@pytest.mark.rule("bismarck", "15.1", "6.32")
def test_every_gate_and_hideout_of_a_plan_is_open_to_german_ships_and_every_part_of_a_plan_varies() -> None:
    places = {square for gates in PASSAGES.values() for gate in gates for square in gate} | set(HIDEOUTS)
    assert all(open_to_ships(Side.GERMAN, square) for square in places)
    plans = [draw_plan(SeededChance.from_seed(seed)) for seed in range(100)]
    for part in ("opening", "passage", "other", "hideout", "sails", "dash", "reserve", "turns_back", "southward"):
        assert len({getattr(plan, part) for plan in plans}) > 1, part
    assert all(plan.passage != plan.other for plan in plans)


@pytest.mark.rule("bismarck", "15.1")
@pytest.mark.parametrize("bot", [Otto, HardOtto])
def test_a_convoy_that_has_arrived_is_no_longer_prey(sea: Callable[..., Sea], bot: type[Otto]) -> None:
    here = sea("solitaire")
    for convoy in CONVOYS:
        here.put(SHIPS[convoy].name, 2024)
    otto = bot("german", SeededChance.from_seed(1))
    assert otto.prey(see(here.state, Side.GERMAN)) == list(CONVOYS)
    here.ship("Convoy SL1").fate = Fate.ARRIVED
    here.state.missions[SL1] = here.state.turn
    judge_missions(here.play)
    assert otto.prey(see(here.state, Side.GERMAN)) == [convoy for convoy in CONVOYS if convoy != SL1]


@pytest.mark.rule("bismarck", "17.4")
def test_the_hard_bot_does_not_count_a_mission_twice(sea: Callable[..., Sea]) -> None:
    here = sea("solitaire")
    for convoy in CONVOYS:
        here.put(SHIPS[convoy].name, 2024)
    before = expected_lead(see(here.state, Side.GERMAN))
    here.ship("Convoy SL1").fate = Fate.ARRIVED
    here.state.missions[SL1] = here.state.turn
    judge_missions(here.play)
    assert here.state.points[Side.BRITISH] > 0
    assert expected_lead(see(here.state, Side.GERMAN)) == before, "paid now, and not expected any more"
