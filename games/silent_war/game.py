"""Silent War as a navalcore game: scenarios, sequence of play, outcome, invariants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import ClassVar

from navalcore.components import counted, place_id
from navalcore.rules import Chance, Event, Game, Option, Outcome, Scenario, StateType, Step, Terms, rule, types_in
from navalcore_games.silent_war import MANIFEST, choices
from navalcore_games.silent_war.bases.tenders import pile_before
from navalcore_games.silent_war.bases.upkeep import ready_boats, repair_boats
from navalcore_games.silent_war.boats.commands import demand_boats
from navalcore_games.silent_war.boats.packs import SMALLEST, members, packs_out
from navalcore_games.silent_war.cups.war_mix import sort_war_mix
from navalcore_games.silent_war.data_pack.charts import Charts, load_charts
from navalcore_games.silent_war.data_pack.models_war import ScenarioRow, Victory
from navalcore_games.silent_war.data_pack.printed import RADAR_MONTH, BoatCard, month_number
from navalcore_games.silent_war.events import boats as of_boats, fights, war
from navalcore_games.silent_war.ids import (
    BaseIndex,
    CardIndex,
    PieceIndex,
    SkipperIndex,
    TenderIndex,
    area_id,
    base_id,
    boat_id,
    indices,
    numbered,
    zone_id,
)
from navalcore_games.silent_war.lookups import charts_of
from navalcore_games.silent_war.older_rules import from_1_0, from_1_1, from_1_2
from navalcore_games.silent_war.options import SilentWarOptions
from navalcore_games.silent_war.redealing import redeal
from navalcore_games.silent_war.soundness import counters_sound
from navalcore_games.silent_war.state import AT_SEA, IN_BASE, Boat, Place, Play, Role, Rtb, State
from navalcore_games.silent_war.strategic.reinforcements import reinforcements
from navalcore_games.silent_war.strategic.torpedo import improve_torpedo
from navalcore_games.silent_war.strategic.war_events import war_event_phase
from navalcore_games.silent_war.turn import (
    advance_date,
    campaign_operations,
    conclude_turn,
    intelligence,
    pacific_operations,
    patrol_operations,
    prep_for_operations,
    remove_markers,
    south_west_operations,
    war_progress_phase,
    weather_phase,
)
from navalcore_games.silent_war.views import SilentWarView, see

LEVELS = ("decisive", "substantial", "marginal")


class SilentWarScenario(Scenario):
    """A scenario: its row of the data pack."""

    row: ScenarioRow


def scenario_row(state: State) -> ScenarioRow:
    """The scenario the match is played by, from the pack it is played with."""
    return charts_of(state).scenario_named[state.scenario]


def patrol_over(boat: Boat) -> bool:
    """Whether a single boat's patrol has ended: home again, lost, or written off."""
    return boat.place not in AT_SEA and boat.place is not Place.READY


def set_up(play: Play) -> None:
    """Fill the cups."""
    sort_war_mix(play)


@rule("2.3-A2", "8.0-4")
def refitted_before(charts: Charts, month: int) -> set[str]:
    """The boats that the reinforcement list has had back from overhaul before a month, by their ids."""
    return {name for when, row in charts.months.items() if when < month for name in row.return_}


@rule("3.0", "2.3-A2")
def campaign_boats(charts: Charts, row: ScenarioRow, allied: bool) -> list[Boat]:
    """Every boat of the list: those in service in their bases' boxes, those in overhaul, the others still to come.

    Early Gatos whose overhaul is over before the campaign begins are normal Gatos. British and Dutch boats are there by
    option, in their own scenario they alone, if they serve or arrive in its time.
    """
    serving = {name for names in row.forces.boats.values() for name in names}
    start = month_number(row.start.month)

    def there(card: BoatCard) -> bool:
        if row.uses_allied_boats:
            return card.allied and (card.id in serving or card.entry >= start)
        return allied or not card.allied

    later = set(charts.refits.values())
    boats = {n: Boat(n) for n, card in numbered(CardIndex, charts.boats) if there(card) and n not in later}
    box = Place[row.forces.place_in.upper()]
    back = refitted_before(charts, start)
    for base, names in row.forces.boats.items():
        for name in names:
            boat = boats[charts.boat_index[name]]
            boat.place, boat.where = box, charts.base_index[base]
            if name in back:
                boat.card = charts.refits.get(boat.card, boat.card)
    for entry in row.forces.in_overhaul:
        boats[charts.boat_index[entry.submarine]].place = Place.WEST_COAST
    return list(boats.values())


