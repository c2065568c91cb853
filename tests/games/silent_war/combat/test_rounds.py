"""The Combat Phase as a whole: rounds, posture steps, re-attacks, the skipper, clean-up, duels, endurance (14)."""

from collections import Counter

import pytest

from navalcore_games.silent_war.boats.endurance import endurance_check, endurance_drm, stays_on_patrol
from navalcore_games.silent_war.combat.attack import sink_ship
from navalcore_games.silent_war.combat.reckoning import reckoning, super_skipper
from navalcore_games.silent_war.combat.rounds import attack_round, choose_column, choose_posture, fight
from navalcore_games.silent_war.combat.sub_duel import duel_difference, eligible_enemies, enemy_first, sub_duel
from navalcore_games.silent_war.cups.war_mix import clean_up, in_the_war, sort_war_mix, which_sister
from navalcore_games.silent_war.search.loners import loner_in_column
from navalcore_games.silent_war.state import Place, Posture, Rtb

CARGO, DD = "m_3_5_07", "dd_01"


def offered(s, rule):
    return [[str(o) for o in d.options] for d in s.asked if d.rule == rule]


@pytest.mark.rule("silent_war", "14.11", "14.4-a")
def test_any_column_at_first_even_an_empty_one_then_an_adjacent_one(sea):
    s = sea().display((CARGO, "A"), column="A")
    s.run(choose_column(s.play, s.fighter), "column D")
    s = sea().display((CARGO, "A"), column="A", re_attack=1)
    s.run(choose_column(s.play, s.fighter), "column B")
    assert offered(s, "14.11") == [["column A", "column B"]], "A and D are not adjacent"


@pytest.mark.rule("silent_war", "14.12-b", "14.12-a")
@pytest.mark.parametrize(
    ("before", "rating", "allowed"),
    [
        (Posture.CAUTIOUS, 0, ["cautious", "standard"]),
        (Posture.STANDARD, 0, ["cautious", "standard", "aggressive"]),
        (Posture.AGGRESSIVE, 0, ["standard", "aggressive"]),
        (Posture.CAUTIOUS, 1, ["cautious", "standard", "aggressive"]),
    ],
)
def test_posture_changes_by_one_step_a_round_unless_a_super_skipper_commands(sea, before, rating, allowed):
    s = sea().display((CARGO, "A"), posture=before, re_attack=1)
    if rating:
        s.skipper(rating)
    s.run(choose_posture(s.play, s.fighter), "standard")
    assert offered(s, "14.12") == [allowed]


@pytest.mark.rule("silent_war", "14.3", "14.4-a", "14.42")
def test_without_a_super_skipper_there_is_one_re_attack_at_the_players_choice(sea):
    s = sea("s_42", "south_pacific").display(("n_yamato_01", "B"))
    s.dice(("TDC", "3"), ("TDC", "3"))
    s.run(fight(s.play), "column A", "standard", "re-attack", "column A", "standard")
    assert s.combat.round_number == 1
    s = sea("s_42", "south_pacific").display(("n_yamato_01", "B"))
    s.dice(("TDC", "3"))
    s.run(fight(s.play), "column A", "standard", "withdraw")


@pytest.mark.rule("silent_war", "14.41", "14.42")
def test_a_second_re_attack_needs_a_super_skipper_and_his_rating_or_less(sea):
    for roll, rounds in ((1, 2), (2, 1)):
        s = sea("s_42", "south_pacific").skipper(1).display(("n_yamato_01", "B"))
        third = [("TDC", "3")] if rounds == 2 else []
        s.dice(("TDC", "3"), ("TDC", "3"), ("second re-attack", roll), *third)
        answers = ["column A", "standard"] * 3
        answers[2:2] = ["re-attack"]
        answers[5:5] = ["re-attack"]
        s.run(fight(s.play), *answers[: 8 if rounds == 2 else 6])
        assert s.combat.round_number == rounds


@pytest.mark.rule("silent_war", "14.2-1")
def test_sunk_escorts_do_not_counterattack(sea):
    s = sea("wahoo", "south_pacific", torpedo=2).display((DD, "B"))
    s.dice(("TDC", "-3"), ("to hit", 3), ("attack result", 9))
    s.run(fight(s.play), "column B", "standard")
    assert s.state.ships_sunk == 1


