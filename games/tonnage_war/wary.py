"""A bot that risks boats only where it pays, which is stronger with them than the sensible one.

The values of contacts, attacks, answers and cards were found by playing games against the sensible escorts, with an eye
to a match of two. A player who hides wins no match. Only the sign of a sum and the larger of two count.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from navalcore.rules import SeededChance
from navalcore_games.tonnage_war.bots import SensibleBot, offers_end
from navalcore_games.tonnage_war.choices import (
    OFFER_END,
    Attack,
    Discard,
    Evade,
    FireAtEscorts,
    MakeContact,
    ShootContactBoat,
    UseBDienst,
    UseFlak,
    WithUnit,
)
from navalcore_games.tonnage_war.state import Kind, Side, Tactical, Target, Unit, Weapon
from navalcore_games.tonnage_war.values import (
    ATTACK_CARDS,
    CONTACT_CARDS,
    EVADE_CARDS,
    FIGHTING_BOATS,
    FLAK_CARDS,
    UNITS,
)
from navalcore_games.tonnage_war.views import EngagementView, TableView

SEASONED: Final = (Unit.R, Unit.A)
"""Boats that hit with every roll, or nearly."""
ATTACKERS: Final = (*FIGHTING_BOATS, Unit.BLANK)
"""The units that may go with an attack card."""
DIE: Final = 10
"""Sides of the die against the convoy, as printed (8.2)."""
FIRST: Final = 50.0
"""The extra worth of the most urgent choice: countering evasive routing."""
SOON: Final = 3.0
"""So much more is worth what cannot wait: an answer to the escorts."""
CONTACT: Final = -0.1
"""A contact, before what speaks for it is added: each roll of the best attack card counts 1."""
NO_ATTACK_CARD: Final = -3
CONTACT_AHEAD: Final = -0.2
"""For each point of lead, up to :data:`MOST`."""
CONTACT_BEHIND: Final = 0.2
"""For each point behind."""
FURTHER_CONTACT: Final = -1.0
"""For each contact in effect."""
NOBODY_SEASONED: Final = -5.0
LAST_BUT_ONE_CARD: Final = 3.0
"""With two cards left, when the escorts have two left."""
LAST_CARD: Final = 5.0
"""With the last card of a round: the contact holds in the next one, unless the escorts kept a card against it."""
MOST: Final = 4
"""A larger lead counts like this one."""

ATTACK: Final = -0.5
"""An attack, before the ships it may sink are added."""
ACE: Final = 0.2
"""If an ace makes it, who is found least often."""
CONTACT_BOAT_SPENT: Final = -1.0
ONLY_CONTACT_SPENT: Final = -1.0
"""If it is the only contact, and boats in hand could use it."""
ESCORTS_BUSY: Final = 3.0
"""While the escorts have an attempt on a boat on the table: those are not there to meet the attack."""
BLANK: Final = 2.0
"""An attack with a blank and a card of one roll."""
BLANK_ROLLS: Final = -3.0
"""For each further roll that a blank wastes."""
BLUFF: Final = {1: 6.0, 2: 12.0}
"""If a broadside with a boat is to follow, by the rolls of the blank's card: against two the escorts send out more."""
FRESH_ESCORTS: Final = 8
"""Cards in the escorts' hand that call for a bluff."""
BROADSIDE: Final = 3
"""Rolls of a card for which a bluff clears the way."""

