"""Beside a real map of Silent War: a search, an attack, a counterattack, a whole combat, and the end of a month."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import Field

from navalcore.components import counted
from navalcore.odds import Odds
from navalcore.rules import Companion, Flow, Mark, Scenario, resolves, rule
from navalcore_games.silent_war import BESIDE_THE_MAP
from navalcore_games.silent_war.combat.attack import (
    AttackPosture,
    attacker_total,
    postured,
    roll_attack_result,
    roll_to_hit,
    target_total,
)
from navalcore_games.silent_war.combat.counterattack import counterattack_result
from navalcore_games.silent_war.combat.rounds import fight
from navalcore_games.silent_war.companion_state import BesideState, set_aside
from navalcore_games.silent_war.companion_upkeep import (
    Month,
    Torpedo,
    campaign_marks,
    date_known,
    note_base,
    note_boat,
    set_tracks,
    upkeep,
)
from navalcore_games.silent_war.cups.war_mix import open_cups
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.printed import ACTIVITY_NAMES, month_number
from navalcore_games.silent_war.ids import BoatIndex, CardIndex
from navalcore_games.silent_war.odds import WEATHER, AreaId, SkipperRating, WarPeriod, Weather
from navalcore_games.silent_war.sampled_odds import BoatId, attacks, fate
from navalcore_games.silent_war.search.activity import roll_activity, search_drm
from navalcore_games.silent_war.search.contact import contact_kind, place_contact
from navalcore_games.silent_war.state import Boat, Place, Storm

Level: TypeAlias = Literal["sparse", "low", "moderate", "high"]


SAMPLES = 200
"""How often a whole combat is fought for its chances."""


@resolves("search", "13.1", known=date_known)
@rule("13.1")
def search(
    play: Any, area: AreaId = "east_china_sea", war_period: WarPeriod = 2, ultra: bool = False, spotted: bool = False,
    barrier: bool = False, weather: Weather = "clear", boats: Annotated[int, Field(ge=1, le=99)] = 1,
) -> Flow[str | None]:  # fmt: skip
    """Search for a contact.

    Args:
        area: The OpArea.
        war_period: The War Period.
        ultra: Whether an ULTRA marker is there.
        spotted: Whether the boat is Spotted.
        barrier: Whether a pack searches as a barrier.
        weather: The weather there.
        boats: Boats there, this one included; those of a pack count half.
    """
    yield from ()
    state: BesideState = play.state
    number = load_charts().area_index[area]
    with set_aside(state):
        state.war_period = war_period
        state.boats = [Boat(CardIndex(0), Place.DONE, number) for _ in range(boats)]
        state.ultra = [number] if ultra else []
        state.storms = {} if weather == "clear" else {number: WEATHER[weather]}
        found = roll_activity(play, number, search_drm(state, number, spotted=spotted, barrier=barrier))
        if found not in ACTIVITY_NAMES[1:]:
            return "no contact" if found in ACTIVITY_NAMES else f"a {found}"
        return f"{found.lower()} traffic, contact {contact_kind(play)}"


@resolves("attack", "14.16", known=date_known)
@rule("14.16")
def attack(
    play: Any, points: Annotated[int, Field(ge=1, le=8)] = 3, defense: Annotated[int, Field(ge=0, le=9)] = 1,
    asw: Annotated[int, Field(ge=0, le=20)] = 0, tons: Annotated[int, Field(ge=1, le=99)] = 4, torpedo: Torpedo = -2,
    skipper: SkipperRating = 0, tdc: Annotated[int, Field(ge=-3, le=3)] = 0, same_column: bool = True,
    posture: AttackPosture = "standard", pack: bool = False, damaged: bool = False, weather: Weather = "clear",
    re_attack: bool = False,
) -> Flow[str | None]:  # fmt: skip
    """Attack on a ship.

    Args:
        points: Attack points on it.
        defense: Its Defense, 1 while it is face down.
        asw: ASW in reach.
        tons: Its size in thousands of tons.
        torpedo: The torpedo value.
        skipper: The Super Skipper's rating.
        tdc: The TDC marker as it is printed.
        same_column: Whether the target is in the boat's column.
        posture: Attack posture; ``cautious_chosen`` for the one TDC left unmodified.
        pack: Whether the boat is in a wolfpack.
        damaged: Whether the target is damaged.
        weather: The weather.
        re_attack: Whether it is a re-attack, in which a marker counts 1 less.
    """
    yield from ()
    marker, drm = postured(posture, tdc, pack, re_attack=re_attack)
    difference = attacker_total(points, skipper, torpedo, WEATHER[weather])
    difference -= target_total(defense, asw, marker, same_column, damaged)
    if not roll_to_hit(play, difference, drm):
        return "a miss" if difference >= 0 else "a miss: the sum is below 0, so nothing is rolled"
    typhoon = WEATHER[weather] >= Storm.TYPHOON_1
    result = roll_attack_result(play, tons, {"torpedo": torpedo}, damaged, typhoon)
    return ("a hit without effect", "damaged", "sunk")[result]


@resolves("counterattack", "14.2")
@rule("14.2")
def counterattack(
    play: Any, japanese: Annotated[int, Field(ge=0, le=40)] = 4, boat: Annotated[int, Field(ge=0, le=20)] = 4,
    drm: Annotated[int, Field(ge=-1, le=5)] = 0,
) -> Flow[str | None]:  # fmt: skip
    """Counterattack on a boat.

    Args:
        japanese: The Japanese total.
        boat: The boat's total.
        drm: The sum of the die roll modifiers.
    """
    yield from ()
    return f"the boat: {counterattack_result(play, japanese - boat, {'modifiers': drm}).replace('_', ' ')}"


def combat_odds(
    play: Any, *, boat: str, area: str, month: str, war_period: int, torpedo: int, contact: str, level: str,
    ultra: bool, weather: Weather,
) -> Odds:  # fmt: skip
    """The answer of the odds question for such a combat, fought by a patrol bot with pieces of the month."""
    where = (area, month, war_period, torpedo, ultra, weather)
    found = attacks(play.options, boat, where, contact, level, samples=SAMPLES)
    ships = {f"{name} {'ship' if name == '1' else 'ships'} sunk": chance for name, chance in found.outcomes.items()}
    fates = {f"boat {name.replace('_', ' ')}": chance for name, chance in found.marginals["boat"].items() if chance}
    error = {name: (chance * (1 - chance) / SAMPLES) ** 0.5 for name, chance in (ships | fates).items()}
    return replace(found, outcomes=ships | fates, marginals={}, standard_error=error)


A_BOT = "Assumed: a bot leads the boat, and the counters come from cups as the War Mix of the month has them."


@resolves("combat", "14.0", odds=combat_odds, odds_when_asked=True, known=date_known, assumes=A_BOT)
@rule("13.1-C", "14.0")
def combat(
    play: Any, boat: BoatId = "wahoo", area: AreaId = "east_china_sea", month: Month = "1943-01",
    war_period: WarPeriod = 2, torpedo: Torpedo = -1, contact: Literal["C1", "C2", "TF"] = "C1",
    level: Level = "moderate", ultra: bool = False, weather: Weather = "clear",
) -> Flow[str | None]:  # fmt: skip
    """Whole combat with counters from the real cups.

    Args:
        boat: The boat.
        area: The OpArea.
        month: The month.
        war_period: The War Period.
        torpedo: The torpedo value.
        contact: The kind of contact.
        level: How much traffic.
        ultra: Whether an ULTRA marker is there.
        weather: The weather there.
    """
    state: BesideState = play.state
    number = load_charts().area_index[area]
    attacker = Boat(load_charts().boat_index[boat], Place.OPERATING, number, on_patrol=True, moved=True)
    with set_aside(state):
        state.boats, state.acting = [attacker], BoatIndex(0)
        state.month, state.war_period, state.torpedo = month_number(month), war_period, torpedo
        state.ultra = [number] if ultra else []
        state.storms = {} if weather == "clear" else {number: WEATHER[weather]}
        open_cups(state)
        if (yield from _placed(play, attacker, contact, level)):
            yield from fight(play)
    told = f"{load_charts().boats[attacker.card].name}: {counted(attacker.ships, 'ship')} sunk, {fate(attacker)}"
    state.lately.insert(0, told)
    del state.lately[6:]
    return told


def _placed(play: Any, boat: Boat, contact: str, level: str) -> Flow[bool]:
    yield from ()
    return place_contact(play, boat, contact, [name.lower() for name in ACTIVITY_NAMES].index(level))


class BesideTheMap(Companion):
    """Searches, attacks and months beside a real map."""

    manifest = BESIDE_THE_MAP
    version = "2"
    state_class = BesideState
    sides: ClassVar[Mapping[str, str]] = {}
    procedures = (search, attack, counterattack, combat, upkeep, set_tracks, note_boat, note_base)

    def scenarios(self, scenarios: Mapping[str, Scenario]) -> Mapping[str, Scenario]:
        """The campaigns: a patrol at the real board differs by its forms, a campaign also by its sinkings."""
        return {name: each for name, each in scenarios.items() if name.startswith("campaign_")}

    def marks(self, state: BesideState) -> Iterator[Mark]:
        """The display of a combat that is under way, storms on the map, and what became of the boats."""
        for unit in state.combat.units if state.combat is not None else ():
            ship = load_charts().ships[unit.piece]
            now = [word for word, is_so in (("face up", unit.face_up), ("damaged", unit.damaged)) if is_so]
            marked = [] if unit.tdc is None else [f"TDC {unit.tdc:+d}"]
            yield Mark(", ".join([f"Column {'ABCD'[unit.column]}: #{unit.number} {ship.in_full}", *now, *marked]))
        for cup, piece in state.combat.spent if state.combat is not None else ():
            yield Mark(f"Drawn from cup {'ABCD'[cup]}: {load_charts().ships[piece].in_full}")
        for area, storm in state.storms.items():
            kind = storm.name.lower().replace("_", "-")
            yield Mark(f"{load_charts().areas[area].name}: {kind}", key=f"storms/{area}")
        yield from campaign_marks(state)
        for place, told in enumerate(state.lately):
            yield Mark(told, key=f"lately/{place}")
