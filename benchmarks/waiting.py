"""What people wait for within a match: views, the longest choice, and how both grow with units and boats."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import quantiles
from time import process_time_ns
from typing import Any

from navalcore import Match, load
from navalcore.rules import SeededChance, Terms
from navalcore_games.aa50_subwar.game import SubmarineWarfare
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.state import State

CHOICES = 3000
"""Choices of random play that are timed, of as many matches as it takes."""
BUDGET = {
    "view_bismarck": 0.05,
    "view_campaign": 0.1,
    "longest_choice_bismarck": 50.0,
    "longest_choice_campaign": 50.0,
}
MEANING = {
    "view_bismarck": "a view in Bismarck, milliseconds, the median (budget 0.05)",
    "view_bismarck_95": "the 95th percentile of the same",
    "view_campaign": "a view in a campaign of Silent War, milliseconds, the median (budget 0.1)",
    "view_campaign_95": "the 95th percentile of the same",
    "longest_choice_bismarck": "the longest choice in Bismarck, milliseconds (budget 50)",
    "longest_choice_campaign": "the longest choice in a campaign, milliseconds (budget 50)",
    "boats": "a decision of a campaign with all boats / of a single boat's patrol, set-up left out",
    "units_2": "an order of AA50's combat move with 2 times the units / with those of the set-up",
    "units_4": "the same with 4 times the units",
}


class Crowded(SubmarineWarfare):
    """AA50 with several times the units of its set-up."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    def initial_state(self, terms: Terms[SubwarOptions]) -> State:
        """The set-up, its units several times."""
        state = super().initial_state(terms)
        for unit in list(state.units.values()) * (self.times - 1):
            state.add(unit.power, unit.kind, unit.space)
        return state


def random_matches(game: Any, scenario: str | None = None, choices: int = CHOICES) -> Iterator[tuple[Any, int]]:
    """Random play from match to match: each match as often as it is to decide, with the option to choose."""
    made = seed = 0
    while made < choices:
        seed += 1
        match: Match[Any, Any, Any] = game.new_match(scenario, seed=f"waiting {seed}")
        below = SeededChance.from_seed(f"choices {seed}").below
        while (decision := match.decision) is not None and match.count < choices:
            yield match, below(len(decision.options))
        made += match.count


def choosing(game: Any, scenario: str | None = None, kind: str = "") -> list[float]:
    """What each choice of random play took (or those of one kind), in milliseconds of processor time."""
    taken = []
    for match, choice in random_matches(game, scenario):
        if kind and match.decision.kind != kind:
            match.choose(choice)
            continue
        began = process_time_ns()
        match.choose(choice)
        taken.append((process_time_ns() - began) / 1e6)
    return taken


def looking(game: Any, scenario: str | None = None) -> list[float]:
    """What the view of the role that decides took before each choice, in milliseconds of processor time."""
    taken = []
    for match, choice in random_matches(game, scenario):
        began = process_time_ns()
        match.view(match.decision.role)
        taken.append((process_time_ns() - began) / 1e6)
        match.choose(choice)
    return taken


def per_decision(game: Any, scenario: str | None = None, kind: str = "") -> float:
    """The mean time of a choice."""
    taken = choosing(game, scenario, kind)
    return sum(taken) / len(taken)


def measure() -> dict[str, float]:
    """All figures."""
    bismarck, silent_war = load("bismarck"), load("silent_war")
    figures = {}
    for name, game, scenario in (("bismarck", bismarck, None), ("campaign", silent_war, "campaign_full")):
        percentiles = quantiles(looking(game, scenario), n=20)
        figures[f"view_{name}"], figures[f"view_{name}_95"] = percentiles[9], percentiles[18]
        figures[f"longest_choice_{name}"] = max(choosing(game, scenario))
    figures["boats"] = per_decision(silent_war, "campaign_full") / per_decision(silent_war)
    yardstick = per_decision(Crowded(1), kind="combat_move")
    for times in (2, 4):
        figures[f"units_{times}"] = per_decision(Crowded(times), kind="combat_move") / yardstick
    return figures
