"""Beside a real board of the Anniversary game: hunts, convoy disruption, sorties and starvation, one at a time.

Every procedure puts the units that the form names on the board and runs the rule procedures of the matches. It keeps
what is on the real board afterwards: dice on sea zones, charges, submarines that have dived, limits of a group's own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar

from pydantic import Field

from navalcore.components import counted, listed
from navalcore.errors import BadData
from navalcore.odds import Odds
from navalcore.rules import Companion, Decision, Flow, Mark, Misfit, Scenario, Terms, resolves, rule, run
from navalcore_games.aa50_subwar import BESIDE_THE_BOARD
from navalcore_games.aa50_subwar.choices import Charge
from navalcore_games.aa50_subwar.companion_combat import battle, hunt, sortie
from navalcore_games.aa50_subwar.companion_figures import FILES, collect, figures_of, lay_out, own_income, wrong_figures
from navalcore_games.aa50_subwar.companion_forms import (
    BOARDS,
    AnyPower,
    AnySpace,
    BesidePlay,
    BesideState,
    Lane,
    UpTo9,
    cleared,
    lands_of,
    left_of,
    limit_of,
    losses_of,
    placed,
    same_side,
)
from navalcore_games.aa50_subwar.convoy import Coast, check_starvation, distribute, raid_zone
from navalcore_games.aa50_subwar.odds import convoy_damage
from navalcore_games.aa50_subwar.options import SubwarOptions
from navalcore_games.aa50_subwar.theatre import MOST_LIMIT, STARVATION, AtlanticScenario, title_of
from navalcore_games.aa50_subwar.words import (
    ATLANTIC,
    OPPONENT,
    SHORT,
    SIDE_NAMES,
    SIDE_OF,
    Kind,
    Power,
    Side,
    Space,
    Zone,
)


def raid_odds(
    play: BesidePlay, *, zone: str, submarines: int, ships: int, fighters: int, convoys: str, **_: object
) -> Odds:
    """The answer of the odds question for the dice in such a zone, with the limit that it has at this board, and
    whether England can starve of it.
    """
    options: SubwarOptions = play.options
    state, here = play.state, Zone(Space(zone))
    found = convoy_damage(
        options.convoy_dice, options.convoy_counts_up_to, options.convoy_value, left_of(state, here), submarines,
        fighters, ships, options.convoy_fighter_dice,
    )  # fmt: skip
    enough = _starving_loss(state, here) if Power(convoys) is Power.UK else None
    fatal = {loss for loss in found.outcomes if enough is not None and int(loss) >= enough}
    named = {f"{loss} IPC{', England can starve' * (loss in fatal)}": p for loss, p in found.outcomes.items()}
    return Odds(found.method, named, expected={"IPC lost": found.expected["ipc_lost"]})


def _starving_loss(state: BesideState, zone: Zone) -> int | None:
    """The least loss in a zone by which the British can be charged all that England can lose, with the dice and charges
    on the map. None if none does it.
    """
    england = STARVATION.territory
    limit = limit_of(state, england)
    if not limit or england not in lands_of(state, zone, Power.UK):
        return None
    losses = losses_of(state, Power.UK).items()
    marked = [loss for each, loss in losses if england in lands_of(state, each, Power.UK)]
    return max(0, limit - state.charges.get(england, 0) - sum(marked))


def raid_misfit(
    state: BesideState, *, zone: str, submarines: int, ships: int, fighters: int, raiders: str, convoys: str
) -> Misfit | None:
    """No power raids, or friends do, or there is nothing to raid."""
    if not submarines + ships + fighters:
        return Misfit("submarines", "no unit raids; at least 1 submarine, ship or fighter is needed")
    if friends := same_side("raiders", raiders, "convoys", convoys):
        return friends
    here = Zone(Space(zone))
    if not limit_of(state, here):
        return Misfit(
            "zone", f"{title_of(here)} has a convoy limit of 0; give another zone, or set a limit of your own"
        )
    whose = state.raided.get(here, Power(convoys))
    if (marked := state.marks.get(here, 0)) and (whose is not Power(convoys) or not left_of(state, here)):
        lost = f"{marked} of {limit_of(state, here)} IPC of {SHORT[whose]} convoys"
        return Misfit("zone", f"{lost} are lost there; charge them, or take them off")
    raided = [power for power in Power if lands_of(state, here, power)]
    if Power(convoys) in raided:
        return None
    there = listed([SHORT[power] for power in raided], "or") if raided else "another zone"
    words = f"no {SHORT[Power(convoys)]} shore of {title_of(here)} has a convoy limit; give {there}"
    return Misfit("convoys" if raided else "zone", words)


@resolves("raid", "S17", odds=raid_odds, misfit=raid_misfit)
@rule("S17", "S19", "B15")
def raid(
    play: BesidePlay, zone: Lane = "sz8", submarines: UpTo9 = 1, ships: UpTo9 = 0, fighters: UpTo9 = 0,
    raiders: AnyPower = "germany", convoys: AnyPower = "uk",
) -> Flow[str | None]:  # fmt: skip
    """Convoy disruption.

    Args:
        zone: Where the raiders are.
        submarines: Submarines, 2 dice each.
        ships: Destroyers, cruisers and battleships, 1 die each.
        fighters: Fighters aboard carriers, 2 dice each.
        raiders: Whose warships.
        convoys: Whose convoys, the power that collects income.
    """
    state, here = cleared(play, convoys), Zone(Space(zone))
    fleet = {Kind.SUBMARINE: submarines, Kind.CRUISER: ships, Kind.CARRIER: -(-fighters // 2), Kind.FIGHTER: fighters}
    units = placed(state, Power(raiders), fleet, here)
    decks = [unit.id for unit in units if unit.kind is Kind.CARRIER]
    for number, unit in enumerate(unit for unit in units if unit.kind is Kind.FIGHTER):
        unit.aboard = decks[number // 2]
    limit, left = limit_of(state, here), left_of(state, here)
    loss = yield from raid_zone(play, here, SIDE_OF[Power(raiders)], units, left)
    if loss:
        state.marks[here] = state.marks.get(here, 0) + loss
        state.raided[here] = Power(convoys)
    in_all = f", {state.marks[here]} in all" if left < limit and loss else ""
    return f"{loss} IPC lost in {title_of(here)}{in_all}, of at most {limit}"


def charge_odds(play: BesidePlay, *, convoys: str) -> Odds:
    """The result where the raiders charge England first, as they do to starve her. No dice fall."""

    def england_first(decision: Decision) -> int:
        ways = [each for each in decision.options if isinstance(each, Charge)]
        return next((n for n, each in enumerate(ways) if each.territory == STARVATION.territory), 0)

    return Odds("exact", {run(charge_losses(play, convoys), england_first) or "": Fraction(1)})


@resolves("charge", "S20", odds=charge_odds, assumes="Assumed: the raiders charge England first.")
@rule("S18", "S20", "S25")
def charge_losses(play: BesidePlay, convoys: AnyPower = "uk") -> Flow[str | None]:
    """Charge the losses to territories.

    Args:
        convoys: Whose convoys were raided.
    """
    state, power = cleared(play, convoys), Power(convoys)
    before = dict(state.charges)
    raiders = OPPONENT[SIDE_OF[power]]
    lands = {zone: own for zone in losses_of(state, power) if (own := lands_of(state, zone, power))}
    limits = {land: limit_of(state, land) for named in lands.values() for land in named}
    coast = Coast({zone: state.marks[zone] for zone in lands}, lands, limits)
    others = {zone: loss for zone, loss in state.marks.items() if zone not in lands}
    state.marks = {zone: state.marks[zone] for zone in lands}
    yield from distribute(play, power, raiders, coast)
    state.marks = others  # what was charged, or could not be, is off the map
    found = {
        land: charge - before.get(land, 0) for land, charge in state.charges.items() if charge > before.get(land, 0)
    }
    most = limit_of(state, STARVATION.territory)
    if most and check_starvation(play, power, most):
        return "England starves: the United Kingdom sues for peace"
    told = [f"{title_of(land)} {charge}" for land, charge in found.items()]
    return f"charged: {listed(told)}" if told else "there is nothing to charge"


@resolves("limit", "S17", sure=True)
@rule("S17", "S18")
def own_limit(
    play: BesidePlay, space: AnySpace = "sz62", limit: Annotated[int, Field(ge=0, le=MOST_LIMIT)] = 1
) -> Flow[str | None]:
    """Set a convoy limit of your own.

    Args:
        space: The sea zone or territory.
        limit: The most IPC that it can lose.
    """
    yield from ()
    state: BesideState = play.state
    state.limits[Space(space)] = limit
    return f"{title_of(Space(space))} can lose at most {limit_of(state, Space(space))} IPC"


@resolves("take_off", "S20", sure=True)
@rule("S20")
def take_off(play: BesidePlay) -> Flow[str | None]:
    """Take the dice and charges off the map."""
    yield from ()
    state: BesideState = play.state
    state.marks, state.raided, state.charges, state.starved = {}, {}, {}, False
    return "no dice or charges are left on the map"


@resolves("clear", "S20", sure=True)
@rule("S20")
def clear(play: BesidePlay) -> Flow[str | None]:
    """Take everything off the map, figures of your own too."""
    yield from take_off(play)
    state: BesideState = play.state
    state.dived, state.limits, state.incomes, state.setups = {}, {}, {}, {}
    return "the map is clear"


class BesideTheBoard(Companion):
    """Submarine warfare beside a real board of the Anniversary game, with all its powers and zones."""

    manifest = BESIDE_THE_BOARD
    version = "3"
    state_class = BesideState
    sides: ClassVar[Mapping[str, str]] = {side: SIDE_NAMES[side] for side in Side}
    procedures = (hunt, raid, charge_losses, sortie, battle, collect, own_limit, own_income, lay_out, take_off, clear)

    figure_files = FILES

    def settle(self, state: BesideState, terms: Terms[Any]) -> None:
        """Refuse an evening that was passed on with spaces or figures that there are not."""
        if wrong := next(wrong_figures(state), ""):
            raise BadData(wrong)
        super().settle(state, terms)

    def figures(self, files: Mapping[str, str]) -> Mapping[str, Any]:
        """Limits, incomes and set-ups of a group's own."""
        return figures_of(files)

    def scenarios(self, scenarios: Mapping[str, Scenario]) -> Mapping[str, Scenario]:  # noqa: ARG002
        """The whole board in the years of its set-ups."""
        none = dict.fromkeys(ATLANTIC, 0)
        return {
            name: AtlanticScenario(
                id=name, title=f"the whole board, territories of {name[-4:]}", setup="", owners=setup.owners,
                rounds=100, treasury=none,
            )
            for name, setup in BOARDS.items()
        }  # fmt: skip

    def marks(self, state: BesideState) -> Iterator[Mark]:
        """Dice on the zones, charges and what is left of them, submarines noted, limits of the group's own."""
        for zone, loss in state.marks.items():
            yield Mark(
                f"{title_of(zone)}: {loss} of {limit_of(state, zone)} IPC lost, not yet charged", loss, f"marks/{zone}"
            )
        for land, charge in state.charges.items():
            limit = limit_of(state, land)
            left = max(0, limit - charge)
            yield Mark(f"{title_of(land)}: {charge} of {limit} IPC charged, {left} left", charge, f"charges/{land}")
        for zone, number in state.dived.items():
            yield Mark(f"{title_of(zone)}: {counted(number, 'submarine')} there, submerged", number, f"dived/{zone}")
        for space, limit in state.limits.items():
            yield Mark(f"{title_of(space)}: own limit C{limit}", limit, f"limits/{space}")
        year = state.owners[-4:]
        for power, income in state.incomes.get(year, {}).items():
            words = f"{SHORT[power]} territories: {income} IPC, your own figure"
            yield Mark(words, income, f"incomes/{year}/{power}")
        for each in state.setups:
            yield Mark(f"Set-up of {each}: your own", key=f"setups/{each}")
        if state.starved:
            yield Mark("England starves: peace", key="starved")
