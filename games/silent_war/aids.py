"""Facts known at the table about the options of a combat: the sums of 14.15 and 14.2, and the chances they give.

All of it is worked out by the rules' own procedures on a state that holds what the view shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from navalcore.odds import exact
from navalcore.rules import Chance, Decision, Fact, Game, ScriptedChance, Summand, Terms, summands
from navalcore_games.silent_war.choices import (
    ATTACK,
    SAVE_BONUS,
    Aim,
    AttackNext,
    CrashDive,
    Guns,
    KeepUnmodified,
    LeaveOutAsw,
    ReAttack,
    SaveForAnother,
    Shell,
    TakeColumn,
    TakePosture,
)
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
    dives,
    escorts_present,
)
from navalcore_games.silent_war.combat.display import (
    adjacent,
    asw_halves,
    escort_level,
    face_down_in_reach,
    the_combat,
)
from navalcore_games.silent_war.combat.gunnery import gunnery_targets, gunnery_weather
from navalcore_games.silent_war.combat.reveal import allowance
from navalcore_games.silent_war.combat.rounds import joins_re_attack, second_re_attack
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.printed import BoatCard
from navalcore_games.silent_war.ids import CardIndex, PieceIndex, UnitNumber, unit_id
from navalcore_games.silent_war.lookups import card_of, in_typhoon, ship_of
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
"""The assumption for a boat that takes no part."""
ANY_PIECE = PieceIndex(0)
"""The assumption for a face-down unit, whose front is never looked at."""
NEVER, ALWAYS = Fraction(0), Fraction(1)
TOLD = frozenset(
    {
        *("column", "posture", "unmodified", "attack", "aim", "next_attack", "leave_out"),
        *("weapon", "shell", "dive", "again", "again.pack"),
    }
)
"""The kinds of questions whose options have facts."""


def facts(
    game: Game[Any, Any, Any], view: SilentWarView, decision: Decision, terms: Terms[SilentWarOptions]
) -> Sequence[Sequence[Fact]]:
    """The facts about each option of a question in a combat; nothing of other questions."""
    if view.combat is None or decision.kind not in TOLD:
        return ()
    boats = [fighter.id for fighter in view.combat.fighters]
    about: Any = decision.options[0]
    seen = Seen(game, view, view.combat, boats.index(about.boat), terms)
    return [seen.of(option) for option in decision.options]


class Seen:
    """The boat's combat as the view shows it, for the rules to work on."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        view: SilentWarView,
        combat: CombatView,
        boat: int,
        terms: Terms[SilentWarOptions],
    ) -> None:
        self._game, self._options = game, terms.options
        self._state = state_of(view, combat)
        self._combat = the_combat(self._state)
        self._fighter = self._combat.fighters[boat]
        self._names = [fighter.name for fighter in combat.fighters]
        self._kept: dict[object, dict[Any, Fraction]] = {}
        self._sums: dict[tuple[UnitNumber, int, bool], tuple[int, tuple[Summand, ...]]] = {}

    def of(self, option: object) -> Sequence[Fact]:
        """The facts known about an option."""
        match option:
            case Aim():
                unit = unit_by_number(self._combat, option.unit)
                told, needed = self._attacked(unit, option.points), self._needed(unit, option.points)
                return [*told, *self._spread(unit, option.points, told), needed]
            case AttackNext():
                unit, points = unit_by_number(self._combat, option.index), self._combat.round.aims[option.index]
                return [*self._attacked(unit, points), self._needed(unit, points)]
            case KeepUnmodified():
                return self._left_unmodified(option.index)
            case Shell():
                return self._shelled(unit_by_number(self._combat, option.index))
            case TakeColumn():
                return self._in_column(option.index)
            case TakePosture():
                posture = Posture[option.posture.upper()]
                return [*self._reveals(posture), *self._struck_back(replace(self._fighter, posture=posture))]
            case LeaveOutAsw() | SaveForAnother():
                unit = next(each for each in self._combat.units if unit_id(each.number) == option.unit)
                return self._attacked(unit, self._combat.round.aims[unit.number], saved=option == SAVE_BONUS)
            case ReAttack():
                return [*self._joins(), *self._struck_back(self._fighter, again=True)]
            case CrashDive():
                return self._dives()
            case Guns():
                targets = gunnery_targets(self._state, self._combat, self._fighter)
                return self._shelled(targets[0], self._weather()) if len(targets) == 1 else ()
            case _:
                return self._struck_back(self._fighter) if option == ATTACK else ()

    def _play(self, chance: Chance | None = None) -> Play:
        return Play(self._state, self._options, chance or ScriptedChance(), modifiers=self._game.modifiers)

    @property
    def _boat(self) -> Boat:
        return self._state.boats[self._fighter.boat]

    @property
    def _card(self) -> BoatCard:
        return card_of(self._state, self._boat)

    def _attacked(self, unit: Unit, points: int, *, saved: bool = False) -> list[Fact]:
        """Rules 14.15 and 14.16: to hit, to sink and to damage; of a unit that the player does not know to hit."""
        hit = self._hit(unit, points, saved)
        if not _known(unit):
            return [Fact("hit_face_down", hit, "14.15", "taken face down: hit")]
        if not hit:
            return [Fact("hit", hit, "14.16")]
        sunk, damaged = self._results(unit)
        told = [Fact("hit", hit, "14.16"), Fact("sink", hit * sunk, "14.16")]
        return [*told, Fact("damage", hit * damaged, "14.16")] if damaged else told

    def _needed(self, unit: Unit, points: int) -> Fact:
        difference, parts = self._sum(unit, points)
        return Fact("difference", difference, "14.16", "difference", parts)

    def _spread(self, unit: Unit, points: int, told: Sequence[Fact]) -> list[Fact]:
        """Over all targets that have points: exact while nothing that one attack brings changes another (SW-R46)."""
        aims = self._combat.round.aims
        spread = [(unit_by_number(self._combat, number), given) for number, given in aims.items()] + [(unit, points)]
        can_hit = told[0].value > 0
        if not aims or not can_hit or not all(_known(other) and not self._defends(other) for other, _ in spread):
            return []
        missed = spared = Fraction(1)
        for other, given in spread:
            hit = self._hit(other, given)
            missed *= 1 - hit
            spared *= 1 - hit * self._results(other)[0]
        tons = sum((self._tons(other, given) for other, given in spread), Fraction(0))
        return [
            Fact("hit_any", 1 - missed, "14.16", "hit any of the spread"),
            Fact("sink_any", 1 - spared, "14.16", "sink any of the spread"),
            Fact("tons", tons, "14.16", "thousand tons sunk on average by the spread", mean=True),
        ]

    def _tons(self, unit: Unit, points: int) -> Fraction:
        """Thousands of tons that points on a known unit sink on average; a hospital ship counts for none."""
        ship = ship_of(self._state, unit)
        return Fraction(0) if ship.hospital else self._hit(unit, points) * self._results(unit)[0] * ship.tonnage

    def _left_unmodified(self, number: UnitNumber) -> list[Fact]:
        """Rule 14.12: the chance to hit a unit whose TDC a cautious boat does not modify."""
        unit = unit_by_number(self._combat, number)
        self._fighter.unmodified = number
        hit = self._hit(unit, self._combat.round.attack)
        self._fighter.unmodified = None
        return [Fact("hit_with_all", hit, "14.16", "with all points: hit")]

    def _weather(self) -> Fraction:
        """Rule 7.21: the chance that the guns can be used; they are not offered where they never can."""
        return exact(lambda chance: gunnery_weather(self._play(chance), self._combat.area))[True]

    def _shelled(self, unit: Unit, weather: Fraction = ALWAYS) -> list[Fact]:
        """Rule 19.21-1: what the guns do to a ship, if the weather lets them."""
        drm = {"loner": 1} if self._combat.loner else {}
        row = self._card.gun_row
        ends = exact(lambda chance: roll_attack_result(self._play(chance), row, drm, unit.damaged))
        told = [("sink", SUNK), ("damage", DAMAGED)]
        return [Fact(name, weather * ends[end], "19.21") for name, end in told if end in ends]

    def _dives(self) -> list[Fact]:
        """Rule 28.2."""
        rating, skipper = self._card.crash_dive, self._boat.rating
        assert rating is not None
        return [
            Fact("dives", exact(lambda chance: dives(self._play(chance), rating, skipper)).get(True, NEVER), "28.2")
        ]

    def _in_column(self, column: int) -> list[Fact]:
        """Rules 14.11 and 24.54: the units in reach, and the ASW of those that are turned up."""
        was, self._fighter.column = self._fighter.column, column
        near = sum(adjacent(unit.column, column) for unit in self._combat.units)
        level = escort_level(self._state, self._fighter)
        self._fighter.column = was
        told = [Fact("in_reach", near, "14.13", "units in reach")]
        return [*told, Fact("asw_in_reach", level, "24.54", "ASW against her")] if self._escorts else told

    @property
    def _escorts(self) -> bool:
        return escorts_present(self._state, self._combat, False)

    def _reveals(self, posture: Posture) -> list[Fact]:
        """Rule 14.13: how many units are turned up; a loner is in any case."""
        hidden = len(face_down_in_reach(self._combat, self._fighter))
        if self._combat.loner or not hidden:
            return []
        return [Fact("reveals", min(hidden, allowance(self._play(), self._card.tactical, posture)), "14.13")]

    def _joins(self) -> list[Fact]:
        """Rules 14.41 and 24.55: the rolls that a re-attack takes, of each member of a wolfpack or of the skipper."""
        if self._combat.loner or self._boat.pack is None:
            if not self._combat.round_number:
                return []
            again = exact(lambda chance: second_re_attack(self._play(chance), self._boat.rating))
            return [Fact("succeeds", again[True], "14.41", "the roll for it succeeds")]
        members = [(name, each) for name, each in zip(self._names, self._combat.fighters, strict=True) if not each.out]
        return [
            Fact("joins", self._joining(self._state.boats[each.boat]), "24.55", f"{name} joins in")
            for name, each in members
        ]

    def _joining(self, boat: Boat) -> Fraction:
        number = card_of(self._state, boat).tactical + boat.rating
        return exact(lambda chance: joins_re_attack(self._play(chance), number, boat.damage > 0)).get(True, NEVER)

    def _defends(self, unit: Unit) -> bool:
        """Whether a target's ASW counts, so that the next attack of the round is easier once it is hit."""
        ship = ship_of(self._state, unit)
        return bool(asw_halves(self._state, self._combat, replace(unit, face_up=True), False)) or ship.aircraft

    def _sum(self, unit: Unit, points: int, saved: bool = False) -> tuple[int, tuple[Summand, ...]]:
        """The difference of 14.16 against a unit, which is turned up by then where the player knows it.

        Args:
            saved: its ASW counts although it might be left out (28.4).
        """
        if found := self._sums.get((unit.number, points, saved)):
            return found
        was, unit.face_up = unit.face_up, _known(unit)
        bonus = not saved and unit.face_up and bonus_open(self._state, self._fighter) and is_escort(self._state, unit)
        left_out = unit.number if bonus else None
        attacker, defender = attack_sums(self._play(), self._fighter, unit, points, left_out)
        unit.face_up = was
        against = {name: -value for name, value in defender.items()}
        parts = (*summands(attacker, "14.16-A"), *summands(against, "14.16-B"))
        found = sum(attacker.values()) - sum(defender.values()), parts
        self._sums[unit.number, points, saved] = found
        return found

    def _hit(self, unit: Unit, points: int, saved: bool = False) -> Fraction:
        difference, _ = self._sum(unit, points, saved)
        drm = to_hit_drm(self._fighter.posture, self._fighter.unmodified == unit.number, self._boat.pack is not None)
        key = ("hit", difference, *drm)
        if key not in self._kept:
            self._kept[key] = exact(lambda chance: roll_to_hit(self._play(chance), difference, drm))
        return self._kept[key].get(True, NEVER)

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
        return found.get(SUNK, NEVER), found.get(DAMAGED, NEVER)

    def _struck_back(self, fighter: Fighter, *, again: bool = False) -> list[Fact]:
        """Rule 14.2: the counterattack of the escorts that are turned up now; none while none is."""
        combat = self._combat
        if combat.round.no_counter or not (self._escorts or combat.round.asw_bonus):
            return []
        japanese, own = counterattack_sums(self._play(), fighter)
        difference = sum(japanese.values()) - sum(own.values())
        drm = counterattack_drm(self._state.boats[fighter.boat], fighter.posture, again or combat.round_number > 0)
        odds = exact(lambda chance: counterattack_result(self._play(chance), difference, drm))
        unharmed, lost = odds.get("no_effect", NEVER), odds.get("sunk", NEVER)
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
        aircraft_seen=seen.aircraft_seen,
    )
