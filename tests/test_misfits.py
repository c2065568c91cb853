"""Whatever is handed to a public function is taken or refused with an error of ours, which says what would be right."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import pickle
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from inspect import isabstract
from math import inf, nan
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import navalcore as nc
from navalcore import boards, bots, components, learn, odds, rules, study, testing
from navalcore._misfits import TOLD, fits, in_words, told_of_misfits
from navalcore.errors import BadData, NavalCoreError
from tests.test_doors import DOORS

ITERATOR = object()
"""Stands for a new iterator each time, because one that was read is empty."""


def deep() -> list[Any]:
    """A list of more levels than any function reads."""
    return reduce(lambda within, _: [within], range(100_000), [])


JUNK: tuple[Any, ...] = (
    *(deep(), None, -1, 0, 10**6, nan, inf, "", "\ud800", "\0", "näh", b"x", [], {}, (), [None], {"a": None}),
    *(object(), lambda *_, **__: None, ITERATOR, True, -1.5, "no such thing"),
)
LEFT_OUT = {
    *("fuzz_game", "check_game", "batch", "make_app", "vector_env", "questions_of", "play_batch"),  # they play for long
    *("exact", "odds_of", "board_svg"),  # procedures and views of others raise what they raise
    *("register_with_gymnasium", "register_with_openspiel"),  # these change what others installed
}
"""Functions that this file does not call with one thing after another."""


def functions() -> list[tuple[str, Callable[..., Any]]]:
    """The functions and classes of all doors that look for misfits, each with its door."""
    found: dict[Any, str] = {}
    for door in DOORS:
        module = importlib.import_module(door)
        for name in module.__all__:
            try:
                value = getattr(module, name)
            except ModuleNotFoundError:  # of an extra that is not installed
                continue
            made = vars(value).get("__init__") if isinstance(value, type) else value
            told = isinstance(made, FunctionType) and hasattr(made, TOLD) and not isabstract(value)
            if told and name not in LEFT_OUT:
                found.setdefault(value, f"{door}.{name}")
    return [(name, value) for value, name in found.items()]


@pytest.mark.parametrize(("name", "function"), functions())
def test_junk_in_any_argument_of_a_public_function_or_class_is_taken_or_refused_with_an_error_of_ours(
    name: str, function: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = nc.load("uboat_cards")
    good = {"game": game, "match": game.new_match(seed=1), "role": "uboat", "path": "x.out", "name": "x"}
    parameters = inspect.signature(function).parameters.values()
    for wrong in parameters:
        if wrong.kind in (wrong.VAR_KEYWORD, wrong.VAR_POSITIONAL):
            continue
        for junk in JUNK:
            if wrong.name in ("width", "depth", "matches", "last", "playouts", "courses", "options") and junk == 10**6:
                continue  # it would be done, and take for ever
            given = {
                each.name: junk if each is wrong else good.get(each.name, "x")
                for each in parameters
                if each is wrong or (each.default is each.empty and each.kind in _NAMED)
            }
            with suppress(NavalCoreError):
                made = function(**given)
                if inspect.iscoroutine(made):
                    asyncio.run(made)
                elif inspect.isgenerator(made):
                    next(made, None)


_NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def test_the_error_names_the_function_the_argument_and_what_would_be_right() -> None:
    with pytest.raises(BadData) as refused:
        study.perft("match", 2)  # type: ignore[arg-type]
    assert str(refused.value) == "navalcore.study.perft: match should be a Match, not 'match'"
    assert isinstance(refused.value.__cause__, AttributeError | TypeError), "and the error behind it stays"
    with pytest.raises(BadData, match="records should be a sequence of SimulatedMatch, not 'rows'"):
        study.as_csv("rows")  # type: ignore[arg-type]


def test_a_fault_that_is_not_in_the_arguments_is_not_blamed_on_them() -> None:
    def fails(number: int) -> None:
        raise KeyError(number)

    with pytest.raises(KeyError):
        told_of_misfits(fails)(3)
    with pytest.raises(BadData, match="fails: number should be a whole number, not 'three'"):
        told_of_misfits(fails, "fails")("three")  # type: ignore[arg-type]


def test_a_function_is_the_same_at_every_door_and_goes_to_another_process() -> None:
    assert nc.make_bots is bots.make_bots
    assert nc.play_out is bots.play_out
    for function in (bots.make_bots, study.play_batch, rules.vary, boards.svg):
        assert pickle.loads(pickle.dumps(function)) is function


@pytest.mark.parametrize(
    ("hint", "value", "right"),
    [
        (float, 1, True),
        (float, "1", False),
        (str | None, None, True),
        (tuple[int, ...], (1, 2), True),
        (tuple[int, str], (1, 2), False),
        (dict[str, int], {"a": "b"}, False),
        (list[int], iter([1]), False),
        (list[str], "text", False),
        (Callable[[int], str], len, True),
        (Callable[[int], str], 3, False),
        (type[int], 3, False),
        (Any, object(), True),
    ],
)
def test_a_value_fits_what_an_annotation_says(hint: Any, value: object, right: bool) -> None:
    assert fits(hint, value) is right
    assert in_words(hint)


MATCH = nc.load("uboat_cards").new_match("short", seed=1)
GAME: Any = MATCH.game


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: study.report(MATCH, playouts=-1), "a number of playouts, 0 or more, not -1"),
        (lambda: study.report(MATCH, courses=-5), "a number of courses, 0 or more, not -5"),
        (lambda: study.reasons(GAME, []), "no event at place -1 of 0"),
        (lambda: study.reasons(GAME, [rules.MatchEnded(winner="uboat", reason="won")], 9), "no event at place 9 of 1"),
        (lambda: odds.mean_interval([]), "one value at least"),
        (lambda: odds.quantile([], 0.5), "one value at least"),
        (lambda: odds.quantile([1, 2], 7), "not a share of 7"),
        (lambda: odds.quantile([1, 2], nan), "not a share of nan"),
        (lambda: odds.share_interval(11, 10), "not 11 out of 10"),
        (lambda: odds.share_interval(-1, 10), "not -1 out of 10"),
        (lambda: odds.share_interval(1, 0), "not 1 out of 0"),
        (lambda: study.Branches([]), "one branch at least"),
        (lambda: study.Branches.begin(MATCH, 3), "the comment on branch main should be text, not 3"),  # type: ignore[arg-type]
        (lambda: study.Branches.begin(MATCH).write("\0"), "cannot be the name of a file"),
        (lambda: study.Branches.begin(MATCH).write("\ud800"), "cannot be written"),
        (lambda: study.Branches.read(None), "cannot be the name of a file"),  # type: ignore[arg-type]
        (lambda: study.report(MATCH, courses=1).total_luck("nobody"), "speaks about uboat, convoy, not about 'nobody'"),
        (lambda: study.report(MATCH, courses=1).turning_points("nobody"), "not about 'nobody'"),
        (lambda: MATCH.odds(0).precision("nothing of the kind"), "there is no outcome 'nothing of the kind'"),
        (lambda: MATCH.odds(0).quantile("x"), "Odds.quantile: share should be a number, not 'x'"),  # type: ignore[arg-type]
        (lambda: GAME.rulebook.section(None), "Rulebook.section: number should be text, not None"),
        (lambda: nc.Session(MATCH.fork()).run_now(None), "run_now: action should be something to call"),  # type: ignore[arg-type]
        (lambda: study.Plan("uboat_cards", scenario=3).filled(), "named by its id"),  # type: ignore[arg-type]
        (lambda: bots.Budget(seconds=nan), "a number of seconds, 0 or more, not nan"),
        (lambda: bots.Budget(playouts=-3), "a number of playouts, 0 or more, not -3"),
        (lambda: bots.play_out(MATCH.fork(), {}, limit=-1), "a number of choices, 0 or more"),
        (lambda: boards.wrapped("x" * 99, nan), "1 or more, not to nan"),  # type: ignore[arg-type]
        (lambda: boards.wrapped("x", 0), "1 or more, not to 0"),
        (lambda: boards.framed("x", width=3), "5 wide or more, not 3"),
        (lambda: boards.ruled_table(["a"], [["b", "c"]]), "row 1 of the table has 2 cells"),
        (lambda: rules.markdown_table(["a", "b"], [["c", "d"], ["e"]]), "row 2 of the table has 1 cells"),
        (lambda: boards.squares(components.Grid(2, 2), size=nan), "finite"),
        (lambda: components.listed([]), "one thing at least"),
        (lambda: testing.questions_of(GAME, matches=-1), "at least one match"),
        (lambda: nc.load("uboat_cards", "os"), "named in a sequence of modules"),
        (lambda: nc.load("uboat_cards", [3]), "named in a sequence of modules"),  # type: ignore[list-item]
        (lambda: nc.MessageReader().read("x"), "not the next message"),
        (lambda: nc.MessageReader().read("{}"), "not the next message"),
        (lambda: nc.MessageReader().read("[" * 100_000), "not the next message"),
    ],
)
def test_a_number_or_a_list_that_means_nothing_is_refused_with_what_would_be_right(
    call: Callable[[], object], said: str
) -> None:
    with pytest.raises(NavalCoreError, match=said):
        call()


CHANCE = components.SeededChance.from_seed(1)
WEATHER = components.make_table("weather", {"die": "d6", "type": "str", "rows": {"1-3": "calm", "4-6": "fog"}})


def manifest(**given: Any) -> rules.Manifest:
    """A manifest with one field that is not as it should be."""
    right: dict[str, Any] = {"id": "x", "title": "X", "version": "1", "scenarios": {"s": "S"}, "game": "x:X"}
    return rules.Manifest(**(right | given))


HEX = components.Hex(0, 0)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: CHANCE.roll(1, 2.5), "numbered in whole numbers, the lowest first, not 1 to 2.5"),  # type: ignore[arg-type]
        (lambda: CHANCE.roll(6, 1), "the lowest first, not 6 to 1"),
        (lambda: CHANCE.below(1.5), "a whole number of results from 1 to .*, not 1.5"),  # type: ignore[arg-type]
        (lambda: CHANCE.draw([1, 2, 3], 1.5), "cannot draw 1.5 of 3 items; draw a whole number"),  # type: ignore[arg-type]
        (lambda: CHANCE.pick([]), "something to pick from"),
        (lambda: CHANCE.pool(-1, 1, 6), "0 or more dice, not -1"),
        (lambda: CHANCE.total(-1, 1, 6), "0 or more dice, not -1"),
        (lambda: CHANCE.at(-1), "a number of words, 0 or more, not -1"),
        (lambda: odds.exact(lambda chance: chance.below(0)), "one of no results"),
        (lambda: odds.exact(lambda chance: 1, budget=0), "None for no limit, or a number of paths, 1 or more, not 0"),
        (lambda: odds.odds_of(lambda chance: 1, budget=0), "a number of paths, 1 or more, not 0"),
        (lambda: odds.sample(lambda chance: 1, 2.5), "a number of runs, whole and 1 or more, not 2.5"),  # type: ignore[arg-type]
        (lambda: odds.Chain(lambda state, chance: 1, budget=-1), "a number of paths, 1 or more, not -1"),
        (lambda: odds.Odds.of({1: Fraction(1, 3)}), "exact chances that add up to 1, none of them below 0, not of 1/3"),
        (lambda: odds.Odds.of({}), "not of nothing"),
        (lambda: odds.Odds.of({1: 2, 2: -1}), "none of them below 0, not of 2, -1"),
        (lambda: odds.Odds.of({1: 0.5, 2: 0.5}), "Odds.of: chances should be a mapping of Fraction"),  # type: ignore[arg-type]
        (lambda: odds.Comparison({"a": MATCH.odds(0)}).chances("nothing"), "no answer has an outcome 'nothing'"),
        (lambda: WEATHER[1.5], "table weather is read by a total that is a whole number, not 1.5"),  # type: ignore[index]
        (lambda: WEATHER["3"], "table weather is read by a total that is a whole number, not '3'"),  # type: ignore[index]
        (lambda: WEATHER.shifted(1, "result", 0.5), "a whole number of columns, not by 0.5"),  # type: ignore[arg-type]
        (lambda: rules.Step("sail", None), "Step: procedure should be something to call, not None"),  # type: ignore[arg-type]
        (lambda: rules.Step(3, print), "Step: name should be text, not 3"),  # type: ignore[arg-type]
        (lambda: rules.Outcome(["red"], "won"), "Outcome: winner should be text or None, not .'red'."),  # type: ignore[arg-type]
        (lambda: rules.Outcome("red", None), "Outcome: reason should be text, not None"),  # type: ignore[arg-type]
        (lambda: rules.Outcome("red", "won", scores=[1]), "Outcome: scores should be a mapping of int"),  # type: ignore[arg-type]
        (lambda: manifest(roles=["red"]), "Manifest: roles should be a mapping of str, not .'red'."),
        (lambda: manifest(version=1.0), "Manifest: version should be text, not 1.0"),
        (lambda: components.Deck.from_mix({"a": 1.5}), "from_mix: mix should be a mapping of int"),  # type: ignore[dict-item]
        (lambda: components.Deck.from_mix(["a"]), "mix should be a mapping of int, not .'a'."),  # type: ignore[arg-type]
        (lambda: components.HexMap(3, 3, top="point"), "top should be 'flat' or 'pointed', not 'point'"),  # type: ignore[arg-type]
        (lambda: components.HexMap(3, 3, shoved=1), "shoved should be 'even' or 'odd', not 1"),  # type: ignore[arg-type]
        (lambda: HEX.line(HEX, "starboard"), "ties is 'starboard'; it must be"),  # type: ignore[arg-type]
        (lambda: components.DamageTrack(3).hit(0.5), "a number of hits .*, whole and 0 or more, not 0.5"),  # type: ignore[arg-type]
        (lambda: components.Markers().place("smoke", "0404", 1.5), "1 or more, not 1.5"),  # type: ignore[arg-type]
        (lambda: components.MapGraph({"a": 1}, []).neighbours(None), "there is no area None"),  # type: ignore[arg-type]
        (lambda: boards.Board("nope"), "Board: scenes should be a tuple of Scene, not 'nope'"),  # type: ignore[arg-type]
        (lambda: bots.Budget(None), "seconds, or playouts, or both"),
        (lambda: bots.Budget.parse(None), "Budget.parse: text should be text, not None"),  # type: ignore[arg-type]
        (lambda: bots.careless(bots.RandomBot, 0), "a number of choices, 1 or more, not 0"),  # type: ignore[arg-type]
        (lambda: bots.Race(3, 3), "of 3 options one from 0 to 2 is preferred, not 3"),
        (lambda: bots.Race(0, 0), "a number of options, 1 or more, not 0"),
        (lambda: bots.StandingOrders(None, "uboat"), "StandingOrders: match should be a Match, not None"),  # type: ignore[arg-type]
        (lambda: nc.Session(MATCH.fork()).seat("uboat", since=-1), "a number of events, 0 or more, not -1"),
        (lambda: rules.Outcome("red", "won", scores={"red": "6"}), "scores should be a mapping of int"),  # type: ignore[dict-item]
        (lambda: rules.Outcome("red", "won", returns={"red": None}), "returns should be a mapping of float"),  # type: ignore[dict-item]
        (lambda: components.Hex(1.5, 0), "Hex: q should be a whole number, not 1.5"),  # type: ignore[arg-type]
        (lambda: components.Marker("smoke", "0404", "2"), "turns should be a whole number or None, not '2'"),  # type: ignore[arg-type]
        (lambda: components.Markers(["smoke"]), "Markers: placed should be a list, not .'smoke'."),  # type: ignore[arg-type]
        (lambda: rules.Fact("hit", 0.5), "value should be a Fraction or a whole number, not 0.5"),  # type: ignore[arg-type]
        (lambda: rules.Fact("hit", 1, places=["deck"]), "places should be a tuple of Place"),  # type: ignore[arg-type]
        (lambda: rules.Fact("hit", 1, places=("deck",)), "places should be a tuple of Place"),  # type: ignore[arg-type]
        (lambda: rules.Summand("storm", "2"), "Summand: value should be a whole number, not '2'"),  # type: ignore[arg-type]
        (lambda: components.TomlDocument.parse(b"a = 1"), "TomlDocument.parse: text should be text, not b'a = 1'"),  # type: ignore[arg-type]
        (lambda: components.TomlDocument.parse("a = 1").line_of(None), "TomlDocument.line_of: key should be text or"),  # type: ignore[arg-type]
        (lambda: components.Grid(10**30, 2), "at most 1,000,000 squares"),
        (lambda: components.HexMap(2, 10**30), "at most 1,000,000 hexes"),
        (lambda: boards.load_outlines([]), "load_outlines: path should be a path"),  # type: ignore[arg-type]
        (lambda: components.Contact({"a": 1}, "a").missed(None), "Contact.missed: .* should be .*, not None"),  # type: ignore[arg-type]
        (lambda: components.Contact({"a": 1}, "a").moved(3), "Contact.moved: .* should be something to call, not 3"),  # type: ignore[arg-type]
        (lambda: manifest().role_title(None), "Manifest.role_title: role should be text, not None"),  # type: ignore[arg-type]
        (lambda: rules.Mark(3), "Mark: text should be text, not 3"),  # type: ignore[arg-type]
        (lambda: rules.DataTable("a", "A", "U1", "Exact.", str), "sections should be a tuple of str, not 'U1'"),  # type: ignore[arg-type]
        (lambda: rules.run(None), "^run: flow should be a generator, not None"),  # type: ignore[arg-type]
        (lambda: rules.run(rules.together(3)), "^together: flows should be a mapping.*, not 3"),  # type: ignore[arg-type]
        (lambda: rules.places(to=3), "^places: to should be text or a sequence of str, not 3"),  # type: ignore[arg-type]
        (lambda: rules.summands(3), "^summands: modifiers should be a mapping of int, not 3"),  # type: ignore[arg-type]
        (lambda: rules.Decision("red", 3, ["a"]).prompt, "a question is text, or a function that makes it, not 3"),  # type: ignore[arg-type]
        (lambda: rules.asked_alone({"text": "a"}, "buy"), "has the field 'role'; this one has text"),
        (lambda: rules.SeededChance(b"x", -1, 0), "a stream has a key of 64 bytes at most"),
        (lambda: rules.StateType([]), "^StateType: cls should be"),  # type: ignore[arg-type]
        (lambda: learn.EntityEncoder(int), "<class 'int'> is not a class of views; .* give EntityEncoder.of"),  # type: ignore[arg-type]
        (lambda: components.listed(deep()), "^navalcore.components.listed: what is given has too many levels"),
        (lambda: learn.ActionSpace(deep()), "^ActionSpace: game should be"),  # type: ignore[arg-type]
    ],
)
def test_what_would_go_wrong_later_or_unseen_is_refused_when_it_is_given(call: Callable[[], object], said: str) -> None:
    with pytest.raises(NavalCoreError, match=said):
        call()


def test_no_dice_make_no_total_in_exact_odds_either() -> None:
    assert odds.exact(lambda chance: sum(chance.total(0, 1, 6))) == {0: 1}
    assert CHANCE.total(0, 1, 6) == []


def test_half_a_step_is_not_a_step() -> None:
    assert components.reach(5, 1.5, lambda n: (n - 1, n + 1)) == {5: 0, 4: 1, 6: 1}  # type: ignore[arg-type]
