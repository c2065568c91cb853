"""What each player may see: hands, face-down cards and discards of the other side stay hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple

from navalcore.rules import UMPIRE, Each, Part, View, seen_by
from navalcore_games.tonnage_war.state import (
    OTHER,
    Committed,
    Contact,
    ContactNumber,
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

CONTACT_NUMBERS = tuple(ContactNumber(number) for number in range(1, 14))
"""A pack of playing cards makes 13 contact cards, and each is dealt once a game (D1, 3)."""


class Looker(NamedTuple):
    """Who looks: whether he sees the cards of the U-boat side, and those of the escort side."""

    boats: bool
    escorts: bool


def _owner(seat: Seat, own: bool) -> bool:  # noqa: ARG001
    return own


@dataclass(frozen=True, slots=True)
class SeatView(Part, of=Seat):
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
    """

    tactical: Annotated[tuple[Tactical, ...] | None, seen_by(_owner)]
    tactical_size: int
    units: Annotated[tuple[Unit, ...] | None, seen_by(_owner)]
    units_size: int
    discards: Annotated[tuple[Tactical, ...] | None, seen_by(_owner)]
    discards_size: int
    tactical_deck_size: int
    units_deck_size: int
    played: tuple[Tactical, ...]
    out: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class ContactView(Part, of=Contact):
    """A contact in effect as seen.

    Attributes:
        boat: the boat that lies with it, or None where it lies face-down for the viewer.
        under_routing: whether it is under evasive routing.
    """

    number: ContactNumber
    card: Tactical
    target: Target
    boat: Annotated[Unit | None, seen_by(lambda contact, looker: contact.revealed or looker.boats)]
    under_routing: bool
    revealed: bool


@dataclass(frozen=True, slots=True)
class CommittedView(Part, of=Committed):
    """A card of a group as seen.

    Attributes:
        unit: the card, or None where it lies face-down for the viewer.
    """

    unit: Annotated[Unit | None, seen_by(lambda card, looker: card.revealed or card.screen or looker.escorts)]
    damage: int
    screen: bool
    attacked: bool
    continued: bool
    revealed: bool


@dataclass(frozen=True, slots=True)
class EngagementView(Part, of=Engagement):
    """An attack or engagement on the table as seen.

    Attributes:
        unit: the U-boat player's card, or None where it lies face-down for the viewer.
    """

    kind: Kind
    unit: Unit | None
    contact: ContactNumber | None
    attack_card: Tactical | None
    weapon: Weapon | None
    group: tuple[CommittedView, ...]
    attempt: int
    damage: int
    revealed: bool
    fired: bool
    gone: bool


class TableView(View, of=State):
    """The table as one role sees it.

    Attributes:
        role: who looks.
        side: the side the role commands in this game, None for umpire and spectator.
        uboat: the cards of the U-boat side.
        escort: the cards of the escort side.
        returning: escorts on their way back to the hand, with the turn at whose end they arrive.
        rescue_escort: the escort that does the duty of rescue ship, or None where it is hidden.
    """

    role: str
    side: Side | None
    phase: str
    game: int
    round: int
    turn: int
    uboat: SeatView
    escort: SeatView
    contacts: Annotated[tuple[ContactView, ...], Each(CONTACT_NUMBERS, by="number")]
    attack: EngagementView | None
    engagement: EngagementView | None
    window: EngagementView | None
    returning: tuple[tuple[Unit, int], ...]
    rescue: Rescue
    rescue_escort: Annotated[Unit | None, seen_by(lambda _state, looker: looker.escorts)]
    has_carrier: bool
    carrier_damage: int
    screen: tuple[Unit, ...]
    storm: bool
    bad_sonar: bool
    tally: Tally
    first_game: Tally | None
    finished: bool

    def seat(self, side: Side) -> SeatView:
        """The cards of a side."""
        return self.uboat if side is Side.UBOAT else self.escort


def side_of(state: State, role: str) -> Side | None:
    """The side a role commands in the game under way."""
    if role not in (Side.UBOAT, Side.ESCORT):
        return None
    side = Side(role)
    return side if state.game == 1 else OTHER[side]


def see(state: State, role: str) -> TableView:
    """What ``role`` may know of the table."""
    side = side_of(state, role)
    everything = role is UMPIRE
    looker = Looker(everything or side is Side.UBOAT, everything or side is Side.ESCORT)
    return TableView.of(
        state,
        looker,
        role=role,
        side=side,
        uboat=_seat(state.seats[Side.UBOAT], looker.boats),
        escort=_seat(state.seats[Side.ESCORT], looker.escorts),
        contacts=tuple(
            [
                ContactView.of(contact, looker, under_routing=contact.number == state.routing)
                for contact in state.contacts
            ]
        ),
        attack=_engagement(state, state.attack, looker),
        engagement=_engagement(state, state.engagement, looker),
        window=_engagement(state, state.window, looker),
        returning=tuple([(tied.unit, tied.due) for tied in state.tied]),
    )


def _seat(seat: Seat, own: bool) -> SeatView:
    return SeatView.of(
        seat,
        own,
        tactical_size=len(seat.tactical),
        units_size=len(seat.units),
        discards_size=len(seat.discards),
        tactical_deck_size=len(seat.tactical_deck.cards),
        units_deck_size=len(seat.units_deck.cards),
    )


def _engagement(state: State, engagement: Engagement | None, looker: Looker) -> EngagementView | None:
    if engagement is None:
        return None
    unit, contact = engagement.unit, state.contact(engagement.contact)
    if unit is None and contact is not None:
        unit = contact.boat
    known = looker.boats or engagement.revealed or (contact is not None and contact.revealed)
    return EngagementView.of(engagement, looker, unit=unit if known else None)
