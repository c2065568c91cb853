"""Combat: chapter 8, 13.1, 14.1-14.3; every needed number is derived in a comment."""

import pytest

from navalcore._play.chance import ScriptedChance
from navalcore._rules.play import Play
from navalcore_games.tonnage_war.boat_fires import needed_against_escort, needed_for_flak
from navalcore_games.tonnage_war.choices import EscortChoice
from navalcore_games.tonnage_war.convoy_attack import attack_value, needed_against_convoy
from navalcore_games.tonnage_war.detection import detection_modifiers
from navalcore_games.tonnage_war.state import Committed, Engagement, Kind, Side, Tactical, Unit, Weapon

U, E = Side.UBOAT, Side.ESCORT
HIDES = "stay undetected"
CONVOY = "attacks the convoy"


def play_of(table):
    return Play(table.state, table.options, ScriptedChance(), scenario=table.scenario)


def needed(table, boat, escort, weapon=Weapon.ESCORT_ATTACK, attempt=1, evade=0):
    engagement = Engagement(Kind.CONVOY_ATTACK, Unit(boat), weapon=weapon, attempt=attempt)
    return sum(detection_modifiers(play_of(table), engagement, Unit(boat), Unit(escort), evade).values())


# ---- attacks on the convoy -----------------------------------------------------------------------------------------


@pytest.mark.rule("tonnage_war", "8.2", "D2")
@pytest.mark.parametrize(
    ("card", "rolls", "modifier"),
    [
        ("beam attack", 4, 0),
        ("bow attack", 3, 0),
        ("bow attack with FAT", 3, 2),
        ("quarter attack", 2, 0),
        ("stern attack", 1, 0),
        ("straggler attack", 1, 4),
    ],
)
def test_each_attack_card_gives_its_rolls_and_its_modifier(desk, card, rolls, modifier):
    """A novice (6) sinks on 6 plus the modifier: one below, exactly at, and above it."""
    for roll, hits in ((6 + modifier, True), (min(10, 7 + modifier), modifier == 4)):
        table = desk()
        table.uboat_attacks(card, "N")
        table.escort_idle(dice=((CONVOY, roll),) * rolls)
        assert table.state.tally.ships == (rolls if hits else 0)


@pytest.mark.rule("tonnage_war", "8.2")
def test_ruling_1_can_make_the_convoy_die_a_d20(desk):
    table = desk(convoy_attack_die=20)
    table.uboat_attacks("quarter attack", "R")
    table.escort_idle(dice=((CONVOY, 10), (CONVOY, 11)))
    assert table.state.tally.ships == 1


@pytest.mark.rule("tonnage_war", "11.3")
def test_a_blank_attack_rolls_nothing_and_leaves_play(desk):
    table = desk()
    table.uboat_attacks("beam attack", "blank")
    table.escort_idle()
    assert (table.u.out, table.state.tally.ships) == ([Unit.BLANK], 0)


@pytest.mark.rule("tonnage_war", "11.4")
def test_a_boat_that_attacked_leaves_play(desk):
    table = desk()
    table.uboat_attacks("stern attack", "A")
    table.escort_idle(dice=((CONVOY, 10),))
    assert table.u.out == [Unit.A]


# ---- detection -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("tonnage_war", "8.5", "D3")
@pytest.mark.parametrize(
    ("boat", "numbers"),
    [
        ("N", (8, 6, 4, 4, 2, 0)),
        ("R", (10, 8, 6, 6, 4, 2)),
        ("A", (12, 10, 8, 8, 6, 4)),
    ],
)
def test_the_number_to_stay_undetected_is_evade_value_plus_detect_modifier(desk, boat, numbers):
    """8/10/12 with 0/-2/-4 for ships and -4/-6/-8 for aircraft."""
    assert tuple(needed(desk(), boat, escort) for escort in ("SN", "SR", "SA", "AN", "AR", "AA")) == numbers


