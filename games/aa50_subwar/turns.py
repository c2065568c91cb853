"""The sequence of play: what each phase of a turn asks for (B1, S3)."""

from __future__ import annotations

from collections.abc import Sequence

from navalcore.rules import Decision, Flow, Refusal, Step, choose_if_several, rule
from navalcore_games.aa50_subwar.asking import about_phase, about_space
from navalcore_games.aa50_subwar.casualties import can_hit
from navalcore_games.aa50_subwar.choices import (
    END_COMBAT,
    END_COMBAT_MOVE,
    END_NONCOMBAT,
    FightIn,
    Fly,
    Join,
    Sail,
    fight_in,
)
from navalcore_games.aa50_subwar.convoy import score_archangel
from navalcore_games.aa50_subwar.economy import collect_income, mobilize, purchase
from navalcore_games.aa50_subwar.events import TurnBegan, UnitRepaired
from navalcore_games.aa50_subwar.fleet import fleet_battle
from navalcore_games.aa50_subwar.flying import (
    cannot_fly,
    displaced,
    land,
    landings,
    launch,
    lose_stranded,
    send_out,
    sorties,
)
from navalcore_games.aa50_subwar.hunting import hunt, hunters_among, rules_against, rules_in
from navalcore_games.aa50_subwar.ids import named
from navalcore_games.aa50_subwar.losses import destroy
from navalcore_games.aa50_subwar.movement import (
    cannot_sail,
    move_ship,
    new_attempts,
    note_hostile_zones,
    sailing_orders,
)
from navalcore_games.aa50_subwar.orders import phase_of
from navalcore_games.aa50_subwar.state import Play, is_aircraft, makes_hostile
from navalcore_games.aa50_subwar.theatre import MOVE, ZONES, title_of, turn_order
from navalcore_games.aa50_subwar.words import (
    OPPONENT,
    POWER_NAMES,
    SURFACE_WARSHIPS,
    Cause,
    Kind,
    Space,
    Unit,
    Zone,
)


@rule("B1", "B17")
def begin_turn(play: Play) -> None:
    """A power's turn begins: its units are fresh, its carrier fighters fly."""
    state = play.state
    state.bought, state.fought = [], []
    own = state.own()
    for unit in own:
        unit.moves_left = MOVE[unit.kind]
        unit.acted = unit.stopped = False
        unit.mission, unit.came_from = "", None
    launch(own)
    note_hostile_zones(state)
    new_attempts(state)
    play.tell(TurnBegan, state.round, state.power, rule="B1")


@rule("B3", "B4", "B5")
def combat_move(play: Play) -> Flow[str | None]:
    """One unit's orders in the combat move; the phase continues until its owner ends it."""
    state = play.state
    phase = phase_of(play, "combat", combat_move)
    sails, flights = phase.sails or sailing_orders(state, phase), phase.flights or sorties(play, phase)
    orders: list[object] = [END_COMBAT_MOVE, *sails.options, *flights.options]
    index = yield Decision(
        state.side, NEXT_IN_COMBAT_MOVE[state.power], orders, "B3", (cannot_combat_move, play, orders), "combat_move",
        False, about_phase("combat_move", state.power),
    )  # fmt: skip
    choice = orders[index]
    if isinstance(choice, Sail):
        yield from move_ship(play, sails.units[index - 1], choice.target, phase)
    elif isinstance(choice, Fly):
        aircraft = flights.units[index - 1 - len(sails.units)]
        send_out(play, aircraft, choice)
        phase.flew(aircraft)
    else:
        play.kept = None
        return None
    return "combat_move"


NEXT_IN_COMBAT_MOVE = {
    power: f"Which unit moves next in the combat move of {name}?" for power, name in POWER_NAMES.items()
}


def cannot_combat_move(play: Play, orders: Sequence[object]) -> list[Refusal]:
    """Why units do not make the moves that are left out of the combat move."""
    return left_out([*cannot_sail(play, "combat"), *cannot_fly(play)], orders)


def left_out(refusals: list[Refusal], offered: Sequence[object]) -> list[Refusal]:
    """Each refusal once, without those of orders that another unit of the kind may carry out."""
    texts = {str(order) for order in offered}
    return list({refusal.text: refusal for refusal in refusals if refusal.text not in texts}.values())


