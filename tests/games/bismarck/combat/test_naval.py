"""Naval combat (16.6)."""

import pytest

from navalcore_games.bismarck.cards import SHIPS, ship_number
from navalcore_games.bismarck.combat.naval import (
    aim,
    combat_check,
    fight_round,
    gets_away,
    naval_phase,
    open_battle,
    salvos_of,
    surprise_attack,
    surprise_possible,
    targets_of,
    undefended,
    withdrawal,
)
from navalcore_games.bismarck.movement.ships import allowance
from navalcore_games.bismarck.words import Fate, Hunt, Mode, Side
from tests.games.bismarck.conftest import texts

MISS = 1000


def meet(sea, *names, **options):
    """These ships have spotted each other in 1620."""
    here = sea(**options)
    for name in names:
        here.put(name, 1620, seen=True, fuel=None)
    here.state.phase = "open_battle"
    naval_phase(here.play)
    here.after = open_battle(here.play)
    return here


def fighting(here):
    return {side: [SHIPS[n].id for n in here.state.battle.fighting[side]] for side in Side}


@pytest.mark.rule("bismarck", "16.61", "16.1", "4.6")
def test_all_surface_ships_that_have_spotted_each_other_in_a_square_take_part(sea) -> None:
    here = meet(sea, "Hood", "SL1", "DF1", "SG1", "Bismarck", "WP1")
    assert fighting(here) == {Side.BRITISH: ["Hood", "SL1"], Side.GERMAN: ["Bismarck"]}


@pytest.mark.rule("bismarck", "16.61")
@pytest.mark.parametrize("names", [("DF1", "Bismarck"), ("Ark Royal", "SL1", "Belchen"), ("Hood", "WP1")])
def test_there_is_no_naval_combat_without_guns_and_something_to_sink(sea, names) -> None:
    here = meet(sea, *names)
    assert here.state.battle is None
    assert open_battle(here.play) == "victory"


@pytest.mark.rule("bismarck", "16.61", "16.65")
def test_destroyers_are_targets_only_by_option(sea) -> None:
    here = meet(sea, "DF1", "Bismarck", destroyers_as_targets=True)
    assert [SHIPS[n].id for n in targets_of(here.play, ship_number("Bismarck"))] == ["DF1"]


@pytest.mark.rule("bismarck", "16.62")
def test_both_sides_answer_in_secret_and_without_seeing_the_other(sea) -> None:
    here = meet(sea, "Hood", "Bismarck")
    here.answer(combat_check(here.play), "fight", "withdraw")
    assert [(decision.role, decision.secret) for decision in here.asked] == [(side, True) for side in Side]
    assert here.state.battle.withdraw == {Side.BRITISH: False, Side.GERMAN: True}


def wish(here, british, german):
    here.answer(combat_check(here.play), british, german)
    return withdrawal(here.play)


@pytest.mark.rule("bismarck", "16.62", "16.61")
def test_two_wishes_to_withdraw_end_the_combat(sea) -> None:
    here = meet(sea, "Hood", "Bismarck")
    with here.script():
        assert wish(here, "withdraw", "withdraw") == "open_battle"


@pytest.mark.rule("bismarck", "16.62")
def test_ships_that_would_have_to_roll_to_withdraw_do_not_if_both_sides_wish_to(sea) -> None:
    """Neither Prince of Wales nor Bismarck, both of 29 knots, is faster than the other."""
    here = meet(sea, "P of Wales", "Bismarck")
    with here.script():
        assert wish(here, "withdraw", "withdraw") == "open_battle"


@pytest.mark.rule("bismarck", "16.62")
def test_two_wishes_to_fight_bring_a_round(sea) -> None:
    here = meet(sea, "Hood", "Bismarck")
    with here.script():
        assert wish(here, "fight", "fight") is None


@pytest.mark.rule("bismarck", "16.63", "16.62", "16.61")
def test_the_side_that_withdraws_tries_ship_by_ship_and_those_left_fight_on(sea) -> None:
    here = meet(sea, "Hood", "P of Wales", "Bismarck")  # 31, 29 and 29 knots
    with here.script(("Prince of Wales tries", 26)):
        assert wish(here, "withdraw", "fight") is None
    assert fighting(here)[Side.BRITISH] == ["P of Wales"]
    with here.script(("Prince of Wales tries", 25)):
        assert wish(here, "withdraw", "fight") == "open_battle"


