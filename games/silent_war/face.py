"""The face of Silent War: its boards and pictures, commands, reports, standing orders, bots and odds questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from navalcore.boards import WIDTH, Board, svg
from navalcore.bots import Bot
from navalcore.components import counted
from navalcore.odds import Question
from navalcore.rules import ChartFile, Decision, Event, Face, Fact, Order, SeededChance, Terms
from navalcore_games.silent_war.aids import facts
from navalcore_games.silent_war.aids_at_sea import facts_at_sea
from navalcore_games.silent_war.board import describe
from navalcore_games.silent_war.bots import BOTS
from navalcore_games.silent_war.choices import JoinPack, Operate
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.loading import OWN, OWN_SCENARIOS, TOML_FILES, labels, load_pack
from navalcore_games.silent_war.headquarters.campaign_chart import campaign_command, campaign_svg
from navalcore_games.silent_war.headquarters.fleet import area_command, bases_command, boats_command
from navalcore_games.silent_war.headquarters.month_report import digest, month_command
from navalcore_games.silent_war.headquarters.reach import card_command
from navalcore_games.silent_war.headquarters.sailing import home_orders, send_orders
from navalcore_games.silent_war.headquarters.standing_orders import (
    ask_orders,
    boat_orders,
    fight_orders,
    staff_orders,
    steer_orders,
)
from navalcore_games.silent_war.headquarters.stops import stop_orders
from navalcore_games.silent_war.headquarters.turn_report import week_command
from navalcore_games.silent_war.odds import QUESTIONS
from navalcore_games.silent_war.options import SilentWarOptions
from navalcore_games.silent_war.sampled_odds import SAMPLED
from navalcore_games.silent_war.state import State
from navalcore_games.silent_war.text_board import board_text, glance
from navalcore_games.silent_war.views import SilentWarView


class SilentWarFace(Face[State, SilentWarOptions, SilentWarView]):
    """The face of Silent War."""

    last_groups = ("remain",)

    def board_text(self, view: SilentWarView, width: int = WIDTH) -> str:
        """Tracks, boats and the combat display as text."""
        return board_text(view, width)

    def glance(self, view: SilentWarView, width: int = WIDTH) -> str:
        """Tracks, and the boat that acts or fights."""
        return glance(view, width)

    def headline(self, view: SilentWarView) -> Sequence[str]:
        """The turn, the week of the month, and what was sunk; what was lost."""
        lost = (f"{counted(view.submarines_lost, 'boat')} lost",) if view.submarines_lost else ()
        turns = load_charts(view.data_pack).scenario_named[view.scenario].weeks  # a turn is one week (2.4)
        return (
            f"turn {view.turn} of {turns}" if turns else f"turn {view.turn}",
            f"{view.month}, week {view.week}",
            f"{view.tonnage * 1000:,} t sunk",
            counted(view.ships_sunk, "ship"),
            *lost,
        )

    def group_of(self, view: SilentWarView, option: object) -> str:
        """Boats that operate by where they are; everything else by its kind."""
        if isinstance(option, Operate | JoinPack):
            return view.boats[option.index].where or "elsewhere"
        return super().group_of(view, option)

    def facts(
        self, view: SilentWarView, decision: Decision, terms: Terms[SilentWarOptions]
    ) -> Sequence[Sequence[Fact]]:
        """Of a search its contacts, of a step its Transit Event; in a combat what an attack or a counterattack comes
        to (13.1, 19.1, 14.15, 14.2).
        """
        if view.combat is None:
            return facts_at_sea(self.game, view, decision, terms)
        return facts(self.game, view, decision, terms)

    def known(self, view: SilentWarView, terms: Terms[SilentWarOptions]) -> Mapping[str, object]:
        """The month, the War Period and the torpedoes; of a boat that acts its own figures, its OpArea and the weather
        there. In the question ``hit`` Defense and damage are the target's.
        """
        known: dict[str, object] = {"month": view.month, "war_period": view.war_period, "torpedo": view.torpedo}
        if view.acting is None:
            return known
        boat, charts = view.boats[view.acting], load_charts(view.data_pack)
        card = charts.boats[boat.card]
        known |= {
            "boat": card.id, "skipper": boat.rating, "spotted": boat.spotted,
            "premature.defense": card.defense, "second-damage.defense": card.defense,
            "storm-damage.defense": card.defense, "storm-damage.damaged": boat.damage > 0,
        }  # fmt: skip
        if boat.at in charts.area_at:
            weather = view.storms.get(boat.at, "clear")
            known |= {
                "area": charts.areas[charts.area_at[boat.at]].id,
                "ultra": boat.at in view.ultra,
                "weather": {"tropical": "storm"}.get(weather, weather.partition("_")[0]),
            }
        return known

    def board(self, view: SilentWarView) -> Board:
        """The chart of the Pacific and the combat table, the table first while there is a combat."""
        return describe(view)

    def pictures(self) -> Mapping[str, Callable[[SilentWarView], str]]:
        """The chart while the board shows a combat, and the campaign against history."""
        return {"map": lambda view: svg(describe(view), scene="chart"), "campaign": campaign_svg}

    def info_commands(self) -> Mapping[str, Callable[[SilentWarView, str], str]]:
        """Boats, their cards, bases and OpAreas looked up by words, and the campaign against history."""
        return {
            "boats": boats_command,
            "card": card_command,
            "bases": bases_command,
            "area": area_command,
            "campaign": campaign_command,
        }

    def reports(self) -> Mapping[str, Callable[[Sequence[Event], SilentWarView, str], str]]:
        """The events of this week or month, or some ago."""
        return {"week": week_command, "month": month_command}

    def digest(self, events: Sequence[Event], view: SilentWarView) -> Sequence[str]:
        """Of a week boat by boat, of a longer time in headlines."""
        return digest(events, view)

    def orders(self) -> Mapping[str, Callable[[SilentWarView, str], Order[SilentWarView]]]:
        """Fights, steering, both, patrols, the work in port, and when to stop."""
        return {
            "fight": fight_orders,
            "steer": steer_orders,
            "boat": boat_orders,
            "ask": ask_orders,
            "send": send_orders,
            "home": home_orders,
            "staff": staff_orders,
            "stop": stop_orders,
        }

    def charts_used(self, options: SilentWarOptions) -> Sequence[ChartFile]:
        """Every file of the data pack with its label, or with that of a file laid over it."""
        pack = load_pack(options.data_pack)
        files = {each.name: each for each in super().charts_used(options)}
        ours = {OWN.resolve(), OWN_SCENARIOS.parent.resolve()}
        return [
            ChartFile(name, label, text, options.data_pack)
            if name in pack.laid_over
            else replace(files[name], label=label, summary=text)
            if Path(files[name].folder).resolve() in ours
            else replace(files[name], summary=text)
            for name, label, text in labels(pack)
        ]

    def data_models(self) -> Mapping[str, type[BaseModel]]:
        """The files that people may write or change."""
        return dict(TOML_FILES)

    def bots(self) -> Mapping[str, Callable[[str, SeededChance], Bot[SilentWarView]]]:
        """Patrol bots of three temperaments."""
        return BOTS

    def levels(self) -> Mapping[str, str]:
        """How each bot plays, and how often it was measured to win."""
        return {
            "comsubpac": "sends boats where they promise most, and runs risks only where they pay",
            "steady": "fights in any posture, as the target deserves",
            "careful": "keeps its distance, and turns for home early",
            "bold": "closes in, and continues when others would withdraw",
            "hard": "risks the boat until it has sunk enough: it won 40 % of 9,100 patrols, the standard bot 36 %",
        }

    def questions(self) -> Sequence[Question[Any]]:
        """The exact odds of single procedures, and sampled ones of whole patrols and attacks."""
        return (*QUESTIONS, *SAMPLED)
