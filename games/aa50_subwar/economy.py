"""Purchase, mobilization and income (B2, B14, B15)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from navalcore.rules import Decision, Flow, choose_if_several, no, offers, rule
from navalcore_games.aa50_subwar.asking import about_mobilizing, about_purchase
from navalcore_games.aa50_subwar.choices import BUY, END_PURCHASE, Buy, EndPurchase, mobilize_in
from navalcore_games.aa50_subwar.convoy import check_starvation, disrupt
from navalcore_games.aa50_subwar.events import IncomeCollected, UnitBought, UnitMobilized
from navalcore_games.aa50_subwar.flying import board, lose_stranded
from navalcore_games.aa50_subwar.ids import named
from navalcore_games.aa50_subwar.state import Play, State
from navalcore_games.aa50_subwar.theatre import COST, FACTORY_LIMIT, POWERS, TERRITORIES, income_of
from navalcore_games.aa50_subwar.words import AIRCRAFT, POWER_NAMES, Kind, Power, Space, Unit


@rule("B2")
def purchase(play: Play) -> Flow[None]:
    """Buy any units the treasury pays for, as many as the factory can mobilize; they come with B14."""
    state = play.state
    power = state.power
    while len(state.bought) < FACTORY_LIMIT[power]:
        money = state.treasury[power]
        options = offered_for(min(money, DEAREST))
        if len(options) == 1:
            return
        prompt = f"What does {POWER_NAMES[power]} buy with its {money} IPC?"
        about = about_purchase(power, money)
        index = yield Decision(state.side, prompt, options, "B2", None, "purchase", about=about)
        choice = options[index]
        if not isinstance(choice, Buy):
            return
        buy(play, choice.unit)


DEAREST = max(COST.values())


@offers
def offered_for(money: int) -> Iterator[Buy | EndPurchase]:
    """The options of a power that has so much money: the units it pays for, and to buy nothing more."""
    for kind, cost in COST.items():
        left = f"only {money} {'is' if money == 1 else 'are'} left"
        yield BUY[kind] if cost <= money else no(BUY[kind], "B2", f"it costs {cost} IPC and {left}")
    yield END_PURCHASE


def buy(play: Play, kind: Kind) -> None:
    """Pay for a unit now."""
    state = play.state
    state.treasury[state.power] -= COST[kind]
    state.spent[state.side] += COST[kind]
    if kind is Kind.SUBMARINE and state.power is Power.GERMANY:
        state.spent_on_submarines += COST[kind]
    state.bought.append(kind)
    play.tell(UnitBought, state.power, kind, state.treasury[state.power], rule="B2")


@rule("B14")
def mobilize(play: Play) -> Flow[None]:
    """Place what was bought, carriers first: ships next to the factory even among enemies, aircraft in it."""
    state = play.state
    waiting = [unit for unit in state.own() if unit.mission == "waiting"]
    state.bought.sort(key=lambda kind: kind is not Kind.CARRIER)
    if Kind.CARRIER not in state.bought:
        welcome(state, waiting)
    while state.bought:
        kind = state.bought[0]
        places = [mobilize_in(kind, space) for space in places_for(state, kind)]
        prompt, about = f"Where is the {kind} mobilized?", about_mobilizing(state.power, kind)
        place = yield from choose_if_several(state.side, prompt, places, "B14", kind="mobilize", about=about)
        state.bought.pop(0)
        unit = state.add(state.power, kind, place.space)
        if kind is Kind.FIGHTER and place.space not in TERRITORIES:
            board(state, unit)
        play.tell(UnitMobilized, named(unit), place.space, rule="B14")
        if kind is Kind.CARRIER and Kind.CARRIER not in state.bought:
            welcome(state, waiting)
    lose_stranded(play, waiting_too=True)


def welcome(state: State, waiting: Sequence[Unit]) -> None:
    """Fighters that wait in the air for a new carrier board it before any new fighter does."""
    for unit in waiting:
        if unit.mission == "waiting":
            board(state, unit)


@rule("B14")
def places_for(state: State, kind: Kind) -> list[Space]:
    """Where a unit may be mobilized; fighters also on a carrier in a zone next to the factory."""
    data = POWERS[state.power]
    if kind not in AIRCRAFT:
        return list(data.mobilize_at)
    places: list[Space] = [data.capital]
    if kind is Kind.FIGHTER:
        for zone in data.mobilize_at:
            carriers = [unit for unit in state.of_side(state.side, zone) if unit.kind is Kind.CARRIER]
            if any(state.room(carrier) for carrier in carriers):
                places.append(zone)
    return places


@rule("B15", "S16")
def collect_income(play: Play) -> Flow[None]:
    """Convoy disruption, then starvation, then income: value less charges and commitment, at least 0 (AAS-R27)."""
    state = play.state
    power = state.power
    charged = yield from disrupt(play, power)
    if check_starvation(play, power):
        return
    value = income_of(state.owners, power)
    income = max(0, value - charged - state.commitment[power])
    state.treasury[power] += income
    play.tell(IncomeCollected, power, value, charged, state.commitment[power], income, rule="B15")