@rule("S2", "S3", "B3")
def combats(play: Play) -> dict[FightIn, bool]:
    """Every combat the phasing power may begin, and whether it must. Surface ships and aircraft in a hostile zone must
    fight, submarines choose (S3), and no unit has to attack submarines or transports.
    """
    state = play.state
    found: dict[FightIn, bool] = {}
    ready: dict[Space, list[Unit]] = {}
    for unit in state.own():
        if unit.mission in ("", "fight", "search"):
            ready.setdefault(unit.space, []).append(unit)
    met = state.by_space(OPPONENT[state.side], ready)
    for zone in ZONES if met else ():
        if zone not in met or zone in state.fought:
            continue
        own, enemies = ready[zone], met[zone]
        if rules_against(play, enemies) == "hunt":
            if hunters_among(own) or (idle_warships(own) and transports_among(enemies)):
                found[fight_in(zone, "hunt")] = False
            if play.options.submarines_may_hunt_submarines and any(unit.kind is Kind.SUBMARINE for unit in own):
                found[fight_in(zone, "fleet")] = False
        else:
            fighters = [unit for unit in own if fights_there(unit)]
            must = bool(fighters) and makes_hostile(enemies)
            submarines = [unit for unit in own if unit.kind is Kind.SUBMARINE]
            if must or can_hit([*fighters, *submarines], enemies, True):
                found[fight_in(zone, "fleet")] = must
    return found


def fights_there(unit: Unit) -> bool:
    """Whether a unit takes part in any fleet battle of its zone: surface ships, and aircraft sent to fight."""
    return unit.mission == "fight" if is_aircraft(unit) else unit.kind is not Kind.SUBMARINE


@rule("B6", "S7")
def combat(play: Play) -> Flow[str | None]:
    """One combat, in the order the attacker likes; after the last, battleships are restored and fighters displaced."""
    state = play.state
    found = combats(play)
    if found:
        options: list[object] = list(found)
        if not any(found.values()):
            options.append(END_COMBAT)
        choice = yield from choose_if_several(
            state.side,
            "Which combat is fought next?",
            options,
            "B6",
            reasons=lambda: cannot_end_combat(found),
            kind="combat",
            about=about_phase("combat", state.power),
        )
        if isinstance(choice, FightIn):
            yield from conduct(play, choice)
            return "combat"
    yield from displaced(play)
    restore_battleships(play)
    return None


def cannot_end_combat(found: dict[FightIn, bool]) -> list[Refusal]:
    """Why combat cannot be ended yet."""
    zones = ", ".join(title_of(fight.zone) for fight, must in found.items() if must)
    return [Refusal(str(END_COMBAT), "B3", f"units in hostile zones must fight: {zones}")] if zones else []


@rule("S3", "S5", "S6", "B6")
def conduct(play: Play, fight: FightIn) -> Flow[None]:
    """Fight in a zone by the rules that hold there; submarines join a fleet battle only as their owner likes."""
    state = play.state
    state.fought.append(fight.zone)
    if fight.mode == "hunt":
        yield from hunt(play, fight.zone)
        sink_deserted_transports(play, fight.zone)
        return
    own = [unit for unit in state.own() if unit.space == fight.zone and unit.mission != "fought"]
    hunting_submarines = rules_in(play, fight.zone, state.side) == "hunt"
    attackers = [] if hunting_submarines else [unit for unit in own if fights_there(unit)]
    submarines = [unit for unit in own if unit.kind is Kind.SUBMARINE]
    if submarines:
        least = 0 if attackers else 1
        options = [Join(number) for number in range(len(submarines), least - 1, -1)]
        choice = yield from choose_if_several(
            state.side,
            f"How many submarines attack in {title_of(fight.zone)}?",
            options,
            "S3",
            kind="join",
            about=about_space(fight.zone, submarines[0]),
        )
        attackers += submarines[: choice.number]
    yield from fleet_battle(play, fight.zone, attackers)


@rule("B11")
def sink_deserted_transports(play: Play, zone: Zone) -> None:
    """Where transports do not bring the fleet rules in (AAS-R02), those in the zone of hunted submarines fall to the
    attacker's warships that made no search.
    """
    state = play.state
    idle = idle_warships([unit for unit in state.own() if unit.space == zone])
    transports = transports_among(state.enemies(zone, state.side)) if idle else []
    if transports:
        for transport in transports:
            destroy(play, transport, Cause.UNESCORTED, "B11")
        for unit in idle:
            unit.acted, unit.mission = True, "fought"


