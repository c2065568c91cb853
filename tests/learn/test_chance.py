"""Chance nodes: the rules' own weights, copies that share no dice, and tapes that lead back."""

import copy
import pickle
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import navalcore as nc
from navalcore import rules
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData, GameOver, UnknownName
from navalcore.learn import ChanceNodes
from navalcore.learn._chance import SuspendingChance
from navalcore_games.uboat_cards.decks import DeckScenario
from tests.engine.test_together import Regatta

GAMES = ("uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war")


def go(nodes, draw, answers):
    """Answer so often, chance by its weights."""
    for _ in range(answers):
        if nodes.draw is not None:
            nodes.choose(draw.choices(range(len(nodes.draw.ways)), nodes.draw.ways)[0])
        elif nodes.decision is not None:
            nodes.choose(draw.randrange(len(nodes.decision.options)))
    return nodes


def all_of(nodes):
    """Everything that can be told of a match where it stands."""
    heard = [nodes.information_state(role) for role in nodes.game.roles]
    now = nodes.draw if nodes.draw is not None else nodes.game.states.digest(nodes.state)
    return nodes.tape, heard, now


def test_the_first_draw_is_a_card_of_the_deck_by_how_many_there_are_of_each():
    game = nc.load("uboat_cards")
    nodes, deck = ChanceNodes(game), game.scenario()
    assert isinstance(deck, DeckScenario)
    cards = deck.cards
    assert nodes.draw is not None
    whole = sum(cards.values())
    found = dict(zip(nodes.draw.texts, nodes.draw.weights, strict=True))
    assert found == {str(card): Fraction(count, whole) for card, count in cards.items() if count}


@pytest.mark.parametrize("name", GAMES)
def test_the_weights_of_every_node_add_up_to_one_and_each_result_is_there_once(name):
    nodes, draw, met = ChanceNodes(nc.load(name), heard=False), Random(1), 0
    for _ in range(150):
        if nodes.draw is not None:
            assert sum(nodes.draw.weights) == 1
            assert len(set(nodes.draw.values)) == len(nodes.draw.values) == len(nodes.draw.texts) > 1
            met += 1
        go(nodes, draw, 1)
    assert met > 10


@pytest.mark.parametrize("name", ["uboat_cards", "aa50_subwar", "silent_war"])
def test_given_the_results_of_a_seed_it_is_the_same_match(name):
    game = nc.load(name)
    match, below = game.new_match(seed=6, recorded=True), SeededChance.from_seed("choices").below
    while match.decision is not None and match.count < 60:
        match.choose(below(len(match.decision.options)))
    nodes = ChanceNodes(game)
    entries = [each for each in match.tape() if each.kind in ("choice", "chance")]
    for entry in entries:
        if entry.kind == "chance":
            if nodes.draw is not None and entry.why == nodes.draw.why:  # what has one result only is no node
                nodes.choose(nodes.draw.texts.index(entry.text))
        else:
            assert nodes.decision is not None
            nodes.choose(nodes.decision.texts.index(entry.text))
    # By what the umpire sees: which of two like cards lay first in the deck is not the same.
    assert nodes.view(nc.UMPIRE) == match.view(nc.UMPIRE)


@pytest.mark.parametrize("name", GAMES)
def test_copies_go_on_alike_and_leave_what_they_were_copied_from_alone(name):
    nodes, draw = ChanceNodes(nc.load(name)), Random(2)
    between_dice = 0
    for step in range(24):
        while step % 6 == 5 and nodes.draw is None:
            go(nodes, draw, 1)
        one, two = copy.deepcopy(nodes), nodes.copy()
        between_dice += nodes.draw is not None
        before = all_of(nodes)
        assert all_of(one) == all_of(two) == before
        assert all_of(go(one, Random(step), 9)) == all_of(go(two, Random(step), 9))
        third = one.copy()
        assert all_of(go(third, Random(step), 5)) == all_of(go(one, Random(step), 5))
        assert all_of(nodes) == before
        go(nodes, draw, 5)
    assert between_dice > 2


def test_a_copy_between_dice_does_not_see_what_its_original_was_given_later():
    nodes = ChanceNodes(nc.load("uboat_cards"))
    go(nodes, Random(1), 3)
    early = nodes.copy()
    go(nodes, Random(2), 20)
    late = early.copy()
    assert late.draw == early.draw is not None
    assert late.tape == early.tape


def test_nor_does_one_in_an_imagined_world():
    nodes = go(ChanceNodes(nc.load("uboat_cards")), Random(1), 60)
    while nodes.decision is None:
        go(nodes, Random(1), 1)
    nodes.redeal(nodes.decision.role, SeededChance.from_seed(1))
    while nodes.draw is None:
        nodes.choose(0)
    go(nodes, Random(1), 1)
    early = nodes.copy()
    before = all_of(early)
    go(nodes, Random(2), 20)
    late = early.copy()
    assert all_of(late) == all_of(early) == before
    assert all_of(go(late, Random(3), 9)) == all_of(go(early, Random(3), 9))


def test_nothing_is_imagined_for_a_role_that_is_asked_together_with_others():
    nodes = ChanceNodes(Regatta())
    nodes.choose(0)
    assert len(nodes.decisions) > 1
    for role in nodes.decisions:
        with pytest.raises(BadData, match=f"for {role} where {role} alone is asked"):
            nodes.redeal(role, SeededChance.from_seed(1))


@dataclass(slots=True)
class Watch:
    phase: str
    bells: int = 0
    depth: int = 0


class WatchView(nc.View):
    bells: int


@dataclass(frozen=True, slots=True)
class Bell(nc.Event):
    number: int

    def __str__(self) -> str:
        return f"Bell {self.number}."


