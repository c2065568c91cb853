"""Variants that change the middle of a game's rules: procedures replaced by section and name, options struck out."""

import pickle
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import navalcore as nc
from navalcore._match.varying import vary
from navalcore._rulebook.citing import loaded_procedures
from navalcore._rulebook.register import coverage
from navalcore._rules.decision import Flow
from navalcore._rules.replacing import filters, replaces
from navalcore._rules.variants import Variant
from navalcore.bots import make_bots, play_out
from navalcore.errors import BrokenPlugin, NotOffered, RuleError
from navalcore.rules import no
from navalcore.testing import check_game
from tests.kit.house_rules import HomeOnly, OneMore
from tests.kit.saboteurs import honest
from tests.kit.saboteurs.honest import SCOUT, Colour, Order, Pickets, Play

GAME = Pickets()
PAGE = Path(__file__).parents[2] / "docs" / "house_rules.md"


def varied(*variants: Variant) -> nc.AnyGame:
    return vary(GAME, variants)


def played_out(game: nc.AnyGame, seed: int = 1) -> nc.AnyMatch:
    match = game.new_match(seed=seed)
    while not match.over:
        match.choose(0)
    return match


def asked(match: nc.AnyMatch) -> nc.Decision:
    assert match.decision is not None
    return match.decision


def test_a_procedure_far_below_the_steps_is_replaced_for_the_variant_alone() -> None:
    changed, plain = played_out(varied(OneMore())), played_out(GAME)
    assert [len(changed.state.squadrons[side].hand) for side in Colour] == [4, 2]
    assert [len(plain.state.squadrons[side].hand) for side in Colour] == [3, 3]


def test_a_game_without_the_variant_runs_the_very_functions_it_was_written_with() -> None:
    before = honest.battle.__globals__["draw"]
    varied(OneMore())
    assert honest.battle.__globals__["draw"] is before is honest.draw
    steps, _ = GAME.steps(GAME.terms())
    assert steps["battle"].procedure is honest.battle


def test_a_varied_match_is_saved_loaded_and_pickled() -> None:
    game = varied(OneMore())
    match = played_out(game)
    loaded = pickle.loads(pickle.dumps(match))
    assert loaded.digest == match.digest
    assert len(loaded.state.squadrons[Colour.RED].hand) == 4


def test_the_kit_runs_over_a_variant_with_a_replaced_procedure_and_a_filter() -> None:
    report = check_game(varied(OneMore(), HomeOnly()), matches=2, only=None)
    left_out = [failure for failure in report.failures if failure.check != "same_in_another_process"]
    assert left_out == []  # that check finds games by their id, and these variants are not installed


class Elsewhere(Variant):
    """In one module with others, for another game."""

    game, id, title = "another_game", "elsewhere", "another game's rule"

    @replaces("77.7", of="nothing")
    def other(self, original: Any, *arguments: Any) -> Any:
        """What no section of this game says."""


class Nearer(Variant):
    """In the same module as Elsewhere."""

    game, id, title = "pickets", "nearer", "one more"

    @replaces("1", of="draw")
    def same(self, original: Any, *arguments: Any) -> Any:
        """As ever."""
        return original(*arguments)


def test_a_variant_answers_for_the_procedures_that_it_replaces_and_not_for_others_of_its_module() -> None:
    game = varied(Nearer())
    cited = loaded_procedures(game.rule_packages)
    assert "77.7" not in cited
    assert "Nearer.same" in {place.qualname for place in cited["1"]}
    listed = coverage(game.rulebook, game.rule_packages, None, only="1").sections
    here = [place.qualname for section in listed for place in section.code if place.module == __name__]
    assert here == ["Nearer.same"]
    assert check_game(game, matches=1, only=["rulebook"]).ok


def test_the_kit_finds_a_filter_that_the_imagined_worlds_of_a_variant_do_not_know() -> None:
    class Forgetful(HomeOnly):
        def redeal(self, state: Any, role: str, chance: Any, terms: Any) -> None:
            """Nothing."""

    report = check_game(varied(Forgetful()), matches=2, only=["imagined_worlds_fit_what_was_told"])
    assert not report.ok