@pytest.mark.rule("bismarck", "16.63")
@pytest.mark.parametrize(
    ("ship", "enemies", "certain"),
    [
        ("Bismarck", ["Renown", "Norfolk"], True),
        ("Bismarck", ["P of Wales"], False),
        ("Bismarck", ["Norfolk"], True),
        ("Prinz Eugen", ["Hood"], True),
        ("Prinz Eugen", ["Hood", "Norfolk"], False),
        ("Prinz Eugen", ["Suffolk"], True),
        ("Ark Royal", ["Bismarck"], True),
        ("Ark Royal", ["Bismarck", "Prinz Eugen"], False),
    ],
)
def test_who_is_faster_gets_away_for_certain(sea, ship, enemies, certain) -> None:
    here = sea()
    for name in (ship, *enemies):
        here.put(name, 1620)
    numbers = [ship_number(name) for name in enemies]
    with here.script(*(() if certain else [("tries to withdraw", 26)])):
        assert gets_away(here.play, ship_number(ship), numbers) is certain
    if not certain:
        with here.script(25):
            assert gets_away(here.play, ship_number(ship), numbers)


@pytest.mark.rule("bismarck", "16.62", "16.63", "16.61")
def test_a_ship_that_got_away_stays_in_the_square_and_protects_nothing_there(sea) -> None:
    """BIS-R44: Hood, with 31 knots, leaves Bismarck, with 29, to the convoy, and nobody fires at her any more."""
    here = meet(sea, "Hood", "SL1", "Bismarck")
    here.decisions = []
    with here.script():
        assert wish(here, "withdraw", "fight") is None
        play_round(here)
        assert fight_round(here.play) == "open_battle"
    assert (here.ship("SL1").fate, here.ship("Hood").fate) == (Fate.DISPERSED, Fate.ACTIVE)
    assert here.ship("Hood").square == 1620


@pytest.mark.rule("bismarck", "16.63", "6.6")
def test_a_ship_without_knots_may_still_withdraw_with_a_quarter_of_the_chances(sea) -> None:
    """BIS-R44."""
    here = sea()
    for name in ("Bismarck", "Rodney"):
        here.put(name, 1620)
    here.ship("Bismarck").knots = 0
    for roll, away in ((25, True), (26, False)):
        with here.script(("Bismarck tries to withdraw", roll)):
            assert gets_away(here.play, ship_number("Bismarck"), [ship_number("Rodney")]) is away


@pytest.mark.rule("bismarck", "16.63", "16.61")
def test_convoys_and_oilers_do_not_withdraw(sea) -> None:
    here = meet(sea, "SL1", "Norfolk", "Prinz Eugen")
    with here.script(("Norfolk tries", 25)):
        wish(here, "withdraw", "fight")
    assert fighting(here)[Side.BRITISH] == ["SL1"]


def play_round(here, *answers):
    here.answer(aim(here.play), *answers)
    here.decisions += here.asked


@pytest.mark.rule("bismarck", "16.66", "2.22", "16.62")
def test_a_ship_fires_all_its_salvos_at_one_target_and_a_sunk_ship_still_fires(sea) -> None:
    here = meet(sea, "Norfolk", "Prinz Eugen")
    here.decisions = []
    here.ship("Prinz Eugen").midships = 1
    play_round(here)
    salvos = [("salvo at Prinz Eugen", 1), *[("salvo at Prinz Eugen", MISS)] * 9, *[("salvo at Norfolk", 92)] * 10]
    with here.script(*salvos):
        assert fight_round(here.play) == "open_battle"
    norfolk = here.ship("Norfolk")
    assert here.ship("Prinz Eugen").fate is Fate.SUNK
    # Ten times FP -2: five of them take the ten firepower, five more cost a midship each, of the two there are.
    assert norfolk.fate is Fate.SUNK


