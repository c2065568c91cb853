"""Bots for both sides: wolf packs towards the best disruption, hunts with everything that can search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from navalcore.bots import Bot
from navalcore.rules import Decision, SeededChance
from navalcore_games.aa50_subwar.bot_sense import (
    Force,
    air_duel_worth,
    destroyer_worth,
    disruption,
    enemy_units,
    exposed,
    hostile_zones,
    hunted,
    odds_of_attack,
    steps_to_lanes,
)
from navalcore_games.aa50_subwar.choices import (
    ATTACK,
    BREAK_OFF,
    BUY,
    DIVE,
    END_COMBAT,
    END_COMBAT_MOVE,
    END_NONCOMBAT,
    END_PURCHASE,
    ESCAPE,
    GO_ON,
    FightIn,
    Fly,
    GoOn,
    Join,
    LandIn,
    Mobilize,
    Retreat,
    Sail,
    SearchWith,
    StopIn,
    Submerge,
)
from navalcore_games.aa50_subwar.theatre import COST, OPEN_SEA, ZONES, check_space, check_zone, flights
from navalcore_games.aa50_subwar.views import AnyUnit, AtlanticView
from navalcore_games.aa50_subwar.words import SIDE_OF, Kind, Side, Space, Zone

BASES = {
    Side.AXIS: tuple(map(check_space, ("nw_europe", "france", "norway"))),
    Side.ALLIES: tuple(map(check_space, ("england", "iceland", "gibraltar", "e_canada"))),
}
"""Where aircraft wait, best first."""
PATROL: dict[Side, tuple[Zone, ...]] = {Side.AXIS: (), Side.ALLIES: tuple(map(check_zone, ("sz8", "sz2", "sz7")))}
"""Where surface ships gather that have nothing to attack."""


class AtlanticBot(Bot[AtlanticView]):
    """Plays either side from its view alone, and always the same way in the same situation.

    The Axis buys submarines, spreads them over the lanes where the next one costs the enemy most, and strikes with
    aircraft where it is clearly stronger. The Allies buy destroyers and aircraft and hunt everything in reach.
    """

    submarines = True
    """Whether the Axis buys submarines."""
    attack_from = 1.5
    """Strength ratio from which a fleet is attacked."""
    enough = 4.0
    """Strength ratio from which no more units are sent."""
    give_up = 0.6
    """Strength ratio below which a battle is broken off."""
    wolf_pack = 2
    """From so many submarines on, destroyers hunt them even where they are exposed themselves."""
    hunters_a_submarine = 3
    """Hunters sent for each submarine."""

    def __init__(self, role: str, chance: SeededChance) -> None:  # noqa: ARG002 - every bot is made like this
        self.side = Side(role)
        self._heading: Zone | None = None

    def decide(self, view: AtlanticView, decision: Decision) -> object:
        """The option to take."""
        options = decision.options
        if END_PURCHASE in options:
            return self.purchase(view, options)
        if END_COMBAT_MOVE in options:
            return self.combat_move(view, options)
        if isinstance(options[0], FightIn):
            return self.next_combat(view, options)
        if view.phase == "noncombat_move" and not isinstance(options[0], StopIn):
            return self.noncombat_move(view, options)
        if isinstance(options[0], StopIn) and isinstance(options[-1], GoOn):
            return next((o for o in options if isinstance(o, GoOn) and o.target == self._heading), options[0])
        if isinstance(options[0], Mobilize | LandIn):
            return self.place(view, options)
        return self.in_combat(view, options)

    # ---- purchase and placement -------------------------------------------------------------------------------

    def purchase(self, view: AtlanticView, options: Sequence[object]) -> object:
        """The next purchase."""
        for kind in self.purchases(view):
            if BUY[kind] in options:
                return BUY[kind]
            if view.treasury[view.power] + 6 >= COST[kind]:
                return END_PURCHASE  # nearly there: save for it
        return END_PURCHASE

    def purchases(self, view: AtlanticView) -> tuple[Kind, ...]:
        """The kinds wanted, most wanted first."""
        if self.side is Side.AXIS:
            return (Kind.SUBMARINE,) if self.submarines else (Kind.BOMBER, Kind.FIGHTER, Kind.DESTROYER)
        prey = sum(unit.kind is Kind.SUBMARINE for unit in view.units if unit.side is not self.side)
        destroyers = sum(unit.kind is Kind.DESTROYER for unit in view.units if unit.side is self.side)
        destroyers += view.bought.count(Kind.DESTROYER)
        return (Kind.DESTROYER,) if destroyers < prey // 3 else (Kind.FIGHTER, Kind.DESTROYER)

    def place(self, view: AtlanticView, options: Sequence[object]) -> object:
        """Ships beside their friends, aircraft ashore."""
        places = [option for option in options if isinstance(option, Mobilize | LandIn)]
        return max(places, key=lambda place: (place.space not in ZONES, self._company(view, place.space)))

    def _company(self, view: AtlanticView, zone: Space) -> tuple[float, bool]:
        """The value of the friends in a zone; Sz8, the richest lane, where there is no difference."""
        friends = sum(COST[unit.kind] for unit in view.units if unit.space == zone and unit.side is self.side)
        return friends, zone == "sz8"

    # ---- movement ---------------------------------------------------------------------------------------------

    def combat_move(self, view: AtlanticView, options: Sequence[object]) -> object:
        """Send the next unit to the best attack; submarines without one move later."""
        best: tuple[float, object] = (0.0, END_COMBAT_MOVE)
        for zone, units in enemy_units(view, self.side).items():
            force = Force.of(view, self.side, zone, options)
            order = self._hunt_order(view, force, units) if hunted(units) else self._battle_order(force, units)
            if order is not None and order[0] > best[0]:
                best = order
                self._heading = zone
        return best[1]

    def _hunt_order(self, view: AtlanticView, force: Force, units: Sequence[AnyUnit]) -> tuple[float, object] | None:
        prey = len(units)
        if force.hunters >= self.hunters_a_submarine * prey:
            return None
        orders: list[object] = [*force.searches]
        ships = [sail for sail in force.sails if sail.unit is Kind.DESTROYER]
        if prey >= self.wolf_pack or not exposed(view, self.side, force.zone, [Kind.DESTROYER] * len(ships)):
            orders += ships
        if not orders:
            return None
        return 4.0 * prey / (1 + force.hunters), orders[0]

    def _battle_order(self, force: Force, units: Sequence[AnyUnit]) -> tuple[float, object] | None:
        orders = [*force.flies, *force.sails]
        if not orders or odds_of_attack(force.present, units) >= self.enough:
            return None
        if odds_of_attack([*force.present, *force.possible], units) < self.attack_from:
            return None
        return sum(COST[unit.kind] for unit in units) / 2, orders[0]

    def next_combat(self, view: AtlanticView, options: Sequence[object]) -> object:
        """Hunts and battles that promise well, forced ones in any case."""
        enemies = enemy_units(view, self.side)
        for option in options:
            if isinstance(option, FightIn):
                units = enemies[option.zone]
                own = [unit for unit in view.units if unit.space == option.zone and unit.power is view.power]
                if option.mode == "hunt" or odds_of_attack(own, units) >= self.attack_from:
                    return option
        return END_COMBAT if END_COMBAT in options else options[0]

    def noncombat_move(self, view: AtlanticView, options: Sequence[object]) -> object:
        """Submarines to the lanes, aircraft to their bases, surface ships together."""
        for option in options:
            if isinstance(option, Sail) and option.unit is Kind.SUBMARINE:
                heading = self._lane_for(view, option.source)
                way = self._first_step(option.source, heading, lambda _: True)
                if way == option.target:
                    self._heading = heading
                    return option
        landings = [option for option in options if isinstance(option, Fly)]
        if landings:
            return self._landing(view, landings, END_NONCOMBAT in options)
        hostile = hostile_zones(view, self.side)
        for option in options:
            if isinstance(option, Sail) and option.unit is not Kind.SUBMARINE and PATROL[self.side]:
                heading = PATROL[self.side][0]
                if exposed(view, self.side, heading, [option.unit]):
                    continue
                if option.target == self._first_step(option.source, heading, lambda zone: zone not in hostile):
                    self._heading = heading
                    return option
        return END_NONCOMBAT if END_NONCOMBAT in options else options[0]

    def _landing(self, view: AtlanticView, landings: Sequence[Fly], may_end: bool) -> object:
        ranks = {base: rank for rank, base in enumerate(BASES[self.side])}
        last = len(ranks)

        def rank(option: Fly) -> tuple[int, int]:
            near = flights(view.owners, self.side)[option.source]
            return ranks.get(option.target, last), near.get(option.target, 9)

        best = min(landings, key=rank)
        if may_end and ranks.get(best.source, last) <= rank(best)[0]:
            rest = [option for option in landings if rank(option)[0] < ranks.get(option.source, last)]
            return min(rest, key=rank) if rest else END_NONCOMBAT
        if may_end and rank(best)[0] >= ranks.get(best.source, last):
            return END_NONCOMBAT
        return best

    def _lane_for(self, view: AtlanticView, source: Zone) -> Zone:
        """Where the next submarine from a zone costs the enemy most, a way off counting against it."""
        if self.side is Side.ALLIES:
            return source
        packs = dict.fromkeys(ZONES, 0)
        for unit in view.units:
            if unit.kind is Kind.SUBMARINE and unit.side is self.side:
                packs[unit.zone] += 1
        packs[source] -= 1
        danger = dict.fromkeys(ZONES, 0)
        for unit in view.units:
            if unit.kind is Kind.DESTROYER and unit.side is not self.side:
                danger[unit.zone] += 1

        def worth(zone: Zone) -> tuple[float, str]:
            gain = disruption(zone, packs[zone] + 1) - disruption(zone, packs[zone])
            return gain - 0.35 * steps_to_lanes(self.side, source, zone) - 0.25 * danger[zone], zone

        return max(ZONES, key=worth)

    def _first_step(self, source: Zone, heading: Zone, open_zone: Callable[[Zone], bool]) -> Zone | None:
        if source == heading:
            return None
        steps = [zone for zone in OPEN_SEA[self.side][source] if open_zone(zone)]
        if heading in OPEN_SEA[self.side][source]:
            return heading if open_zone(heading) else None
        return min(steps, key=lambda zone: steps_to_lanes(self.side, zone, heading), default=None)

    # ---- combat -----------------------------------------------------------------------------------------------

    def in_combat(self, view: AtlanticView, options: Sequence[object]) -> object:
        """Duels, casualties, submerging, retreat."""
        first = options[0]
        if first in (ESCAPE, DIVE):
            return first
        if first is ATTACK:
            return self._attack_or_direct(view, options)
        if BREAK_OFF in options and isinstance(first, SearchWith):
            return next((o for o in options if isinstance(o, SearchWith) and o.unit is not Kind.DESTROYER), first)
        if isinstance(first, Join | Submerge):
            return first if isinstance(first, Join) or self._holds(view) else options[-1]
        if first is GO_ON:
            if view.battle is not None and view.battle.mode == "fleet" and self._ratio(view) < self.give_up:
                return next((option for option in options if isinstance(option, Retreat) or option is BREAK_OFF), first)
            return GO_ON
        return first

    def _attack_or_direct(self, view: AtlanticView, options: Sequence[object]) -> object:
        """Combined arms where the destroyer's fight is worth more than the aircraft's and a later search of its own."""
        assert view.battle is not None
        assert view.battle.hunter is not None, "the aircraft found it"
        kinds = {unit.number: unit.kind for unit in view.units}
        destroyers = sum(kinds[number] is Kind.DESTROYER for number in view.battle.unused)
        attack = air_duel_worth(kinds[view.battle.hunter], destroyers, len(view.battle.defenders))
        direct = destroyer_worth(destroyers - 1, len(view.battle.defenders))
        return options[1] if direct > attack else options[0]

    def _ratio(self, view: AtlanticView) -> float:
        assert view.battle is not None
        by_id = {unit.number: unit for unit in view.units}
        attackers = [by_id[number] for number in view.battle.attackers]
        return odds_of_attack(attackers, [by_id[number] for number in view.battle.defenders])

    def _holds(self, view: AtlanticView) -> bool:
        """Whether the side's submarines are better off fighting than under water."""
        return self._ratio(view) > 1 if self._attacks(view) else self._ratio(view) < 1

    def _attacks(self, view: AtlanticView) -> bool:
        return SIDE_OF[view.power] is self.side


class SurfaceBot(AtlanticBot):
    """The same bot, but the Axis buys bombers, fighters and destroyers and never a submarine."""

    submarines = False


class StrongBot(AtlanticBot):
    """The hard bot. The Axis fights with aircraft and ships rather than submarines, where it is twice as strong, and
    breaks off before it is much weaker. The Allies buy bombers, which reach every lane and risk little, and send
    destroyers after every submarine, exposed or not.
    """

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance)
        self.enough = 8.0
        if self.side is Side.ALLIES:
            self.wolf_pack = 1
        else:
            self.attack_from, self.give_up = 2.0, 0.9

    def purchases(self, view: AtlanticView) -> tuple[Kind, ...]:  # noqa: ARG002
        """Bombers; for the Axis fighters and destroyers where the money is short."""
        return (Kind.BOMBER,) if self.side is Side.ALLIES else (Kind.BOMBER, Kind.FIGHTER, Kind.DESTROYER)


BOTS: Mapping[str, Callable[[str, SeededChance], Bot[AtlanticView]]] = {
    "sensible": AtlanticBot,
    "no_submarines": SurfaceBot,
    "hard": StrongBot,
}
"""The bots by name."""