@pytest.mark.rule("silent_war", "14.5", "25.0", "25.1", "2.3-C2")
def test_three_ships_of_sixteen_thousand_tons_earn_a_super_skipper(sea):
    def after(ships, tons, rating=0, boat="wahoo"):
        s = sea(boat, "south_pacific", *([("Super Skipper", "Slade D. Cutter")] if not rating else []))
        s.display()
        if rating:
            s.skipper(rating)
        s.fighter.ships, s.fighter.tons = ships, tons
        if ships < 3 or tons < 16:
            s.dice()
        super_skipper(s.play, s.fighter)
        s.all_rolled()
        return s.boat.rating

    assert after(3, 16) == 1
    assert after(2, 40) == 0
    assert after(3, 15) == 0
    assert after(3, 16, rating=1) == 2
    assert after(4, 30, rating=2) == 2


@pytest.mark.rule("silent_war", "14.5", "25.1")
@pytest.mark.parametrize(("rating", "told"), [(1, ["Wahoo has a Super Skipper, {}, at +2 from now on."]), (2, [])])
def test_the_log_tells_that_a_super_skipper_is_turned_to_the_plus_2_side(sea, charts, rating, told):
    s = sea("wahoo", "south_pacific").display().skipper(rating)
    s.play.listen(True)
    s.fighter.ships, s.fighter.tons = 3, 16
    super_skipper(s.play, s.fighter)
    name = charts.skippers[s.boat.skipper].name
    assert [str(event) for event in s.happened("skipper_gained")] == [words.format(name) for words in told]


@pytest.mark.rule("silent_war", "2.3-C2")
def test_american_boats_draw_american_skippers(sea, charts):
    s = sea("wahoo").display()
    s.state.skippers = [n for n, one in enumerate(charts.skippers) if one.nation != "us"]
    s.fighter.ships, s.fighter.tons = 3, 20
    super_skipper(s.play, s.fighter)
    assert s.boat.skipper is None, "the pool of the nation is empty: no award"


def test_a_lost_boat_earns_nothing(sea):
    s = sea("wahoo").display()
    s.fighter.ships, s.fighter.tons = 3, 20
    s.boat.place = Place.LOST
    reckoning(s.play, s.fighter)
    assert s.boat.skipper is None


@pytest.mark.rule("silent_war", "14.8", "18.2")
def test_clean_up_returns_pieces_to_their_cups_and_removes_named_ships_for_good(sea, charts):
    s = sea().display((CARGO, "A"), ("n_shokaku_01", "D"), (DD, "C"))
    s.unit(1).damaged = True
    carrier = s.unit(2)
    s.combat.units.remove(carrier)
    s.combat.sunk.append((3, carrier.piece))
    destroyer = s.unit(3)
    s.combat.units.remove(destroyer)
    s.combat.sunk.append((2, destroyer.piece))
    clean_up(s.play, s.combat)
    assert s.state.cups[0] == [charts.ship_index[CARGO]]
    assert s.state.cups[2] == [charts.ship_index[DD]], "generic pieces are used over and over"
    assert s.state.gone == [charts.ship_index["n_shokaku_01"]]


@pytest.mark.rule("silent_war", "2.3-B2")
def test_a_sunk_auxiliary_of_the_named_ones_is_replaced_by_one_of_its_size_a_carrier_is_not(sea, charts):
    s = sea("spearfish", "empire_pacific", ("replacement", 0)).display()
    waiting = charts.ship_index["m_6_plus_01"]
    s.state.outside = [charts.ship_index["m_1_2_01"], waiting]
    s.combat.sunk += [(1, charts.ship_index["n_asahi_maru_01"]), (3, charts.ship_index["n_akagi_01"])]
    clean_up(s.play, s.combat)
    assert s.state.cups == [[], [waiting], [], []]
    s.all_rolled()


@pytest.mark.rule("silent_war", "3.1", "3.11-a", "3.11-b", "3.11-c", "3.12", "2.3-B3", "2.3-B4")
def test_the_war_mix_fills_the_cups_as_the_table_says(game, charts):
    match = game.new_match("patrol_guardfish_1942", seed=3)
    kinds = [Counter(charts.ships[piece].category for piece in cup) for cup in match.state.cups]
    for category, counts in charts.war_mix[2].items():
        if category != "n_ise":
            assert tuple(kind[category] for kind in kinds) == counts, category
    assert [kind["combat_event"] for kind in kinds] == [1, 1, 1, 1]
    diligent = [ship for ship in charts.ships if ship.diligent]
    assert Counter(ship.back for ship in diligent) == {"red_ball": 3, "rising_sun": 3}


