"""U-boat attacks on the convoy and on the carrier: 8.1, 8.2, 13.1, 14.3."""

from __future__ import annotations

from collections.abc import Mapping

from navalcore.rules import Flow, rule, takes_modifiers
from navalcore_games.tonnage_war import ids
from navalcore_games.tonnage_war.combat_events import CardsTurnedUp, ConvoyRolled
from navalcore_games.tonnage_war.movements import boat_to_hand, end_contact, out_of_play
from navalcore_games.tonnage_war.rescue import sink_rescue_ship
from navalcore_games.tonnage_war.results import Ending, ShipFate
from navalcore_games.tonnage_war.scoring import SUNK, damage_carrier
from navalcore_games.tonnage_war.state import Engagement, Kind, Play, Rescue, Side, State, Tactical, Target, Unit
from navalcore_games.tonnage_war.values import ATTACK_CARDS, CONDITIONS, UNITS


@rule("14.1")
@takes_modifiers("14.1")
def attack_value(play: Play, unit: Unit) -> int:
    """The attack value of a boat, ship or aircraft in the weather of the round, 0 at least (TW-R40)."""
    modifiers = {str(unit): UNITS[unit].attack}
    if play.state.storm:
        modifiers["storm"] = CONDITIONS.storm_attack
    return max(0, sum(play.modified("14.1", modifiers).values()))


@rule("8.1", "8.1.1", "8.1.2", "11.3", "11.4")
def attack_goes_through(play: Play, engagement: Engagement) -> Flow[None]:
    """No escort has stopped a U-boat attack: the card is turned up; a blank does nothing, a boat attacks; both go."""
    state = play.state
    unit, at = state.boat_of(engagement), ids.boat_place(state, engagement)
    if not engagement.revealed:
        engagement.revealed = True
        play.reveal()
        play.tell(CardsTurnedUp, unit, (), at, rule="8.1.2" if engagement.attempt else "8.1.1")
    if unit is Unit.BLANK:
        engagement.gone = True
        out_of_play(play, Side.UBOAT, unit, "11.3", at)
        return
    if engagement.kind is Kind.CARRIER_ATTACK:
        attack_carrier(play, engagement, unit)
    else:
        yield from attack_convoy(play, engagement, unit)
    engagement.gone = True
    out_of_play(play, Side.UBOAT, unit, "11.4", at)


@rule("8.2", "14.3")
def attack_convoy(play: Play, engagement: Engagement, unit: Unit) -> Flow[None]:
    """Roll as often as the card says; each roll of the attack value plus the card's modifier or less sinks a ship.

    The first natural 1 sinks the rescue ship instead of another (TW-R36).
    """
    state = play.state
    assert engagement.attack_card is not None
    against = against_convoy(play, unit, engagement.attack_card)
    needed = sum(against.values())
    at = ids.boat_place(state, engagement)
    rescue_ship_lost = False
    for _ in range(ATTACK_CARDS[engagement.attack_card].rolls):
        roll = convoy_die(play, unit, needed, against)
        hits_rescue_ship = roll == 1 and not rescue_ship_lost and state.rescue in (Rescue.ORIGINAL, Rescue.ESCORT)
        hit = roll <= needed or hits_rescue_ship
        effect = ShipFate.MERCHANTMAN_SUNK if hit else ShipFate.MISSED
        if hits_rescue_ship:
            effect = ShipFate.RESCUE_SHIP_SUNK
        own = hits_rescue_ship and state.rescue is Rescue.ORIGINAL
        play.tell(ConvoyRolled, unit, Target.CONVOY, roll, needed, effect, at, own, rule="8.2")
        if hits_rescue_ship:
            rescue_ship_lost = True
            yield from sink_rescue_ship(play)
        elif hit:
            state.tally.ships += 1
            state.tally.uboat_points += 1


@rule("8.2", "14.1")
def needed_against_convoy(play: Play, unit: Unit, card: Tactical) -> int:
    """The number a boat sinks a ship on: its attack value plus the card's modifier."""
    return sum(against_convoy(play, unit, card).values())


