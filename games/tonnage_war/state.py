"""The state of a game of Tonnage War, and the words it is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, NewType, TypeAlias

from navalcore import rules
from navalcore.components import Deck
from navalcore.rules import harmless, none_as
from navalcore_games.tonnage_war.options import ROUNDS, TonnageOptions


class Side(StrEnum):
    """The two sides (§1). A player is named after the side they begin with: in the second game of a match of two the
    player ``uboat`` commands the escorts."""

    UBOAT = "uboat"
    ESCORT = "escort"


ON_THE_TABLE = harmless("everybody saw it happen on the table")
OWN_COUNT = harmless("drawn from blindly, and what is left in their own deck a player can count")

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
    """The target of a contact, and of an attack (13.1)."""

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
"""The number of a contact; counted from 1 in every game."""


@dataclass(slots=True)
class Contact:
    """A contact card in effect."""

    number: ContactNumber
    """Its number; counted from 1 in every game."""
    card: Tactical
    """The contact card."""
    target: Target
    """The target that it is in contact with."""
    boat: Unit
    """The boat that is with it."""
    revealed: bool = False
    """Whether the boat has been turned up."""


@dataclass(slots=True)
class Committed:
    """An escort or blank of a group on the table."""

    unit: Unit
    """The card."""
    damage: int = 0
    """Points of damage; a second one destroys it."""
    scored: Annotated[int, ON_THE_TABLE] = 0
    """Points given for it so far."""
    attacked: bool = False
    """Whether it has attacked in this engagement."""
    continued: bool = False
    """Whether it has attacked in a continuation."""
    screen: bool = False
    """Whether it belongs to the carrier's screen."""
    revealed: bool = False
    """Whether it is face-up."""


@dataclass(slots=True)
class Engagement:
    """A U-boat card in action: attacking, or hunted, or both."""

    kind: Kind
    """How it came about."""
    unit: Unit | None = None
    """The U-boat player's card, unless it still is with its contact (or has not been pulled yet)."""
    contact: Annotated[ContactNumber | None, none_as(0)] = None
    """The number of the contact with which it is or was, if any."""
    attack_card: Tactical | None = None
    """The card of the boat's own attack."""
    weapon: Weapon | None = None
    """The type of the escorts' card, once there is one."""
    group: list[Committed] = field(default_factory=list)
    """The escorts and blanks on it."""
    attempt: int = 0
    """1 for the initial attempt of the escorts, 2 and more for continuations (8.6)."""
    damage: int = 0
    """The boat's damage."""
    revealed: bool = False
    """Whether the card has been turned up."""
    fired: bool = False
    """Whether the boat has shot at escorts."""
    detected_again: Annotated[bool, ON_THE_TABLE] = False
    """Whether it was detected in a continuation."""
    resolved: Annotated[int, ON_THE_TABLE] = 0
    """The turn of the last attempt."""
    gone: bool = False
    """Whether the U-boat player's card has left the table."""


@dataclass(slots=True)
class Tied:
    """An escort or blank on its way back, at the end of turn ``due`` (9.1-9.3)."""

    unit: Unit
    due: int
    screen: bool = False
    """Whether it goes back to the carrier's screen, and not to the hand."""


@dataclass(slots=True)
class Seat:
    """The cards of one side."""

    tactical_deck: Annotated[Deck[Tactical], OWN_COUNT]
    """Tactical cards not dealt yet."""
    units_deck: Annotated[Deck[Unit], OWN_COUNT]
    """The order-of-battle deck."""
    tactical: list[Tactical] = field(default_factory=list)
    """The tactical hand."""
    units: list[Unit] = field(default_factory=list)
    """The order-of-battle hand."""
    discards: list[Tactical] = field(default_factory=list)
    """Tactical cards discarded face-down."""
    played: list[Tactical] = field(default_factory=list)
    """Tactical cards played, face-up."""
    out: list[Unit] = field(default_factory=list)
    """Units out of play, face-up."""


@dataclass(slots=True)
class Tally:
    """The events of a game so far (§12): the final states of units, each counted once."""

    ships: int = 0
    """Ordinary ships of the convoy sunk, the original rescue ship included."""
    boats_damaged: int = 0
    """Boats damaged and not sunk."""
    boats_sunk: int = 0
    """Boats sunk."""
    escorts_damaged: int = 0
    """Escorts damaged and not destroyed."""
    escorts_destroyed: int = 0
    """Escorts sunk or shot down."""
    uboat_points: int = 0
    """Points of the U-boat side."""
    escort_points: int = 0
    """Points of the escort side."""


@dataclass(slots=True)
class State:
    """The whole table."""

    phase: str
    """The step of the sequence of play."""
    seats: dict[Side, Seat]
    """The cards of each side."""
    game: int = 1
    """The game of the match under way, 1 or 2."""
    round: int = 0
    """The round, from 1 on; 0 before the first deal."""
    rounds: int = ROUNDS
    """Rounds of a game."""
    turn: int = 0
    """Turns begun in this round, odd ones the U-boat side's (7.1)."""
    turns: Annotated[int, ON_THE_TABLE] = 0
    """Turns begun in the match."""
    contacts: list[Contact] = field(default_factory=list)
    """Contact cards in effect."""
    contacts_made: Annotated[int, ON_THE_TABLE] = 0
    """Contacts made in this game."""
    attack: Engagement | None = None
    """A U-boat attack the escorts have not reacted to."""
    engagement: Engagement | None = None
    """An attempt of the escorts the U-boat side has not reacted to."""
    window: Engagement | None = None
    """An engagement the escorts may continue in their next turn."""
    routing: Annotated[ContactNumber | None, none_as(0)] = None
    """The number of the contact under evasive routing, if any."""
    tied: list[Tied] = field(default_factory=list)
    """Escorts on their way back to the hand."""
    rescue: Rescue = Rescue.ORIGINAL
    """Who does the duty of rescue ship."""
    rescue_escort: Unit | None = None
    """The escort that does it."""
    has_carrier: bool = False
    """Whether the scenario has an escort carrier."""
    screen: list[Unit] = field(default_factory=list)
    """The carrier's screen, as far as it is not engaged."""
    carrier_damage: int = 0
    """Damage of the carrier; 2 is sunk."""
    storm: bool = False
    """Stormy weather in this round."""
    bad_sonar: bool = False
    """Bad sonar conditions in this round."""
    tally: Tally = field(default_factory=Tally)
    """Losses and points of this game."""
    first_game: Tally | None = None
    """Losses and points of the first game of a match of two, once it is over."""
    finished: bool = False
    """Whether the match is over."""

    def contact(self, number: ContactNumber | None) -> Contact | None:
        """The contact of that number, if it is in effect."""
        for contact in self.contacts:
            if contact.number == number:
                return contact
        return None

    def boat_of(self, engagement: Engagement) -> Unit:
        """The U-boat player's card of an engagement, wherever it is."""
        if engagement.unit is not None:
            return engagement.unit
        contact = self.contact(engagement.contact)
        assert contact is not None
        return contact.boat


def player_of(state: State, side: Side) -> Side:
    """The player who commands ``side`` in the game under way; roles are exchanged in the second game (§4)."""
    return side if state.game == 1 else OTHER[side]


Play: TypeAlias = rules.Play[State, TonnageOptions]
"""The first argument of every procedure of the game: the state, the options, the dice."""