@pytest.mark.rule("silent_war", "3.13-a", "3.14")
def test_dated_pieces_stay_out_until_their_month_and_sunk_ones_for_good(sea, charts):
    s = sea(month="1942-04")
    index = charts.ship_index
    assert not in_the_war(s.state, charts.ships[index["n_yamato_01"]])
    s.state.month += 1
    assert in_the_war(s.state, charts.ships[index["n_yamato_01"]])
    dates = {ship.id: ship.entry for ship in charts.ships[: charts.first_ijn] if ship.entry}
    months = {name: f"{n // 12}-{n % 12 + 1:02d}" for name, n in dates.items()}
    assert months["n_musashi_01"] == "1943-02"
    assert months["n_ise_01"] == "1943-10"
    assert months["n_taiho_01"] == months["de_matsu_05"] == "1944-03"
    assert months["n_shinano_01"] == "1944-11"
    assert len(dates) == 10
    assert charts.ships[index["bb36_01"]].leaves == dates["n_musashi_01"] + 1
    s = sea(month="1942-06")
    s.state.gone = [index["n_shokaku_01"]]
    from navalcore.components._chance import SeededChance

    s.play.use(SeededChance.from_seed(1))
    sort_war_mix(s.play)
    assert index["n_shokaku_01"] not in {p for cup in s.state.cups for p in cup} | set(s.state.outside)


@pytest.mark.rule("silent_war", "3.13-b")
def test_yamato_met_may_be_musashi_and_whichever_floats_takes_the_place_in_the_cup(sea, charts):
    yamato, musashi = charts.ship_index["n_yamato_01"], charts.ship_index["n_musashi_01"]
    s = sea("spearfish", "empire_pacific", ("Yamato", 1), month="1943-02").display()
    s.state.outside = [musashi]
    assert which_sister(s.play, yamato) == musashi
    assert s.state.outside == [yamato]
    s.combat.sunk.append((3, musashi))
    clean_up(s.play, s.combat)
    assert s.state.cups[3] == [yamato]
    assert s.state.gone == [musashi]
    s = sea(month="1943-01").display()
    s.state.outside = [musashi]
    assert which_sister(s.play, yamato) == yamato, "Musashi is not in the war yet"


@pytest.mark.rule("silent_war", "28.13")
def test_the_loners_column_depends_on_the_tactical_rating(sea):
    s = sea("spearfish", "empire_pacific", ("loner", 4), ("loner", 5), ("loner", 6))
    assert loner_in_column(s.play, 4, 0)
    assert not loner_in_column(s.play, 4, 0)
    assert loner_in_column(s.play, 4, 2)


@pytest.mark.rule("silent_war", "28.14")
def test_against_a_loner_events_count_on_3_and_4_only(sea):
    for number, over in ((1, True), (7, True)):
        s = sea("argonaut", "empire_pacific", ("combat event", number)).display(
            ("combat_event_01", "B", False), loner=True
        )
        s.run(attack_round(s.play, s.fighter), "standard")
        assert s.fighter.out is over
        assert (s.boat.damage, s.boat.spotted) == (0, False)
    s = sea("argonaut", "empire_pacific", ("combat event", 4), ("mechanical", 1)).display(
        ("combat_event_01", "B", False), loner=True
    )
    s.run(attack_round(s.play, s.fighter), "standard")
    assert s.boat.rtb is Rtb.INVOLUNTARY


@pytest.mark.rule("silent_war", "28.14")
def test_a_lone_aircraft_makes_one_counterattack_and_is_gone(sea):
    s = sea("spearfish", "south_pacific", ("counterattack", 0)).display(("aircraft_land_01", "B", False), loner=True)
    s.run(attack_round(s.play, s.fighter), "standard")
    assert s.fighter.out


