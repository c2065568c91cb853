"""Promises that every game of ours keeps, whatever else its own tests say."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import navalcore as nc
from navalcore._match.varying import vary
from navalcore._rulebook.register import coverage
from navalcore._rules.option import key_of
from navalcore._rules.variants import Variant
from navalcore.errors import BrokenPlugin
from navalcore.testing import check_game
from navalcore.testing._settings import settings_of
from tests.kit.in_turn import check_in_turn

GAMES = ("aa50_subwar", "bismarck", "silent_war", "tonnage_war", "uboat_cards")
DOCS = Path(__file__).parents[2] / "docs" / "games"
OPTIONS = 25
"""Of a decision with more options so many are read, taken at random: each is compared with all the others."""
CHOICES = 500
"""Choices of each match: any two values meet, and the time is better spent on many beginnings than on a few ends."""


def test_every_installed_game_of_ours_is_among_them() -> None:
    assert {name for name, manifest in nc.games().items() if manifest.game.startswith("navalcore_games.")} == set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_every_section_has_code_and_tests_and_none_is_cited_that_the_rule_book_lacks(name: str) -> None:
    game = nc.load(name)
    report = coverage(game.rulebook, game.rule_packages, Path(__file__).parents[1])
    assert report.complete, report.summary_line()


@pytest.mark.parametrize("game", GAMES)
def test_any_two_values_of_scenario_and_options_can_be_played_together(game: str) -> None:
    settings, _ = settings_of(nc.load(game))
    report = check_game(game, matches=len(settings), seed="pairs", only=["invariants"], max_choices=CHOICES)
    assert report.ok, report.text()
    assert report.matches == len(settings)


@pytest.mark.parametrize("game", GAMES)
def test_a_manifest_names_the_scenarios_that_the_game_has(game: str) -> None:
    """They stand in the manifest and in the scenario files: nobody need load the rules to list them."""
    scenarios = nc.load(game).scenarios
    assert list(nc.games()[game].scenarios.items()) == [(name, each.title) for name, each in scenarios.items()]


@pytest.mark.parametrize("game", GAMES)
def test_a_key_and_a_text_mean_their_option_in_every_decision_that_is_met(game: str) -> None:
    rules = nc.load(game)
    met = 0
    for scenario in rules.scenarios:
        match = rules.new_match(scenario, seed="keys")
        chance = Random(f"keys {scenario}")
        for _ in range(CHOICES // len(rules.scenarios) + 1):
            decision = match.decision
            if decision is None:
                break
            options = list(enumerate(decision.options))
            for index, option in chance.sample(options, min(len(options), OPTIONS)):
                assert decision.index(key_of(option)) == decision.read(key_of(option)) == index
                assert decision.index(str(option)) == index
            met += min(len(options), OPTIONS)
            match.choose(chance.randrange(len(decision.options)))
    assert met > CHOICES, "otherwise little is tried here"


def modified_where(rules: Path) -> Iterator[tuple[str, str]]:
    """The sections for which code rolls with modifiers or passes them through a variant, each with the function."""
    for file in sorted(rules.rglob("*.py")):
        if "variants" in file.relative_to(rules).parts:
            continue
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for call in ast.walk(function):
                if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
                    continue
                named: dict[Any, ast.expr] = dict(enumerate(call.args)) | {
                    each.arg: each.value for each in call.keywords
                }
                section: ast.expr | None = None
                if call.func.attr == "modified":
                    section = named.get("rule", named.get(0))
                elif ast.unparse(call.func).endswith("dice.roll") and ("modifiers" in named or 3 in named):
                    section = named.get("rule", named.get(2))
                if section is not None:
                    yield ast.literal_eval(section), function.name


@pytest.mark.parametrize("name", GAMES)
def test_every_data_file_is_read_where_an_owner_s_may_take_its_place(name: str) -> None:
    """By ``components.data_files``, which knows what is laid over, and not by the file's own path."""
    rules = Path(inspect.getfile(type(nc.load(name)))).parent
    calls = [
        f"{file.name}:{call.lineno}: {ast.unparse(call.func)}"
        for file in sorted(rules.rglob("*.py"))
        if "calibration" not in file.parts  # it reads what it has measured itself
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[-1] in ("open", "read_text", "read_bytes")
    ]
    assert [call for call in calls if not call.endswith(": read_text")] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_sections_declared_to_take_modifiers_are_those_in_whose_code_modifiers_are_taken(name: str) -> None:
    game = nc.load(name)
    rules = Path(inspect.getfile(type(game))).parent
    declared = {(number, place.qualname) for number, places in game.modifier_sections.items() for place in places}
    assert declared == set(modified_where(rules))
    assert {number for number, _ in declared} <= {section.number for section in game.rulebook.sections}


@pytest.mark.parametrize("name", GAMES)
def test_a_variants_modifiers_for_a_section_that_takes_none_are_refused_by_name(name: str) -> None:
    game = nc.load(name)
    taking = sorted(game.modifier_sections)
    attributes = {"game": name, "id": "fog", "title": "Fog", "modifiers": dict.fromkeys([*taking, "99.9"], dict)}
    variant: Variant = type("Fog", (Variant,), attributes)()
    with pytest.raises(BrokenPlugin, match=f"'fog' has modifiers for section 99.9.*: {', '.join(taking) or 'none'}$"):
        vary(game, [variant])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_page_of_rules(game: str) -> None:
    """It lists, among other things, the sections that take modifiers from a variant."""
    assert f"```{{modifiers}} {game}\n" in (DOCS / game / "rules.md").read_text(encoding="utf-8")


def test_submarine_warfare_passes_every_check() -> None:
    report = check_in_turn("aa50_subwar", 2, options={})
    assert report.ok, report.text()
    assert not report.skipped