def campaign_tenders(charts: Charts, row: ScenarioRow) -> dict[BaseIndex, TenderIndex]:
    """The tenders in place at the start."""
    index = indices(TenderIndex, charts.tenders)
    return {charts.base_index[entry.base]: index[entry.tender] for entry in row.forces.tenders}


def sunk_in_words(ships: int, tonnage: int) -> str:
    """Ships and thousands of tons sunk, in words."""
    return f"{counted(ships, 'ship')} and {f'{tonnage * 1000:,}' if tonnage else 'no'} tons sunk"


def ending_in_words(ending: str) -> str:
    """A level of victory, a draw or a defeat, with its article."""
    return f"a {ending} victory" if ending in LEVELS else f"a {ending}"


def judged_in_words(ending: str, victory: Victory) -> str:
    """How it ended, and how many tons the next better level takes; a level that the row does not have is left out."""
    better = [level for level in (*LEVELS, "draw") if getattr(victory, level) is not None]
    place = better.index(ending) if ending in better else len(better)
    if not place:
        return ending_in_words(ending)
    tons = getattr(victory, better[place - 1]) * 1000
    return f"{ending_in_words(ending)}; {ending_in_words(better[place - 1])} takes {tons:,} tons"


def campaign_over(state: State, row: ScenarioRow) -> bool:
    """Whether a campaign's last week is over."""
    end = row.end
    return end is not None and (state.month, state.week) > (month_number(end.month), end.week)


@rule("16.1")
def campaign_outcome(state: State, row: ScenarioRow) -> Outcome:
    """How a campaign that is over is judged: by tonnage, one level less for losses above the limit."""
    tons, lost = state.tonnage - row.tonnage_sunk_kt, state.submarines_lost - row.submarines_lost
    levels = ("decisive", "substantial", "marginal", "draw", "defeat")
    place = next((n for n, level in enumerate(levels[:4]) if tons >= (getattr(row.victory, level) or 0)), 4)
    judged = judged_in_words(levels[place], row.victory)
    if row.victory.loss_limit is not None and lost > row.victory.loss_limit:
        place = min(place + 1, 4)
        judged = f"{ending_in_words(levels[place])}, one level less for more than {row.victory.loss_limit} lost"
    ships = state.ships_sunk - row.ships_sunk
    scores = {"ships": ships, "tonnage": tons, "lost": lost}
    reason = f"{sunk_in_words(ships, tons)}, {counted(lost, 'boat')} lost: {judged}."
    return Outcome(Role.COMSUBPAC if place < 3 else None, reason, "16.1", scores, levels[place])


CAMPAIGN = (
    Step("set_up", set_up, "Set-up of the cups", "3.1", once=True),
    Step("war_event", war_event_phase, "War Event", "5.0"),
    Step("torpedo", improve_torpedo, "Torpedo Improvement", "6.0"),
    Step("ultra", intelligence, "ULTRA", "7.1"),
    Step("weather", weather_phase, "Weather", "7.2"),
    Step("reinforcements", reinforcements, "Submarine Reinforcements", "8.0"),
    Step("ready", ready_boats, "Ready Submarines", "9.0"),
    Step("repair", repair_boats, "Submarine Repair", "10.0"),
    Step("prep", prep_for_operations, "Prep for Operations", "11.0"),
    Step("operations", campaign_operations, "Operations Segment", "4.0"),
    Step("conclude", remove_markers, "Conclude Turn", "16.0"),
    Step("war_progress", war_progress_phase, "War Progress", "17.0"),
    Step("date", advance_date, "Advance the date", "16.3"),
)


PATROL = (
    Step("set_up", set_up, "Set-up of the cups", "3.1", once=True),
    Step("prep", prep_for_operations, "Prep for Operations", "11.0"),
    Step("operations", patrol_operations, "Operations Segment", "4.0"),
    Step("conclude", conclude_turn, "Conclude Turn", "16.0"),
)


