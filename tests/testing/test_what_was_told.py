"""The kit finds a redeal that contradicts what a role was told, even where no view shows it."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

import navalcore as nc
from navalcore._cli.new import make_kind
from navalcore.rules import Chance, Terms
from navalcore.testing import check_game
from navalcore.testing._checks_redeals import _Moment
from navalcore_games.uboat_cards.game import UboatCards
from navalcore_games.uboat_cards.state import Side, State

CHECK = "imagined_worlds_fit_what_was_told"


class ForgetsDiscards(UboatCards):
    """Deals a closed discard pile anew, though everybody was told of each card that was laid on it."""

    id = "forgets_discards"

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Any]) -> None:
        """As the rules do it, and then the pile."""
        super().redeal(state, role, chance, terms)
        if not state.discards.face_up:
            cards = [*state.deck.cards, *state.discards.cards]
            for pile in (state.discards.cards, state.deck.cards):
                for place in range(len(pile)):
                    pile[place] = cards.pop(chance.below(len(cards)))
            for side in Side:
                state.seats[side].hand.cards.sort()


def failures(game: Any) -> list[str]:
    report = check_game(
        game, matches=2, only=[CHECK], scenarios=["short"], options={"discard_pile": "closed"}, shrinking=False
    )
    return [failure.expected for failure in report.failures]


def test_discards_that_everybody_was_told_of_must_lie_in_every_imagined_pile() -> None:
    assert any("discards.cards" in each for each in failures(ForgetsDiscards()))
    assert failures(nc.load("uboat_cards")) == []


@pytest.mark.parametrize("reported", [True, False])
def test_a_redeal_goes_by_a_die_that_gives_a_secret_attack_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reported: bool
) -> None:
    name = "heard_raid" if reported else "unheard_raid"
    make_kind("areas", tmp_path / name, name, "", "")
    file = tmp_path / name / f"{name}.py"
    text = file.read_text(encoding="utf-8")
    distress_call = '        sight(play, "a distress call", "1")\n'
    assert distress_call in text
    file.write_text(text if reported else text.replace(distress_call, ""), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / name))
    module = import_module(name)
    game = module.HeardRaid() if reported else module.UnheardRaid()
    report = check_game(game, matches=4, only=[CHECK], shrinking=False)
    assert any("raider to be" in each.expected for each in report.failures) is not reported


ONE_STEP = """
@rule("1", "2")
def turn(play: Play) -> Flow[None]:
    yield from raid(play)
    yield from hunt(play)


class """


@pytest.mark.parametrize("steps", [1, 2])
@pytest.mark.parametrize("forgotten", [True, False])
def test_a_search_that_failed_is_not_forgotten_though_another_role_is_asked_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgotten: bool, steps: int
) -> None:
    name = f"{'forgets' if forgotten else 'notes'}_search_{steps}"
    make_kind("areas", tmp_path / name, name, "", "")
    file, data = tmp_path / name / f"{name}.py", tmp_path / name / f"{name}.toml"
    noted, second = "            state.contact.missed([course.there])\n", re.compile(r', sheffield = "\w+"')
    text, figures = file.read_text(encoding="utf-8"), data.read_text(encoding="utf-8")
    two_steps = 'order = (Step("raid", raid, "Raid", "1"), Step("hunt", hunt, "Hunt", "2"))'
    game_class = f"class {camel(name)}(Game["
    assert noted in text
    assert two_steps in text
    assert game_class in text
    assert second.search(figures)
    if steps == 1:
        text = text.replace(two_steps, 'order = (Step("turn", turn, "Turn", "1"),)').replace('"raid")', '"turn")')
        text = text.replace('State("raid"', 'State("turn"').replace(
            game_class, game_class.replace("class ", ONE_STEP, 1)
        )
    file.write_text(text.replace(noted, "") if forgotten else text, encoding="utf-8")
    data.write_text(second.sub("", figures), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / name))
    game = getattr(import_module(name), camel(name))()
    report = check_game(game, matches=4, only=[CHECK], shrinking=False)
    assert any("raider to be" in each.expected for each in report.failures) is forgotten, report.text()


def camel(name: str) -> str:
    return "".join(map(str.title, name.split("_")))


@pytest.mark.parametrize(("first_met", "impossible"), [(600, []), (1_000, [("hand", "rare", 43)])])
def test_a_value_of_one_world_in_fifty_is_looked_for_in_more_of_them_before_it_is_called_impossible(
    first_met: int, impossible: list[tuple[str, str, int]]
) -> None:
    moment = object.__new__(_Moment)
    moment.role = "convoy"
    moment.real = cast(Any, SimpleNamespace(decisions={"convoy": None}))

    def reached(worlds: int) -> Any:
        values = {"usual", "rare"} if worlds >= first_met else {"usual"}
        return SimpleNamespace(values={"hand": values}, told_otherwise=lambda _path, _value: 43)

    moment.reached = reached  # type: ignore[method-assign]
    assert moment._never_reached([("hand", "rare")], Counter({("hand", "rare"): 2})) == impossible