@pytest.mark.rule("silent_war", "28.14")
def test_a_lone_merchant_may_be_shelled_with_plus_1_from_its_own_column(sea):
    s = sea("spearfish", "south_pacific", ("attack result", 7)).display((CARGO, "B", False), loner=True)
    s.run(attack_round(s.play, s.fighter), "standard", "surface gunnery")
    assert s.state.ships_sunk == 1, "7 + 1 on the 26-35 row"
    assert s.boat.spotted
    s = sea("spearfish", "south_pacific", ("TDC", "0"), ("to hit", 9)).display(
        (CARGO, "B", False), loner=True, column="A"
    )
    s.run(attack_round(s.play, s.fighter), "standard")
    s = sea("spearfish", "south_pacific", ("TDC", "0"), ("to hit", 9)).display((CARGO, "B", False), loner=True)
    s.boat.spotted = True
    s.run(attack_round(s.play, s.fighter), "standard")


@pytest.mark.rule("silent_war", "28.3")
def test_the_boat_that_sank_a_hospital_ship_goes_home_after_the_counterattack(sea):
    s = sea("spearfish", "south_pacific", torpedo=2).display(("n_kiku_maru_01", "B"), (DD, "B"))
    s.dice(("TDC", "0"), ("TDC", "0"), ("to hit", 0), ("attack result", 9), ("counterattack", 0))
    s.run(attack_round(s.play, s.fighter), "column B", "standard", "6 points on #1")
    assert s.boat.rtb is Rtb.INVOLUNTARY


@pytest.mark.rule("silent_war", "28.3")
@pytest.mark.parametrize("rating", [0, 2])
def test_the_log_tells_of_a_super_skipper_who_is_relieved_for_a_hospital_ship(sea, charts, rating):
    s = sea("spearfish", "south_pacific").display(("n_kiku_maru_01", "B"))
    if rating:
        s.skipper(rating)
    s.play.listen(True)
    sink_ship(s.play, s.fighter, s.unit(1))
    assert (s.boat.skipper, s.boat.rating) == (None, 0)
    told = [(str(event), event.rule) for event in s.happened("skipper_relieved")]
    loses = f"Spearfish loses her Super Skipper, {charts.skippers[0].name}, who is relieved of command."
    assert told == ([(loses, "28.3")] if rating else [])


@pytest.mark.rule("silent_war", "14.6-B", "23.0")
def test_who_detects_whom(sea):
    for roll, how, first in (
        (2, (False, False, False), True),
        (3, (False, False, False), False),
        (3, (True, False, False), True),
        (4, (True, True, False), True),
        (2, (False, False, True), False),
    ):
        s = sea("spearfish", "empire_pacific", ("detection", roll))
        assert enemy_first(s.play, *how) is first


@pytest.mark.rule("silent_war", "14.6-C", "30.3")
def test_enemy_submarines_by_date_and_group_without_those_sunk(sea, charts):
    s = sea(month="1943-11")
    there = eligible_enemies(s.state, "Indochina")
    assert "uit_23" in {enemy.id for enemy in there}
    s.state.enemy_subs_sunk.append("uit_23")
    assert "uit_23" not in {enemy.id for enemy in eligible_enemies(s.state, "Indochina")}
    s.state.month -= 2
    s.state.enemy_subs_sunk.clear()
    assert "uit_23" not in {enemy.id for enemy in eligible_enemies(s.state, "Indochina")}
    for area in charts.areas:
        for month in range(1941 * 12 + 11, 1945 * 12 + 8):
            s.state.month = month
            assert eligible_enemies(s.state, area.group)


@pytest.mark.rule("silent_war", "14.6-D", "14.6-E")
def test_duel_totals(sea):
    play = sea().play
    assert duel_difference(play, 6, -1, 3, 2, plus=1) == 1
    assert duel_difference(play, 5, -2, 3, -1, minus=2) == -1


@pytest.mark.rule("silent_war", "14.6-E", "14.6-F")
def test_a_duel_won_scores_a_ship_and_its_tonnage(sea, charts):
    s = sea("wahoo", "south_pacific", torpedo=0)
    enemy = eligible_enemies(s.state, "South Pac")[0]
    difference = 7 - enemy.defense
    s.dice(("which enemy", enemy.name), ("detection", 3), ("TDC", "0"), ("to hit", difference), ("attack result", 3))
    sub_duel(s.play, s.boat)
    s.all_rolled()
    assert (s.state.ships_sunk, s.state.tonnage) == (1, enemy.tonnage_kt)
    assert s.state.enemy_subs_sunk == [enemy.id]
    s = sea("wahoo", "south_pacific", torpedo=0)
    s.dice(("which enemy", enemy.name), ("detection", 3), ("TDC", "0"), ("to hit", difference), ("attack result", 2))
    sub_duel(s.play, s.boat)
    assert s.state.ships_sunk == 0, "2 - 1 for a US boat only damages, which does nothing to the enemy"