@pytest.mark.rule("tonnage_war", "8.5", "D3")
@pytest.mark.parametrize(("reading", "numbers"), [("penalty", (13, 10, 7)), ("bonus", (7, 6, 5))])
def test_the_hfdf_figure_counts_with_hfdf_cards_only(desk, reading, numbers):
    """Regular boat 10; SN 0 and 3, SR -2 and 2, SA -4 and 1; TW-R05 turns the sign."""
    table = desk(hfdf_modifier=reading)
    assert tuple(needed(table, "R", escort, Weapon.HFDF) for escort in ("SN", "SR", "SA")) == numbers
    assert tuple(needed(table, "R", escort, Weapon.ESCORT_ATTACK) for escort in ("SN", "SR", "SA")) == (10, 8, 6)


@pytest.mark.rule("tonnage_war", "14.1")
def test_a_storm_adds_3_to_evade_values_and_takes_2_from_all_attack_values(desk):
    """Regular boat: evade 13, attack 8; regular ship attack 2; novice ship 0; ace aircraft 4."""
    calm, storm = desk(), desk(storm=True)
    assert (needed(calm, "R", "SR"), needed(storm, "R", "SR")) == (8, 11)
    units = [Unit(unit) for unit in ("R", "SR", "SN", "AA")]
    assert calm.play(lambda play: [attack_value(play, unit) for unit in units], (), ()) == [10, 4, 2, 6]
    assert storm.play(lambda play: [attack_value(play, unit) for unit in units], (), ()) == [8, 2, 0, 4]
    storm.uboat_attacks("quarter attack", "R")
    storm.escort_idle(dice=((CONVOY, 8), (CONVOY, 9)))
    assert storm.state.tally.ships == 1


@pytest.mark.rule("tonnage_war", "14.2")
def test_bad_sonar_adds_3_for_ships_after_the_first_attack(desk):
    """Modifiers of SN, SR, SA in a continuation: 3, 1, -1; aircraft and first attacks unchanged (TW-R40)."""
    table = desk(bad_sonar=True)
    assert [needed(table, "R", escort, attempt=2) - 10 for escort in ("SN", "SR", "SA")] == [3, 1, -1]
    assert [needed(table, "R", escort, attempt=1) - 10 for escort in ("SN", "SR", "SA")] == [0, -2, -4]
    assert needed(table, "R", "AR", Weapon.AIR_PATROL, attempt=2) - 10 == -6


@pytest.mark.rule("tonnage_war", "8.5", "7.2.4")
@pytest.mark.parametrize(("card", "gain"), [("evade +8", 8), ("evade +6", 6), ("evade +4", 4), ("evade +2", 2)])
def test_an_evade_card_adds_to_the_number(desk, card, gain):
    """Novice boat 8 against SA -4: 4 plus the card; one more is found."""
    for roll in (4 + gain, 5 + gain):
        table = desk().hold(U, card)
        table.uboat_attacks("stern attack", "N")
        table.hold(E, "escort attack (1)", "SA").escort("escort attack (1) on the attacker", "send SA")
        found = roll > 4 + gain
        dice = ((HIDES, roll), ("SA attacks N", 20)) if found else ((HIDES, roll),)
        table.uboat(f"answer with {card}", dice=dice)
        assert (table.state.window is not None) is found


@pytest.mark.rule("tonnage_war", "8.5.1", "8.5.2")
def test_the_boat_rolls_against_each_escort_and_one_that_finds_it_calls_all(desk):
    table = desk()
    table.uboat_attacks("stern attack", "R")
    table.hold(E, "escort attack (3)", "SN, SR, AR")
    table.escort("escort attack (3) on the attacker", "send SN", "send SR", "send AR")
    # 10, 8 and 4: only the aircraft finds it; all three attack, in the order the escort side says
    table.uboat_idle(
        "SR",
        "AR",
        dice=(("by SN", 10), ("by SR", 8), ("by AR", 5), ("SR attacks", 20), ("AR attacks", 20), ("SN attacks", 20)),
    )
    assert isinstance(table.asked[-2].options[0], EscortChoice)
    assert [member.unit for member in table.state.window.group] == [Unit.SN, Unit.SR], "aircraft drop out (8.6)"


# ---- the escorts' attack -------------------------------------------------------------------------------------------