@pytest.mark.rule("bismarck", "16.65")
def test_battleships_fire_at_battleships_and_cruisers_at_cruisers_whenever_possible(sea) -> None:
    here = meet(sea, "Hood", "P of Wales", "Norfolk", "Bismarck", "Prinz Eugen")
    names = {
        name: [SHIPS[n].id for n in targets_of(here.play, ship_number(name))]
        for name in ("Hood", "Norfolk", "Bismarck", "Prinz Eugen")
    }
    assert names == {
        "Hood": ["Bismarck"], "Norfolk": ["Prinz Eugen"], "Bismarck": ["Hood", "P of Wales"],
        "Prinz Eugen": ["Norfolk"],
    }  # fmt: skip
    here = meet(sea, "Norfolk", "Bismarck")
    assert [SHIPS[n].id for n in targets_of(here.play, ship_number("Bismarck"))] == ["Norfolk"]


@pytest.mark.rule("bismarck", "16.65", "16.66")
def test_the_owner_chooses_among_several_targets_in_secret(sea) -> None:
    here = meet(sea, "Hood", "P of Wales", "Bismarck")
    here.decisions = []
    play_round(here, "Prince of Wales")
    assert [decision.role for decision in here.decisions] == [Side.GERMAN]
    assert here.decisions[0].secret
    aims = [each for side in Side for each in here.state.battle.aims[side]]
    assert [(SHIPS[each.shooter].id, SHIPS[each.target].id, each.salvos) for each in aims] == [
        ("Hood", "Bismarck", 22), ("P of Wales", "Bismarck", 20), ("Bismarck", "P of Wales", 34),
    ]  # fmt: skip


@pytest.mark.rule("bismarck", "16.64", "16.62")
def test_torpedoes_may_be_launched_from_the_second_round_on_and_are_spent(sea) -> None:
    here = meet(sea, "Suffolk", "Prinz Eugen")
    here.decisions = []
    for name in ("Suffolk", "Prinz Eugen"):
        here.ship(name).firepower = 0
    play_round(here)
    assert here.decisions == []
    with here.script():
        assert fight_round(here.play) == "combat_check"
    play_round(here, "none", "2 torpedoes at Suffolk")
    assert [texts(decision) for decision in here.decisions] == [
        ["none", "1 torpedo at Prinz Eugen"], ["none", "1 torpedo at Suffolk", "2 torpedoes at Suffolk"],
    ]  # fmt: skip
    # Suffolk makes 31 knots: hit on 5; a third is sunk (face 1 of 3).
    with here.script(("torpedo at Suffolk", 6), ("torpedo at Suffolk", 5), ("torpedo damage", 1)):
        assert fight_round(here.play) == "open_battle"
    assert here.ship("Prinz Eugen").torpedoes == 0
    assert here.state.points[Side.GERMAN] == 12


@pytest.mark.rule("bismarck", "16.62", "16.82")
def test_a_torpedo_meets_the_speed_its_target_had_before_the_salvos_of_the_round(sea) -> None:
    here = meet(sea, "Suffolk", "Prinz Eugen")
    here.decisions = []
    here.ship("Suffolk").firepower, here.ship("Suffolk").fuel = 0, 0
    here.ship("Prinz Eugen").firepower = 1
    here.state.battle.round = 1
    play_round(here, "none", "1 torpedo at Suffolk")
    # The salvo takes a midship and ten knots (face 2): at 21 knots 6 would hit, at her 31 it does not.
    with here.script(("salvo at Suffolk", 2), ("torpedo at Suffolk", 6)):
        fight_round(here.play)
    assert (here.ship("Suffolk").midships, here.ship("Suffolk").knots) == (1, 21)


@pytest.mark.rule("bismarck", "16.61")
def test_a_combat_in_which_nobody_fires_any_more_is_over(sea) -> None:
    here = meet(sea, "Suffolk", "Prinz Eugen")
    here.decisions = []
    for name in ("Suffolk", "Prinz Eugen"):
        here.ship(name).firepower = 0
    play_round(here)
    assert fight_round(here.play) == "combat_check"
    play_round(here, "none", "none")
    assert fight_round(here.play) == "open_battle"


