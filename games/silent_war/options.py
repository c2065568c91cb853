"""Optional rules and switchable rulings."""

from __future__ import annotations

from pydantic import Field

from navalcore.rules import Options


class SilentWarOptions(Options):
    """The options of the game."""

    data_pack: str = ""
    """A folder with an owner's own charts, laid over the pack that comes with the game (file by file)."""
    original_engagement_table: bool = False
    """Section 29: the first edition's Engagement Table, the same in every War Period."""
    ijn_expansion: bool = Field(False, title="IJN expansion")
    """SW-R85: named ships of the IJN expansion take the place of generic warships, tankers and liners turned up."""
    allied_boats: bool = Field(False, title="British and Dutch boats")
    """SW-D13: British and Dutch boats fight in the campaigns too, those of Trincomalee from the start."""
    two_player: bool = Field(False, title="Two players")
    """Section 26: in a campaign the boats of Australia and Manila have a commander of their own (SW-R97)."""
    realistic_radar: bool = False
    """SW-R32: a boat has its radar once it has been made ready in a major base, not all at once in October 1943."""
    automatic_events: bool = True
    """SW-D04: a base event that has not come up by its last date happens then."""
    free_base_entry: bool = Field(False, title="No movement to enter a permanent base")
    """SW-R07: entering a permanent base costs no movement."""
    cautious_for_slow_boats: bool = Field(False, title="Cautious Transit for slow boats")
    """SW-R10: a boat that may move one OpArea only may claim Cautious Transit too."""
    no_check_into_forward_base: bool = Field(False, title="No Transit Event check into a forward base")
    """SW-R87: no Transit Event check for entering a forward base."""
    transit_drm_per_bullet: bool = Field(False, title="One Transit Event modifier for conditions listed together")
    """SW-R13: conditions listed together give their Transit Event modifier once, not each."""
    may_decline_attack: bool = Field(False, title="An attack may be declined")
    """SW-R43: the player may make no attack although one could hit."""
    simultaneous_attacks: bool = False
    """SW-R46: the attacks of a round are made at the same instant; ships hit earlier in it still defend."""
    members_withdraw_at_once: bool = Field(False, title="Members of a wolfpack may withdraw at once")
    """SW-R103: a member of a wolfpack may also withdraw right after its own counterattack."""
    posture_at_own_attack: bool = Field(False, title="Posture chosen when a member attacks")
    """SW-R105: a member of a wolfpack chooses its posture when its own attack comes, not with the others beforehand."""
    full_drm_on_special_rows: bool = Field(False, title="General modifiers on special rows")
    """SW-R50: the Diligent Escort and Event Aircraft rows take the counterattack's general modifiers too."""
    doubled_tonnage_for_skipper: bool = Field(True, title="Doubled tonnage counts for a Super Skipper")
    """SW-R60: tonnage doubled by event 6 counts towards a Super Skipper."""
