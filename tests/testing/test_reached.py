"""What the matches of the kit have carried out of a game's rules, and filters that nothing is offered to."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import navalcore as nc
from navalcore.errors import BrokenPlugin
from navalcore.rules import Flow, Step, Terms, Variant, choose, filters, offers, rule, vary
from navalcore.testing import check_game
from navalcore.testing._reached import in_words, noting_lines, options_unread, unreached
from tests.kit.house_rules import HomeOnly
from tests.kit.saboteurs.honest import SCOUT, STAY, Colour, Order, Pickets, Play, Rules


class Misspelt(Variant):
    """Filters decisions that nobody is asked."""

    game, id, title = "pickets", "misspelt", "misspelt"

    @filters("ordre")
    def nothing(self, play: Play, options: Sequence[Order]) -> Iterator[Order]:
        """All stay."""
        yield from options


def test_a_filter_for_a_kind_that_no_decision_has_is_refused_with_the_nearest() -> None:
    with pytest.raises(BrokenPlugin, match=r"'misspelt' filters decisions of the kind 'ordre'.*order"):
        vary(Pickets(), (Misspelt(),))


def test_a_filter_that_no_decision_of_the_matches_came_to_is_reported() -> None:
    game = vary(Pickets(), (HomeOnly(),))
    assert check_game(game, matches=1, only=["plays"]).coverage.filters_unused == []
    none = check_game(game, matches=1, only=["plays"], max_choices=0)
    assert none.coverage.filters_unused == ["commit"]
    assert "filtered, and no decision was of this kind: commit" in none.text()


class Night(Rules):
    night: bool = False


class Idle(Pickets):
    id = "idle"
    options_class = Night


def test_an_optional_rule_that_no_code_names_is_told_and_no_other() -> None:
    report = check_game(Idle(), matches=1, only=["plays"])
    (idle,) = Night.model_fields.keys() - Rules.model_fields.keys()
    assert report.coverage.options_unread == [idle]
    assert f"option {idle}: no code of the game names it, so what does it change?" in report.text()


@pytest.mark.parametrize("game", list(nc.games()))
def test_every_option_of_our_games_is_read(game: str) -> None:
    assert options_unread(nc.load(game)) == []


@offers
@rule("2")
def whether_to_scout(side: Colour) -> Iterator[Order]:
    """A side scouts or stays."""
    yield SCOUT
    yield STAY


def scout_or_not(play: Play) -> Flow[None]:
    """Red is asked."""
    yield from choose(Colour.RED, "Scout the enemy?", whether_to_scout(Colour.RED), "2")


class KeptOffers(Pickets):
    """Pickets that go by offers, which are kept from match to match."""

    id = "kept_offers"

    def sequence_of_play(self, terms: Terms[Any]) -> Sequence[Step]:
        red = f"scout_{Colour.RED}"
        return [replace(s, procedure=scout_or_not) if s.name == red else s for s in super().sequence_of_play(terms)]


def test_offers_that_are_kept_from_an_earlier_match_count_as_carried_out() -> None:
    whether_to_scout(Colour.RED)
    coverage = check_game(KeptOffers(), matches=1, only=["plays"]).coverage
    assert not any("whether_to_scout" in told for told in coverage.rules_unreached)


def test_lines_that_no_match_reached_are_told_and_procedures_with_their_sections() -> None:
    game = Pickets()
    lines: dict[str, set[int]] = {}
    with noting_lines(game, lines):
        game.new_match(seed=1)
    rules, left = unreached(game, lines)
    assert any("battle" in told for told in rules)  # nobody has fought yet
    whole = check_game(game, matches=2, only=["plays"]).coverage
    assert not any("battle" in told for told in whole.rules_unreached)
    assert sum(map(len, whole.lines_unreached.values())) < 40
    assert set(left) <= {str(Path(file)) for file in lines}


def test_the_lines_of_a_game_in_a_linked_folder_are_noted() -> None:
    lines: dict[str, set[int]] = {}
    game = nc.load("uboat_cards")  # which is imported through a link where navalcore is not installed
    with noting_lines(game, lines):
        game.new_match(seed=1)
    assert {Path(file).name for file in lines} >= {"game.py"}


def test_a_trace_of_others_is_left_as_it_was() -> None:
    def trace(*_: object) -> None: ...

    before = sys.gettrace()
    try:
        sys.settrace(trace)
        with noting_lines(Pickets(), {}):
            assert sys.gettrace() is trace
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)


def test_lines_are_told_as_people_write_them() -> None:
    assert in_words({"/games/a/rules.py": [3, 8, 9, 10]}) == "rules.py:3, 8-10"