def test_a_filter_strikes_out_with_its_reason_and_offers_the_rest_in_its_order() -> None:
    match = varied(HomeOnly()).new_match(seed=1)
    while "stay" in asked(match).texts:
        match.choose("stay")
    decision = asked(match)
    hand = list(match.state.squadrons[decision.role].hand)
    assert decision.texts == [f"commit {ship}" for ship in sorted(hand, reverse=True)[:-1]]
    refusal = decision.why_not(f"commit {min(hand)}")
    assert refusal is not None
    assert (refusal.rule, refusal.reason) == ("3", "the lowest ship guards the port")
    with pytest.raises(NotOffered):
        match.choose(f"commit {min(hand)}")
    match.choose(f"commit {max(hand)}")
    assert match.state.squadrons[decision.role].committed == max(hand)


def test_what_a_filter_leaves_out_without_a_word_is_refused_in_the_name_of_the_variant() -> None:
    class NoScouts(Variant):
        game, id, title = "pickets", "no_scouts", "no scouts"

        @filters("order")
        def none(self, play: Play, options: Sequence[Order]) -> list[Order]:
            return [each for each in options if each is not SCOUT]

    match = varied(NoScouts()).new_match(seed=1)
    assert asked(match).texts == ["stay"]
    refusal = asked(match).why_not(str(SCOUT))
    assert refusal is not None
    assert refusal.reason == "no scouts leaves it out"


class MustPlay(Variant):
    """In the card game, a side that can lay, clear or harass may not pass."""

    game, id, title = "uboat_cards", "must_play", "no idle passing"

    @filters("action")
    def play_first(self, play: Play, options: Sequence[Any]) -> Iterator[Any]:
        for option in options:
            idle = option.kind == "pass" and len(options) > 1
            yield no(option, "U13", "a side that can play has to") if idle else option


def test_what_follows_a_question_with_one_answer_left_by_a_filter_is_no_news_to_who_may_take_back() -> None:
    kept = ["undo_stops_at_new_information", "nobody_peeks_by_undo", "what_is_told_is_on_the_board"]
    report = check_game(vary(nc.load("uboat_cards"), [MustPlay()]), matches=1, scenarios=["standard"], only=kept)
    assert report.ok, report.text()


def test_a_bot_of_the_game_takes_what_a_filter_has_left_where_it_wants_something_else() -> None:
    class PlayLast(MustPlay):
        """Nobody lays a card while there is anything else to do, and all options come the other way round."""

        @filters("action")
        def play_first(self, play: Play, options: Sequence[Any]) -> Iterator[Any]:
            yield from reversed([each for each in options if each.kind != "play_card"])

    game = vary(nc.load("uboat_cards"), [PlayLast()])
    for name in ("sensible", "keen", "hard", "search:4"):
        match = game.new_match("short", seed=1)
        play_out(match, make_bots(game, dict.fromkeys(game.roles, name), seed=1), limit=60)
        assert match.count == 60
        assert "play_card" not in str(match.dumps())


def test_a_filter_of_a_kind_that_no_decision_has_is_told_the_kinds_there_are() -> None:
    class Mistyped(Variant):
        game, id, title = "uboat_cards", "mistyped", "mistyped"

        @filters("acton")
        def none(self, play: Play, options: Sequence[Any]) -> Sequence[Any]:
            return options

    with pytest.raises(BrokenPlugin, match=r"'acton', and uboat_cards has none; did you mean action\?"):
        vary(nc.load("uboat_cards"), [Mistyped()])


@pytest.mark.parametrize(
    ("left", "complaint"),
    [([], "leaves no option"), ([Order("fly")], "offers 'fly' in order; a filter adds no options")],
)
def test_a_filter_that_leaves_nothing_or_adds_something_is_an_error(left: list[Order], complaint: str) -> None:
    class Bad(Variant):
        game, id, title = "pickets", "bad", "bad"

        @filters("order")
        def some(self, play: Play, options: Sequence[Order]) -> list[Order]:
            return left

    with pytest.raises(RuleError, match=f"'bad' {complaint}"):
        varied(Bad()).new_match(seed=1)


