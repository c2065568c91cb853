"""What each side is told, and the information commands (1.2, 2.3, 2.4, 5, 6.4, 8.5, 9.6, 10.9, cards)."""

import io
import sys

import pytest

import navalcore as nc
from navalcore._cli.app import run
from navalcore._rules.decision import SPECTATOR
from navalcore.components._chance import SeededChance
from navalcore_games.bismarck.cards import BISMARCK, PLANES, SHIPS, plane_unit, ship_number
from navalcore_games.bismarck.combat_events import Damaged
from navalcore_games.bismarck.commands import COMMANDS, ILLEGAL, answer, map_lines, plane_line, ship_line
from navalcore_games.bismarck.events import ChanceSpotting
from navalcore_games.bismarck.state import Report
from navalcore_games.bismarck.views import see
from navalcore_games.bismarck.words import Fate, Hunt, Mode, Side, Square
from tests.games.bismarck.conftest import GAME

NUMBER = {card.id: card.number for card in PLANES}


def british(here):
    return see(here.state, Side.BRITISH)


def cell(text, square):
    """The letter of a square in a map display."""
    line = text.splitlines()[2 + square // 100 - 11]
    return line[4 + 2 * (square % 100 - 11)]


@pytest.mark.rule("bismarck", "2.4", "5.1", "9.6")
def test_a_side_sees_its_own_units_whole_and_of_the_enemy_only_what_it_spotted(sea) -> None:
    here = sea()
    here.put("Hood", 1622, path=(1623,))
    here.put("Bismarck", 1528, seen=True, seen_square=1528, seen_turn=2)
    here.put("Prinz Eugen", 1428)
    view = british(here)
    assert view.ships[ship_number("Hood")].projected == 1623
    assert not any(SHIPS[number].side is Side.GERMAN for number in view.ships)
    assert [(sighting.unit, sighting.square) for sighting in view.enemies] == [(BISMARCK, 1528)]


@pytest.mark.rule("bismarck", "9.6", "2.4")
def test_nothing_unspotted_or_ordered_leaks_into_the_enemys_view(sea) -> None:
    here = sea()
    here.put("Hood", 1622)
    here.put("Bismarck", 1428, path=(1427,))
    before = see(here.state, Side.BRITISH), see(here.state, SPECTATOR)
    here.put("Bismarck", 1920, path=(1919, 1918), fuel=1, midships=2, order_mode=Mode.PATROL, torpedoes=0)
    here.state.refuel_squares.append(1511)
    assert (see(here.state, Side.BRITISH), see(here.state, SPECTATOR)) == before


@pytest.mark.rule("bismarck", "2.4")
def test_a_spectator_sees_no_units_at_all(sea) -> None:
    here = sea()
    here.put("Hood", 1622)
    view = see(here.state, SPECTATOR)
    assert (view.ships, view.planes, view.enemies, view.fog) == ({}, (), (), ())


@pytest.mark.rule("bismarck", "9.6")
def test_spotted_germans_are_on_the_british_map_but_british_ships_never_on_the_german_one(sea) -> None:
    here = sea()
    here.put("Hood", 1620, seen=True, seen_square=1620, seen_turn=2)
    here.put("Bismarck", 1519, seen=True, seen_square=1519, seen_turn=2)
    assert cell(answer(british(here), "SN"), 1519) == "b"
    german = see(here.state, Side.GERMAN)
    assert cell(answer(german, "SN"), 1620) == "."
    assert [str(sighting) for sighting in german.enemies] == ["Hood 1620 (spotted)"]


def pair(text, square):
    """The two characters of a square in a map display."""
    line = text.splitlines()[2 + square // 100 - 11]
    start = 4 + 2 * (square % 100 - 11)
    return line[start : start + 2]


@pytest.mark.rule("bismarck", "9.6", "5.21.1", "5.21.2")
def test_a_spotted_enemy_in_a_square_with_own_ships_is_displayed_otherwise_than_they(sea) -> None:
    here = sea()
    for name in ("Hood", "P of Wales"):
        here.put(name, 1620)
    here.put("Norfolk", 1117)
    for name, square in (("Bismarck", 1620), ("Prinz Eugen", 1620), ("WP1", 1117)):
        here.put(name, square, seen=True, seen_square=square, seen_turn=2)
    for text in (answer(british(here), "SN"), answer(british(here), "SP"), nc.face_of(GAME).board_text(british(here))):
        lines = text.splitlines()
        board = "\n".join(lines[next(n for n, line in enumerate(lines) if line.startswith("    1 1")) :])
        assert (pair(board, 1620), pair(board, 1117)) == ("2b", "Cs")
        assert "Spotted: Bismarck 1620, Prinz Eugen 1620, Wolfpack 1 1117" in lines


@pytest.mark.rule("bismarck", "9.6")
def test_the_umpires_map_has_the_germans_in_small_letters_and_the_legend_says_so(sea) -> None:
    here = sea()
    here.put("Hood", 1620)
    here.put("Bismarck", 1620)
    assert pair(answer(see(here.state, nc.UMPIRE), "SN"), 1620) == "Bb"
    legends = {role: nc.face_of(GAME).board_text(see(here.state, role)) for role in (*Side, nc.UMPIRE)}
    assert {role: "small letters" in text for role, text in legends.items()} == {
        Side.BRITISH: True,
        Side.GERMAN: False,
        nc.UMPIRE: True,
    }


@pytest.mark.rule("bismarck", "5.1")
def test_the_board_shows_own_ships_and_own_planes_at_once(sea) -> None:
    here = sea()
    here.put("Hood", 1622)
    here.fly("R Ulster 1", 1720, Mode.PATROL, endurance=3)
    here.fly("R Ulster 2", 1622, Mode.MOVE, endurance=2)
    here.base("R Scapa Flow 1")
    here.base("L Scapa Flow")
    lines = nc.face_of(GAME).board_text(british(here), 120).splitlines()
    board = "\n".join(lines[next(n for n, line in enumerate(lines) if line.startswith("    1 1")) :])
    assert (cell(board, 1622), cell(board, 1720), cell(board, 1825)) == ("B", "R", "+")
    assert "In the air: R Ulster 1 1720 (P, 3 turns left), R Ulster 2 1622 (M, 2 turns left)" in lines
    assert "On the ground or on deck in 1825: R Scapa Flow 1, L Scapa Flow" in lines
    german = nc.face_of(GAME).board_text(see(here.state, Side.GERMAN))
    assert "R Ulster" not in german
    assert "R Scapa" not in german


@pytest.mark.rule("bismarck", "15.3")
def test_the_german_of_the_solitaire_game_is_told_where_his_ships_may_refuel_and_nobody_else_is() -> None:
    match = nc.load("bismarck").new_match("solitaire", seed=5, history=True)
    squares = sorted(set(match.view(Side.GERMAN).refuel_squares))
    text = f"German ships may refuel in {', '.join(map(str, squares[:-1]))} or {squares[-1]}."
    told = {
        role: [entry.text for entry in match.snapshot(role, since=0).events if entry.rule == "15.3"]
        for role in (Side.BRITISH, Side.GERMAN, SPECTATOR)
    }
    assert 1 < len(squares) <= 3
    board = lambda role: nc.face_of(GAME).board_text(match.view(role))  # noqa: E731
    assert told == {Side.BRITISH: [], Side.GERMAN: [text], SPECTATOR: []}
    assert f"Refuelling squares: {', '.join(map(str, squares))}" in board(Side.GERMAN)
    assert "Refuelling" not in board(Side.BRITISH)


@pytest.mark.rule("bismarck", "10.9")
def test_a_shadowed_ship_is_shown_where_it_will_be_others_where_they_were(sea) -> None:
    here = sea()
    here.put("Bismarck", 1519, seen=True, seen_square=1518, seen_turn=2, path=(1518,), hunt=Hunt.FOLLOWED)
    here.put("Prinz Eugen", 1519, seen=True, seen_square=1519, seen_turn=2, path=(1520,))
    shown = {sighting.unit: sighting.square for sighting in british(here).enemies}
    assert shown == {BISMARCK: 1518, ship_number("Prinz Eugen"): 1519}
    assert answer(british(here), "QP1520") == "NOTHING THERE"


@pytest.mark.rule("bismarck", "12.2", "12.3")
def test_the_square_of_a_chance_spotting_is_for_the_british_only(sea) -> None:
    here = sea()
    here.state.reports.append(Report(2, BISMARCK, Square(1519), True))
    assert [report.square for report in british(here).reports] == [1519]
    assert [report.square for report in see(here.state, Side.GERMAN).reports] == [None]
    event = ChanceSpotting(BISMARCK, True, Square(1519), to=(Side.BRITISH,))
    assert "1519" in str(event.seen_by(Side.BRITISH))
    assert "1519" not in str(event.seen_by(Side.GERMAN))


@pytest.mark.rule("bismarck", "16.66", "16.31.2")
def test_damage_is_told_to_the_owner_only(sea, game) -> None:
    from navalcore_games.bismarck.combat.damage import lose

    here = sea()
    here.put("Bismarck", 1519, fuel=0)
    here.play.listen(True)
    lose(here.play, BISMARCK, 1, 2, 3)
    event = next(event for event in here.play.told if isinstance(event, Damaged))
    assert event.seen_by(Side.BRITISH) is None
    assert str(event.seen_by(Side.GERMAN)) == "Bismarck loses 1 midship, 2 firepower and 3 knots."


@pytest.mark.rule("bismarck", "5.21.1", "5.21.2", "2.3")
def test_sn_and_sp_show_ships_now_and_projected(sea) -> None:
    here = sea()
    here.put("Hood", 1622, path=(1623, 1724))
    here.put("Norfolk", 1117)
    here.put("Suffolk", 1117)
    now, projected = answer(british(here), "SN"), answer(british(here), "SP")
    assert [cell(now, square) for square in (1622, 1724, 1117)] == ["B", ".", "2"]
    assert [cell(projected, square) for square in (1622, 1724, 1117)] == [".", "B", "2"]


@pytest.mark.rule("bismarck", "5.22.1", "5.22.2")
def test_pn_and_pp_show_planes_now_and_projected(sea) -> None:
    here = sea()
    here.fly("R Reykjavik", 1316, Mode.MOVE, endurance=3, path=(1315,))
    now, projected = answer(british(here), "PN"), answer(british(here), "PP")
    assert [cell(now, square) for square in (1316, 1315)] == ["R", "."]
    assert [cell(projected, square) for square in (1316, 1315)] == [".", "R"]


@pytest.mark.rule("bismarck", "5.24.1", "5.24.2")
def test_qn_and_qp_list_ships_airborne_planes_and_spotted_enemies(sea) -> None:
    here = sea()
    here.put("Hood", 1622, path=(1623,))
    here.fly("R Ulster 1", 1622, Mode.PATROL, endurance=3)
    here.base("R Reykjavik")
    here.put("Prinz Eugen", 1622, seen=True, seen_square=1622, seen_turn=1)
    assert answer(british(here), "QN1622") == "B Hood\nR Ulster 1\nC Prinz Eugen"
    assert answer(british(here), "QP1622") == "R Ulster 1\nC Prinz Eugen"
    assert answer(british(here), "QP1623") == "B Hood"
    assert answer(british(here), "QN1317") == "NOTHING THERE"
    assert answer(british(here), "QN9999") == ILLEGAL


@pytest.mark.rule("bismarck", "5.25.1", "5.25.2", "9.22", "13.31")
def test_ns_and_ps_show_search_totals_up_to_nine_and_fog(sea) -> None:
    here = sea()
    for name in ("Norfolk", "Suffolk", "Hood"):
        here.put(name, 1122, mode=Mode.PATROL)
    here.ship("Hood").path = (1123,)
    here.ship("Hood").order_mode = Mode.MOVE
    here.state.fog[0] = True
    now, projected = answer(british(here), "NS"), answer(british(here), "PS")
    assert [cell(now, square) for square in (1122, 1116, 1220, 1527)] == ["9", "F", "F", "."]
    assert [cell(projected, square) for square in (1122, 1123)] == ["8", "1"]
    assert cell(answer(see(here.state, Side.GERMAN), "NS"), 1116) == "F"


@pytest.mark.rule("bismarck", "5.26", "2.3", "2.27", "13.1")
def test_nm_shows_the_bare_map_with_ports_airfields_and_visibility(sea) -> None:
    here = sea()
    here.put("Hood", 1622)
    here.state.visibility[5] = 7
    text = answer(british(here), "NM")
    assert [cell(text, square) for square in (1825, 2123, 1622, 1319, 1318)] == ["+", "X", ".", "#", "#"]
    assert text.splitlines()[2 + 5].endswith("  7")


@pytest.mark.rule("bismarck", "5.27")
def test_st_finds_ships_by_three_characters_spaces_included(sea) -> None:
    here = sea()
    here.put("Prinz Eugen", 1622, fuel=3, firepower=8)
    here.put("P of Wales", 1622, midships=5, knots=27)
    line = "PRINZ EUGEN: FUEL 3 MIDSHIPS 3 FIREPOWER 8 KNOTS 32 TORPEDOES 2"
    assert answer(see(here.state, Side.GERMAN), "STPR ") == line
    assert answer(british(here), "STP O") == "PRINCE OF WALES: FUEL 8 MIDSHIPS 5 FIREPOWER 20 KNOTS 27 TORPEDOES 0"
    assert answer(british(here), "STPR ") == ILLEGAL, "no enemy ships"
    assert answer(british(here), "STP") == ILLEGAL


@pytest.mark.rule("bismarck", "6.4", "5.23.1", "Card-B")
def test_the_ship_detail_line_has_the_twelve_fields_of_the_example(sea) -> None:
    here = sea()
    here.put("Hood", 1622)
    assert ship_line(british(here), ship_number("Hood")).split() == [
        "B", "HOOD", "1622", "1622", "1/1", "4/3", "M", "M", "07", "2", "2",
    ]  # fmt: skip
    here.put("Rodney", 2023, slow="N")
    assert ship_line(british(here), ship_number("Rodney")).split()[:3] == ["B", "N", "RODNEY"]
    assert len(answer(british(here), "MS").splitlines()) == 2
    assert answer(british(here), "MSROD").split()[2] == "RODNEY"


@pytest.mark.rule("bismarck", "8.5", "5.23.2", "Card-B")
def test_the_plane_detail_line_has_the_ten_fields_of_the_example(sea) -> None:
    here = sea()
    here.base("R Reykjavik")
    assert plane_line(british(here), NUMBER["R Reykjavik"]).split() == [
        "R", "REYKJAVIK", "1317", "1317", "2/1", "4/2", "B", "B", "5", "5",
    ]  # fmt: skip
    here.fly("R Reykjavik", 1316, Mode.MOVE, endurance=3)
    assert answer(british(here), "MPREY").split()[-2:] == ["3", "2"]


@pytest.mark.rule("bismarck", "8.5", "8.73.2", "8.8")
@pytest.mark.parametrize(("mode", "left"), [(Mode.ATTACK, "0"), (Mode.R, "1")])
def test_the_line_of_a_torpedo_bomber_projects_the_endurance_of_the_mode_ordered(sea, mode, left) -> None:
    """In A it is back in the same turn, in R it has two turns; on deck the longer is shown."""
    here = sea()
    here.put("Victorious", 2020, mode=Mode.LAUNCH)
    here.base("T Victorious").order_mode = mode
    assert plane_line(british(here), NUMBER["T Victorious"]).split()[-4:] == ["B", mode.value, "2", left]


@pytest.mark.rule("bismarck", "1.2", "Card-A")
def test_an_asterisk_voids_what_was_typed_before_and_nonsense_is_an_illegal_entry(sea) -> None:
    here = sea()
    view = british(here)
    assert answer(view, "QN99*NM") == answer(view, "NM") == map_lines(view, {})
    assert answer(view, "ZZ") == ILLEGAL
    assert answer(view, "") == ILLEGAL


@pytest.mark.rule("bismarck", "1.2", "5.24.1", "5.27", "Card-A")
def test_the_commands_of_chart_a_are_typed_at_the_keyboard_as_the_chart_prints_them(monkeypatch, capsys) -> None:
    typed = ("QN1622", "qn 1622", "STHOO", "QN9*STHOO", "QN9999", "sto", "Hood", "M", "sto", "quit")
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    status = run(["play", "bismarck", "--scenario", "two_player", "--seed", "3", "--role", "british"])
    shown = capsys.readouterr().out
    hood = "HOOD: FUEL 7 MIDSHIPS 6 FIREPOWER 22 KNOTS 31 TORPEDOES 1"
    assert status == 0
    assert shown.count("B Hood\nB Prince of Wales\nD Destroyer Flotilla 1\n") == 2
    assert shown.count(hood) == 2
    assert shown.count(ILLEGAL) == 2, "QN9999, and ST of a ship that begins with O"
    assert "Hood receives the order M (move).  [7.0]" in shown, "the beginning of an option is the option"


@pytest.mark.rule("bismarck", "1.2")
def test_what_stands_before_an_asterisk_is_void_in_answers_too(monkeypatch, capsys) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("Hood*Norfolk\nX*P\nHood*NM\nHood*Nobody\nquit\n"))
    assert run(["play", "bismarck", "--scenario", "two_player", "--seed", "3", "--role", "british"]) == 0
    shown = capsys.readouterr().out
    assert "Norfolk receives the order P (patrol).  [7.0]" in shown
    assert "'Nobody' is not offered" in shown


@pytest.mark.rule("bismarck", "Card-A")
def test_chart_a_is_complete_and_works_from_every_view(sea, game) -> None:
    here = sea()
    here.put("Hood", 1622)
    here.put("Bismarck", 1528)
    assert set(COMMANDS) == {"SN", "SP", "PN", "PP", "MS", "MP", "QN", "QP", "NS", "PS", "NM", "ST"}
    assert nc.face_of(game).info_commands() == COMMANDS
    for role in (*Side, nc.UMPIRE, SPECTATOR):
        view = see(here.state, role)
        assert all(command(view, "1622") for command in COMMANDS.values())


def test_what_is_drawn_anew_for_a_side_looks_the_same_to_it(sea, game) -> None:
    here = sea()
    here.state.phase, here.state.turn = "orders", 6
    here.put("Hood", 1622, seen=True, seen_square=1622, seen_turn=6)
    here.put("Norfolk", 1117)
    here.put("Bismarck", 1622, seen=True, seen_square=1622, seen_turn=6, salvos=30, midships=7, torpedo_hits=1)
    here.put("Prinz Eugen", 1428, path=(1427,))
    here.put("WP1", 1812)
    chance = SeededChance.from_seed(3)
    places, damages = set(), set()
    for _ in range(30):
        twin = game.determinize(here.state, Side.BRITISH, chance, here.terms)
        assert game.view(twin, Side.BRITISH, here.terms) == game.view(here.state, Side.BRITISH, here.terms)
        assert list(game.invariants(twin, here.terms)) == []
        places.add(twin.ships[ship_number("Prinz Eugen")].square)
        damages.add(twin.ships[BISMARCK].midships)
        assert twin.ships[BISMARCK].square == 1622
    assert len(places) > 10
    assert len(damages) > 2


def test_a_carrier_lost_is_told_but_not_her_planes_on_deck(sea) -> None:
    here = sea()
    here.put("Ark Royal", 2620, fate=Fate.SUNK, midships=0)
    here.plane("T Ark Royal 1").fate = Fate.SUNK
    here.plane("R Ulster 1").fate = Fate.CRASHED
    lost = see(here.state, Side.GERMAN).lost
    assert lost == (ship_number("Ark Royal"), plane_unit(NUMBER["R Ulster 1"]))
