"""Drawing what a player does not know: hands, face-down cards, discards and decks of the other side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from games.tonnage_war.state import Committed, Engagement, Kind, Seat, Side, State, Tactical, Unit, Weapon
from games.tonnage_war.values import (
    AIRCRAFT,
    ATTACK_CARDS,
    CONTACT_CARDS,
    ESCORT_CARDS,
    ESCORTS,
    FIGHTING_BOATS,
    SURFACE,
)
from games.tonnage_war.views import side_of
from navalcore.components.chance import Chance

BLUFFS: Final = 6
"""One face-down card of so many that were sent out is a blank, where it could be one; the rest are what they seem."""
LOOKED_AT: Final = 3
"""A card thrown away is the least worth keeping of so many."""


def _keeping(card: Tactical) -> float:
    """How readily a side keeps a card."""
    if card in ATTACK_CARDS:
        return 10 + ATTACK_CARDS[card].rolls
    if card in ESCORT_CARDS:
        return {Weapon.ESCORT_ATTACK: 8, Weapon.HFDF: 5, Weapon.AIR_PATROL: 3}[ESCORT_CARDS[card].weapon]
    return {Tactical.ROUTING: 7, Tactical.B_DIENST: 5, Tactical.IDLE: 0}.get(card, 7 if card in CONTACT_CARDS else 2)


KEEPING: Final = {card: _keeping(card) for card in Tactical}


def redeal(state: State, role: str, chance: Chance) -> None:
    """Deal anew, in place, every card ``role`` cannot see, in any way that fits the table.

    What is known of face-down cards holds: a contact is made by a boat that can fight, an attack by such a boat or a
    blank, HF/DF by surface escorts and blanks, and so on. Ways of dealing are as likely as players make them: few of the
    cards sent out are blanks, and what was thrown away is rather worse than what is still held. Pools are sorted first,
    so that what is dealt depends on chance and on what the role sees, and on nothing that lies hidden.
    """
    side = side_of(state, role)
    if side is not Side.UBOAT:
        _redeal_tactical(state.seats[Side.UBOAT], chance)
        _redeal_boats(state, chance)
    if side is not Side.ESCORT:
        _redeal_tactical(state.seats[Side.ESCORT], chance)
        _redeal_escorts(state, chance)


def _redeal_tactical(seat: Seat, chance: Chance) -> None:
    below = chance.below
    pool = sorted([*seat.tactical, *seat.discards, *seat.tactical_deck.cards])
    deck = seat.tactical_deck.cards
    for place in range(len(deck)):
        deck[place] = pool.pop(below(len(pool)))
    for place in range(len(seat.discards)):
        looked_at = [below(len(pool)) for _ in range(LOOKED_AT)]
        seat.discards[place] = pool.pop(min(looked_at, key=lambda index: KEEPING[pool[index]]))
    for place in range(len(seat.tactical)):
        seat.tactical[place] = pool.pop(below(len(pool)))


def _redeal_boats(state: State, chance: Chance) -> None:
    seat = state.seats[Side.UBOAT]
    hidden = [contact for contact in state.contacts if not contact.revealed]
    attacks = [
        engagement
        for engagement in (state.attack, state.engagement)
        if engagement is not None and engagement.unit is not None and not (engagement.revealed or engagement.gone)
    ]
    pool = [*seat.units, *seat.units_deck.cards, *(contact.boat for contact in hidden)]
    pool += [engagement.unit for engagement in attacks if engagement.unit is not None]
    draw = _drawer(pool, chance)
    from_contact = [engagement for engagement in attacks if engagement.contact]
    searches = [engagement for engagement in attacks if engagement.kind is Kind.AIR_SEARCH]
    from_hand = [each for each in attacks if not each.contact and each.kind is not Kind.AIR_SEARCH]
    for contact in hidden:
        contact.boat = draw(FIGHTING_BOATS)
    for engagement in from_contact:
        engagement.unit = draw(FIGHTING_BOATS)
    for engagement in from_hand:
        engagement.unit = draw(FIGHTING_BOATS | {Unit.BLANK}, FIGHTING_BOATS)
    for engagement in searches:
        engagement.unit = draw(None)
    for pile in (seat.units, seat.units_deck.cards):
        for place in range(len(pile)):
            pile[place] = draw(None)


def _redeal_escorts(state: State, chance: Chance) -> None:
    seat = state.seats[Side.ESCORT]
    groups = [engagement for engagement in (state.engagement, state.window) if engagement is not None]
    hidden: list[tuple[Committed, frozenset[Unit]]] = [
        (member, _may_be(engagement))
        for engagement in groups
        for member in engagement.group
        if not (member.revealed or member.screen)
    ]
    piles: Sequence[list[Unit]] = (seat.units, seat.units_deck.cards)
    # Where a support group card is, is known: it is shown when drawn.
    pool = [unit for pile in piles for unit in pile]
    pool = [unit for unit in pool if unit != Unit.SUPPORT_GROUP]
    pool += [member.unit for member, _ in hidden]
    if state.rescue_escort is not None:
        pool.append(state.rescue_escort)
    draw = _drawer(pool, chance)
    if state.rescue_escort is not None:
        state.rescue_escort = draw(SURFACE)
    for member, fit in sorted(hidden, key=lambda pair: len(pair[1])):
        member.unit = draw(fit, fit & ESCORTS)
    for pile in piles:
        for place, unit in enumerate(pile):
            if unit is not Unit.SUPPORT_GROUP:
                pile[place] = draw(None)


def _may_be(engagement: Engagement) -> frozenset[Unit]:
    """What a face-down card of a group can be, for all the U-boat side knows."""
    blank = frozenset() if engagement.attempt > 1 else frozenset({Unit.BLANK})
    if engagement.weapon is Weapon.AIR_PATROL:
        return AIRCRAFT | blank
    if engagement.weapon is Weapon.HFDF or engagement.attempt > 1:
        return SURFACE | blank
    return SURFACE | AIRCRAFT | blank


def _drawer(pool: list[Unit], chance: Chance) -> Callable[..., Unit]:
    """Draws blindly from a pool, any card or one of certain kinds; the narrower draws must come first.

    Where some of these kinds are what players rather send out, it is one of them but for the occasional bluff.
    """
    pool.sort()

    def draw(fit: frozenset[Unit] | None, rather: frozenset[Unit] | None = None) -> Unit:
        if rather is not None and chance.below(BLUFFS) and not rather.isdisjoint(pool):
            fit = rather
        places = range(len(pool)) if fit is None else [place for place, unit in enumerate(pool) if unit in fit]
        return pool.pop(places[chance.below(len(places))])

    return draw