@rule("26.0")
def two_players(steps: Sequence[Step]) -> list[Step]:
    """The sequence of play for two: boats demanded before Prep for Operations, and each commander's own operations."""
    found: list[Step] = []
    for step in steps:
        if step.name == "prep":
            found.append(Step("demand", demand_boats, "Boats demanded", "26.0"))
        if step.name != "operations":
            found.append(step)
            continue
        found.append(Step("operations", pacific_operations, "Operations Segment of Pearl Harbor", "4.0"))
        found.append(Step("south_west", south_west_operations, "Operations Segment of the South-West Pacific", "26.0"))
    return found


@rule("3.0", "3.2")
def starting_state(row: ScenarioRow, data_pack: str, allied: bool, ijn: bool) -> State:
    """The tracks as the scenario says and its boats in their boxes; cups come in the set-up.

    Args:
        row: the scenario.
        data_pack: the owner's folder laid over the charts, or "".
        allied: British and Dutch boats take part.
        ijn: the named ships of the IJN expansion do.
    """
    charts = load_charts(data_pack)
    if row.submarine is not None and row.base is not None:
        boats = [Boat(charts.boat_index[row.submarine], Place.READY, charts.base_index[row.base])]
    else:
        boats = campaign_boats(charts, row, allied)
    for boat in boats:
        if boat.where is not None:
            boat.south_west = charts.bases[boat.where].south_west
            boat.radar = row.kind == "patrol" and month_number(row.start.month) >= RADAR_MONTH
    tenders = campaign_tenders(charts, row)
    start = month_number(row.start.month)
    sunk = sorted(n for category in row.already_sunk for n in charts.by_category.get(category, ()))
    return State(
        phase="set_up",
        scenario=row.id,
        data_pack=data_pack,
        month=month_number(row.start.month),
        week=row.start.week,
        war_period=row.war_period,
        torpedo=row.torpedo_value if row.allied_torpedo_value_fixed is None else row.allied_torpedo_value_fixed,
        active=[base.id in row.active_bases or (base.allied and allied) for base in charts.bases],
        ships_sunk=row.ships_sunk,
        tonnage=row.tonnage_sunk_kt,
        submarines_lost=row.submarines_lost,
        boats=boats,
        cups=[[], [], [], []],
        outside=[n for n in charts.pieces[: charts.first_ijn] if n not in sunk],
        ijn=list(charts.pieces[charts.first_ijn :]) if ijn else [],
        gone=sunk,
        events_used=list(row.events_already_used),
        tenders=tenders,
        tender_pile=pile_before(charts, start, row.events_already_used, tenders.values()),
        torpedo_line=row.ships_sunk,
        experience=row.wolfpack_experience,
        skippers=[n for n, _ in numbered(SkipperIndex, charts.skippers)],
    )


COPIES = StateType(State)
"""Copies of states."""


@lru_cache(maxsize=64)
def _printed_start(data_pack: str, scenario: str, allied: bool, ijn: bool) -> State:
    """How every match of a scenario of the charts starts; to be copied."""
    return starting_state(load_charts(data_pack).scenario_named[scenario], data_pack, allied, ijn)


