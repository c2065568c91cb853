"""Variants: a game with other defaults, scenarios, steps and modifiers, played by an id of its own."""

from dataclasses import dataclass
from typing import Any

import pytest

import navalcore as nc
from navalcore._match.match import driver_of
from navalcore._match.varying import vary
from navalcore._rules.terms import Step
from navalcore._rules.variants import Variant, after, before, instead
from navalcore.bots import make_bots, play_out
from navalcore.errors import BadData, BrokenPlugin, UnknownName
from navalcore.testing import check_game
from tests.kit.saboteurs.honest import Pickets, State

GAME = Pickets()
STEPS = [Step("one", lambda play: None), Step("two", lambda play: None)]


def variant(**attributes: Any) -> Variant:
    """A variant of the kit's honest game with these attributes."""
    made: Variant = type("Made", (Variant,), {"game": GAME.id, "id": "made", "title": "made", **attributes})()
    return made


@dataclass(slots=True)
class WithMines(State):
    mines: int = 3


def names(steps: Any) -> list[str]:
    return [step.name for step in steps]


def test_steps_are_inserted_and_replaced_by_name() -> None:
    new = Step("new", lambda play: None)
    assert names(after(STEPS, "one", new)) == ["one", "new", "two"]
    assert names(before(STEPS, "one", new)) == ["new", "one", "two"]
    assert names(instead(STEPS, "one", new)) == ["new", "two"]
    assert names(instead(STEPS, "two")) == ["one"]
    with pytest.raises(BadData, match=r"no step 'three' .* one, two"):
        after(STEPS, "three", new)


def test_the_game_itself_stays_as_it_is() -> None:
    varied = vary(GAME, [variant(state_class=WithMines)])
    assert (varied.id, varied.version) == (f"{GAME.id}:made", f"{GAME.version} made-1")
    assert GAME.id == Pickets.id
    assert GAME.state_class is State
    assert not GAME.variants
    assert varied.new_match(seed=1).state.mines == 3
    assert not hasattr(GAME.new_match(seed=1).state, "mines")


def test_a_varied_game_passes_the_conformance_kit() -> None:
    report = check_game(vary(GAME, [variant(state_class=WithMines)]), matches=2, only=None)
    left_out = [failure for failure in report.failures if failure.check != "same_in_another_process"]
    assert left_out == []  # that check finds games by their id, and this variant is not installed


@pytest.mark.parametrize(
    ("attributes", "complaint"),
    [
        ({"game": "chess"}, "is for chess, not for"),
        ({"options": {"fog": 1}}, "sets fog, which .* does not have"),
        ({"state_class": dict}, "not derived from State"),
        ({"modifiers": {"4": dict, "99.9": dict}}, "'made' has modifiers for section 99.9, which takes none .*: 4$"),
    ],
)
def test_a_variant_that_does_not_fit_is_refused_by_name(attributes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BrokenPlugin, match=complaint):
        vary(GAME, [variant(**attributes)])


def test_scenarios_of_a_variant_that_are_no_dict_are_refused_in_its_name() -> None:
    listed = variant(scenarios=lambda self, scenarios: list(scenarios))
    with pytest.raises(BrokenPlugin, match=r"the scenarios of the variant 'made' are .*; they should be a dict"):
        vary(GAME, [listed]).new_match(seed=1)


@pytest.mark.parametrize(
    ("offered", "complaint"),
    [
        ("[HouseRule]", "is the class HouseRule; it should be an object of the class"),
        ("HouseRule()", "must return a list"),
    ],
)
def test_a_plug_in_with_a_broken_variant_is_told_so_where_the_variant_is_asked_for(
    offered: str, complaint: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "mended_class" if "[" in offered else "mended_list"
    lines = [
        "from navalcore.rules import Variant, hookimpl",
        "class HouseRule(Variant):",
        "    game, id, title = 'uboat_cards', 'house', 'house'",
        f"navalcore_variants = hookimpl(lambda: {offered})",
    ]
    (tmp_path / f"{name}.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises((BrokenPlugin, UnknownName), match=complaint):
        nc.load("uboat_cards:house", [name])


def test_two_variants_with_states_of_their_own_do_not_go_together() -> None:
    mines = variant(state_class=WithMines)
    with pytest.raises(BrokenPlugin, match=r"made and made of .* cannot be played together"):
        vary(GAME, [mines, mines])


def test_an_impossible_default_names_option_and_reason() -> None:
    game = nc.load("tonnage_war")
    broken = type("Broken", (Variant,), {"game": game.id, "id": "b", "title": "b", "options": {"flak_base": "some"}})()
    with pytest.raises(BrokenPlugin, match="sets an option to an impossible value: flak_base: should be"):
        vary(game, [broken])


def test_later_variants_modify_what_earlier_ones_left() -> None:
    double = variant(id="double", modifiers={"4": lambda play, found: {name: 2 * n for name, n in found.items()}})
    more = variant(id="more", modifiers={"4": lambda play, found: {**found, "more": 1}})
    match = vary(GAME, [more, double]).new_match(seed=1)
    assert driver_of(match).play.modified("4", {"storm": 3}) == {"storm": 6, "more": 2}
    assert driver_of(match).play.modified("2", {"storm": 3}) == {"storm": 3}


def test_rolls_with_modifiers_ask_the_variant() -> None:
    varied = vary(GAME, [variant(modifiers={"4": lambda play, found: {**found, "fog": -20}})])
    play = driver_of(varied.new_match(seed=1)).play
    assert play.dice.roll("d6", "weather", "4", {"night": 1}) < 0
    assert play.dice.roll("d6", "weather", "2", {"night": 1}) > 0
    assert play.dice.roll("d6", "weather", "4", {}) < 0
    assert play.dice.roll("d6", "a roll that takes no modifiers", "4") > 0


@pytest.mark.parametrize("wanted", ["fog", "", "autumn_1940+autumn_1940", "autumn_1940+fog"])
def test_an_unknown_variant_is_named_with_those_there_are(wanted: str) -> None:
    with pytest.raises(UnknownName, match=r"has no variant .*autumn_1940|twice"):
        nc.load(f"tonnage_war:{wanted}")


def test_a_match_of_a_variant_is_saved_and_taken_up_by_its_id(tmp_path: Any) -> None:
    game = nc.load("aa50_subwar:original_spotting")
    match = game.new_match(seed=4)
    play_out(match, make_bots(game, dict.fromkeys(game.roles, "random"), seed=0), limit=40)
    match.save(tmp_path / "match.jsonl")
    again = nc.load_match(tmp_path / "match.jsonl")
    assert (again.game.id, again.state) == (game.id, match.state)
    assert again.setup.options.spot_aircraft == 4
