"""The state of a game of Tonnage War, and the words it is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, NewType, TypeAlias

from navalcore import rules
from navalcore.components import Deck
from navalcore.rules import harmless, nothing_as
from navalcore_games.tonnage_war.options import TonnageOptions


class Side(StrEnum):
    """The two sides (§1). A player is named after the side he begins with: in the second game of a match of two the
    player ``uboat`` commands the escorts."""

    UBOAT = "uboat"
    ESCORT = "escort"


ON_THE_TABLE = harmless("everybody saw it happen on the table")
OWN_COUNT = harmless("drawn from blindly, and what is left in his own deck a player can count")

OTHER = {Side.UBOAT: Side.ESCORT, Side.ESCORT: Side.UBOAT}
"""The other side."""


class Tactical(StrEnum):
    """Kinds of tactical cards (D1, D2); the names in small letters are the ids of data files."""

    CONTACT = "contact"
    SPECIAL_CONTACT = "special contact"
    BEAM = "beam attack"
    BOW = "bow attack"
    BOW_FAT = "bow attack with FAT"
    QUARTER = "quarter attack"
    STERN = "stern attack"
    STRAGGLER = "straggler attack"
    ZAUNKOENIG = "Zaunkoenig attack"
    EVADE_8 = "evade +8"
    EVADE_6 = "evade +6"
    EVADE_4 = "evade +4"
    EVADE_2 = "evade +2"
    B_DIENST = "B-dienst"
    FLAK_2 = "flak +2"
    FLAK_1 = "flak +1"
    FLAK_0 = "flak +0"
    ROUTING = "evasive routing"
    ESCORT_ATTACK_3 = "escort attack (3)"
    ESCORT_ATTACK_2 = "escort attack (2)"
    ESCORT_ATTACK_1 = "escort attack (1)"
    HFDF_3 = "HF/DF (3)"
    HFDF_2 = "HF/DF (2)"
    HFDF_1 = "HF/DF (1)"
    AIR_PATROL_3 = "air patrol (3)"
    AIR_PATROL_2 = "air patrol (2)"
    AIR_PATROL_1 = "air patrol (1)"
    IDLE = "idle card"


class Unit(StrEnum):
    """Kinds of order-of-battle cards: boats, escorts, and what is none of both (D3, 13.2, 13.3)."""

    N = "N"
    R = "R"
    A = "A"
    TANKER = "U-tanker"
    SN = "SN"
    SR = "SR"
    SA = "SA"
    SN_DEPLETED = "SN (depleted)"
    SR_DEPLETED = "SR (depleted)"
    SA_DEPLETED = "SA (depleted)"
    AN = "AN"
    AR = "AR"
    AA = "AA"
    SUPPORT_GROUP = "support group"
    BLANK = "blank"


class Target(StrEnum):
    """What a contact is in contact with, and what an attack is aimed at (13.1)."""

    CONVOY = "convoy"
    CARRIER = "carrier"


class Weapon(StrEnum):
    """The three types of cards with which escorts go after a boat."""

    ESCORT_ATTACK = "escort attack"
    HFDF = "HF/DF"
    AIR_PATROL = "air patrol"


class Kind(StrEnum):
    """How an engagement came about."""

    CONVOY_ATTACK = "attack on the convoy"
    CARRIER_ATTACK = "attack on the carrier"
    HFDF_CONTACT = "HF/DF on a contact"
    AIR_CONTACT = "air patrol on a contact"
    AIR_SEARCH = "air search"


class Response(StrEnum):
    """How a boat answers an attempt on it."""

    NONE = "none"
    EVADE = "evade"
    ATTACK = "attack"
    FLAK = "flak"


class Rescue(StrEnum):
    """Who does the duty of rescue ship (14.3)."""

    NONE = "none"
    ORIGINAL = "original"
    ESCORT = "escort"
    OWED = "owed"


ContactNumber = NewType("ContactNumber", int)
"""What a contact is called; counted from 1 in every game."""


@dataclass(slots=True)
class Contact:
    """A contact card in effect.

    Attributes:
        number: what it is called; counted from 1 in every game.
        card: the contact card.
        target: what it is in contact with.
        boat: the boat that lies with it.
        revealed: whether the boat has been turned up.
    """

    number: ContactNumber
    card: Tactical
    target: Target
    boat: Unit
    revealed: bool = False


@dataclass(slots=True)
class Committed:
    """An escort or blank of a group on the table.

    Attributes:
        unit: the card.
        damage: points of damage; a second one destroys it.
        scored: points given for it so far.
        attacked: whether it has attacked in this engagement.
        continued: whether it has attacked in a continuation.
        screen: whether it belongs to the carrier's screen.
        revealed: whether it lies face-up.
    """

    unit: Unit
    damage: int = 0
    scored: Annotated[int, ON_THE_TABLE] = 0
    attacked: bool = False
    continued: bool = False
    screen: bool = False
    revealed: bool = False


@dataclass(slots=True)
class Engagement:
    """A U-boat card in action: attacking, or hunted, or both.

    Attributes:
        kind: how it came about.
        unit: the U-boat player's card, unless it still lies with its contact (or has not been pulled yet).
        contact: the number of the contact with which it lies or lay, if any.
        attack_card: the card of the boat's own attack.
        weapon: the type of the escorts' card, once there is one.
        group: the escorts and blanks on it.
        attempt: 1 for the initial attempt of the escorts, 2 and more for continuations (8.6).
        damage: the boat's damage.
        revealed: whether the card has been turned up.
        fired: whether the boat has shot at escorts.
        detected_again: whether it was detected in a continuation.
        resolved: the turn of the last attempt.
        gone: whether the U-boat player's card has left the table.
    """

    kind: Kind
    unit: Unit | None = None
    contact: Annotated[ContactNumber | None, nothing_as(0)] = None
    attack_card: Tactical | None = None
    weapon: Weapon | None = None
    group: list[Committed] = field(default_factory=list)
    attempt: int = 0
    damage: int = 0
    revealed: bool = False
    fired: bool = False
    detected_again: Annotated[bool, ON_THE_TABLE] = False
    resolved: Annotated[int, ON_THE_TABLE] = 0
    gone: bool = False


@dataclass(slots=True)
class Tied:
    """An escort or blank on its way back to the hand, at the end of turn ``due`` (9.1-9.3)."""

    unit: Unit
    due: int


@dataclass(slots=True)
class Seat:
    """The cards of one side.

    Attributes:
        tactical_deck: tactical cards not dealt yet.
        tactical: the tactical hand.
        units_deck: the order-of-battle deck.
        units: the order-of-battle hand.
        discards: tactical cards discarded face-down.
        played: tactical cards played, face-up.
        out: units out of play, face-up.
    """

    tactical_deck: Annotated[Deck[Tactical], OWN_COUNT]
    units_deck: Annotated[Deck[Unit], OWN_COUNT]
    tactical: list[Tactical] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    discards: list[Tactical] = field(default_factory=list)
    played: list[Tactical] = field(default_factory=list)
    out: list[Unit] = field(default_factory=list)


@dataclass(slots=True)
class Tally:
    """What has happened in a game so far (§12): the final states of units, each counted once.

    Attributes:
        ships: ordinary ships of the convoy sunk, the original rescue ship included.
        boats_damaged: boats damaged and not sunk.
        boats_sunk: boats sunk.
        escorts_damaged: escorts damaged and not destroyed.
        escorts_destroyed: escorts sunk or shot down.
        uboat_points: points of the U-boat side.
        escort_points: points of the escort side.
    """

    ships: int = 0
    boats_damaged: int = 0
    boats_sunk: int = 0
    escorts_damaged: int = 0
    escorts_destroyed: int = 0
    uboat_points: int = 0
    escort_points: int = 0


@dataclass(slots=True)
class State:
    """The whole table.

    Attributes:
        phase: the step of the sequence of play.
        seats: the cards of each side.
        game: the game of the match under way, 1 or 2.
        round: the round, 1 to 4; 0 before the first deal.
        turn: turns begun in this round, odd ones the U-boat side's (7.1).
        turns: turns begun in the match.
        contacts: contact cards in effect.
        contacts_made: contacts made in this game.
        attack: a U-boat attack the escorts have not reacted to.
        engagement: an attempt of the escorts the U-boat side has not reacted to.
        window: an engagement the escorts may continue in their next turn.
        routing: the number of the contact under evasive routing, if any.
        tied: escorts on their way back to the hand.
        rescue: who does the duty of rescue ship.
        rescue_escort: the escort that does it.
        has_carrier: whether the scenario has an escort carrier.
        screen: the carrier's screen, as far as it is not engaged.
        carrier_damage: damage of the carrier; 2 is sunk.
        storm: stormy weather in this round.
        bad_sonar: bad sonar conditions in this round.
        tally: losses and points of this game.
        first_game: losses and points of the first game of a match of two, once it is over.
        finished: whether the match is over.
    """

    phase: str
    seats: dict[Side, Seat]
    game: int = 1
    round: int = 0
    turn: int = 0
    turns: Annotated[int, ON_THE_TABLE] = 0
    contacts: list[Contact] = field(default_factory=list)
    contacts_made: Annotated[int, ON_THE_TABLE] = 0
    attack: Engagement | None = None
    engagement: Engagement | None = None
    window: Engagement | None = None
    routing: Annotated[ContactNumber | None, nothing_as(0)] = None
    tied: list[Tied] = field(default_factory=list)
    rescue: Rescue = Rescue.ORIGINAL
    rescue_escort: Unit | None = None
    has_carrier: bool = False
    screen: list[Unit] = field(default_factory=list)
    carrier_damage: int = 0
    storm: bool = False
    bad_sonar: bool = False
    tally: Tally = field(default_factory=Tally)
    first_game: Tally | None = None
    finished: bool = False

    def contact(self, number: ContactNumber | None) -> Contact | None:
        """The contact of that number, if it is in effect."""
        for contact in self.contacts:
            if contact.number == number:
                return contact
        return None

    def boat_of(self, engagement: Engagement) -> Unit:
        """The U-boat player's card of an engagement, wherever it lies."""
        if engagement.unit is not None:
            return engagement.unit
        contact = self.contact(engagement.contact)
        assert contact is not None
        return contact.boat


def player_of(state: State, side: Side) -> Side:
    """The player who commands ``side`` in the game under way; roles are exchanged in the second game (§4)."""
    return side if state.game == 1 else OTHER[side]


Play: TypeAlias = rules.Play[State, TonnageOptions]
"""What every procedure of the game is given: the state, the options, the dice."""
