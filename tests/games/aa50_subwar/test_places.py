"""Options are tied to places of the map, and the map is drawn in two layers."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

import navalcore as nc
from navalcore._picture import Picture
from navalcore.bots import make_bots
from navalcore.rules import places
from navalcore_games.aa50_subwar.render import LAND_SIZE, PLACES, ZONE_SIZE, board, draw_counters, heading
from navalcore_games.aa50_subwar.theatre import MAP, TERRITORIES
from navalcore_games.aa50_subwar.words import Kind, Power, Space

ACTS = {
    *("end_purchase", "end_combat_move", "end_combat", "end_noncombat"),  # the end of a phase is nowhere
    *("join", "submerge"),  # how many: a number
    *("break_off", "keep_on", "dive", "stay", "escape", "fight_on", "attack_it"),  # what to do in the combat shown
    *("roll", "waive"),  # the dice of the zone that is settled
}
"""The kinds of options that no place means."""


def drawn(svg):
    return set(re.findall(r'data-place="([^"]+)"', svg))


def walk(game, seed, *, bots):
    """A match, before every choice of its first rounds, played at random or by the game's bots."""
    match = game.new_match(seed=seed)
    rng, players = random.Random(seed), make_bots(game, seed=seed)
    while not match.over and match.count < 500:
        yield match
        decision = match.decision
        if bots:
            match.choose(players[decision.role].decide(match.view(decision.role), decision))
        else:
            match.choose(rng.randrange(len(decision.options)))


@pytest.mark.parametrize(("bots", "share"), [(False, 0.9), (True, 0.85)])
def test_what_options_name_is_on_the_map_and_all_but_acts_have_a_place(game, bots, share):
    """Nine of ten in random play; bots keep their fleets together, so more of their options end a phase."""
    kinds: Counter[tuple[str, bool]] = Counter()
    for match in walk(game, 11, bots=bots):
        decision = match.decision
        on_board = drawn(board(match.view(decision.role)).moving)
        for option in decision.options:
            kinds[option.kind, bool(option.places)] += 1
            assert {place.id for place in option.places} <= on_board, (option, option.places)
    total = sum(kinds.values())
    assert sum(number for (_, placed), number in kinds.items() if placed) >= share * total
    assert {kind for kind, placed in kinds if not placed} <= ACTS


def test_a_ship_is_ordered_by_its_counter_and_the_zone_it_goes_to(game):
    match = game.new_match("atlantic_1941", seed=1)
    match.choose("buy nothing more")
    sail = next(option for option in match.decision.options if str(option) == "submarine Sz7 > Sz8")
    assert sail.places == places(subject="unit/7/germany/submarine", from_="zone/7", to="zone/8")


def test_the_map_lies_still_and_only_what_moves_is_drawn_anew(game):
    boards = [board(match.view(nc.UMPIRE)) for match in walk(game, 5, bots=False)]
    assert len({each.digest for each in boards}) == 1
    assert len({each.moving for each in boards}) > 100
    assert drawn(boards[0].still) == set()


def test_all_counters_of_a_crowded_space_stay_in_it():
    units = {(power, kind): 9 for power in Power for kind in Kind}
    for space, (width, height) in ((Space("sz8"), ZONE_SIZE), (Space("england"), LAND_SIZE)):
        picture = Picture(1000, 1000, "one space", background=None)
        draw_counters(picture, space, 0, 0, width - 12, height - (35 if space in TERRITORIES else 25), units)
        boxes = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', picture.as_svg())
        assert len(boxes) == 24
        for x, y, wide, high in ([float(each) for each in box] for box in boxes):
            assert x + wide <= width - 12 + 0.01
            assert y + high <= height - 25 + 0.01


def test_lanes_do_not_pass_beneath_territories():
    width, height = LAND_SIZE
    for one, other, link in MAP.edges():
        if link.kind != "sea-sea":
            continue
        (x, y), (a, b) = PLACES[one], PLACES[other]
        for land in TERRITORIES:
            left, top = PLACES[land][0] - width / 2, PLACES[land][1] - height / 2
            points = [(x + (a - x) * step / 200, y + (b - y) * step / 200) for step in range(201)]
            assert not any(left <= p <= left + width and top <= q <= top + height for p, q in points), (
                one,
                other,
                land,
            )


def test_a_match_that_is_over_is_told_to_be_after_its_last_round(game):
    match = game.new_match(seed=3)
    rng = random.Random(3)
    while not match.over:
        match.choose(rng.randrange(len(match.decision.options)))
    view = match.view(nc.UMPIRE)
    assert view.round <= view.rounds or heading(view).startswith("after the last round")
    assert f"{view.rounds + 1} of" not in heading(view)