@pytest.mark.rule("silent_war", "14.6-B", "14.6-F")
@pytest.mark.parametrize(
    ("detection", "to_hit", "result", "told"),
    [
        (3, 9, None, "Wahoo finds {} first and misses her."),
        (3, 0, 0, "Wahoo finds {} first and hits her, without effect."),
        (3, 0, 2, "Wahoo finds {} first and hits her, without effect."),  # 2 - 1 damages an enemy, which is nothing
        (3, 0, 9, "Wahoo finds {} first and hits her."),
        (2, 9, None, "Wahoo is found first by {}, which misses her."),
        (2, 0, 0, "Wahoo is found first by {}, which hits her, without effect."),
        (2, 0, 9, "Wahoo is found first by {}, which hits her."),
    ],
)
def test_the_log_tells_of_every_duel_who_found_whom_and_what_came_of_the_attack(sea, detection, to_hit, result, told):
    s = sea("wahoo", "south_pacific", torpedo=0)
    enemy = eligible_enemies(s.state, "South Pac")[0]
    s.dice(("which enemy", enemy.name), ("detection", detection), ("TDC", "-3"), ("to hit", to_hit))
    if result is not None:
        s.dice(("which enemy", enemy.name), ("detection", detection), ("TDC", "-3"), ("to hit", 0), ("attack", result))
    s.play.listen(True)
    sub_duel(s.play, s.boat)
    s.all_rolled()
    assert [(str(event), event.rule) for event in s.happened("submarines_fought")] == [
        (told.format(enemy.name), "14.6")
    ]


@pytest.mark.rule("silent_war", "14.6-E", "14.6-F")
def test_a_duel_lost_uses_the_enemys_torpedo_value_and_no_us_modifier(sea):
    s = sea("wahoo", "south_pacific", torpedo=2)
    enemy = eligible_enemies(s.state, "South Pac")[0]
    difference = enemy.attack - 2 - (4 - 3)
    s.dice(("which enemy", enemy.name), ("detection", 2), ("TDC", "-3"), ("to hit", difference), ("attack result", 4))
    sub_duel(s.play, s.boat)
    s.all_rolled()
    assert s.boat.place is Place.LOST, "4 - 2 on the 1-4 row sinks"
    s = sea("wahoo", "south_pacific", torpedo=2)
    s.dice(("which enemy", enemy.name), ("detection", 2), ("TDC", "-3"), ("to hit", difference), ("attack result", 3))
    sub_duel(s.play, s.boat)
    assert (s.boat.place, s.boat.damage) == (Place.OPERATING, 1), "3 - 2 damages"


@pytest.mark.rule("silent_war", "14.7-a", "13.1-byp", "13.1-A5", "14.12-a")
def test_endurance_modifiers():
    def drm(**how):
        flags = {"bypassed": False, "no_contact": False, "damaged": False, "aggressive": False, **how}
        return sum(endurance_drm(**flags).values())

    assert drm(bypassed=True, no_contact=True) == -2, "a bypass is -2 in all"
    assert drm(no_contact=True) == -1
    assert drm(damaged=True, aggressive=True) == 2


@pytest.mark.rule("silent_war", "14.7-a", "14.7-b")
def test_the_boat_stays_on_its_number_or_less_and_is_done_either_way(sea):
    s = sea("spearfish", "empire_pacific", ("endurance", 6), ("endurance", 7))  # letter B at -1: 6
    assert stays_on_patrol(s.play, "B", {})
    assert not stays_on_patrol(s.play, "B", {})
    for roll, rtb in ((6, Rtb.NONE), (7, Rtb.INVOLUNTARY)):
        s = sea("spearfish", "empire_pacific", ("endurance", roll))
        endurance_check(s.play, s.boat)
        assert (s.boat.place, s.boat.rtb) == (Place.DONE, rtb)


def test_units_have_names_the_player_may_know(sea):
    from navalcore_games.silent_war.combat.display import name_of

    s = sea().display((CARGO, "A", False), ("ca_08", "B", False), (DD, "C"))
    assert [name_of(s.state, unit) for unit in s.combat.units] == ["#1 A Red Ball", "#2 B Red Ball", "#3 C DD 1t"]
