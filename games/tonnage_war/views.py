"""What each player may see: hands, face-down cards and discards of the other side stay hidden."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.tonnage_war.state import (
    OTHER,
    Committed,
    Engagement,
    Kind,
    Rescue,
    Seat,
    Side,
    State,
    Tactical,
    Tally,
    Target,
    Unit,
    Weapon,
)
from games.tonnage_war.values import AIRCRAFT, FIGHTING_BOATS, SURFACE
from navalcore.components.chance import Chance
from navalcore.engine.game import View


class SeatView(View):
    """The cards of one side as seen.

    Attributes:
        tactical: the tactical hand, or None where it is hidden.
        tactical_size: its number of cards.
        units: the order-of-battle hand, or None where it is hidden.
        units_size: its number of cards.
        discards: the face-down discards, or None where they are hidden.
        discards_size: their number.
        tactical_deck_size: cards left in the tactical deck.
        units_deck_size: cards left in the order-of-battle deck.
        played: tactical cards played.
        out: units out of play.
    """

    tactical: tuple[Tactical, ...] | None
    tactical_size: int
    units: tuple[Unit, ...] | None
    units_size: int
    discards: tuple[Tactical, ...] | None
    discards_size: int
    tactical_deck_size: int
    units_deck_size: int
    played: tuple[Tactical, ...]
    out: tuple[Unit, ...]


class ContactView(View):
    """A contact in effect as seen; ``boat`` is None where it lies face-down for the viewer."""

    number: int
    card: Tactical
    target: Target
    boat: Unit | None
    under_routing: bool


class CommittedView(View):
    """A card of a group as seen; ``unit`` is None where it lies face-down for the viewer."""

    unit: Unit | None
    damage: int
    screen: bool


class EngagementView(View):
    """An attack or engagement on the table as seen; ``unit`` is None where the card lies face-down for the viewer."""

    kind: Kind
    unit: Unit | None
    contact: int
    attack_card: Tactical | None
    weapon: Weapon | None
    group: tuple[CommittedView, ...]
    attempt: int
    damage: int
    fired: bool
    gone: bool


class TallyView(View):
    """Losses and points of a game."""

    ships: int
    boats_damaged: int
    boats_sunk: int
    escorts_damaged: int
    escorts_destroyed: int
    uboat_points: int
    escort_points: int


class TableView(View):
    """The table as one role sees it.

    Attributes:
        role: who looks; None is the umpire.
        side: the side the role commands in this game, None for umpire and spectator.
        phase: the step of the sequence of play.
        game: the game of the match.
        round: the round.
        turn: the turn of the round.
        uboat: the cards of the U-boat side.
        escort: the cards of the escort side.
        contacts: contact cards in effect.
        attack: a U-boat attack the escorts may still meet.
        engagement: an attempt of the escorts the U-boat side may still answer.
        window: an engagement the escorts may continue.
        returning: escorts on their way back to the hand, with the turn at whose end they arrive.
        rescue: who does the duty of rescue ship.
        rescue_escort: the escort that does it, or None where it is hidden.
        has_carrier: whether the scenario has a carrier.
        carrier_damage: its damage.
        screen: its screen, as far as it is not engaged.
        storm: stormy weather in this round.
        bad_sonar: bad sonar conditions in this round.
        tally: losses and points of this game.
        first_game: losses and points of the first game of a match of two.
        finished: whether the match is over.
    """

    role: str | None
    side: Side | None
    phase: str
    game: int
    round: int
    turn: int
    uboat: SeatView
    escort: SeatView
    contacts: tuple[ContactView, ...]
    attack: EngagementView | None
    engagement: EngagementView | None
    window: EngagementView | None
    returning: tuple[tuple[Unit, int], ...]
    rescue: Rescue
    rescue_escort: Unit | None
    has_carrier: bool
    carrier_damage: int
    screen: tuple[Unit, ...]
    storm: bool
    bad_sonar: bool
    tally: TallyView
    first_game: TallyView | None
    finished: bool

    def seat(self, side: Side) -> SeatView:
        """The cards of a side."""
        return self.uboat if side is Side.UBOAT else self.escort


def side_of(state: State, role: str | None) -> Side | None:
    """The side a role commands in the game under way."""
    if role is None or role not in (Side.UBOAT, Side.ESCORT):
        return None
    side = Side(role)
    return side if state.game == 1 else OTHER[side]


def see(state: State, role: str | None) -> TableView:
    """What ``role`` may know of the table."""
    side = side_of(state, role)
    umpire = role is None
    own_boats = umpire or side is Side.UBOAT
    own_escorts = umpire or side is Side.ESCORT
    return TableView.model_construct(
        role=role,
        side=side,
        phase=state.phase,
        game=state.game,
        round=state.round,
        turn=state.turn,
        uboat=_seat(state.seats[Side.UBOAT], own_boats),
        escort=_seat(state.seats[Side.ESCORT], own_escorts),
        contacts=tuple(
            ContactView.model_construct(
                number=contact.number,
                card=contact.card,
                target=contact.target,
                boat=contact.boat if own_boats or contact.revealed else None,
                under_routing=contact.number == state.routing,
            )
            for contact in state.contacts
        ),
        attack=_engagement(state, state.attack, own_boats, own_escorts),
        engagement=_engagement(state, state.engagement, own_boats, own_escorts),
        window=_engagement(state, state.window, own_boats, own_escorts),
        returning=tuple((tied.unit, tied.due) for tied in state.tied),
        rescue=state.rescue,
        rescue_escort=state.rescue_escort if own_escorts else None,
        has_carrier=state.has_carrier,
        carrier_damage=state.carrier_damage,
        screen=tuple(state.screen),
        storm=state.storm,
        bad_sonar=state.bad_sonar,
        tally=_tally(state.tally),
        first_game=None if state.first_game is None else _tally(state.first_game),
        finished=state.finished,
    )


def _seat(seat: Seat, own: bool) -> SeatView:
    return SeatView.model_construct(
        tactical=tuple(seat.tactical) if own else None,
        tactical_size=len(seat.tactical),
        units=tuple(seat.units) if own else None,
        units_size=len(seat.units),
        discards=tuple(seat.discards) if own else None,
        discards_size=len(seat.discards),
        tactical_deck_size=len(seat.tactical_deck.cards),
        units_deck_size=len(seat.units_deck.cards),
        played=tuple(seat.played),
        out=tuple(seat.out),
    )


def _engagement(
    state: State, engagement: Engagement | None, own_boats: bool, own_escorts: bool
) -> EngagementView | None:
    if engagement is None:
        return None
    unit = engagement.unit
    if unit is None and (contact := state.contact(engagement.contact)) is not None:
        unit = contact.boat
    return EngagementView.model_construct(
        kind=engagement.kind,
        unit=unit if own_boats or engagement.revealed or _contact_known(state, engagement) else None,
        contact=engagement.contact,
        attack_card=engagement.attack_card,
        weapon=engagement.weapon,
        group=tuple(
            CommittedView.model_construct(
                unit=member.unit if own_escorts or member.revealed or member.screen else None,
                damage=member.damage,
                screen=member.screen,
            )
            for member in engagement.group
        ),
        attempt=engagement.attempt,
        damage=engagement.damage,
        fired=engagement.fired,
        gone=engagement.gone,
    )


def _contact_known(state: State, engagement: Engagement) -> bool:
    contact = state.contact(engagement.contact)
    return contact is not None and contact.revealed


def _tally(tally: Tally) -> TallyView:
    return TallyView.model_construct(
        ships=tally.ships,
        boats_damaged=tally.boats_damaged,
        boats_sunk=tally.boats_sunk,
        escorts_damaged=tally.escorts_damaged,
        escorts_destroyed=tally.escorts_destroyed,
        uboat_points=tally.uboat_points,
        escort_points=tally.escort_points,
    )


# ---- drawing what a role does not know ------------------------------------------------------------------------------


def redeal(state: State, role: str, chance: Chance) -> None:
    """Deal anew, in place, every card ``role`` cannot see, each way of dealing that fits the table equally likely.

    What is known of face-down cards holds: a contact is made by a boat that can fight, an attack by such a boat or a
    blank, HF/DF by surface escorts and blanks, and so on. Pools are sorted first, so that what is dealt depends on
    chance and on what the role sees, and on nothing that lies hidden.
    """
    side = side_of(state, role)
    if side is not Side.UBOAT:
        _redeal_tactical(state.seats[Side.UBOAT], chance)
        _redeal_boats(state, chance)
    if side is not Side.ESCORT:
        _redeal_tactical(state.seats[Side.ESCORT], chance)
        _redeal_escorts(state, chance)


def _redeal_tactical(seat: Seat, chance: Chance) -> None:
    piles = [seat.tactical, seat.discards, seat.tactical_deck.cards]
    pool = sorted([card for pile in piles for card in pile])
    for pile in piles:
        for place in range(len(pile)):
            pile[place] = pool.pop(chance.below(len(pool)))


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
        engagement.unit = draw(FIGHTING_BOATS | {Unit.BLANK})
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
        member.unit = draw(fit)
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


def _drawer(pool: list[Unit], chance: Chance) -> Callable[[frozenset[Unit] | None], Unit]:
    """Draws blindly from a pool, any card or one of certain kinds; the narrower draws must come first."""

    pool.sort()

    def draw(fit: frozenset[Unit] | None) -> Unit:
        places = range(len(pool)) if fit is None else [place for place, unit in enumerate(pool) if unit in fit]
        return pool.pop(places[chance.below(len(places))])

    return draw
