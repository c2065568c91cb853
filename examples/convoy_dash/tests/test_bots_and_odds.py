"""The bots, the odds, the board, and what is hidden."""

from collections import Counter
from fractions import Fraction

import navalcore as nc
from navalcore.bots import make_bots, play_out
from navalcore.rules import SeededChance

from convoy_dash.game import ConvoyDash
from convoy_dash.render import board_text


def won_by(convoy: str, pack: str, matches: int) -> Counter[str | None]:
    winners: Counter[str | None] = Counter()
    for seed in range(matches):
        match = ConvoyDash().new_match(seed=seed)
        play_out(match, make_bots(match.game, {"convoy": convoy, "pack": pack}, seed))
        assert match.outcome is not None
        winners[match.outcome.winner] += 1
    return winners


def test_between_old_hands_either_side_may_win() -> None:
    winners = won_by("old_hand", "old_hand", 120)
    assert 36 <= winners["convoy"] <= 84, "half of them, give or take four standard deviations of 5.5 and a little"


def test_an_old_hand_beats_a_landsman() -> None:
    assert won_by("old_hand", "random", 40)["convoy"] > 30
    assert won_by("random", "old_hand", 40)["pack"] > 30


def test_the_odds_of_an_attack_are_those_of_the_tables() -> None:
    (attack,) = nc.face_of(ConvoyDash()).questions()
    unseen, sighted = (attack.ask({"boat": boat})[1] for boat in ("unseen", "sighted"))
    assert unseen.expected == {"ships sunk": Fraction(9, 6), "boats destroyed": Fraction(2, 6)}
    assert sighted.expected == {"ships sunk": Fraction(4, 6), "boats destroyed": Fraction(4, 6)}
    assert unseen.outcomes["2 ships"] == Fraction(2, 6)
    assert attack.ask({"boat": "sighted", "night": True})[1] == unseen


def test_only_the_pack_sees_a_boat_that_was_not_sighted() -> None:
    match = ConvoyDash().new_match(seed=1)
    for _ in range(4):
        match.choose(0)
    assert "U1 is in Northlight" in board_text(match.view("pack"))
    assert "U1 is somewhere" in board_text(match.view("convoy"))
    twin = match.game.determinize(match.state, "convoy", SeededChance.from_seed(7), match.setup.terms)
    assert [boat.area for boat in twin.boats] != [boat.area for boat in match.state.boats]


def test_an_imagined_boat_is_never_where_the_convoy_knows_that_none_is() -> None:
    match = ConvoyDash().new_match(seed=1)
    for _ in range(3):
        match.choose(0)
    for seed in range(50):
        twin = match.game.determinize(match.state, "convoy", SeededChance.from_seed(seed), match.setup.terms)
        assert not {"Merrow", "Fogbank", "Grey Shoal"} & {boat.area for boat in twin.boats}
