"""The table of an option after which the role chooses on, in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import sleep
from typing import Any

import pytest

from navalcore._cli.odds import OddsCommand, print_option
from navalcore._cli.output import Output
from navalcore._cli.screen.reading import odds_text
from navalcore._rules.decision import Flow, choose
from navalcore._rules.terms import Options, Step, Terms
from tests.odds.test_choosing_on import pond
from tests.odds.test_options import Pond, deal, shoot


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Callable[[Any], str]:
    """The odds of an option as a terminal shows them."""

    def show(odds: Any) -> str:
        print_option(Output(), odds)
        return capsys.readouterr().out

    return show


def test_a_terminal_shows_the_least_and_the_most_chance_with_their_error_where_they_are_sampled(
    shown: Callable[[Any], str],
) -> None:
    odds = pond().odds("burst")
    assert set(odds.range_errors) == set(odds.ranges)
    assert all(0 < error < 0.1 for error in odds.range_errors.values())
    table = shown(odds)
    assert "standard error" in table
    assert "about" in table
    exact = pond().odds("aim")
    assert exact.range_errors == {}
    assert "standard error" not in shown(exact)


def test_the_screen_shows_the_least_and_the_most_chance_of_an_option_after_which_one_chooses_on() -> None:
    def told(option: str) -> list[str]:
        found = next(each for each in offered if each.text == option)
        return odds_text(option, found.chances.model_dump(mode="json")).splitlines()[2:]

    offered = pond().snapshot("you", odds=True).decision.options
    # At a near target 2 are added: 3 and more hit instead of 5 and more.
    ranges = ["33.3 to 66.7 %  A hit", "33.3 to 66.7 %  A miss"]
    assert told("aim") == ["It depends on your next choices; 2 ways were looked at.", *ranges]
    assert told("burst")[1].startswith("about ")
    assert told("shoot") == ["66.7 %  A miss", "33.3 %  A hit"]


def test_where_only_some_of_the_ways_were_looked_at_the_least_and_the_most_are_those_that_were_found(
    shown: Callable[[Any], str],
) -> None:
    class Wide(Pond):
        def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
            return [Step("deal", deal, once=True), Step("aim", aim)]

    def aim(play: Any) -> Flow[None]:
        yield from choose("you", "Aim?", ("aim",), "1")
        target = yield from choose("you", "At which?", tuple(f"target {number}" for number in range(30)), "1")
        near = int(target.split()[1]) % 5
        shoot(play, play.dice.roll("d6", "a shot", "1", {"near": near}))

    some, every = Wide().new_match(seed=1).odds("aim"), pond().odds("aim")
    assert (some.every_way, every.every_way) == (False, True)
    looked_at = f"depends on your next choices: {some.ways} of the ways to choose were looked at"
    assert some.basis == f"sampled; {looked_at}"
    assert "least found" in shown(some)
    assert next(iter(some.outcomes)).startswith(f"{looked_at}; ")
    assert {6 * end for end in some.ranges["A hit."]} <= {2, 3, 4, 5, 6}, "0 to 4 are added: each end is exact"
    assert "about" not in shown(some)
    assert "least found" not in shown(every)


def test_who_waits_for_odds_is_told_that_ctrl_c_stops_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def slow(*_: object) -> None:
        sleep(0.3)

    monkeypatch.setattr(OddsCommand, "_answer_line", slow)
    match = pond()
    for patience, told in ((0.05, True), (60.0, False)):
        monkeypatch.setattr("navalcore._cli.odds.LONG", patience)
        OddsCommand(Output(), match, "you").ask(match.decision, [], "")
        assert ("Ctrl-C stops that" in capsys.readouterr().err) is told