def hunted(desk, escort, boat="R", *, attempt=1, options=None, storm=False):
    """A boat under an escort attack, found by a roll of 20."""
    table = desk(storm=storm, **(options or {}))
    engagement = Engagement(
        Kind.CONVOY_ATTACK, Unit(boat), attack_card=Tactical.STERN, weapon=Weapon.ESCORT_ATTACK, attempt=attempt,
        group=[Committed(Unit(escort))], revealed=attempt > 1,
    )  # fmt: skip
    table.state.engagement = engagement
    return table, engagement


@pytest.mark.rule("tonnage_war", "8.5", "8.6")
@pytest.mark.parametrize(
    ("escort", "sunk_to", "damaged_to"),
    [
        ("SN", 1, 2),
        ("SR", 2, 4),
        ("SA", 2, 5),
        ("AN", 1, 2),
        ("AR", 2, 4),
        ("AA", 3, 6),
    ],
)
def test_an_attack_sinks_on_half_the_value_and_damages_up_to_the_value(desk, escort, sunk_to, damaged_to):
    """Values 2, 4, 5 and 2, 4, 6; half of 5 is 2 (TW-R03). In a continuation nothing else counts."""
    for roll in range(1, 9):
        table, engagement = hunted(desk, escort, attempt=2)
        engagement.weapon = Weapon.AIR_PATROL if escort.startswith("A") else Weapon.ESCORT_ATTACK
        table.uboat_idle(dice=((HIDES, 20), (f"{escort} attacks R", roll)))
        damage = 2 if roll <= sunk_to else 1 if roll <= damaged_to else 0
        assert engagement.damage == damage


@pytest.mark.rule("tonnage_war", "8.5.3")
@pytest.mark.parametrize("escort", ["SN", "SR", "SA"])
def test_in_a_first_attack_a_ship_sinks_by_gunfire_on_2_and_by_ramming_on_1(desk, escort):
    table, engagement = hunted(desk, escort)
    table.uboat_idle(dice=((HIDES, 20), (f"{escort} attacks R", 2)))
    assert (engagement.damage, table.e.out) == (2, [])
    table, engagement = hunted(desk, escort)
    table.uboat_idle(dice=((HIDES, 20), (f"{escort} attacks R", 1)))
    assert engagement.damage == 2
    assert table.e.out == [Unit(escort)], "damaged by ramming, it leaves play (11.5)"
    assert table.state.tally.uboat_points == 0, "no point for damage the escorts do to themselves (TW-R19)"


@pytest.mark.rule("tonnage_war", "8.5.3", "14.1")
def test_ramming_and_gunfire_count_even_for_a_novice_ship_in_a_storm(desk):
    """TW-R13; its attack value is 0."""
    table, engagement = hunted(desk, "SN", storm=True)
    table.uboat_idle(dice=((HIDES, 20), ("SN attacks R", 2)))
    assert engagement.damage == 2


@pytest.mark.rule("tonnage_war", "8.5.3")
def test_aircraft_neither_ram_nor_use_guns(desk):
    table, engagement = hunted(desk, "AN")  # attack 2: a 2 only damages
    table.uboat_idle(dice=((HIDES, 20), ("AN attacks R", 2)))
    assert engagement.damage == 1


@pytest.mark.rule("tonnage_war", "8.5.2", "11.6")
def test_no_escort_attacks_a_boat_that_is_already_sunk(desk):
    """TW-R12."""
    table, engagement = hunted(desk, "SR")
    engagement.group.append(Committed(Unit.SA))
    table.uboat_idle("SA", dice=((HIDES, 20), (HIDES, 20), ("SA attacks R", 2)))
    assert table.u.out == [Unit.R]
    assert table.state.tally.boats_sunk == 1


@pytest.mark.rule("tonnage_war", "8.7", "8.5.2")
def test_two_damages_sink_a_boat(desk):
    table, engagement = hunted(desk, "SR")
    engagement.group.append(Committed(Unit.SA))
    # SR damages on 3-4, SA on 3-5: together they sink it
    table.uboat_idle("SR", dice=((HIDES, 20), (HIDES, 20), ("SR attacks R", 4), ("SA attacks R", 5)))
    assert engagement.damage == 2
    assert table.state.tally.escort_points == 2, "final states count, not 1 + 2 (TW-R19)"
    assert (table.state.tally.boats_damaged, table.state.tally.boats_sunk) == (0, 1)


