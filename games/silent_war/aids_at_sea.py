"""What is known at the table before a boat searches or moves: its contacts (13.1), its Endurance Check (14.7), its
Transit Event (19.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from navalcore.odds import exact
from navalcore.rules import Chance, Decision, Fact, Game, ScriptedChance, Terms, rule, summands
from navalcore_games.silent_war.boats.endurance import endurance_drm, stays_on_patrol
from navalcore_games.silent_war.choices import Bypass, Search, StepTo
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES, WHITE, month_number
from navalcore_games.silent_war.ids import AreaIndex
from navalcore_games.silent_war.lookups import card_of
from navalcore_games.silent_war.movement.transit import is_cautious
from navalcore_games.silent_war.movement.transit_events import Journey, event_happens, transit_drm
from navalcore_games.silent_war.options import SilentWarOptions
from navalcore_games.silent_war.search.activity import LONER, SUBMARINE, roll_activity, search_drm
from navalcore_games.silent_war.state import AT_SEA, Boat, Place, Play, State, Storm
from navalcore_games.silent_war.views import BoatView, SilentWarView


def facts_at_sea(
    game: Game[Any, Any, Any], view: SilentWarView, decision: Decision, terms: Terms[SilentWarOptions]
) -> Sequence[Sequence[Fact]]:
    """The facts about a search, and about a step that is a whole move; nothing of a boat in a pack."""
    if view.acting is None or decision.kind not in ("search", "patrol", "transit"):
        return ()
    at_sea = AtSea(game, view, terms.options)
    if at_sea.boat.pack is not None:
        return ()
    return [at_sea.of(option, decision) for option in decision.options]


class AtSea:
    """The boat that acts, in a state that holds of the map what the view shows, for the rules to work on."""

    def __init__(self, game: Game[Any, Any, Any], view: SilentWarView, options: SilentWarOptions) -> None:
        assert view.acting is not None
        self._game, self._options = game, options
        self._state = map_of(view)
        self._zones = bool(view.special_missions)
        self.boat = self._state.boats[view.acting]

    def of(self, option: object, decision: Decision) -> Sequence[Fact]:
        """The facts known about an option."""
        if isinstance(option, Search):
            nothing = self._stays("after_nothing", "nothing met: stays on patrol", no_contact=True)
            return [*self._search(), *nothing, *self._stays("after_a_fight", "after a fight")]
        if isinstance(option, Bypass):
            return self._stays("stays", "stays on patrol", bypassed=True)
        if not isinstance(option, StepTo) or (self._options.realistic_radar and decision.kind != "search"):
            return []
        boat = self.boat
        start = boat.area if boat.place in AT_SEA else None
        if decision.kind == "patrol":
            return self._step(option.index, Journey(start, (option.index,), in_transit=False), "Transit Event")
        left, speed = decision.fields["left"], decision.fields["speed"]
        if left != speed:
            return []
        forward = start is None and load_charts(self._state.data_pack).bases[boat.base].forward
        cautious = is_cautious(self._play(), 1, left if forward else left - 1, speed)
        journey = Journey(start, (option.index,), cautious=cautious)
        return self._step(option.index, journey, "Transit Event if it goes no further")

    def _play(self, chance: Chance | None = None) -> Play:
        return Play(self._state, self._options, chance or ScriptedChance(), modifiers=self._game.modifiers)

    @rule("13.1", "13.1-A")
    def _search(self) -> Sequence[Fact]:
        """The chance to meet a convoy or task force, and a loner or a submarine. Nothing where boats in a zone, which
        do not crowd their OpArea, look like others.
        """
        area = self.boat.area
        drm = search_drm(self._state, area, spotted=self.boat.spotted)
        if self._zones and "congregating" in drm:
            return []
        odds = exact(lambda chance: roll_activity(self._play(chance), area, drm))
        alone = [odds.get(LONER, Fraction(0)), odds.get(SUBMARINE, Fraction(0))]
        met = 1 - odds.get(ACTIVITY_NAMES[WHITE], Fraction(0)) - sum(alone)
        told = [Fact("contact", met, "13.1", "meets a convoy or task force")]
        told += [
            Fact(name, chance, "13.1", f"a {name}")
            for name, chance in zip((LONER, SUBMARINE), alone, strict=True)
            if chance
        ]
        return [*told, Fact("search_drm", sum(drm.values()), "13.1-A", "drm", summands(drm, "13.1-A"))] if drm else told

    @rule("14.7-a")
    def _stays(self, name: str, words: str, *, bypassed: bool = False, no_contact: bool = False) -> Sequence[Fact]:
        """The chance to pass the Endurance Check of this week; a boat withdrawn for overhaul makes none (8.0-3)."""
        boat = self.boat
        if boat.ordered_home:
            return []
        drm = endurance_drm(bypassed=bypassed, no_contact=no_contact, damaged=boat.damage > 0, aggressive=False)
        letter = card_of(self._state, boat).endurance
        odds = exact(lambda chance: stays_on_patrol(self._play(chance), letter, drm))
        return [Fact(name, odds.get(True, Fraction(0)), "14.7", words)]

    @rule("12.0", "19.1")
    def _step(self, goal: AreaIndex, journey: Journey, words: str) -> Sequence[Fact]:
        """The chance of a Transit Event of a move that ends in an OpArea."""
        boat, was = self.boat, (self.boat.where, self.boat.place)
        boat.where, boat.place = goal, Place.OPERATING
        crowded = "congregating" in transit_drm(self._play(), boat, journey)
        governing = journey.entered[0]
        chance_of = {True: Fraction(0)}
        if load_charts(self._state.data_pack).areas[governing].first_red[self._state.war_period] < 99:
            chance_of |= exact(lambda chance: event_happens(self._play(chance), boat, journey, governing))
        boat.where, boat.place = was
        return [] if crowded and self._zones else [Fact("transit_event", chance_of[True], "19.1", words)]


def map_of(view: SilentWarView) -> State:
    """A state that holds of boats, storms and ULTRA what the view shows, and nothing else."""
    charts = load_charts(view.data_pack)
    return State(
        "operations",
        data_pack=view.data_pack,
        month=month_number(view.month),
        war_period=view.war_period,
        torpedo=view.torpedo,
        boats=[_boat(view.data_pack, seen) for seen in view.boats],
        active=[],
        ultra=[charts.area_at[area] for area in view.ultra],
        storms={charts.area_at[area]: Storm[name.upper()] for area, name in view.storms.items()},
    )


def _boat(data_pack: str, seen: BoatView) -> Boat:
    charts, place = load_charts(data_pack), Place[seen.place.upper()]
    where = charts.area_at[seen.at] if place in AT_SEA else charts.base_index.get(seen.at.rpartition("/")[2])
    boat = Boat(seen.card, place, where, spotted=seen.spotted, damage=seen.damage, pack=seen.pack)
    boat.ordered_home = seen.ordered_home
    return boat
