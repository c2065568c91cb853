"""The switchable rulings and optional rules."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field, ValidationInfo, field_validator

from navalcore.rules import Options, rule

ROUNDS: Final = 4
"""Rounds of a game (§4)."""


@rule("11.2")
class TonnageOptions(Options):
    """Optional rules and readings; the defaults are the rulings as written."""

    match_of_two: bool = Field(True, title="Match of two games")
    """TW-R56. Play two games with roles exchanged and compare them (§4, §12); otherwise a single game."""

    rounds: Literal[1, 2, 3, 4] = 4
    """TW-R58. Rounds a game (§4), if the scenario does not have fewer."""

    convoy_attack_die: Literal[10, 20] = Field(10, title="Die of attacks on the convoy")
    """TW-R01. The die of attacks on the convoy."""

    hfdf_modifier: Literal["penalty", "bonus"] = Field("penalty", title="Direction finding by a surface escort")
    """TW-R05. Whether the HF/DF figure of a surface escort makes detection harder or easier."""

    air_patrol_source: Literal["hand", "deck"] = Field("hand", title="An air search pulls its card from")
    """TW-R07. Where an air search pulls its card from."""

    flak_base: Literal["detected", "half", "full"] = Field("detected", title="Number needed by flak")
    """TW-R08. The number needed by flak: 2, half the boat's attack value, or all of it."""

    uboat_hit_on_escort: Literal["damage", "half_sinks", "sinks"] = Field(
        "damage", title="Hit of a U-boat on an escort"
    )
    """TW-R09. The effect of a boat's hit on an escort or aircraft."""

    damaged_escorts_are_targets: bool = True
    """TW-R10. Whether a boat may shoot again at an escort that is damaged."""

    depletion: bool = Field(False, title="Depth charges run out")
    """TW-R11. Surface escorts run out of depth charges (8.5.4)."""

    escort_return: Literal["delayed", "immediate"] = Field("delayed", title="Return of escorts to the hand")
    """TW-R14. When escorts come back to the hand (9.1-9.3)."""

    escorts_to_deck: Literal["where_it_matters", "always"] = Field(
        "where_it_matters", title="Choice of escorts for the deck"
    )
    """TW-R16. When the escort side is asked which escorts it sends to the deck instead of the hand (10.1)."""

    continuation_discards_escorts: bool = False
    """TW-R15. Escorts that made a continuation attack leave play (11.1)."""

    continuation_discards_uboats: bool = Field(False, title="Continuation discards U-boats")
    """TW-R15. Boats detected in a continuation leave play (11.2); only together with 11.1."""

    score_escort_damage: Literal["by_uboat", "all", "none"] = Field("by_uboat", title="Damage to escorts that scores")
    """TW-R19. Which damage to escorts scores: that done by boats, any, or none."""

    missed_contact_boat: Literal["stays", "to_hand"] = Field("stays", title="A contact boat that was missed")
    """TW-R17. Where a contact boat goes that was not detected and did not evade."""

    max_contacts: Literal["unlimited", "one_per_target"] = Field("unlimited", title="Contacts in effect")
    """TW-R25. How many contacts may be in effect."""

    air_in_escort_attack: bool = Field(True, title="Aircraft may join an escort attack")
    """TW-R29. Whether aircraft may join an escort attack."""

    continuation_capacity: Literal["additional", "total"] = Field("additional", title="Units of a continuation card")
    """TW-R30. Whether a continuation card brings in that many units more, or limits the group, its damaged too."""

    oob_carryover: Literal["reshuffle", "keep", "discard"] = Field(
        "reshuffle", title="Units in hand at the end of a round"
    )
    """TW-R32. Whether units in hand at the end of a round are reshuffled, kept or discarded."""

    rescue_ships: bool = True
    """TW-R36. Whether convoys have a rescue ship (14.3)."""

    blanks_turn_boats_up: bool = False
    """TW-R46. Whether a group of blanks alone, of which none looks for the boat, turns it up all the same."""

    screen_return: Literal["with_the_others", "at_once"] = Field(
        "with_the_others", title="Return of the carrier's screen"
    )
    """TW-R59. When escorts of the carrier's screen are back with it (13.1)."""

    support_group_put_back: Literal["to_a_hand_of_10", "up_to_as_many"] = Field(
        "to_a_hand_of_10", title="Cards put back for a support group"
    )
    """TW-R60. How many cards the escort side puts back for a support group (13.2)."""

    @field_validator("continuation_discards_uboats")
    @classmethod
    def _needs_11_1(cls, chosen: bool, info: ValidationInfo) -> bool:
        if chosen and not info.data.get("continuation_discards_escorts"):
            raise ValueError("11.2 may be used only together with 11.1: set continuation_discards_escorts too")
        return chosen