@pytest.mark.rule("bismarck", "16.61", "16.62", "16.67", "16.73", "10.1")
def test_a_convoy_left_alone_is_dispersed_and_the_victors_do_not_move_on_the_next_turn(sea) -> None:
    here = meet(sea, "WS8B", "Bismarck", "Prinz Eugen")
    here.decisions = []
    assert wish(here, "fight", "fight") is None
    play_round(here)
    with here.script():
        assert fight_round(here.play) == "open_battle"
    assert (here.ship("WS8B").fate, here.state.points[Side.GERMAN]) == (Fate.DISPERSED, 40)
    moves = {}
    for turn in (3, 4):
        here.state.turn = turn
        moves[turn] = [allowance(here.state, ship_number(n), Mode.MOVE) for n in ("Bismarck", "Prinz Eugen")]
    assert moves == {3: [0, 0], 4: [2, 2]}


@pytest.mark.rule("bismarck", "16.61", "16.62")
def test_a_convoy_with_a_defender_in_the_fight_is_safe(sea) -> None:
    here = meet(sea, "WS8B", "Cairo", "Bismarck")
    undefended(here.play, Side.BRITISH)
    assert here.ship("WS8B").fate is Fate.ACTIVE
    here.state.battle.fighting[Side.BRITISH].remove(ship_number("Cairo"))
    undefended(here.play, Side.BRITISH)
    assert here.ship("WS8B").fate is Fate.DISPERSED


@pytest.mark.rule("bismarck", "16.61", "16.62")
def test_destroyers_without_defenders_are_not_sunk_with_the_convoy(sea) -> None:
    """Step 8 names carriers, convoys and oilers, also where destroyers are targets (BIS-R40)."""
    here = meet(sea, "DF1", "SL1", "Bismarck", destroyers_as_targets=True)
    undefended(here.play, Side.BRITISH)
    assert (here.ship("SL1").fate, here.ship("DF1").fate) == (Fate.DISPERSED, Fate.ACTIVE)
    assert here.ship("DF1").midships == 6


@pytest.mark.rule("bismarck", "16.61", "16.62")
def test_a_convoy_and_an_oiler_without_defenders_do_nothing_to_each_other(sea) -> None:
    """Step 8 speaks of enemy battleships or cruisers."""
    here = meet(sea, "Norfolk", "SL1", "Prinz Eugen", "Belchen")
    here.decisions = []
    for name in ("Norfolk", "Prinz Eugen"):
        here.ship(name).midships = 1
    play_round(here)
    rolls = [("salvo at Prinz Eugen", 1), *[("salvo at Prinz Eugen", MISS)] * 9]
    rolls += [("salvo at Norfolk", 1), *[("salvo at Norfolk", MISS)] * 9]
    with here.script(*rolls):
        assert fight_round(here.play) == "open_battle"
    fates = [here.ship(name).fate for name in ("Norfolk", "SL1", "Prinz Eugen", "Belchen")]
    assert fates == [Fate.SUNK, Fate.ACTIVE, Fate.SUNK, Fate.ACTIVE]


@pytest.mark.rule("bismarck", "16.61", "16.64")
def test_only_battleships_and_cruisers_fire_and_launch_torpedoes_in_naval_combat(sea) -> None:
    """Destroyers have torpedoes, but attack before naval combat (16.2), also where they are targets in it (BIS-R40)."""
    here = meet(sea, "Victorious", "DF1", "Norfolk", "Prinz Eugen", destroyers_as_targets=True)
    here.decisions = []
    here.state.battle.round = 1
    play_round(here, "none", "none")
    aims = [SHIPS[each.shooter].id for side in Side for each in here.state.battle.aims[side]]
    assert aims == ["Norfolk", "Prinz Eugen"]


@pytest.mark.rule("bismarck", "16.64", "16.66")
def test_a_ship_without_firepower_or_torpedoes_is_not_asked_what_to_fire_at(sea) -> None:
    here = meet(sea, "Norfolk", "Suffolk", "Prinz Eugen")
    here.decisions = []
    here.state.battle.round = 1
    for name in ("Norfolk", "Suffolk", "Prinz Eugen"):
        here.ship(name).torpedoes = 0
    here.ship("Prinz Eugen").firepower = 0
    play_round(here)
    assert here.decisions == []


