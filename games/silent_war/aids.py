"""What is known at the table about the options of a combat: the sums of 14.15 and 14.2, and the chances they give.

All of it is worked out by the rules' own procedures on a state that holds what the view shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from navalcore.odds import exact
from navalcore.rules import Chance, Decision, Fact, Game, ScriptedChance, Summand, Terms, summands
from navalcore_games.silent_war.choices import ATTACK, RE_ATTACK, Aim, TakePosture
from navalcore_games.silent_war.combat.attack import (
    DAMAGED,
    SUNK,
    attack_sums,
    bonus_open,
    is_escort,
    roll_attack_result,
    roll_to_hit,
    to_hit_drm,
    unit_by_number,
)
from navalcore_games.silent_war.combat.counterattack import (
    counterattack_drm,
    counterattack_result,
    counterattack_sums,
    escorts_present,
)
from navalcore_games.silent_war.combat.display import asw_halves, the_combat
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.ids import CardIndex, PieceIndex, UnitNumber
from navalcore_games.silent_war.lookups import in_typhoon, ship_of
from navalcore_games.silent_war.options import SilentWarOptions
from navalcore_games.silent_war.state import (
    Boat,
    Combat,
    Fighter,
    Place,
    Play,
    Posture,
    Round,
    State,
    Storm,
    Unit,
)
from navalcore_games.silent_war.views import CombatView, SilentWarView
from navalcore_games.silent_war.words import COLUMNS

ANY_BOAT = Boat(CardIndex(0))
"""What a boat that takes no part is taken for."""
ANY_PIECE = PieceIndex(0)
"""What a face-down unit is taken for; its front is never looked at."""


def facts(
    game: Game[Any, Any, Any], view: SilentWarView, decision: Decision, terms: Terms[SilentWarOptions]
) -> Sequence[Sequence[Fact]]:
    """The facts about each option of a question in a combat; nothing of other questions."""
    if view.combat is None or view.combat.acting is None:
        return ()
    if decision.kind not in ("aim", "posture", "attack", "again"):
        return ()
    seen = Seen(game, view, view.combat, view.combat.acting, terms)
    return [seen.of(option) for option in decision.options]


class Seen:
    """The boat's combat as the view shows it, for the rules to work on."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        view: SilentWarView,
        combat: CombatView,
        acting: int,
        terms: Terms[SilentWarOptions],
    ) -> None:
        self._game, self._options = game, terms.options
        self._state = state_of(view, combat)
        self._combat = the_combat(self._state)
        self._fighter = self._combat.fighters[acting]
        self._kept: dict[object, dict[Any, Fraction]] = {}
        self._sums: dict[tuple[UnitNumber, int], tuple[int, tuple[Summand, ...]]] = {}

    def of(self, option: object) -> Sequence[Fact]:
        """What is known about an option."""
        match option:
            case Aim():
                return self._aimed(option)
            case TakePosture():
                posture = Posture[option.posture.upper()]
                return self._struck_back(replace(self._fighter, posture=posture))
            case _ if option in (ATTACK, RE_ATTACK):
                return self._struck_back(self._fighter, again=option == RE_ATTACK)
            case _:
                return ()

    def _play(self, chance: Chance | None = None) -> Play:
        return Play(self._state, self._options, chance or ScriptedChance(), modifiers=self._game.modifiers)

    def _aimed(self, aim: Aim) -> list[Fact]:
        """Rules 14.15 and 14.16: to hit, to sink, and of a spread whether any ship is hit or sunk."""
        unit = unit_by_number(self._combat, aim.unit)
        difference, parts = self._sum(unit, aim.points)
        hit = self._hit(unit, aim.points)
        needed = Fact("difference", difference, "14.16", "difference", parts)
        if not _known(unit):
            return [Fact("hit_face_down", hit, "14.15", "taken face down: hit"), needed]
        if not hit:
            return [Fact("hit", hit, "14.16"), needed]
        sunk, damaged = self._results(unit)
        told = [Fact("hit", hit, "14.16"), Fact("sink", hit * sunk, "14.16")]
        if damaged:
            told.append(Fact("damage", hit * damaged, "14.16"))
        return [*told, *self._spread(unit, aim.points), needed]

    def _spread(self, unit: Unit, points: int) -> list[Fact]:
        """Over all targets that have points: exact while nothing that one attack brings changes another (SW-R46)."""
        aims = self._combat.round.aims
        spread = [(unit_by_number(self._combat, number), given) for number, given in aims.items()] + [(unit, points)]
        if not aims or not all(_known(other) and not self._defends(other) for other, _ in spread):
            return []
        missed = spared = Fraction(1)
        for other, given in spread:
            hit = self._hit(other, given)
            missed *= 1 - hit
            spared *= 1 - hit * self._results(other)[0]
        return [
            Fact("hit_any", 1 - missed, "14.16", "hit any of the spread"),
            Fact("sink_any", 1 - spared, "14.16", "sink any of the spread"),
        ]

    def _defends(self, unit: Unit) -> bool:
        """Whether a target's ASW counts, so that the next attack of the round is easier once it is hit."""
        ship = ship_of(self._state, unit)
        return bool(asw_halves(self._state, self._combat, replace(unit, face_up=True), False)) or ship.aircraft

    def _sum(self, unit: Unit, points: int) -> tuple[int, tuple[Summand, ...]]:
        """The difference of 14.16 against a unit, which is turned up by then where the player knows it."""
        if found := self._sums.get((unit.number, points)):
            return found
        was, unit.face_up = unit.face_up, _known(unit)
        bonus = unit.face_up and bonus_open(self._state, self._fighter) and is_escort(self._state, unit)
        left_out = unit.number if bonus else None
        attacker, defender = attack_sums(self._play(), self._fighter, unit, points, left_out)
        unit.face_up = was
        against = {name: -value for name, value in defender.items()}
        parts = (*summands(attacker, "14.16-A"), *summands(against, "14.16-B"))
        found = sum(attacker.values()) - sum(defender.values()), parts
        self._sums[unit.number, points] = found
        return found

    def _hit(self, unit: Unit, points: int) -> Fraction:
        difference, _ = self._sum(unit, points)
        pack = self._state.boats[self._fighter.boat].pack is not None
        drm = to_hit_drm(self._fighter.posture, self._fighter.unmodified == unit.number, pack)
        key = ("hit", difference, *drm)
        if key not in self._kept:
            self._kept[key] = exact(lambda chance: roll_to_hit(self._play(chance), difference, drm))
        return self._kept[key].get(True, Fraction(0))

    def _results(self, unit: Unit) -> tuple[Fraction, Fraction]:
        """The chances that a hit sinks a known unit, and that it damages it."""
        ship, typhoon = ship_of(self._state, unit), in_typhoon(self._state, self._combat.area)
        key = ("result", ship.tonnage, unit.damaged)
        if key not in self._kept:
            drm = {"torpedo": self._state.torpedo}
            self._kept[key] = exact(
                lambda chance: roll_attack_result(self._play(chance), ship.tonnage, drm, unit.damaged, typhoon)
            )
        found = self._kept[key]
        return found.get(SUNK, Fraction(0)), found.get(DAMAGED, Fraction(0))

    def _struck_back(self, fighter: Fighter, *, again: bool = False) -> list[Fact]:
        """Rule 14.2: the counterattack of the escorts that are turned up now; none while none is."""
        combat = self._combat
        if combat.round.no_counter or not (escorts_present(self._state, combat, False) or combat.round.asw_bonus):
            return []
        japanese, own = counterattack_sums(self._play(), fighter)
        difference = sum(japanese.values()) - sum(own.values())
        drm = counterattack_drm(self._state.boats[fighter.boat], fighter.posture, again or combat.round_number > 0)
        odds = exact(lambda chance: counterattack_result(self._play(chance), difference, drm))
        unharmed, lost = odds.get("no_effect", Fraction(0)), odds.get("sunk", Fraction(0))
        against = {name: -value for name, value in own.items()}
        parts = (*summands(japanese, "14.2-A"), *summands(against, "14.2-B"))
        told = [
            Fact("counterattack", 1 - unharmed, "14.2", "counterattacked by the escorts seen: spotted or worse"),
            Fact("lost", lost, "14.2", "sunk"),
            Fact("counterattack_difference", difference, "14.2", "difference", parts),
        ]
        return [*told, Fact("counterattack_drm", sum(drm.values()), "14.2-C", "drm", summands(drm, "14.2-C"))]