@takes_modifiers("8.2")
def against_convoy(play: Play, unit: Unit, card: Tactical) -> Mapping[str, int]:
    """The numbers that add up to :func:`needed_against_convoy`."""
    modifiers = {"attack value": attack_value(play, unit), "attack card": ATTACK_CARDS[card].modifier}
    return play.modified("8.2", modifiers)


@rule("8.2")
def convoy_die(play: Play, unit: Unit, needed: int, against: Mapping[str, int] | None = None) -> int:
    """One roll against the convoy: a ten-sided die as printed, or a twenty-sided one (TW-R01)."""
    die = "d10" if play.options.convoy_attack_die == 10 else "d20"
    why = f"{unit} attacks the convoy"
    return play.dice.roll(
        die, why, "8.2", reads=lambda roll: (roll == 1, roll <= needed), needed=against,
        about=lambda: ids.boat_rolls(unit, ids.ATTACK, ids.CONVOY),
    )  # fmt: skip


@rule("13.1")
def attack_carrier(play: Play, engagement: Engagement, unit: Unit) -> None:
    """The carrier is attacked like an escort, half the attack value on a D20 without modifier, but with all the card's
    rolls; each hit damages it (TW-R37).
    """
    assert engagement.attack_card is not None
    needed = attack_value(play, unit) // 2
    at = ids.boat_place(play.state, engagement)
    for _ in range(ATTACK_CARDS[engagement.attack_card].rolls):
        afloat = carrier_afloat(play.state)
        half = {"half the attack value": needed}
        roll = play.dice.roll(
            "d20", f"{unit} attacks the carrier", "13.1", reads=needed.__ge__, needed=half,
            about=lambda: ids.boat_rolls(unit, at, ids.CARRIER),
        )  # fmt: skip
        hit = roll <= needed
        sunk = hit and damage_carrier(play)
        effect = ShipFate.CARRIER_SUNK if sunk else ShipFate.CARRIER_HIT if hit else ShipFate.MISSED
        if not afloat:
            effect = ShipFate.SUNK_ALREADY
        play.tell(ConvoyRolled, unit, Target.CARRIER, roll, needed, effect, at, rule="13.1")
        if sunk:
            carrier_lost(play)


@rule("13.1")
def carrier_lost(play: Play) -> None:
    """The carrier is gone: its aircraft leave play wherever they are, and contacts with it end (TW-R37, TW-R55)."""
    state = play.state
    flying = frozenset(play.scenario.carrier.aircraft)
    seat = state.seats[Side.ESCORT]
    gone = [(unit, ids.UNITS[Side.ESCORT]) for unit in seat.units if unit in flying]
    gone += [(unit, ids.UNIT_DECK[Side.ESCORT]) for unit in seat.units_deck.cards if unit in flying]
    seat.units[:] = [unit for unit in seat.units if unit not in flying]
    seat.units_deck.cards[:] = [unit for unit in seat.units_deck.cards if unit not in flying]
    gone += [(tied.unit, ids.RETURNING) for tied in state.tied if tied.unit in flying]
    state.tied[:] = [tied for tied in state.tied if tied.unit not in flying]
    for engagement in (state.engagement, state.window):
        if engagement is not None:
            at = ids.place_of(state, engagement)
            gone += [(member.unit, at) for member in engagement.group if member.unit in flying]
            engagement.group = [member for member in engagement.group if member.unit not in flying]
    for unit, at in gone:
        out_of_play(play, Side.ESCORT, unit, "13.1", at)
    for contact in [each for each in state.contacts if each.target is Target.CARRIER]:
        boat = end_contact(play, contact, Ending.CARRIER_SUNK, "13.1")
        boat_to_hand(play, boat, contact.revealed, ids.contact_id(contact.number), "13.1")


def carrier_afloat(state: State) -> bool:
    """Whether there is a carrier to be contacted."""
    return state.has_carrier and state.carrier_damage < SUNK
