"""Every key that an option of Tonnage War may have, in any scenario that comes with the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from navalcore.rules import Option
from navalcore_games.tonnage_war import choices, ids
from navalcore_games.tonnage_war.convoys import own_scenarios
from navalcore_games.tonnage_war.ids import CONTACT_NUMBERS
from navalcore_games.tonnage_war.state import Side, Tactical, Target, Unit, Weapon
from navalcore_games.tonnage_war.values import (
    ATTACK_CARDS,
    CONTACT_CARDS,
    ESCORT_CARDS,
    ESCORTS,
    EVADE_CARDS,
    FIGHTING_BOATS,
    FLAK_CARDS,
    SURFACE,
)


def action_keys() -> Iterator[str]:
    """Cards, units, targets, contacts and groups as the tables and scenarios have them."""
    return (option.key for option in _options())


def _options() -> Iterator[Option]:
    attacks, hunters = list(ATTACK_CARDS), list(ESCORT_CARDS)
    contact_cards = [card for card in Tactical if card in CONTACT_CARDS]
    escorts = [unit for unit in Unit if unit in ESCORTS]
    sent = [*escorts, Unit.BLANK]
    yield from choices.DISCARD[Side.UBOAT].values()
    yield from (choices.MakeContact(card, target) for card in contact_cards for target in Target)
    yield from (choices.Attack(card, target) for card in attacks for target in Target)
    yield from map(choices.Evade, EVADE_CARDS)
    yield from map(choices.UseFlak, FLAK_CARDS)
    yield from map(choices.FireAtEscorts, attacks)
    yield from map(choices.WithUnit, (unit for unit in Unit if unit in FIGHTING_BOATS or unit is Unit.BLANK))
    yield from map(choices.SearchByAir, _with(Weapon.AIR_PATROL))
    yield from map(choices.DefendAgainstAttack, _with(Weapon.ESCORT_ATTACK))
    yield from map(choices.Continue, hunters)
    yield from map(choices.Commit, sent)
    yield from map(choices.CommitScreen, (unit for unit in Unit if unit in SURFACE))
    yield from (choices.Hold(held, unit) for unit in sent for held in (True, False))
    for of_a_unit in (choices.TO_DECK[ids.ENGAGEMENT], choices.RESCUE_SHIP, choices.PUT_BACK):
        yield from (of_a_unit[unit] for unit in sent)
    yield from (choices.B_DIENST, choices.ENOUGH, choices.OFFER_END, choices.ACCEPT, choices.REFUSE)
    yield from (choices.REST_TO_HAND, choices.KEEP_THE_REST)
    for contact in CONTACT_NUMBERS:
        yield choices.Route(contact)
        yield from (choices.ShootContactBoat(card, contact) for card in attacks)
        yield from (choices.HuntContact(card, contact) for card in _with(Weapon.HFDF, Weapon.AIR_PATROL))
    for place in range(largest_group()):
        yield from (
            choices.EscortChoice(ids.MEMBER[unit, damage], damage, place) for unit in escorts for damage in (0, 1)
        )


def _with(*weapons: Weapon) -> Iterable[Tactical]:
    return [card for card, figures in ESCORT_CARDS.items() if figures.weapon in weapons]


def largest_group() -> int:
    """The most units that can be on one boat: all that the escort side has."""
    scenarios = own_scenarios().values()
    screens = [each.carrier.screen for each in scenarios if each.carrier is not None]
    return max(sum(each.decks(Side.ESCORT).units.values()) for each in scenarios) + max(
        (sum(screen.values()) for screen in screens), default=0
    )
