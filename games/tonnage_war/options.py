"""The switchable rulings and optional rules."""

from __future__ import annotations

from typing import Literal

from pydantic import ValidationInfo, field_validator

from navalcore.rules import Options, rule


@rule("11.2")
class TonnageOptions(Options):
    """Optional rules and readings; the defaults are the rulings as written."""

    match_of_two: bool = False
    """Play two games with roles exchanged and compare them (§4, §12); otherwise a single game."""

    convoy_attack_die: Literal[10, 20] = 10
    """TW-R01. The die of attacks on the convoy."""

    hfdf_modifier: Literal["penalty", "bonus"] = "penalty"
    """TW-R05. Whether the HF/DF figure of a surface escort makes detection harder or easier."""

    air_patrol_source: Literal["hand", "deck"] = "hand"
    """TW-R07. Where an air search pulls its card from."""

    flak_base: Literal["detected", "half", "full"] = "detected"
    """TW-R08. What flak is rolled against: 2, half the boat's attack value, or all of it."""

    uboat_hit_on_escort: Literal["damage", "half_sinks", "sinks"] = "damage"
    """TW-R09. What a boat's hit does to an escort or aircraft."""

    depletion: bool = False
    """TW-R11. Surface escorts run out of depth charges (8.5.4)."""

    escort_return: Literal["delayed", "immediate"] = "delayed"
    """TW-R14. When escorts come back to the hand (9.1-9.3)."""

    continuation_discards_escorts: bool = False
    """TW-R15. Escorts that made a continuation attack leave play (11.1)."""

    continuation_discards_uboats: bool = False
    """TW-R15. Boats detected in a continuation leave play (11.2); only together with 11.1."""

    score_escort_damage: Literal["by_uboat", "all", "none"] = "by_uboat"
    """TW-R19. Which damage to escorts scores: that done by boats, any, or none."""

    missed_contact_boat: Literal["stays", "to_hand"] = "stays"
    """TW-R17. What a contact boat does that was not detected and did not evade."""

    max_contacts: Literal["unlimited", "one_per_target"] = "unlimited"
    """TW-R25. How many contacts may be in effect."""

    air_in_escort_attack: bool = True
    """TW-R29. Whether aircraft may join an escort attack."""

    continuation_capacity: Literal["additional", "total"] = "additional"
    """TW-R30. Whether a continuation card brings in that many units more, or limits the whole group."""

    oob_carryover: Literal["reshuffle", "keep", "discard"] = "reshuffle"
    """TW-R32. What happens to units in hand at the end of a round."""

    rescue_ships: bool = True
    """TW-R36. Whether convoys have a rescue ship (14.3)."""

    @field_validator("continuation_discards_uboats")
    @classmethod
    def _needs_11_1(cls, chosen: bool, info: ValidationInfo) -> bool:
        if chosen and not info.data.get("continuation_discards_escorts"):
            raise ValueError("11.2 may be used only together with 11.1: set continuation_discards_escorts too")
        return chosen