def idle_warships(units: Sequence[Unit]) -> list[Unit]:
    """The warships among the phasing power's units that have made no attack this turn."""
    kinds = (Kind.SUBMARINE, *SURFACE_WARSHIPS)
    return [unit for unit in units if unit.kind in kinds and unit.mission == ""]


def transports_among(units: Sequence[Unit]) -> list[Unit]:
    """The transports among units."""
    return [unit for unit in units if unit.kind is Kind.TRANSPORT]


@rule("B12")
def restore_battleships(play: Play) -> None:
    """Damaged battleships are restored at the end of the phase."""
    for unit in play.state.units.values():
        if unit.damaged:
            unit.damaged = False
            play.tell(UnitRepaired, named(unit), unit.zone, rule="B12")


@rule("B13", "B5")
def noncombat_move(play: Play) -> Flow[str | None]:
    """One unit's orders in the noncombat move; it cannot be ended while an aircraft in the air can land."""
    state = play.state
    phase = phase_of(play, "noncombat", noncombat_move)
    sails, flights = phase.sails or sailing_orders(state, phase), phase.flights or landings(state, phase)
    may_end = [] if phase.in_the_air else [END_NONCOMBAT]
    orders: list[object] = [*may_end, *sails.options, *flights.options]
    index = 0
    if len(orders) > 1:
        reasons = cannot_noncombat_move, play, orders
        index = yield Decision(
            state.side, NEXT_IN_NONCOMBAT_MOVE[state.power], orders, "B13", reasons, "noncombat_move",
            False, about_phase("noncombat_move", state.power),
        )  # fmt: skip
    choice = orders[index]
    index -= len(may_end)
    if isinstance(choice, Sail):
        yield from move_ship(play, sails.units[index], choice.target, phase)
    elif isinstance(choice, Fly):
        aircraft = flights.units[index - len(sails.units)]
        land(play, aircraft, choice.target)
        phase.flew(aircraft)
    else:
        lose_stranded(play, waiting_too=False)
        play.kept = None
        return None
    return "noncombat_move"


NEXT_IN_NONCOMBAT_MOVE = {
    power: f"Which unit moves next in the noncombat move of {name}?" for power, name in POWER_NAMES.items()
}


def cannot_noncombat_move(play: Play, orders: Sequence[object]) -> list[Refusal]:
    """Why units do not make the moves that are left out of the noncombat move, and why it cannot be ended."""
    may_end = END_NONCOMBAT in orders
    in_the_air = Refusal(str(END_NONCOMBAT), "B5", "an aircraft in the air has still to land")
    return left_out([*([] if may_end else [in_the_air]), *cannot_sail(play, "noncombat")], orders)


def begin_noncombat(play: Play) -> None:
    """The second movement phase: each destroyer may stop again."""
    new_attempts(play.state)


@rule("B1")
def end_turn(play: Play) -> Flow[None]:
    """The next power's turn; after the last Archangel's convoy is scored and the round is over (AAS-R25)."""
    state = play.state
    if state.starved:
        return
    order = turn_order(state.owners)
    place = order.index(state.power)
    if place + 1 < len(order):
        state.power = order[place + 1]
        return
    yield from score_archangel(play)
    state.zone_used = {}
    state.round += 1
    state.power = order[0]


TURN = (
    Step("begin_turn", begin_turn, "A power's turn begins", "B1"),
    Step("purchase", purchase, "Purchase units", "B2"),
    Step("combat_move", combat_move, "Combat move", "B3"),
    Step("combat", combat, "Conduct combat", "B6"),
    Step("begin_noncombat", begin_noncombat, "The noncombat move begins", "B13"),
    Step("noncombat_move", noncombat_move, "Noncombat move", "B13"),
    Step("mobilize", mobilize, "Mobilize new units", "B14"),
    Step("collect_income", collect_income, "Collect income with convoy disruption", "S16"),
    Step("end_turn", end_turn, "The turn is over", "B1"),
)
"""The phases of every power's turn, in the order of the rules."""