def test_a_filter_that_returns_nothing_is_named() -> None:
    class Empty(Variant):
        game, id, title = "pickets", "empty", "empty"

        @filters("order")
        def some(self, play: Play, options: Sequence[Order]) -> None:
            """Forgets to yield."""

    with pytest.raises(RuleError, match="the filter some of the variant 'empty' returns None; a filter yields"):
        varied(Empty()).new_match(seed=1)


def replacing(section: str, of: str, method: Any) -> Variant:
    copied = FunctionType(method.__code__, method.__globals__, method.__name__)
    made: Variant = type(
        "Made", (Variant,), {"game": "pickets", "id": "made", "title": "made", "it": replaces(section, of)(copied)}
    )()
    return made


def draws(self: Variant, original: Any, play: Play, side: Colour) -> None: ...


def asks(self: Variant, original: Any, play: Play) -> Flow[None]:
    yield from ()


@pytest.mark.parametrize(
    ("variant", "complaint"),
    [
        (replacing("1", "", draws), r"section has several; name one with of=: 'draw' and 'muster'"),
        (replacing("1", "drawn", draws), r"drawn of section 1, which pickets does not have; .*: draw and muster"),
        (replacing("99", "", draws), r"the procedure of section 99, .*procedures of the section: none"),
        (replacing("4", "", draws), r"takes other arguments; it should take \(self, original, play\)"),
        (replacing("4", "battle", asks), r"battle, which asks no question, by asks, which does"),
    ],
)
def test_a_replacement_that_does_not_fit_is_refused_with_what_would(variant: Variant, complaint: str) -> None:
    with pytest.raises(BrokenPlugin, match=f"'made' replaces.*{complaint}"):
        vary(GAME, [variant])


def test_two_variants_that_replace_the_same_procedure_are_found() -> None:
    other = replacing("1", "draw", draws)
    with pytest.raises(BrokenPlugin, match=r"'made' replaces draw \(section 1\), and so does 'one_more'"):
        varied(OneMore(), other)


def test_a_rule_page_says_what_a_variant_has_made_of_a_section() -> None:
    game = varied(OneMore())
    said = "In the variant one more: The red side is joined by 2 ships after the first battle."
    assert game.rulebook.section("1").summary.endswith(f". {said}")
    assert "variant" not in GAME.rulebook.section("1").summary


def house_rules() -> dict[str, type[Variant]]:
    """The two house rules of the page, as a reader would type them."""
    head = (
        "from collections.abc import Callable, Iterator, Sequence\nfrom typing import Any\n"
        "from navalcore.rules import Flow, Variant, filters, no, replaces\n"
    )
    known: dict[str, Any] = {"__name__": "my_rules"}
    for code in re.findall(r"```python\n(class .*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        if "@replaces" in code:
            assert len(code.splitlines()) <= 15
            exec(head + code, known)
    return {name: each for name, each in known.items() if isinstance(each, type) and issubclass(each, Variant)}


def test_the_house_rule_of_silent_war_on_the_page_changes_what_it_says() -> None:
    from navalcore_games.silent_war.combat import rounds

    game = vary(nc.load("silent_war"), [house_rules()["Calm"]()])
    changed = game.sequence_of_play(game.terms())
    assert changed != nc.load("silent_war").sequence_of_play(game.terms())
    flow = replaced_in(game, rounds.re_attack_wanted)(None, None, 2)
    with pytest.raises(StopIteration) as stop:
        next(flow)
    assert stop.value.value is False


def test_the_house_rule_of_tonnage_war_on_the_page_changes_what_it_says() -> None:
    from navalcore_games.tonnage_war.escort_attack import attackers
    from navalcore_games.tonnage_war.state import Committed, Engagement, Unit

    game = vary(nc.load("tonnage_war"), [house_rules()["Timid"]()])
    escorts = [unit for unit in Unit if unit is not Unit.BLANK][:3]
    engagement = Engagement.__new__(Engagement)
    engagement.group = [Committed(unit) for unit in escorts]
    assert [each.unit for each in attackers(engagement)] == escorts
    assert [each.unit for each in replaced_in(game, attackers)(engagement)] == escorts[:2]


def replaced_in(game: nc.AnyGame, procedure: Any) -> Any:
    """What stands in place of a procedure in the varied game."""
    changed: Any = type(game)
    return changed._changed._linker.linked(procedure)