class SilentWar(Game[State, SilentWarOptions, SilentWarView]):
    """United States submarines against Japan, 1941-45, after Silent War 2.0."""

    manifest = MANIFEST
    score_titles: ClassVar = {"ships": "ships sunk", "tonnage": "thousand tons sunk", "lost": "boats lost"}
    kit_patience = 600.0
    migrations: ClassVar = {"1.0": from_1_0, "1.1": from_1_1, "1.2": from_1_2}
    state_class = State
    options_class = SilentWarOptions
    option_types = types_in(choices, Option)
    event_types = tuple(event for module in (of_boats, fights, war) for event in types_in(module, Event))

    @cached_property
    def _scenarios(self) -> Mapping[str, SilentWarScenario]:
        return {
            row.id: SilentWarScenario(id=row.id, title=row.title, note=row.history.note, row=row)
            for row in sorted(load_charts().scenarios, key=lambda row: row.kind, reverse=True)
        }

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The patrols of single boats, then the campaigns."""
        return self._scenarios

    @rule("26.0")
    def taken_by(self, role: str, terms: Terms[SilentWarOptions]) -> str:
        """The second commander sits at the table only in a campaign for two."""
        two = terms.scenario.row.kind == "campaign" and terms.options.two_player
        return "person" if role == Role.COMSUBPAC or two else "nobody"

    @rule("3.0", "3.2")
    def initial_state(self, terms: Terms[SilentWarOptions]) -> State:
        """The tracks as the scenario says and the boat in its base's Ready for Sea Box; cups come in the set-up."""
        options, scenario = terms.options, terms.scenario
        if scenario.id in load_charts(options.data_pack).scenario_named:
            first = _printed_start(options.data_pack, scenario.id, options.allied_boats, options.ijn_expansion)
            return COPIES.copy(first)  # a variant's own states have more fields
        return starting_state(scenario.row, options.data_pack, options.allied_boats, options.ijn_expansion)

    @rule("4.0")
    def sequence_of_play(self, terms: Terms[SilentWarOptions]) -> Sequence[Step]:
        """A patrol: no Strategic and no Triple-R Segment but Prep for Operations (SW-R86). A campaign: all of them."""
        if terms.scenario.row.kind == "campaign":
            return two_players(CAMPAIGN) if terms.options.two_player else CAMPAIGN
        return PATROL

    @rule("16.1")
    def outcome(self, state: State, terms: Terms[SilentWarOptions]) -> Outcome | None:
        """Tested when a turn is concluded: over when the boat is home, lost, or out of time."""
        if state.phase not in ("prep", "war_event"):
            return None
        row = scenario_row(state)
        if row.kind == "campaign":
            over = state.phase == "war_event" and campaign_over(state, row)
            return campaign_outcome(state, row) if over else None
        if state.phase != "prep" or not state.turn:
            return None
        boat = state.boats[0]
        late = row.max_turns is not None and state.turn >= row.max_turns
        if not patrol_over(boat) and not late:
            return None
        name = charts_of(state).boats[boat.card].name
        scores = {"ships": state.ships_sunk, "tonnage": state.tonnage, "lost": state.submarines_lost}
        sunk = sunk_in_words(state.ships_sunk, state.tonnage)
        if boat.place is Place.LOST:
            return Outcome(None, f"{name} is lost with {sunk}: a defeat.", "16.1", scores, "lost")
        levels = [level for level in LEVELS if state.tonnage >= getattr(row.victory, level)]
        ending = levels[0] if levels else "defeat"
        late_at = "is still in base" if boat.place is Place.READY else "is still at sea"
        how = "returns" if patrol_over(boat) else late_at
        reason = f"{name} {how} with {sunk}: {judged_in_words(ending, row.victory)}."
        return Outcome(Role.COMSUBPAC if levels else None, reason, "16.1", scores, ending)

    @rule("16.1")
    def returns(self, outcome: Outcome) -> dict[str, float]:
        """Both commanders win, draw or lose together: any victory is won, a defeat or the loss of the boat is lost."""
        worth = 1.0 if outcome.winner is not None else 0.0 if outcome.ending == "draw" else -1.0
        return dict.fromkeys(self.roles, worth)

    def view(self, state: State, role: str, terms: Terms[SilentWarOptions]) -> SilentWarView:
        """The map, the boats, and what is known of the display."""
        return see(state, role)

    def redeal(self, state: State, role: str, chance: Chance, terms: Terms[SilentWarOptions]) -> None:
        """Redeal the face-down units; player and onlookers know the same."""
        redeal(state, chance)

    def numbers(self, state: State) -> Mapping[str, int]:
        """Areas, bases, zones, Japanese pieces and the boats of the match by their ids."""
        charts = charts_of(state)
        found = {area_id(each.id): number for number, each in enumerate(charts.areas)}
        found |= {base_id(each.id): number for number, each in enumerate(charts.bases)}
        found |= {zone_id(each.id): number for number, each in enumerate(charts.zones)}
        found |= {place_id("piece", each.id): number for number, each in enumerate(charts.ships)}
        found |= {place_id("skipper", each.id): number for number, each in enumerate(charts.skippers)}
        return found | {boat_id(charts.boats[boat.card].id): number for number, boat in enumerate(state.boats)}

    def settle(self, state: State, terms: Terms[SilentWarOptions]) -> None:
        """The tracks follow from the sinkings and from the boats that are lost."""
        row = scenario_row(state)
        state.ships_sunk = row.ships_sunk + sum(boat.ships for boat in state.boats)
        state.tonnage = row.tonnage_sunk_kt + sum(boat.tonnage for boat in state.boats)
        state.submarines_lost = row.submarines_lost + sum(boat.place is Place.LOST for boat in state.boats)

    def invariants(self, state: State, terms: Terms[SilentWarOptions]) -> Iterator[str]:
        """Every piece and counter once; boats in one fitting place; tracks equal to the boats' records."""
        charts = charts_of(state)
        if state.phase != "set_up":
            yield from _pieces(state, charts)
        for boat in state.boats:
            yield from _boat_sound(boat, charts)
        yield from _packs_sound(state)
        yield from counters_sound(state, charts)
        row = scenario_row(state)
        if row.ships_sunk + sum(boat.ships for boat in state.boats) != state.ships_sunk:
            yield "Ships Sunk is not what the boats have sunk"
        if row.tonnage_sunk_kt + sum(boat.tonnage for boat in state.boats) != state.tonnage:
            yield "Tonnage Sunk is not what the boats have sunk"
        if row.submarines_lost + sum(boat.place is Place.LOST for boat in state.boats) != state.submarines_lost:
            yield "Submarines Lost is not the number of boats lost"


