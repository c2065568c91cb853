"""Plotting: secret simultaneous orders that are hidden, imagined, shown together and carried out in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

import navalcore as nc
from navalcore import rules
from navalcore._match.match import Game
from navalcore._rules.decision import SPECTATOR, UMPIRE, Flow, choose
from navalcore._rules.game import Rules
from navalcore._rules.option import Option
from navalcore._rules.play import Play
from navalcore._rules.plotting import Plots, plot
from navalcore._rules.state import StateType
from navalcore._rules.terms import Options, Outcome, Scenario, Step, Terms, View
from navalcore.components._chance import Chance, SeededChance
from navalcore.errors import BadData, RuleError
from navalcore.testing import CHECKS, check_game

OF_RULE_BOOKS = {"rulebook", "told_in_words", "chance_says_what_for", "rules_are_carried_out"}
"""What the kit asks of a rule book; this game has none."""
SIDES = ("red", "blue")


@dataclass(frozen=True, slots=True)
class Leg(Option):
    """One leg of a course."""

    way: str

    def __str__(self) -> str:
        return self.way


LEGS = (Leg("ahead"), Leg("port"), Leg("starboard"))
ENOUGH = Leg("enough")


@dataclass(slots=True)
class State:
    """Two ships that sail as they are told.

    Attributes:
        phase: the step.
        plots: the courses plotted.
        sailed: what was carried out, in order.
        turn: the turns that have ended.
    """

    phase: str
    plots: Plots[Leg] = field(default_factory=Plots)
    sailed: list[str] = field(default_factory=list)
    turn: int = 0


class Seen(View, of=State):
    """What a side sees."""

    role: str
    plots: dict[str, tuple[Leg, ...] | None]
    sailed: tuple[str, ...]
    turn: int


Sea = Play[State, Options]


def write(play: Sea, side: str, sheet: list[Leg]) -> Flow[None]:
    """Up to three legs."""
    while len(sheet) < 3:
        leg = yield from choose(side, f"leg {len(sheet) + 1}", (*LEGS, ENOUGH) if sheet else LEGS, "1")
        if leg == ENOUGH:
            return
        sheet.append(leg)


def write_courses(play: Sea) -> Flow[None]:
    yield from plot(play, play.state.plots, SIDES, partial(write, play))


def write_sealed(play: Sea) -> Flow[None]:
    yield from plot(play, play.state.plots, SIDES, partial(write, play), sealed=True)


def wait(play: Sea) -> Flow[None]:
    """A question between plotting and sailing: here the sheets are still sealed."""
    yield from choose("red", "Ready?", (Leg("aye"),), "1")
    play.state.plots.reveal(play)


def sail(play: Sea) -> None:
    state = play.state
    state.sailed = [f"{side} {leg}" for side, leg in state.plots.by_turns(("blue", "red"))]
    state.plots.clear()
    state.turn += 1


class Plotting(Game[State, Options, Seen]):
    """The game of the tests."""

    id = "plotting"
    title = "Plotting"
    version = "1.0"
    roles = SIDES
    state_class = State
    options_class = Options
    option_types = (Leg,)
    course: Sequence[Step] = (Step("plot", write_courses), Step("sail", sail))

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        return {"bay": Scenario(id="bay", title="Bay")}

    def initial_state(self, terms: Terms[Options]) -> State:
        return State("plot")

    def sequence_of_play(self, terms: Terms[Options]) -> Sequence[Step]:
        return self.course

    def outcome(self, state: State, terms: Terms[Options]) -> Outcome | None:
        return Outcome(None, "Three turns are over.", "1") if state.turn == 3 else None

    def view(self, state: State, role: str, terms: Terms[Options]) -> Seen:
        return Seen.of(state, role, role=str(role), plots=state.plots.seen(role))

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[Options]) -> None:
        state.plots.redeal(role, chance, partial(write, Play(state, terms.options, chance)))


class Sealed(Plotting):
    """The same with sheets that stay sealed over a question."""

    id = "sealed"
    course = (Step("plot", write_sealed), Step("wait", wait), Step("sail", sail))


class Forgetful(Sealed):
    """The same with a redeal that leaves the real orders where they are."""

    id = "forgetful"
    redeal = Rules.redeal


class Shameless(Sealed):
    """The same with a view that shows all sheets."""

    id = "shameless"

    def view(self, state: State, role: str, terms: Terms[Options]) -> Seen:
        return Seen.of(state, role, role=str(role), plots=state.plots.seen(UMPIRE))


def answer(match: nc.Match[Any, Any, Any], *answers: str) -> None:
    for text in answers:
        role, _, leg = text.partition(" ")
        match.choose(leg, role=role)


def test_sides_write_in_any_order_and_each_sees_its_own_sheet_as_it_grows() -> None:
    match = Plotting().new_match(seed=1)
    assert list(match.decisions) == ["red", "blue"]
    answer(match, "blue port", "red ahead", "blue ahead")
    assert match.view("blue").plots == {"red": None, "blue": (Leg("port"), Leg("ahead"))}
    assert match.view("red").plots == {"red": (Leg("ahead"),), "blue": None}
    assert match.view(SPECTATOR).plots == {"red": None, "blue": None}
    assert match.view(UMPIRE).plots == {"red": (Leg("ahead"),), "blue": (Leg("port"), Leg("ahead"))}


def test_plots_are_carried_out_by_turns_in_the_order_of_the_sides_that_the_rules_give() -> None:
    match = Plotting().new_match(seed=1)
    answer(match, "red ahead", "red port", "red enough", "blue starboard", "blue enough")
    assert match.state.sailed == ["blue starboard", "red ahead", "red port"]
    assert match.state.plots == Plots({"red": [], "blue": []}), "the next turn's sheets are empty and sealed"


def test_sealed_sheets_stay_hidden_until_the_rules_reveal_them() -> None:
    match = Sealed().new_match(seed=1)
    answer(match, "red ahead", "red enough", "blue port", "blue enough")
    assert match.view("red").plots == {"red": (Leg("ahead"),), "blue": None}
    revealed = Plots({"red": [LEGS[0]], "blue": [LEGS[1]]}, revealed=True)
    assert revealed.seen("red") == revealed.seen(SPECTATOR) == {"red": (Leg("ahead"),), "blue": (Leg("port"),)}


def test_a_plot_that_is_carried_out_before_it_is_revealed_is_refused() -> None:
    plots = Plots({"red": [Leg("ahead")]})
    for carry_out in (plots.in_order, plots.by_turns):
        with pytest.raises(RuleError, match="before they are revealed"):
            list(carry_out(["red"]))


def test_an_imagined_sheet_is_one_that_its_side_could_have_written_and_varies() -> None:
    game = Sealed()
    match = game.new_match(seed=1)
    answer(match, "red ahead", "red enough", "blue port", "blue enough")
    found = set()
    for seed in range(60):
        twin = game.determinize(match.state, "red", SeededChance.from_seed(seed), match.setup.terms)
        assert twin.plots.sheets["red"] == [Leg("ahead")]
        assert 1 <= len(twin.plots.sheets["blue"]) <= 3
        assert set(twin.plots.sheets["blue"]) <= set(LEGS)
        found.add(tuple(twin.plots.sheets["blue"]))
    assert len(found) > 10


def test_that_a_side_has_written_nothing_does_not_show_in_what_is_imagined() -> None:
    plots = Plots[Leg]({"red": [Leg("ahead")], "blue": []})
    state = State("plot", plots)
    plots.redeal("red", SeededChance.from_seed(1), partial(write, Play(state, Options(), SeededChance.from_seed(2))))
    assert plots.sheets["red"] == [Leg("ahead")]
    assert plots.sheets["blue"]


def test_a_fork_imagined_while_both_plot_goes_on_with_sheets_of_legal_length() -> None:
    match = Plotting().new_match(seed=1)
    answer(match, "blue port", "blue ahead", "red ahead")
    lengths = set()
    for seed in range(40):
        fork = match.fork(as_seen_by="red", seed=str(seed))
        assert fork.view("red") == match.view("red")
        while fork.state.turn == 0:
            assert fork.decision is not None
            fork.choose(seed % len(fork.decision.options))
        lengths.add(len(fork.state.sailed))
    assert max(lengths) <= 6


@dataclass(slots=True)
class InWords:
    """The same, with orders that are texts."""

    phase: str
    plots: Plots[str] = field(default_factory=Plots)
    sailed: list[str] = field(default_factory=list)
    turn: int = 0


class SeenInWords(View, of=InWords):
    """What a side sees of it."""

    role: str
    plots: dict[str, tuple[str, ...] | None]
    sailed: tuple[str, ...]
    turn: int


def write_words(play: Play[InWords, Options], side: str, sheet: list[str]) -> Flow[None]:
    """Two legs."""
    while len(sheet) < 2:
        sheet.append(str((yield from choose(side, f"leg {len(sheet) + 1}", LEGS, "1"))))


def write_courses_in_words(play: Play[InWords, Options]) -> Flow[None]:
    yield from plot(play, play.state.plots, SIDES, partial(write_words, play))


class PlottingInWords(Plotting):
    """The game of the page: a sheet holds texts."""

    id = "in_words"
    state_class: Any = InWords
    view_class: Any = SeenInWords
    course = (Step("plot", write_courses_in_words), Step("sail", sail))

    def initial_state(self, terms: Terms[Options]) -> Any:
        return InWords("plot")

    def view(self, state: Any, role: str, terms: Terms[Options]) -> Any:
        return SeenInWords.of(state, role, role=str(role), plots=state.plots.seen(role))

    def redeal(self, state: Any, role: str, chance: Chance, terms: Terms[Options]) -> None:
        state.plots.redeal(role, chance, partial(write_words, Play(state, terms.options, chance)))


@pytest.mark.parametrize(
    "game", [Plotting(), Sealed(), PlottingInWords()], ids=["shown at once", "sealed", "orders that are texts"]
)
def test_a_game_that_plots_passes_the_conformance_kit(game: Plotting) -> None:
    only = [name for name in CHECKS if name not in OF_RULE_BOOKS]
    report = check_game(game, matches=4, only=only)
    assert report.ok, report.text()


@pytest.mark.parametrize(
    ("game", "check"),
    [(Forgetful(), "what_is_not_shown_is_redealt"), (Shameless(), "simultaneous_choices_come_in_any_order")],
    ids=["no redeal", "a view of all sheets"],
)
def test_the_kit_notices_a_plot_that_is_not_kept(game: Plotting, check: str) -> None:
    assert check in {failure.check for failure in check_game(game, matches=4, only=[check]).failures}


@dataclass(slots=True)
class Vague:
    plots: Plots[Option] = field(default_factory=Plots)


def test_what_options_a_sheet_or_a_view_may_hold_has_to_be_said() -> None:
    """Either error tells what to write instead."""
    with pytest.raises(BadData, match=r"Plots.sheets has type .*such as options, name them all: Move \| Fire"):
        StateType(Vague)
    with pytest.raises(BadData, match=r"cannot show an Option without saying which; name the classes: Move \| Fire"):
        type("VagueView", (View,), {"__annotations__": {"sheet": tuple[Option, ...]}})


def test_a_move_may_stay_hidden_if_its_sheet_is_put_away_in_the_step_that_carries_it_out() -> None:
    plots = Plots({"red": [LEGS[0]]})
    play: Any = Play(None, Options(), rules.ScriptedChance())
    plots.reveal(play)
    assert list(plots.in_order(["red"])) == [("red", LEGS[0])]
    plots.clear()
    assert plots.seen("blue") == {}
    with pytest.raises(RuleError, match="before they are revealed"):
        list(plots.in_order(["red"]))