EVADE: Final = {Weapon.HFDF: -1.0, Weapon.AIR_PATROL: 0.5, Weapon.ESCORT_ATTACK: -3.0}
"""Evading a first attempt; in an escort attack that gives the boat's own attack up."""
EVADE_BY: Final = -0.05
"""For each point of the evade card: the good ones are saved."""
EVADE_SEARCH: Final = 0.5
EVADE_SEARCH_BY: Final = 0.1
EVADE_AGAIN: Final = 5.0
"""Evading a continuation."""
EVADE_AGAIN_BY: Final = 0.25
ACE_SAVED: Final = 2.0
OTHER_CONTACT: Final = 2.0
"""If the contact that evading ends is not the only one."""
FLAK: Final = 1.0
FLAK_BY: Final = 0.2
FLAK_IN_SEARCH: Final = -3.0
"""Besides, where evading costs nothing: a boat pulled from the hand goes back to it."""
FLAK_AGAIN: Final = -2.0
FIRE: Final = 2.9
"""Torpedoes at escorts that hunt on, if there are more attack cards than boats."""
FIRE_BY: Final = -0.1
"""For each roll of the card, which escorts make nothing of (8.2)."""

KEEP_ATTACK: Final = 2.0
"""Keeping an attack card; each roll counts 1 more."""
KEEP: Final = {
    **dict.fromkeys(CONTACT_CARDS, 2.9),
    Tactical.B_DIENST: 0.6,
    **{card: 1.0 + 0.01 * modifier for card, modifier in EVADE_CARDS.items()},
    **{card: 0.2 + 0.001 * modifier for card, modifier in FLAK_CARDS.items()},
    Tactical.IDLE: 0.0,
}
"""Keeping another card; of contact and B-dienst cards, one among so many alike."""
SHARED: Final = CONTACT_CARDS | {Tactical.B_DIENST}


class WaryBot(SensibleBot):
    """As the sensible bot, but with the boats it weighs every turn whether an action is worth more than waiting.

    It makes contact for a good attack card and a seasoned boat, and draws the escorts off with a blank and a smaller
    card before the broadside. It keeps its flak where evading costs nothing.
    """

    def __init__(self, role: str, chance: SeededChance) -> None:
        super().__init__(role, chance)
        self._card: Tactical | None = None

    def choose(self, view: TableView, options: Sequence[Any]) -> object:
        """The one of these options to take."""
        if view.side is not Side.UBOAT:
            return super().choose(view, options)
        first = options[0]
        if isinstance(first, WithUnit) and self._card is not None:
            card = self._card
            return max(options, key=lambda option: attack_worth(view, card, option.unit))
        if not any(isinstance(option, Discard) for option in options):
            return super().choose(view, options)
        if offers_end(view, options):
            return OFFER_END
        best = max(options, key=lambda option: worth(view, option))
        if worth(view, best) <= 0:
            best = min(_discards(options), key=lambda option: keeping_worth(view, option.card))
        self._card = best.card if isinstance(best, Attack) else None
        return best


def _discards(options: Sequence[Any]) -> list[Discard]:
    return [option for option in options if isinstance(option, Discard)]


def worth(view: TableView, option: object) -> float:
    """The worth of an action of the boats; what is not above 0 is worth less than a card thrown away."""
    if isinstance(option, MakeContact):
        # Of two alike the plain card goes first, and the convoy before the carrier.
        last = 0.01 * (option.card is Tactical.SPECIAL_CONTACT) + 0.02 * (option.target is Target.CARRIER)
        return contact_worth(view) - last
    if isinstance(option, Attack) and option.target is Target.CONVOY:
        return max(attack_worth(view, option.card, unit) for unit in _units(view) if unit in ATTACKERS)
    if isinstance(option, ShootContactBoat):
        return _shot_worth(view, option)
    if isinstance(option, (Evade, UseFlak)):
        assert view.engagement is not None
        found = answer_worth(view, view.engagement, option)
        return found + SOON if found > 0 else 0.0
    if isinstance(option, FireAtEscorts):
        assert view.engagement is not None
        spare = view.engagement.attempt > 1 and len(_rolls(view)) > _boats(view)
        return FIRE + FIRE_BY * ATTACK_CARDS[option.card].rolls if spare else 0.0
    return FIRST if isinstance(option, UseBDienst) else 0.0


