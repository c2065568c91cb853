"""Fleet battles by the presupposed rules (B6-B12, S5)."""

from __future__ import annotations

from collections.abc import Sequence

from navalcore.rules import Flow, choose_if_several, rule
from navalcore_games.aa50_subwar.asking import about_space
from navalcore_games.aa50_subwar.casualties import Hits, aim, can_hit, has_destroyer, may_take, take_casualties, value
from navalcore_games.aa50_subwar.choices import BREAK_OFF, GO_ON, Retreat, Submerge
from navalcore_games.aa50_subwar.events import CombatBegan, Retreated, Submerged
from navalcore_games.aa50_subwar.ids import named
from navalcore_games.aa50_subwar.losses import destroy, fire
from navalcore_games.aa50_subwar.state import Battle, Play, is_aircraft
from navalcore_games.aa50_subwar.theatre import SEA, title_of
from navalcore_games.aa50_subwar.words import OPPONENT, SIDE_NAMES, Cause, Kind, Side, Unit, UnitNumber, Zone


def attackers_of(play: Play, battle: Battle) -> list[Unit]:
    """The attacking units in the battle."""
    return [play.state.units[number] for number in battle.attackers]


def defenders_of(play: Play, battle: Battle) -> list[Unit]:
    """The defending units in the battle."""
    return [play.state.units[number] for number in battle.defenders]


@rule("B6", "S5")
def fleet_battle(play: Play, zone: Zone, attackers: Sequence[Unit]) -> Flow[int]:
    """Rounds between the phasing power's units named and every enemy in the zone, until one of B12's ends (AAS-R06).

    Returns the number of rounds.
    """
    state = play.state
    defenders = [unit.id for unit in state.enemies(zone, state.side)]
    battle = state.battle = Battle(zone, "fleet", [unit.id for unit in attackers], defenders)
    play.tell(CombatBegan, zone, "fleet", rule="B6")
    while not (yield from battle_over(play, battle)):
        yield from battle_round(play, battle)
        if (yield from battle_over(play, battle)) or (yield from retreat(play, battle)):
            break
    for unit in attackers:
        unit.acted, unit.mission = True, "fought"
    state.battle = None
    return battle.round


@rule("B11", "B12")
def battle_over(play: Play, battle: Battle) -> Flow[bool]:
    """Whether the battle has ended: a side is gone, transports are left alone, or no unit can hit an enemy.

    Attacking transports that are left alone retreat at once, even in mid-round (AAS-R45).
    """
    attackers, defenders = attackers_of(play, battle), defenders_of(play, battle)
    if not attackers or not defenders:
        return True
    if all(unit.kind is Kind.TRANSPORT for unit in defenders) and can_hit(attackers, defenders, True):
        remove(play, battle, defenders, Cause.UNESCORTED, "B11")
        return True
    if all(unit.kind is Kind.TRANSPORT for unit in attackers) and can_hit(defenders, attackers, False):
        zones = retreat_zones(play, battle)
        if zones:
            choice = yield from choose_if_several(
                play.state.side,
                "To which zone do the transports retreat?",
                zones,
                "B11",
                kind="retreat",
                about=about_space(battle.zone, units=attackers),
            )
            withdraw(play, battle, choice.zone)
        else:
            remove(play, battle, attackers, Cause.UNESCORTED, "B11")
        return True
    return not can_hit(attackers, defenders, True) and not can_hit(defenders, attackers, False)


@rule("B6", "B7")
def battle_round(play: Play, battle: Battle) -> Flow[None]:
    """One round: surprise strikes or submerging, attacker's fire, defender's fire, casualties leave."""
    battle.round += 1
    side = play.state.side
    attackers, defenders = attackers_of(play, battle), defenders_of(play, battle)
    attack_unseen, defence_unseen = not has_destroyer(defenders), not has_destroyer(attackers)
    if attack_unseen:
        yield from submerge(play, battle.attackers, side)
    if defence_unseen:
        yield from submerge(play, battle.defenders, OPPONENT[side])
    attackers, defenders = attackers_of(play, battle), defenders_of(play, battle)
    strikes = [unit for unit in attackers if attack_unseen and unit.kind is Kind.SUBMARINE]
    counters = [unit for unit in defenders if defence_unseen and unit.kind is Kind.SUBMARINE]
    struck = salvo(play, strikes, True, attackers, defenders, "B7")
    countered = salvo(play, counters, False, defenders, attackers, "B7")
    lost = yield from take_casualties(play, OPPONENT[side], defenders, struck)
    lost += yield from take_casualties(play, side, attackers, countered)
    remove(play, battle, lost, Cause.SURPRISE_STRIKE, "B7")
    if (yield from battle_over(play, battle)):
        return
    attackers, defenders = attackers_of(play, battle), defenders_of(play, battle)
    rest = [unit for unit in attackers if unit not in strikes]
    hits = salvo(play, rest, True, attackers, defenders, "B6")
    lost = yield from take_casualties(play, OPPONENT[side], defenders, hits)
    rest = [unit for unit in defenders if unit not in counters]
    hits = salvo(play, rest, False, defenders, attackers, "B6")
    lost += yield from take_casualties(play, side, attackers, hits)
    for unit in lost:
        remove(play, battle, [unit], Cause.HIT, "B6")