@pytest.mark.rule("tonnage_war", "8.7", "7.2.4", "7.2.6")
def test_a_damaged_boat_can_only_evade(desk):
    table, engagement = hunted(desk, "SR", attempt=2)
    engagement.damage = 1
    table.hold(U, "evade +2, beam attack")
    assert table.offered(U) == ["discard evade +2", "answer with evade +2", "discard beam attack"]


@pytest.mark.rule("tonnage_war", "8.7")
def test_a_damaged_escort_neither_detects_nor_attacks(desk):
    table, engagement = hunted(desk, "SR", attempt=2)
    engagement.group.append(Committed(Unit.SA, damage=1))
    table.uboat_idle(dice=(("by SR", 20), ("SR attacks R", 20)))
    assert table.state.window is engagement


@pytest.mark.rule("tonnage_war", "8.5.4")
def test_a_depleted_escort_keeps_only_ramming_and_gunfire(desk):
    """TW-M02: SR is depleted by a roll of 19 or more."""
    table, engagement = hunted(desk, "SR", options={"depletion": True})
    table.uboat_idle(dice=((HIDES, 20), ("SR attacks R", 19)))
    assert [member.unit for member in engagement.group] == [Unit.SR_DEPLETED]
    table.hold(E, "escort attack (1)").escort("continue with escort attack (1)")
    table.uboat_idle(dice=((HIDES, 20),))  # it still detects, but has nothing to throw
    assert table.state.window is engagement
    table, engagement = hunted(desk, "SR (depleted)", options={"depletion": True})
    table.uboat_idle(dice=((HIDES, 20), ("attacks R", 4)))  # 3-4 would damage
    assert engagement.damage == 0
    table, engagement = hunted(desk, "SR (depleted)", options={"depletion": True})
    table.uboat_idle(dice=((HIDES, 20), ("attacks R", 2)))
    assert engagement.damage == 2


@pytest.mark.rule("tonnage_war", "8.5.4")
def test_nothing_is_depleted_unless_the_option_says_so(desk):
    table, engagement = hunted(desk, "SN")
    table.uboat_idle(dice=((HIDES, 20), ("SN attacks R", 20)))
    assert engagement.group[0].unit is Unit.SN


# ---- boats that shoot back -----------------------------------------------------------------------------------------


@pytest.mark.rule("tonnage_war", "8.3", "8.3.1", "8.3.2", "8.2")
def test_a_detected_boat_hits_an_escort_on_2_an_undetected_one_on_half_its_value(desk):
    """R: 2 or 5; A: 7; N: 3; the straggler's +4 and the beam's four rolls do not count (TW-R02)."""
    play = play_of(desk())
    assert [needed_against_escort(play, Unit(boat), Tactical.STRAGGLER, True) for boat in "NRA"] == [2, 2, 2]
    assert [needed_against_escort(play, Unit(boat), Tactical.STRAGGLER, False) for boat in "NRA"] == [3, 5, 7]
    storm = play_of(desk(storm=True))
    assert [needed_against_escort(storm, Unit(boat), Tactical.BEAM, False) for boat in "NRA"] == [2, 4, 6]
    assert needed_against_escort(play, Unit.R, Tactical.ZAUNKOENIG, False) == 10, "a homing torpedo (TW-M06)"


@pytest.mark.rule("tonnage_war", "7.2.6", "8.1.3", "8.3.2", "8.3.3", "8.3.4")
def test_an_undetected_boat_that_fires_gives_itself_away_and_forfeits_the_convoy(desk):
    table = desk().hold(U, "beam attack")
    table.uboat_attacks("bow attack", "R")
    table.hold(E, "escort attack (2)", "SR, SN")
    table.escort("escort attack (2) on the attacker", "send SR", "send SN")
    # found by nobody (8 and 10); one shot at SR hits on 5; SN, undamaged, attacks, SR does not
    table.uboat(
        "beam attack on the escorts",
        "SR",
        dice=((HIDES, 8), (HIDES, 10), ("fires at SR", 5), ("SN attacks R", 20)),
    )
    assert table.state.tally.ships == 0
    assert table.state.tally.uboat_points == 1
    assert [(member.unit, member.damage) for member in table.state.window.group] == [(Unit.SR, 1), (Unit.SN, 0)]
    table.escort_idle()
    assert table.u.out == [Unit.R], "it has attacked (11.4, TW-R22)"
    assert table.e.out == [Unit.SR], "damaged, and all attacks are over (11.5)"


