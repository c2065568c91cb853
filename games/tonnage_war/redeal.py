"""Drawing what a player does not know: hands, face-down cards, discards and decks of the other side."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import Final

from navalcore.rules import Chance
from navalcore_games.tonnage_war.convoys import UNIT_HAND
from navalcore_games.tonnage_war.state import Committed, Engagement, Kind, Seat, Side, State, Tactical, Unit, Weapon
from navalcore_games.tonnage_war.values import AIRCRAFT, ATTACK_CARDS, ESCORT_CARDS, ESCORTS, FIGHTING_BOATS, SURFACE
from navalcore_games.tonnage_war.views import side_of

HFDF_CARDS: Final = frozenset(card for card, figures in ESCORT_CARDS.items() if figures.weapon is Weapon.HFDF)
BLUFFS: Final = {Side.UBOAT: 6, Side.ESCORT: 20}
"""One face-down card of so many that a side sends out is a blank, if it can be one; the rest are what they seem."""
HELD_BACK: Final = 3
"""A card that could have been played in the turn before is held back once in so many times."""
EARLY: Final = 8
"""Up to this turn of a round a contact has often just been made, and the attack is still to come."""


def redeal(state: State, role: str, chance: Chance) -> None:
    """Redeal, in place, every card ``role`` cannot see, in ways that fit the table.

    What is known of face-down cards holds. A contact is made by a boat that can fight, an attack by such a boat or a
    blank, HF/DF by surface escorts and blanks, and so on. Ways of dealing are as likely as players make them. Few of
    the cards sent out are blanks, so the hand keeps them. A card that could have been played in the turn before was
    rarely held back. Pools are sorted first, so that what is dealt depends on chance and on what the role sees, and on
    nothing hidden.
    """
    side = side_of(state, role)
    if side is not Side.UBOAT:
        _redeal_tactical(state.seats[Side.UBOAT], _boats_would_have_played(state), chance)
        _redeal_boats(state, chance)
    if side is not Side.ESCORT:
        _redeal_tactical(state.seats[Side.ESCORT], _escorts_would_have_played(state), chance)
        _redeal_escorts(state, chance)


def _boats_would_have_played(state: State) -> Container[Tactical]:
    return ATTACK_CARDS if state.contacts and state.turn > EARLY else ()


def _escorts_would_have_played(state: State) -> Container[Tactical]:
    if not state.contacts or state.engagement is not None:
        return ()
    return HFDF_CARDS if state.routing else HFDF_CARDS | {Tactical.ROUTING}


def _redeal_tactical(seat: Seat, would_have_played: Container[Tactical], chance: Chance) -> None:
    below = chance.below
    pool = sorted([*seat.tactical, *seat.discards, *seat.tactical_deck.cards])
    for place in range(len(seat.tactical)):
        index = below(len(pool))
        if pool[index] in would_have_played and below(HELD_BACK):
            index = below(len(pool))
        seat.tactical[place] = pool.pop(index)
    for pile in (seat.discards, seat.tactical_deck.cards):
        for place in range(len(pile)):
            pile[place] = pool.pop(below(len(pool)))


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
    draw = _drawer(pool, BLUFFS[Side.UBOAT], chance)
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
    seat.units[:] = _left_in_hand(pool, len(seat.units), FIGHTING_BOATS, chance)
    seat.units_deck.cards[:] = [draw(None) for _ in seat.units_deck.cards]


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
    draw = _drawer(pool, BLUFFS[Side.ESCORT], chance)
    if state.rescue_escort is not None:
        state.rescue_escort = draw(SURFACE)
    for member, fit in sorted(hidden, key=lambda pair: len(pair[1])):
        member.unit = draw(fit, fit & ESCORTS)
    size = len(seat.units) - seat.units.count(Unit.SUPPORT_GROUP)
    dealt = _left_in_hand(pool, size, ESCORTS, chance)
    dealt += [draw(None) for _ in range(len(pool))]
    for pile in piles:
        pile[:] = [unit if unit is Unit.SUPPORT_GROUP else dealt.pop(0) for unit in pile]


def _may_be(engagement: Engagement) -> frozenset[Unit]:
    """The cards that a face-down card of a group can be, for all the U-boat side knows."""
    blank = frozenset() if engagement.attempt > 1 else frozenset({Unit.BLANK})
    if engagement.weapon is Weapon.AIR_PATROL:
        return AIRCRAFT | blank
    if engagement.weapon is Weapon.HFDF or engagement.attempt > 1:
        return SURFACE | blank
    return SURFACE | AIRCRAFT | blank


def _left_in_hand(pool: list[Unit], size: int, sent_out: frozenset[Unit], chance: Chance) -> list[Unit]:
    """Deal a full hand from a pool and take out of it what was sent out since; that goes back to the pool."""
    hand = [pool.pop(chance.below(len(pool))) for _ in range(max(size, min(UNIT_HAND, len(pool))))]
    # Sorting is stable: among those that are sent out, and among the others, the order stays that of the draw.
    hand.sort(key=lambda unit: unit in sent_out)
    pool += hand[size:]
    return hand[:size]


def _drawer(pool: list[Unit], bluffs: int, chance: Chance) -> Callable[..., Unit]:
    """Draws blindly from a pool, any card or one of certain kinds; the narrower draws must come first.

    Where some of these kinds are what players rather send out, it is one of them but for one bluff in so many.
    """
    pool.sort()

    def draw(fit: frozenset[Unit] | None, rather: frozenset[Unit] | None = None) -> Unit:
        if rather is not None and chance.below(bluffs) and not rather.isdisjoint(pool):
            fit = rather
        places = range(len(pool)) if fit is None else [place for place, unit in enumerate(pool) if unit in fit]
        return pool.pop(places[chance.below(len(places))])

    return draw