def _known(unit: Unit) -> bool:
    """Whether the player knows what a unit is."""
    return unit.face_up or unit.known


def state_of(view: SilentWarView, combat: CombatView) -> State:
    """A state that holds of the combat what the view shows, and nothing else."""
    charts = load_charts(view.data_pack)
    boats = [ANY_BOAT] * len(view.boats)
    for fighter in combat.fighters:
        seen = view.boats[fighter.boat]
        boats[fighter.boat] = Boat(
            seen.card,
            Place.OPERATING,
            spotted=seen.spotted,
            damage=seen.damage,
            rating=seen.rating,
            pack=seen.pack,
        )
    return State(
        "operations",
        data_pack=view.data_pack,
        war_period=view.war_period,
        torpedo=view.torpedo,
        boats=boats,
        active=[],
        storms={charts.area_at[area]: Storm[name.upper()] for area, name in view.storms.items()},
        combat=_combat_of(view, combat),
    )


def _combat_of(view: SilentWarView, seen: CombatView) -> Combat:
    charts = load_charts(view.data_pack)
    units = [
        Unit(
            ANY_PIECE if each.ship is None else each.ship,
            COLUMNS.index(each.column),
            each.number,
            each.face_up,
            each.ship is not None,
            each.damaged,
            each.ordinary,
            each.tdc,
        )
        for each in seen.units
    ]
    fighters = [
        Fighter(
            each.boat,
            COLUMNS.index(each.column) if each.column else None,
            Posture[each.posture.upper()],
            unmodified=each.unmodified,
            out=each.out,
        )
        for each in seen.fighters
    ]
    now = Round(
        seen.event,
        attack=seen.attack,
        perfect_setup=seen.perfect_setup,
        asw_bonus=seen.asw_bonus,
        no_counter=seen.no_counter,
        bonus_used=seen.bonus_used,
        aims=dict(seen.aims),
    )
    return Combat(
        charts.area_at[seen.at],
        seen.loner,
        units,
        fighters=fighters,
        acting=seen.acting,
        round_number=seen.round_number,
        round=now,
        escorts_alert=seen.escorts_alert,
        member_attacked=seen.member_attacked,
        diligent_seen=seen.diligent_seen,
    )