@rule("B7")
def submerge(play: Play, numbers: list[UnitNumber], owner: Side) -> Flow[None]:
    """Submarines that face no destroyer may leave the battle and stay in the zone; the others will strike."""
    submarines = [number for number in numbers if play.state.units[number].kind is Kind.SUBMARINE]
    if not submarines:
        return
    options = [Submerge(number) for number in range(len(submarines) + 1)]
    prompt, first = f"How many {SIDE_NAMES[owner]} submarines submerge?", play.state.units[submarines[0]]
    about = about_space(first.space, first, side=owner)
    choice = yield from choose_if_several(owner, prompt, options, "B7", kind="submerge", about=about)
    away = [play.state.units[number] for number in submarines[: choice.number]]
    for unit in away:
        numbers.remove(unit.id)
    if away:
        play.tell(Submerged, tuple(map(named, away)), owner, away[0].zone, rule="B7")


@rule("B6", "B8")
def salvo(
    play: Play,
    shooters: Sequence[Unit],
    attacking: bool,
    side: Sequence[Unit],
    targets: Sequence[Unit],
    section: str,
) -> Hits:
    """The dice of some units of a side, by the units they may hit. Units that could hit nothing do not roll."""
    hits = Hits()
    groups: dict[tuple[str, int], list[Unit]] = {}
    with_destroyer = has_destroyer(side)
    for unit in shooters:
        if number := value(unit, attacking):
            groups.setdefault((aim(unit.kind, with_destroyer), number), []).append(unit)
    for (target, number), firing in groups.items():
        if not any(may_take(other.kind, target) for other in targets):
            continue
        role = "attacking" if attacking else "defending"
        setattr(hits, target, getattr(hits, target) + fire(play, firing, number, section, role))
    return hits


def remove(play: Play, battle: Battle, units: Sequence[Unit], cause: Cause, section: str) -> None:
    """Casualties leave."""
    for unit in units:
        for numbers in (battle.attackers, battle.defenders):
            if unit.id in numbers:
                numbers.remove(unit.id)
        if unit.id in play.state.units:
            destroy(play, unit, cause, section)


@rule("B10")
def retreat_zones(play: Play, battle: Battle) -> list[Retreat]:
    """The adjacent zones a ship came from this turn that were not hostile when the turn began and are not now."""
    state = play.state
    came = {unit.came_from for unit in attackers_of(play, battle) if not is_aircraft(unit)}
    return [
        Retreat(zone)
        for zone in SEA[battle.zone]
        if zone in came and zone not in state.hostile_at_start and not state.hostile(zone, state.side)
    ]


@rule("B10")
def retreat(play: Play, battle: Battle) -> Flow[bool]:
    """After a round the attacker continues, retreats with all ships, or breaks off if only aircraft are left."""
    attackers = attackers_of(play, battle)
    ships = any(not is_aircraft(unit) for unit in attackers)
    ways = retreat_zones(play, battle) if ships else [BREAK_OFF]
    choice = yield from choose_if_several(
        play.state.side,
        f"Does the attacker go on with the battle in {title_of(battle.zone)}?",
        [GO_ON, *ways],
        "B10",
        kind="battle",
        about=about_space(battle.zone, units=attackers),
    )
    if choice is GO_ON:
        return False
    withdraw(play, battle, choice.zone if isinstance(choice, Retreat) else None)
    return True


@rule("B10")
def withdraw(play: Play, battle: Battle, zone: Zone | None) -> None:
    """The attacker leaves: ships (with the fighters that ride on them) to the zone, aircraft stay in the air."""
    ships = [] if zone is None else [unit for unit in attackers_of(play, battle) if not is_aircraft(unit)]
    leaving = [*ships, *(fighter for ship in ships for fighter in play.state.guests(ship.id))]
    for unit in leaving:
        unit.space = zone or unit.space
    play.tell(Retreated, battle.zone, zone, tuple(map(named, leaving)), rule="B10")
    battle.attackers.clear()
