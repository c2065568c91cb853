"""The switchable rulings: each option changes what it says and nothing else."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from navalcore._rules.decision import UMPIRE
from navalcore._rules.running import run
from navalcore.components._chance import SeededChance
from navalcore_games.uboat_cards.action_phase import action_phase
from navalcore_games.uboat_cards.draw_phase import draw_phase
from navalcore_games.uboat_cards.state import Card, Side
from navalcore_games.uboat_cards.views import redeal


def act(play, side, *texts):
    answers = iter(texts)
    run(action_phase(play, side), policy=lambda decision: decision.index(next(answers)))
    assert next(answers, None) is None


def first_phases(game, **options):
    """The phases of the first eight decisions or more, each once in order."""
    match = game.new_match(seed=5, options=options)
    seen: list[Any] = []
    for _ in range(30):
        if not seen or seen[-1] != match.state.phase:
            seen.append(match.state.phase)
        match.choose(0)
    return seen[:5]


@pytest.mark.rule("uboat_cards", "U5")
def test_both_draw_then_both_act(game):
    assert first_phases(game) == ["uboat_draw", "convoy_draw", "uboat_action", "convoy_action", "uboat_draw"]


@pytest.mark.rule("uboat_cards", "U5")
def test_alternating_sequence_lets_each_side_draw_and_act_in_turn(game):
    phases = first_phases(game, sequence="alternating")
    assert phases == ["uboat_draw", "uboat_action", "convoy_draw", "convoy_action", "uboat_draw"]


@pytest.mark.rule("uboat_cards", "U5")
def test_the_turn_is_counted_from_the_wolf_packs_draw_phase(game):
    match = game.new_match(seed=5)
    assert match.state.turn == 1
    turns: list[tuple[int, Any]] = []
    while len(turns) < 12:
        turns.append((match.state.turn, match.state.phase))
        match.choose(0)
    for (before, _), (after, phase) in pairwise(turns):
        assert after - before == (1 if phase == "uboat_draw" and before != after else 0)


@pytest.mark.rule("uboat_cards", "U9")
def test_a_row_waits_for_its_next_card_unless_consecutive_turns_are_asked_for(table):
    kept = table([Card.WATER], uboat_row=[Card.PERISCOPE])
    act(kept, Side.UBOAT, "pass")
    assert kept.state.seats[Side.UBOAT].row == [Card.PERISCOPE]
    broken = table([Card.WATER], uboat_row=[Card.PERISCOPE], consecutive_turns=True)
    act(broken, Side.UBOAT, "pass")
    assert broken.state.seats[Side.UBOAT].row == []
    assert broken.state.discards.cards == [Card.PERISCOPE]


@pytest.mark.rule("uboat_cards", "U15")
def test_under_consecutive_turns_a_row_begun_or_extended_this_turn_stays(table):
    for row in ([], [Card.SONAR]):
        play = table((), [Card.SONAR, Card.DEPTH_CHARGES], convoy_row=row, consecutive_turns=True)
        act(play, Side.CONVOY, "play Depth Charges" if row else "play Sonar")
        assert len(play.state.seats[Side.CONVOY].row) == len(row) + 1


@pytest.mark.rule("uboat_cards", "U8")
def test_clear_scope_opponent_leaves_ones_own_row(table):
    rows = {"uboat_row": [Card.PERISCOPE], "convoy_row": [Card.SONAR]}
    play = table([Card.DIVE], **rows, clear_scope="opponent")
    act(play, Side.UBOAT, "play Dive")
    assert play.state.seats[Side.UBOAT].row == [Card.PERISCOPE]
    assert play.state.discards.cards == [Card.SONAR, Card.DIVE]


@pytest.mark.rule("uboat_cards", "U8", "U9")
def test_a_clearing_card_that_spares_ones_own_row_does_not_extend_it(table):
    """UBC-R04 with UBC-R07: under consecutive turns the row is broken, as by any turn that adds no card to it."""
    rows = {"uboat_row": [Card.PERISCOPE], "convoy_row": [Card.SONAR]}
    play = table([Card.DIVE], **rows, clear_scope="opponent", consecutive_turns=True)
    act(play, Side.UBOAT, "play Dive")
    assert [seat.row for seat in play.state.seats.values()] == [[], []]
    assert sorted(play.state.discards.cards) == sorted([Card.SONAR, Card.DIVE, Card.PERISCOPE])


@pytest.mark.rule("uboat_cards", "U20")
def test_free_in_action_harassing_cards_come_on_top_of_the_card_of_the_turn(table):
    hand = [Card.NEAR_MISS, Card.CAT_AND_MOUSE, Card.PERISCOPE]
    play = table(hand, [Card.WATER] * 3, harass_timing="free_in_action")
    act(play, Side.UBOAT, "play Near Miss", "play Cat and Mouse", "play Periscope")
    assert len(play.state.seats[Side.CONVOY].hand) == 1
    assert play.state.seats[Side.UBOAT].row == [Card.PERISCOPE]


@pytest.mark.rule("uboat_cards", "U20")
@pytest.mark.parametrize(("timing", "left"), [("any_discard", 2), ("action", 3), ("free_in_action", 3)])
def test_a_harassing_card_works_from_the_draw_phase_only_under_any_discard(table, timing, left):
    hand = [Card.NEAR_MISS, *[Card.WATER] * 3]
    play = table(hand, [Card.SONAR] * 3, deck=[Card.WATER] * 2, harass_timing=timing)
    run(draw_phase(play, Side.UBOAT), policy=lambda decision: decision.index("discard Near Miss"))
    assert len(play.state.seats[Side.CONVOY].hand) == left


@pytest.mark.rule("uboat_cards", "U6", "U20")
@pytest.mark.parametrize("card", [Card.WATER, Card.DIVE, Card.SONAR])
def test_an_ordinary_card_that_is_discarded_costs_the_opponent_nothing_under_any_discard_either(table, card):
    hand = [card, Card.TORPEDO, Card.TORPEDO, Card.TORPEDO]
    play = table(hand, [Card.SONAR] * 3, deck=[Card.TORPEDO] * 2, harass_timing="any_discard")
    run(draw_phase(play, Side.UBOAT), policy=lambda decision: decision.index(f"discard {card}"))
    assert play.state.discards.cards == [card]
    assert len(play.state.seats[Side.CONVOY].hand) == 3


@pytest.mark.rule("uboat_cards", "U20")
def test_harassing_an_empty_hand_by_a_discard_has_no_effect(table):
    play = table([Card.NEAR_MISS, *[Card.WATER] * 3], [], deck=[Card.WATER] * 2, harass_timing="any_discard")
    run(draw_phase(play, Side.UBOAT), policy=lambda decision: decision.index("discard Near Miss"))
    assert play.state.discards.cards == [Card.NEAR_MISS]


@pytest.mark.rule("uboat_cards", "U2")
@pytest.mark.parametrize(("pile", "seen"), [("open", True), ("closed", False)])
def test_the_discard_pile_is_open_unless_closed_and_its_size_always_known(game, pile, seen):
    match = game.new_match(seed=5, options={"discard_pile": pile})
    for _ in range(9):
        match.choose(0)
    view = match.view("uboat")
    assert view.discard_size == len(match.state.discards) > 0
    everything = match.view(UMPIRE).discards
    assert Counter(everything) == Counter(match.state.discards.cards)
    assert everything[-1] == match.state.discards.cards[-1], "the newest is on top"
    assert view.discards == (everything if seen else None)


@pytest.mark.rule("uboat_cards", "U2")
def test_a_closed_discard_pile_is_imagined_as_everybody_was_told_of_it(game):
    match = game.new_match(seed=5, options={"discard_pile": "closed"})
    for _ in range(40):
        match.choose(0)
    real = match.state.discards.cards[:]
    for number in range(20):
        twin = game.states.copy(match.state)
        redeal(twin, "uboat", SeededChance.from_seed(number))
        assert sorted(twin.discards.cards) == sorted(real), (
            "discards are told to all, whoever may look through the pile"
        )
        assert not list(game.invariants(twin, match.setup.terms))
