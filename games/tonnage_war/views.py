"""Everything that each player may see: hands, face-down cards and discards of the other side stay hidden."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypeVar

from navalcore.rules import UMPIRE, Part, Slots, View, harmless, seen_by, stacked
from navalcore_games.tonnage_war.ids import (
    CARD,
    CONTACT_NUMBERS,
    DISCARDS,
    HAND,
    OUT,
    PLAYED,
    SCREEN,
    UNIT_OF,
    UNITS,
    BoatId,
    CardId,
    ContactId,
    EscortId,
    unit_id,
)
from navalcore_games.tonnage_war.state import (
    OTHER,
    Committed,
    Contact,
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


class Looker(NamedTuple):
    """Who looks: whether that viewer sees the cards of the U-boat side, and those of the escort side."""

    boats: bool
    escorts: bool


def _seen(card: Committed, looker: Looker) -> bool:
    return card.revealed or card.screen or looker.escorts


def _owner(seat: Seat, own: bool) -> bool:  # noqa: ARG001
    return own


@dataclass(frozen=True, slots=True)
class SeatView(Part, of=Seat):
    """The cards of one side as seen."""

    tactical: Annotated[tuple[Tactical, ...] | None, seen_by(_owner)]
    """The tactical hand, or None where it is hidden."""
    tactical_size: int
    """Its number of cards."""
    units: Annotated[tuple[Unit, ...] | None, seen_by(_owner)]
    """The order-of-battle hand, or None where it is hidden."""
    units_size: int
    """Its number of cards."""
    discards: Annotated[tuple[Tactical, ...] | None, seen_by(_owner)]
    """The face-down discards, or None where they are hidden."""
    discards_size: int
    """Their number."""
    tactical_deck_size: int
    """Cards left in the tactical deck."""
    units_deck_size: int
    """Cards left in the order-of-battle deck."""
    played: tuple[Tactical, ...]
    out: tuple[Unit, ...]


@dataclass(frozen=True, slots=True)
class BoatSeatView(SeatView, of=Seat):
    """The cards of the U-boat side as seen."""

    tactical: Annotated[tuple[Tactical, ...] | None, seen_by(_owner), stacked(CARD, HAND[Side.UBOAT])]
    units: Annotated[tuple[Unit, ...] | None, seen_by(_owner), stacked(UNIT_OF[Side.UBOAT], UNITS[Side.UBOAT])]
    discards: Annotated[tuple[Tactical, ...] | None, seen_by(_owner), stacked(CARD, DISCARDS[Side.UBOAT])]
    played: Annotated[tuple[Tactical, ...], stacked(CARD, PLAYED[Side.UBOAT])]
    out: Annotated[tuple[Unit, ...], stacked(UNIT_OF[Side.UBOAT], OUT[Side.UBOAT])]


@dataclass(frozen=True, slots=True)
class EscortSeatView(SeatView, of=Seat):
    """The cards of the escort side as seen."""

    tactical: Annotated[tuple[Tactical, ...] | None, seen_by(_owner), stacked(CARD, HAND[Side.ESCORT])]
    units: Annotated[tuple[Unit, ...] | None, seen_by(_owner), stacked(UNIT_OF[Side.ESCORT], UNITS[Side.ESCORT])]
    discards: Annotated[tuple[Tactical, ...] | None, seen_by(_owner), stacked(CARD, DISCARDS[Side.ESCORT])]
    played: Annotated[tuple[Tactical, ...], stacked(CARD, PLAYED[Side.ESCORT])]
    out: Annotated[tuple[Unit, ...], stacked(UNIT_OF[Side.ESCORT], OUT[Side.ESCORT])]


S = TypeVar("S", bound=SeatView)


@dataclass(frozen=True, slots=True)
class ContactView(Part, of=Contact):
    """A contact in effect as seen."""

    number: ContactId
    card: CardId
    target: Target
    boat: Annotated[BoatId | None, seen_by(lambda contact, looker: contact.revealed or looker.boats)]
    """The boat that is with it, or None where it is face-down for the viewer."""
    under_routing: bool
    """Whether it is under evasive routing."""
    revealed: bool


@dataclass(frozen=True, slots=True)
class CommittedView(Part, of=Committed):
    """A card of a group as seen."""

    id: Annotated[str, harmless("follows from the card and its damage")]
    """The id of the stack that it belongs to on the board."""
    unit: Annotated[EscortId | None, seen_by(_seen)]
    """The card, or None where it is face-down for the viewer."""
    damage: int
    screen: bool
    attacked: bool
    continued: bool
    revealed: bool


@dataclass(frozen=True, slots=True)
class EngagementView(Part, of=Engagement):
    """An attack or engagement on the table as seen."""

    kind: Kind
    unit: BoatId | None
    """The U-boat player's card, or None where it is face-down for the viewer or is ``gone``."""
    contact: ContactId | None
    attack_card: CardId | None
    weapon: Weapon | None
    group: tuple[CommittedView, ...]
    attempt: int
    damage: int
    revealed: bool
    fired: bool
    gone: bool


class TableView(View, of=State):
    """The table as one role sees it."""

    role: str
    """Who looks."""
    side: Side | None
    """The side the role commands in this game, None for umpire and spectator."""
    phase: str
    game: int
    round: int
    rounds: int
    turn: int
    uboat: BoatSeatView
    """The cards of the U-boat side."""
    escort: EscortSeatView
    """The cards of the escort side."""
    contacts: Annotated[tuple[ContactView, ...], Slots(CONTACT_NUMBERS, by="number")]
    attack: EngagementView | None
    engagement: EngagementView | None
    window: EngagementView | None
    returning: tuple[tuple[EscortId, int], ...]
    """Escorts on their way back, with the turn at whose end they arrive."""
    rescue: Rescue
    rescue_escort: Annotated[EscortId | None, seen_by(lambda _state, looker: looker.escorts)]
    """The escort that does the duty of rescue ship, or None where it is hidden."""
    has_carrier: bool
    carrier_damage: int
    screen: Annotated[tuple[Unit, ...], stacked(UNIT_OF[Side.ESCORT], SCREEN)]
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
    """Everything that ``role`` may know of the table."""
    side = side_of(state, role)
    everything = role is UMPIRE
    looker = Looker(everything or side is Side.UBOAT, everything or side is Side.ESCORT)
    return TableView.of(
        state,
        looker,
        role=role,
        side=side,
        uboat=_seat(BoatSeatView, state.seats[Side.UBOAT], looker.boats),
        escort=_seat(EscortSeatView, state.seats[Side.ESCORT], looker.escorts),
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


def _seat(view: type[S], seat: Seat, own: bool) -> S:
    return view.of(
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
    known = known and not engagement.gone
    group = tuple([_committed(card, looker) for card in engagement.group])
    return EngagementView.of(engagement, looker, unit=unit if known else None, group=group)


def _committed(card: Committed, looker: Looker) -> CommittedView:
    known = card.unit if _seen(card, looker) else None
    return CommittedView.of(card, looker, id=unit_id(Side.ESCORT, known, card.damage))
