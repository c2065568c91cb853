"""What each player may see: hands, face-down cards and discards of the other side stay hidden."""

from __future__ import annotations

from games.tonnage_war.state import (
    OTHER,
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
from navalcore.engine.terms import View


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