@pytest.mark.rule("tonnage_war", "8.3.1")
def test_a_detected_boat_that_fires_needs_a_2(desk):
    for roll, hit in ((2, 1), (3, 0)):
        table = desk().hold(U, "straggler attack")
        table.contact("A")
        table.hold(E, "HF/DF (1)", "SR").escort("HF/DF (1) on contact 1", "send SR")
        dice = ((HIDES, 20), ("fires at SR", roll), *([] if hit else [("SR attacks A", 20)]))
        table.uboat("straggler attack on the escorts", dice=dice)
        assert table.state.tally.escorts_damaged == hit
        assert (table.state.window is None) is bool(hit), "the only escort is out of action"


@pytest.mark.rule("tonnage_war", "7.2.6", "11.4")
def test_a_boat_that_fires_at_a_group_of_blanks_rolls_nothing_and_leaves_play(desk):
    """TW-R35."""
    table = desk().hold(U, "stern attack")
    table.contact("R")
    table.hold(E, "HF/DF (1)", "blank").escort("HF/DF (1) on contact 1", "send a blank")
    table.uboat("stern attack on the escorts")
    assert (table.u.out, table.state.contacts) == ([Unit.R], [])


@pytest.mark.rule("tonnage_war", "8.3.3")
def test_a_shot_without_a_target_still_gives_the_boat_away_to_aircraft(desk):
    """TW-R35: the group holds an aircraft and no ship."""
    table = desk().hold(U, "stern attack")
    table.uboat_attacks("bow attack", "R")
    table.hold(E, "escort attack (1)", "AR").escort("escort attack (1) on the attacker", "send AR")
    table.uboat("stern attack on the escorts", dice=((HIDES, 4), ("AR attacks R", 20)))
    assert table.u.out == [Unit.R]


@pytest.mark.rule("tonnage_war", "8.7", "12")
@pytest.mark.parametrize(
    ("reading", "roll", "result"),
    [
        ("damage", 1, (1, 0)),
        ("half_sinks", 1, (0, 1)),
        ("half_sinks", 2, (1, 0)),
        ("sinks", 2, (0, 1)),
    ],
)
def test_ruling_9_says_what_a_hit_does_to_an_escort(desk, reading, roll, result):
    table = desk(uboat_hit_on_escort=reading).hold(U, "stern attack")
    table.contact("R")
    table.hold(E, "HF/DF (1)", "SR").escort("HF/DF (1) on contact 1", "send SR")
    table.uboat("stern attack on the escorts", dice=((HIDES, 20), ("fires at SR", roll)))
    tally = table.state.tally
    assert (tally.escorts_damaged, tally.escorts_destroyed) == result
    assert tally.uboat_points == result[0] + 2 * result[1]
    assert table.e.out == [Unit.SR]


@pytest.mark.rule("tonnage_war", "8.7", "12")
def test_an_escort_that_a_boat_damages_and_then_sinks_is_worth_1_point_and_then_2_in_all(desk):
    """TW-R10, TW-R19."""
    table = desk().hold(U, "stern attack, quarter attack").hold(E, "HF/DF (2), HF/DF (1)", "SR, SN")
    table.contact("R")
    table.escort("HF/DF (2) on contact 1", "send SR", "send SN")
    dice = ((HIDES, 20), (HIDES, 20), ("fires at SR", 2), ("SN attacks R", 20))
    table.uboat("stern attack on the escorts", "SR", dice=dice)
    tally = table.state.tally
    assert (tally.escorts_damaged, tally.escorts_destroyed, tally.uboat_points) == (1, 0, 1)
    table.escort("continue with HF/DF (1)")
    table.uboat(
        "quarter attack on the escorts", "SR, damaged", dice=((HIDES, 20), ("fires at SR", 2), ("SN attacks R", 20))
    )
    assert (tally.escorts_damaged, tally.escorts_destroyed, tally.uboat_points) == (0, 1, 2)