def contact_worth(view: TableView) -> float:
    """The worth of a contact now."""
    lead, cards, rolls = _lead(view), view.uboat.tactical_size, _rolls(view)
    in_effect = sum(not contact.under_routing for contact in view.contacts)
    found = CONTACT_AHEAD * max(lead, 0) + FURTHER_CONTACT * in_effect
    if cards == 1:
        return found + LAST_CARD if view.round < view.rounds else 0.0
    found += CONTACT + CONTACT_BEHIND * max(-lead, 0)
    found += max(rolls, default=NO_ATTACK_CARD)
    if not any(unit in SEASONED for unit in _units(view)):
        found += NOBODY_SEASONED
    return found + (LAST_BUT_ONE_CARD if cards == 2 else 0.0)


def attack_worth(view: TableView, card: Tactical, unit: Unit) -> float:
    """The worth of an attack with a card and a boat or blank now."""
    figures = ATTACK_CARDS[card]
    found = ATTACK + (ESCORTS_BUSY if view.engagement is not None else 0.0)
    if unit is Unit.BLANK:
        bluff = BLUFF.get(figures.rolls, 0.0) if _bluffs(view, figures.rolls) else 0.0
        return found + BLANK + BLANK_ROLLS * (figures.rolls - 1) + bluff
    hits = figures.rolls * min(1.0, (UNITS[unit].attack + figures.modifier) / DIE)
    return found + hits + (ACE if unit is Unit.A else 0.0)


def _bluffs(view: TableView, rolls: int) -> bool:
    """Whether a blank with a card of so many rolls can draw the escorts off a broadside of more (TW-R14)."""
    most = max(_rolls(view), default=0)
    return rolls < most >= BROADSIDE and _boats(view) > 0 and view.escort.units_size >= FRESH_ESCORTS


def _shot_worth(view: TableView, option: ShootContactBoat) -> float:
    boat = next(contact.boat for contact in view.contacts if contact.number == option.contact)
    assert boat is not None
    found = attack_worth(view, option.card, boat) + CONTACT_BOAT_SPENT
    return found + (ONLY_CONTACT_SPENT if len(view.contacts) == 1 and _boats(view) else 0.0)


def answer_worth(view: TableView, engagement: EngagementView, option: Evade | UseFlak) -> float:
    """The worth of evading or flak against the escorts' attempt."""
    again, searched = engagement.attempt > 1, engagement.kind is Kind.AIR_SEARCH
    if isinstance(option, UseFlak):
        found = FLAK + FLAK_BY * FLAK_CARDS[option.card]
        return found + (FLAK_IN_SEARCH if searched else 0.0) + (FLAK_AGAIN if again else 0.0)
    by = EVADE_CARDS[option.card]
    if again:
        return EVADE_AGAIN + EVADE_AGAIN_BY * by
    assert engagement.weapon is not None
    found = ACE_SAVED if engagement.unit is Unit.A else 0.0
    if searched:
        return found + EVADE_SEARCH + EVADE_SEARCH_BY * by
    if engagement.attack_card is None and len(view.contacts) > 1:
        found += OTHER_CONTACT
    return found + EVADE[engagement.weapon] + EVADE_BY * by


def keeping_worth(view: TableView, card: Tactical) -> float:
    """The worth of keeping a tactical card of the boats."""
    assert view.uboat.tactical is not None
    if card in ATTACK_CARDS:
        return KEEP_ATTACK + ATTACK_CARDS[card].rolls
    return KEEP[card] / (view.uboat.tactical.count(card) if card in SHARED else 1)


def _lead(view: TableView) -> int:
    return max(-MOST, min(MOST, view.tally.uboat_points - view.tally.escort_points))


def _units(view: TableView) -> tuple[Unit, ...]:
    assert view.uboat.units is not None
    return view.uboat.units


def _boats(view: TableView) -> int:
    return sum(unit in FIGHTING_BOATS for unit in _units(view))


def _rolls(view: TableView) -> list[int]:
    assert view.uboat.tactical is not None
    return [ATTACK_CARDS[card].rolls for card in view.uboat.tactical if card in ATTACK_CARDS]
