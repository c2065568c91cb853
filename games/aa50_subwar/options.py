"""The switchable rulings and optional rules; the defaults are the rulings as written."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from navalcore.rules import Options, rule

Face = Annotated[int, Field(ge=0, le=6)]
Commitment = Annotated[int, Field(ge=0, le=50)] | None


@rule("S28", "S30")
class SubwarOptions(Options):
    """The options of submarine warfare and convoy disruption."""

    transports_are_surface_ships: bool = True
    """AAS-R02. Whether a transport brings the fleet rules in; if not, it is left to the warships not busy hunting."""

    submarines_may_hunt_submarines: bool = False
    """AAS-R03. Whether submarines may attack submarines that are alone, by the fleet rules."""

    stop_roll: Literal["per_destroyer_per_submarine", "once_per_destroyer"] = Field(
        "per_destroyer_per_submarine", title="Rolls to stop a submarine"
    )
    """AAS-R04. Whether a destroyer tries to stop every submarine that leaves, or only one in a movement phase."""

    escape_timing: Literal["before_return_fire", "after_return_fire"] = Field(
        "before_return_fire", title="Escape of a submarine"
    )
    """AAS-R07. Whether a submarine that escapes on the destroyer's 6 fires before it goes."""

    surprise_attack_no_return: bool = Field(False, title="No fire from a submarine sunk by surprise")
    """AAS-R09. Whether a submarine sunk by an aircraft in the first round does not fire back."""

    hunters_are_committed: bool = False
    """AAS-R42. Whether a destroyer has fought that had not searched when the attacker broke the hunt off."""

    attack_order: Literal["attacker_chooses", "random"] = "attacker_chooses"
    """AAS-R11. Who picks the next hunter; the random order was tried by the author, who advises against it."""

    air_search_cost: Annotated[int, Field(ge=0, le=4)] = Field(2, title="Movement points for a search by an aircraft")
    """AAS-R12. Movement points an aircraft spends on a search; 0 drops the rule."""

    spot_aircraft: Face = Field(3, title="Aircraft spot a submarine on up to")
    """S28. Aircraft spot on this or less; the author began with 4."""

    spot_destroyer: Face = Field(3, title="Destroyers spot a submarine on up to")
    """S9. Destroyers spot on this or less."""

    stop_submarine: Face = Field(3, title="Destroyers stop a submarine on up to")
    """S4. A destroyer stops a submarine on this or less."""

    zone_limit_scope: Literal["per_collecting_power", "per_round"] = Field(
        "per_collecting_power", title="A zone's limit holds"
    )
    """AAS-R17. Whether a zone's limit holds for each collecting power or for the whole round."""

    convoy_dice: Annotated[int, Field(ge=0, le=4)] = Field(2, title="Convoy dice of a submarine")
    """AAS-R18. Dice a submarine rolls in convoy disruption."""

    convoy_fighter_dice: Annotated[int, Field(ge=0, le=4)] = Field(2, title="Convoy dice of a fighter from a carrier")
    """AAS-R18. Dice a fighter aboard a carrier rolls in convoy disruption."""

    convoy_counts_up_to: Face = Field(3, title="Convoy dice count up to")
    """AAS-R18. Faces up to this one cost IPC."""

    convoy_value: Literal["face", "one"] = Field("face", title="What a convoy die that counts costs")
    """AAS-R18. Whether a counting die costs its face or 1 IPC."""

    mandatory: bool = Field(True, title="Convoy dice must be rolled")
    """AAS-R20. Whether convoy dice must be rolled; if not, the raider may waive each zone."""

    rounds: Annotated[int, Field(ge=1, le=100)] | None = None
    """AAS-R24. The length of the match; the scenario's if left out."""

    commitment_germany: Commitment = Field(None, title="IPC spent outside the theatre by Germany")
    """AAS-R26. IPC Germany spends outside the theatre each turn; the scenario's if left out."""

    commitment_uk: Commitment = Field(None, title="IPC spent outside the theatre by the United Kingdom")
    """AAS-R26. IPC the United Kingdom spends outside the theatre each turn; the scenario's if left out."""

    commitment_us: Commitment = Field(None, title="IPC spent outside the theatre by the United States")
    """AAS-R26. IPC the United States spends outside the theatre each turn; the scenario's if left out."""