@pytest.mark.rule("bismarck", "16.61")
def test_a_combat_goes_on_if_one_of_several_ships_still_fires(sea) -> None:
    """BIS-R65."""
    here = meet(sea, "Norfolk", "Prinz Eugen")
    here.decisions = []
    here.state.battle.round = 1
    for name in ("Norfolk", "Prinz Eugen"):
        here.ship(name).torpedoes = 0
    here.ship("Norfolk").firepower, here.ship("Prinz Eugen").firepower = 0, 1
    play_round(here)
    with here.script(("salvo at Norfolk", MISS)):
        assert fight_round(here.play) == "combat_check"


@pytest.mark.rule("bismarck", "16.61", "16.71")
def test_undefended_carriers_and_oilers_are_sunk(sea) -> None:
    here = meet(sea, "Ark Royal", "Bismarck")
    undefended(here.play, Side.BRITISH)
    assert here.state.points[Side.GERMAN] == 48
    here = meet(sea, "Norfolk", "Belchen")
    undefended(here.play, Side.GERMAN)
    assert here.state.points[Side.BRITISH] == 4


@pytest.mark.rule("bismarck", "16.68")
@pytest.mark.parametrize(("turn", "level", "possible"), [(2, 5, False), (2, 6, True), (2, 8, True), (4, 1, True)])
def test_surprise_is_for_the_night_or_bad_visibility(sea, turn, level, possible) -> None:
    here = meet(sea, "Hood", "Bismarck")
    here.state.turn, here.state.visibility[5] = turn, level
    assert surprise_possible(here.state, here.state.battle) is possible


@pytest.mark.rule("bismarck", "16.68")
def test_a_surprise_attack_is_made_only_if_the_german_player_desires_it(sea) -> None:
    here = meet(sea, "Hood", "Bismarck")
    here.state.visibility[5] = 8
    with here.script():
        assert here.answer(surprise_attack(here.play), "no") is None
    assert not here.state.battle.surprise
    assert [(decision.role, decision.secret, texts(decision)) for decision in here.asked] == [
        (Side.GERMAN, True, ["yes", "no"])
    ]


@pytest.mark.rule("bismarck", "16.68")
def test_only_the_bismarck_surprises(sea) -> None:
    here = meet(sea, "Norfolk", "Prinz Eugen")
    here.state.visibility[5] = 8
    assert here.answer(surprise_attack(here.play)) is None


@pytest.mark.rule("bismarck", "16.68")
@pytest.mark.parametrize(
    ("hunt", "script", "works"),
    [(Hunt.FOLLOWED, [], True), (Hunt.SHADOWED, [51], False), (Hunt.NONE, [50], True)],
)
def test_a_shadowed_bismarck_surprises_at_will_else_in_half_the_cases(sea, hunt, script, works) -> None:
    here = meet(sea, "Hood", "Bismarck")
    here.state.visibility[5] = 8
    here.ship("Bismarck").hunt = hunt
    with here.script(*script):
        result = here.answer(surprise_attack(here.play), "yes")
    assert (result, here.state.battle.surprise) == ("aim" if works else None, works)


@pytest.mark.rule("bismarck", "16.68", "16.62")
@pytest.mark.parametrize(("rounding", "salvos"), [("floor", 4), ("nearest", 4), ("ceil", 5)])
def test_in_a_surprise_round_ships_fire_an_eighth_and_then_the_combat_goes_on(sea, rounding, salvos) -> None:
    here = meet(sea, "Hood", "Bismarck", surprise_rounding=rounding)
    here.decisions = []
    here.state.battle.surprise = True
    assert salvos_of(here.play, 34) == salvos
    play_round(here)
    hood = {"floor": 2, "nearest": 3, "ceil": 3}[rounding]
    with here.script(*[("salvo at Bismarck", MISS)] * hood, *[("salvo at Hood", MISS)] * salvos):
        assert fight_round(here.play) == "combat_check"
    assert not here.state.battle.surprise
    assert salvos_of(here.play, 34) == 34