def _packs_sound(state: State) -> Iterator[str]:
    if state.combat is not None or state.acting is not None:
        return
    for number in packs_out(state):
        pack = members(state, number)
        if len({(boat.place, boat.where, boat.on_patrol) for boat in pack}) > 1 or pack[0].place not in AT_SEA:
            yield f"wolfpack {number} is not in one place"
        if len(pack) < SMALLEST:
            yield f"wolfpack {number} has {len(pack)} boats"


def _pieces(state: State, charts: Charts) -> Iterator[str]:
    places = [*state.outside, *state.gone, *(piece for cup in state.cups for piece in cup)]
    places += [*state.ijn, *state.ijn_in_dock]
    if (combat := state.combat) is not None:
        places += [unit.piece for unit in combat.units]
        places += [piece for _, piece in (*combat.spent, *combat.sunk)]
        if len({unit.number for unit in combat.units}) != len(combat.units):
            yield "two units on the display have the same number"
    count = Counter(places)
    pieces = len(charts.ships) if state.ijn or max(count) >= charts.first_ijn else charts.first_ijn
    if count != Counter(range(pieces)):
        wrong = [charts.ships[p].id for p in map(PieceIndex, range(pieces)) if count[p] != 1]
        yield f"pieces are not in exactly one place: {', '.join(wrong[:5])}"
    chits = sum(charts.ships[unit.piece].chit for unit in combat.units) if combat is not None else 0
    if chits:
        yield "a No TDC Solution chit is on the display"


def _boat_sound(boat: Boat, charts: Charts) -> Iterator[str]:
    name = charts.boats[boat.card].name
    if boat.place in IN_BASE and not 0 <= boat.base < len(charts.bases):
        yield f"{name} is in a base that does not exist"
    if boat.place in AT_SEA and not 0 <= boat.area < len(charts.areas):
        yield f"{name} is in an OpArea that does not exist"
    if boat.place not in AT_SEA and (boat.rtb is not Rtb.NONE or boat.spotted or boat.on_patrol or boat.damage > 2):
        yield f"{name} is not at sea but has markers of a boat at sea"
    if boat.rtb is not Rtb.NONE and boat.on_patrol:
        yield f"{name} has an RTB marker on its patrol side"
    if not 0 <= boat.damage <= 2 or not 0 <= boat.rating <= 2 or (boat.skipper is not None) != (boat.rating > 0):
        yield f"{name} has impossible damage or skipper"
