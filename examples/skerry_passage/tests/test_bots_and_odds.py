"""The bot, the odds, the board, and what is hidden."""

from collections import Counter
from fractions import Fraction

import navalcore as nc
from navalcore.bots import make_bots, play_out

from skerry_passage.game import SkerryPassage
from skerry_passage.render import board_text
from skerry_passage.state import BLUE, Mission


def won_by(grey: str, blue: str, matches: int) -> Counter[str | None]:
    winners: Counter[str | None] = Counter()
    for seed in range(matches):
        match = SkerryPassage().new_match(seed=seed)
        play_out(match, make_bots(match.game, {"grey": grey, "blue": blue}, seed))
        assert match.outcome is not None
        winners[match.outcome.winner] += 1
    return winners


def test_an_old_hand_beats_a_landsman_on_either_side() -> None:
    assert won_by("old_hand", "random", 12)["grey"] >= 10
    assert won_by("random", "old_hand", 12)["blue"] >= 10


def test_between_old_hands_either_side_may_win() -> None:
    winners = won_by("old_hand", "old_hand", 24)
    assert winners["grey"] >= 4
    assert winners["blue"] >= 4


def test_the_odds_are_those_of_the_tables() -> None:
    salvo, torpedo = nc.face_of(SkerryPassage()).questions()
    _, odds = salvo.ask({"distance": 4})
    assert odds.expected == {"hits": Fraction(1 + 1 + 1 + 2 + 2 + 3, 6)}
    _, ahead = salvo.ask({"distance": 4, "broadside": False})
    assert ahead.expected == {"hits": Fraction(0 + 0 + 0 + 1 + 1 + 2, 6)}
    _, near = torpedo.ask({"distance": 1})
    assert near.outcomes == {"0": Fraction(2, 6), "2": Fraction(1, 6), "3": Fraction(2, 6), "4": Fraction(1, 6)}


def test_a_course_is_seen_by_its_own_side_until_both_are_written() -> None:
    match = SkerryPassage().new_match(seed=1)
    match.choose("Adler ahead: 0305", role="grey")
    assert "Adler ahead: 0305" in board_text(match.view("grey"))
    assert "Adler ahead: 0305" not in board_text(match.view("blue"))
    assert match.view("blue").courses["grey"] is None


def test_imagined_enemies_have_other_missions_and_only_courses_that_they_could_sail() -> None:
    match = SkerryPassage().new_match(seed=3)
    for text in ("Resolve ahead: 1506", "Resolve stops in 1506"):
        match.choose(text, role="blue")
    missions = set()
    for seed in range(30):
        fork = match.fork(as_seen_by="grey", seed=str(seed))
        missions.add(fork.state.missions[BLUE])
        while fork.state.turn < 2 and not fork.over:
            assert fork.decision is not None
            fork.choose(seed % len(fork.decision.options))
        assert list(fork.game.invariants(fork.state, fork.setup.terms)) == []
    assert missions == set(Mission)
