"""The single words of events: how a contact ends, what a roll does, where a unit card goes."""

from __future__ import annotations

from enum import StrEnum


class Ending(StrEnum):
    """Why a contact is no longer in effect (7.4, 13.1, 14.4)."""

    ROUTED = "routed"
    ATTACKS = "attacks"
    SUNK = "sunk"
    DETECTED = "detected"
    FIRED = "fired"
    BACK_IN_HAND = "back in hand"
    EVADED = "evaded"
    CARRIER_SUNK = "carrier sunk"


class BoatFate(StrEnum):
    """The effect of an escort's attack on a boat (8.5, 8.5.3, 8.7)."""

    MISSED = "missed"
    DAMAGED = "damaged"
    SUNK = "sunk"
    DAMAGED_AGAIN = "damaged again"
    GUNFIRE = "gunfire"
    RAMMED = "rammed"
    NO_CHARGES = "no charges"


class ShipFate(StrEnum):
    """The effect of a boat's roll on the convoy or the carrier (8.2, 13.1, 14.3)."""

    MISSED = "missed"
    MERCHANTMAN_SUNK = "merchantman sunk"
    RESCUE_SHIP_SUNK = "rescue ship sunk"
    CARRIER_HIT = "carrier hit"
    CARRIER_SUNK = "carrier sunk"
    SUNK_ALREADY = "sunk already"


class EscortFate(StrEnum):
    """The effect of a boat's shot on an escort (8.3, 8.1.4, 8.7)."""

    MISSED = "missed"
    DAMAGED = "damaged"
    DESTROYED = "destroyed"


class Goes(StrEnum):
    """Where a unit card goes (9-11)."""

    HAND = "hand"
    SCREEN = "screen"
    RETURNING = "returning"
    DECK = "deck"
    OUT = "out"