@dataclass(frozen=True, slots=True)
class Sounded(nc.Event):
    depth: int

    def __str__(self) -> str:
        return f"The lead finds {self.depth} fathoms."


def strike(play: Any) -> None:
    play.state.bells += 1
    play.tell(Bell, play.state.bells)


def sound(play: Any) -> None:
    first = play.dice.d6("the lead", "2")
    play.tell(Sounded, first)
    play.tell(Sounded, play.dice.d6("the lead again", "2"))


def look_out(play: Any) -> rules.Flow[None]:
    yield from rules.choose("you", "What now?", ("on", "back"), "3")


class Watches(nc.Game[Watch, nc.Options, WatchView]):
    """A step that tells something comes before the step that rolls, and nothing is asked between them."""

    id = "watches"
    title = "Watches"
    version = "1"
    roles = ("you",)
    state_class = Watch
    options_class = nc.Options

    @property
    def scenarios(self) -> dict[str, nc.Scenario]:
        return {"watches": nc.Scenario(id="watches", title="Watches")}

    def initial_state(self, terms: Any) -> Watch:
        return Watch("bell")

    def sequence_of_play(self, terms: Any) -> list[rules.Step]:
        return [rules.Step("bell", strike), rules.Step("lead", sound), rules.Step("out", look_out)]

    def outcome(self, state: Watch, terms: Any) -> None:
        return None

    def view(self, state: Watch, role: str, terms: Any) -> WatchView:
        return WatchView(bells=state.bells)


def test_a_copy_at_a_die_has_heard_what_was_told_in_the_steps_before_that_of_the_die_and_hears_nothing_twice():
    nodes = ChanceNodes(Watches())
    nodes.copy()  # from now on every step takes a checkpoint
    for place in (2, 4, 0, 3):  # faces 3 and 5, the option, face 4
        nodes.choose(place)
    second = nodes.copy()  # at the second die of the second watch
    for each in (second, second.copy(), nodes):
        each.choose(0)
        lines = each.information_state("you").splitlines()
        told = [line for line in lines if not line.startswith(("shown", "dice_rolled", "choice_made"))]
        assert told == [
            "you", "bell number=1", "sounded depth=3", "sounded depth=5", "bell number=2", "sounded depth=4",
            "sounded depth=1",
        ]  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_a_pickled_match_is_played_again_from_its_tape(name):
    nodes = go(ChanceNodes(nc.load(name)), Random(3), 130)
    assert all_of(pickle.loads(pickle.dumps(nodes))) == all_of(nodes)


def test_a_role_hears_its_own_cards_and_not_the_others():
    nodes = go(ChanceNodes(nc.load("uboat_cards")), Random(4), 60)
    for role, other in (("uboat", "convoy"), ("convoy", "uboat")):
        heard = nodes.information_state(role)
        assert heard.startswith(role)
        assert heard != nodes.information_state(other)


def test_the_other_hand_changes_nothing_in_what_a_role_knows():
    nodes = go(ChanceNodes(nc.load("uboat_cards")), Random(5), 80)
    while nodes.decision is None:
        go(nodes, Random(6), 1)
    role = nodes.decision.role
    imagined = [nodes.copy() for _ in range(8)]
    for number, twin in enumerate(imagined):
        twin.redeal(role, SeededChance.from_seed(number))
        assert twin.information_state(role) == nodes.information_state(role)
        assert twin.view(role) == nodes.view(role)
        assert twin.decision is not None
        assert twin.decision.texts == nodes.decision.texts
        assert all_of(go(twin.copy(), Random(number), 15)) == all_of(go(twin, Random(number), 15))
    other = next(each for each in nodes.game.roles if each != role)
    assert len({twin.information_state(other) for twin in imagined}) > 1


def test_an_imagined_world_cannot_be_pickled_and_nothing_is_imagined_between_dice():
    nodes = ChanceNodes(nc.load("uboat_cards"))
    with pytest.raises(BadData, match="uboat alone is asked"):
        nodes.redeal("uboat", SeededChance.from_seed(1))
    with pytest.raises(BadData, match="a die or draw is to come"):
        nodes.view("uboat")
    while nodes.decision is None:
        go(nodes, Random(1), 1)
    nodes.redeal(nodes.decision.role, SeededChance.from_seed(1))
    for imagined in (nodes, nodes.copy()):
        with pytest.raises(BadData, match="imagined world"):
            pickle.dumps(imagined)


def test_a_draw_of_equal_items_is_no_node():
    chance = SuspendingChance()  # outside of a match it has nowhere to wait
    assert chance.pick(["gull", "gull"]) == 0
    assert chance.roll(3, 3) == 3


def test_an_answer_that_is_not_there_is_refused_and_changes_nothing():
    nodes = ChanceNodes(nc.load("uboat_cards"), "short")
    for wrong in (-1, 99):
        with pytest.raises(BadData, match="numbered from 0"):
            nodes.choose(wrong)
    assert nodes.tape == []
    draw = Random(7)
    while nodes.outcome is None:
        go(nodes, draw, 50)
    with pytest.raises(GameOver):
        nodes.choose(0)


def test_only_what_is_there_can_be_chosen_and_only_roles_know_something():
    nodes = ChanceNodes(nc.load("uboat_cards"), "short")
    assert nodes.draw is not None
    strange: list[Any] = [-1, 1.0, "0", None, len(nodes.draw.values)]
    for wrong in strange:
        with pytest.raises(BadData, match=r"is none of them|a whole one"):
            nodes.choose(wrong)
    assert nodes.tape == []
    for stranger in ("admiral", nc.UMPIRE, nc.SPECTATOR):
        with pytest.raises(UnknownName, match="it has uboat, convoy"):
            nodes.information_state(stranger)