@pytest.mark.rule("tonnage_war", "8.7", "11.6")
def test_a_second_damage_sinks_an_escort_for_2_points_in_all(desk):
    """TW-R10, TW-R19."""
    table, engagement = hunted(desk, "SR", attempt=2)
    engagement.group.append(Committed(Unit.SN, damage=1, scored=1))
    table.state.tally.escorts_damaged = table.state.tally.uboat_points = 1
    table.hold(U, "stern attack")
    table.uboat(
        "stern attack on the escorts", "SN, damaged", dice=((HIDES, 20), ("fires at SN", 2), ("SR attacks R", 20))
    )
    tally = table.state.tally
    assert (tally.escorts_damaged, tally.escorts_destroyed, tally.uboat_points) == (0, 1, 2)
    assert table.e.out == [Unit.SN]


@pytest.mark.rule("tonnage_war", "8.1.4", "7.2.5")
@pytest.mark.parametrize(
    ("base", "card", "number"),
    [
        ("detected", "flak +0", 2),
        ("detected", "flak +2", 4),
        ("half", "flak +1", 6),
        ("full", "flak +0", 10),
    ],
)
def test_flak_hits_on_the_base_of_ruling_8_plus_the_card(desk, base, card, number):
    table = desk(flak_base=base, storm=True)
    assert needed_for_flak(play_of(table), Unit.R, Tactical(card)) == number, "storm plays no part (TW-R08)"


@pytest.mark.rule("tonnage_war", "8.1.4", "8.2")
def test_a_variant_may_change_what_flak_and_an_attack_on_the_convoy_add_up(desk):
    play = play_of(desk())
    flak, attack = needed_for_flak(play, Unit.R, Tactical("flak +2")), needed_against_convoy(play, Unit.R, Tactical.BOW)
    given = {}

    def bolder(_, modifiers):
        given.update(modifiers)
        return {**modifiers, "bolder": 3}

    play.modifiers = {"8.1.4": bolder, "8.2": bolder}
    assert needed_for_flak(play, Unit.R, Tactical("flak +2")) == flak + 3
    assert needed_against_convoy(play, Unit.R, Tactical.BOW) == attack + 3
    assert given == {"flak": 2, "flak card": 2, "attack value": 10, "attack card": attack - 10}


@pytest.mark.rule("tonnage_war", "8.1.4", "8.3.4")
def test_flak_and_the_air_attack_are_simultaneous(desk):
    """The aircraft is hit and attacks all the same."""
    table = desk().hold(U, "flak +2")
    table.contact("R")
    table.hold(E, "air patrol (1)", "AR").escort("air patrol (1) on contact 1", "send AR")
    table.uboat("answer with flak +2", dice=((HIDES, 5), ("flak at AR", 4), ("AR attacks R", 2)))
    assert table.u.out == [Unit.R]
    assert table.e.out == [Unit.AR]
    assert (table.state.tally.uboat_points, table.state.tally.escort_points) == (1, 2)


@pytest.mark.rule("tonnage_war", "8.1.4")
def test_flak_is_not_fired_by_a_boat_that_is_not_detected(desk):
    table = desk().hold(U, "flak +2")
    table.contact("R")
    table.hold(E, "air patrol (1)", "AR").escort("air patrol (1) on contact 1", "send AR")
    table.uboat("answer with flak +2", dice=((HIDES, 4),))
    assert table.u.played == [Tactical.FLAK_2]
    assert len(table.state.contacts) == 1


@pytest.mark.rule("tonnage_war", "8.1.4", "7.2.5")
def test_the_uboat_player_chooses_the_aircraft_to_shoot_at(desk):
    table = desk().hold(U, "flak +0")
    table.contact("R")
    table.hold(E, "air patrol (2)", "AR, AA").escort("air patrol (2) on contact 1", "send AR", "send AA")
    table.uboat(
        "answer with flak +0",
        "AA",
        "AR",
        dice=((HIDES, 5), (HIDES, 3), ("flak at AA", 2), ("AR attacks R", 20), ("AA attacks R", 20)),
    )
    assert [(member.unit, member.damage) for member in table.state.window.group] == [(Unit.AR, 0), (Unit.AA, 1)]
