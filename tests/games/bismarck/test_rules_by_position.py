"""Rules of Computer Bismarck, each from a position as people write one, so that no test needs the game's code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import navalcore as nc
from navalcore.components import DiceRolled, Event
from navalcore.study import reasons

GAME = nc.load("bismarck")


def at_sea(units: Mapping[str, Mapping[str, Any]], results: Sequence[int] = (), **changed: Any) -> nc.AnyMatch:
    """A match at the orders of turn 6 (day) or another turn; only these units are on the chart, without fog."""
    ships = {name: dict(fields) for name, fields in units.items() if not name.startswith("air/")}
    planes = {name: dict(fields) for name, fields in units.items() if name.startswith("air/")}
    changes = {"turn": 6, "only": list(units), "fog": [False, False], "ships": ships, "planes": planes} | changed
    start = {"at": "orders", "deal": False, "scenario": "two_player", "set": changes, "results": list(results)}
    return GAME.position(start, seed=1)


def heard_by(match: nc.AnyMatch, role: str) -> list[tuple[str, str]]:
    """What a role will be told from now on: the section and the words."""
    heard: list[tuple[str, str]] = []
    match.events.subscribe(lambda event: heard.append((event.rule, str(event))), role=role)
    return heard


def done_moving(match: nc.AnyMatch) -> None:
    """Both sides end their orders."""
    for role in ("british", "german"):
        if match.decision is not None and match.decision.role == role:
            match.choose("DM")


def patrol(square: int, **fields: Any) -> dict[str, Any]:
    """A unit on patrol in a square."""
    return {"square": f"square/{square}", "mode": "P", "order_mode": "P"} | fields


@pytest.mark.rule("bismarck", "6.26")
def test_the_log_says_what_a_ship_takes_on_when_it_refuels_and_says_so_once() -> None:
    repulse = {"square": "square/2125", "fate": "active", "fuel": 2, "torpedoes": 0}
    match = at_sea({"ship/repulse": repulse, "ship/wolfpack_1": patrol(2626, torpedoes=1)})
    british, german = heard_by(match, "british"), heard_by(match, "german")
    match.choose("Repulse", role="british")
    match.choose("R", role="british")
    match.choose("Wolfpack 1", role="german")
    match.choose("R", role="german")
    done_moving(match)
    done_moving(match)  # on the next turn both keep their mode, and nothing is missing
    # The cards: Repulse holds 6 fuel and 1 torpedo factor, a wolfpack 4 torpedo factors and no fuel.
    assert [told for told in british if told[0] == "6.26"] == [
        ("6.26", "Repulse takes on 4 fuel and 1 torpedo in 2125.")
    ]
    assert [told for told in german if told[0] == "6.26"] == [("6.26", "Wolfpack 1 takes on 3 torpedoes in 2626.")]


@pytest.mark.rule("bismarck", "16.85")
@pytest.mark.parametrize(("midships", "anti_submarine", "fewest"), [(0, 0, 1), (1, 2, 1), (4, 8, 1), (6, 12, 0)])
def test_the_roll_for_torpedoes_names_as_many_as_are_fired(midships: int, anti_submarine: int, fewest: int) -> None:
    # By day each destroyer counts 2: strength 0 gives 1 to 7 torpedoes, 1 to 8 at least 1, 9 to 12 none to 2.
    escort = {"ship/destroyer_flotilla_1": patrol(2020, midships=midships)} if midships else {}
    assert anti_submarine == 2 * midships
    units = {"ship/norfolk": patrol(2020), "ship/wolfpack_1": patrol(2020)} | escort
    match = at_sea(units, results=[100, 2], visibility=[4] * 20)
    rolls: list[DiceRolled] = []
    match.events.subscribe(rolls.append, DiceRolled, role=nc.UMPIRE)
    done_moving(match)
    match.choose("Norfolk", role="german")
    granted = next(roll for roll in rolls if roll.rule == "16.85" and roll.why == "torpedo factors granted")
    assert granted.total == 2 + fewest
    assert sum(roll.rule == "16.82" for roll in rolls) == granted.total


@pytest.mark.rule("bismarck", "16.83")
def test_the_roll_for_the_knots_of_bismarck_names_the_half_of_the_hits_that_cost_some() -> None:
    bismarck = {"square": "square/2020", "knots": 10}
    # No submarine is lost, one torpedo factor is granted; it hits on 60 or less and costs a midship.
    units = {"ship/bismarck": bismarck, "ship/sub_group_1": patrol(2020)}
    match = at_sea(units, results=[100, 0, 60, 60, 51], visibility=[3] * 20)
    rolls: list[DiceRolled] = []
    match.events.subscribe(rolls.append, DiceRolled, role="german")
    done_moving(match)
    match.choose("Bismarck", role="british")
    assert [sum(value for _, value in roll.needed) for roll in rolls if roll.faces == (51,)] == [50]


@pytest.mark.rule("bismarck", "16.31.1", "16.72", "17.5")
def test_ships_of_a_convoy_that_confused_pilots_bomb_pay_what_torpedoes_would_have_paid() -> None:
    units = {
        "ship/bismarck": patrol(2020),
        "convoy/ws8b": {"square": "square/2020"},
        "air/l_scapa_flow": {"square": "square/2020", "mode": "A", "order_mode": "A", "endurance": 2},
    }
    # 5 of 100: the pilots are confused; one bomb is a midship (72 to 91 of 1,000), the other nothing.
    match = at_sea(units, results=[5, 80, 1000], visibility=[3] * 20)
    told = heard_by(match, "german")
    done_moving(match)
    match.choose("Bismarck", role="british")
    assert ("17.5", "The Germans are paid 16 victory points: Convoy WS8B has lost 1 ship.") in told


def umpire_of(match: nc.AnyMatch) -> list[Event]:
    """The events that the umpire will be told from now on."""
    told: list[Event] = []
    match.events.subscribe(told.append, role=nc.UMPIRE)
    return told


def why(told: list[Event], words: str) -> list[str]:
    """The reasons for the last line with these words."""
    place = max(place for place, event in enumerate(told) if words in str(event))
    return [reason.text for reason in reasons(GAME, told, place)]


@pytest.mark.rule("bismarck", "16.83")
@pytest.mark.parametrize(
    ("ship", "sentence"),
    [
        ("ark_royal", "A carrier is sunk (15 %), loses 2 (50 %) or 1 (35 %), and loses up to 20 knots."),
        ("norfolk", "A cruiser is sunk, loses 2 or loses 1 (a third each), and loses up to 30 knots."),
        ("hood", "A battleship loses 1 midship (60 %) or 2 (40 %), and up to 20 knots."),
    ],
)
def test_the_damage_of_a_torpedo_is_explained_by_the_row_of_the_ships_kind(ship: str, sentence: str) -> None:
    units = {f"ship/{ship}": patrol(2020, fate="active"), "ship/wolfpack_1": patrol(2020)}
    # No submarine is lost; the torpedoes hit by rolls of 1, as many as there are, and then do damage.
    match = at_sea(units, results=[100, 0, 1], visibility=[4] * 20)
    told = umpire_of(match)
    done_moving(match)
    assert match.decision is not None
    match.choose(match.decision.texts[1])
    assert sentence in why(told, "Torpedo damage to")


@pytest.mark.rule("bismarck", "16.85")
@pytest.mark.parametrize("midships", [0, 1, 4, 6])
def test_the_torpedoes_granted_are_explained_by_the_row_that_was_read(midships: int) -> None:
    escort = {"ship/destroyer_flotilla_1": patrol(2020, midships=midships)} if midships else {}
    match = at_sea({"ship/norfolk": patrol(2020), "ship/wolfpack_1": patrol(2020)} | escort, visibility=[4] * 20)
    told = umpire_of(match)
    done_moving(match)
    match.choose("Norfolk", role="german")
    row = {0: "At 0 they are 1 to 7", 1: "at 1 to 4, 1 to 5", 4: "at 5 to 8, 1 to 3", 6: "at 9 to 12, 0 to 2"}[midships]
    assert any(row in text for text in why(told, "Torpedo factors granted"))


@pytest.mark.rule("bismarck", "10.1", "10.7")
@pytest.mark.parametrize("roll", [1, 12])
def test_a_shadow_is_explained_by_the_roll_and_not_by_a_square_that_is_closed(roll: int) -> None:
    seen = {"square": "square/1720", "seen": True, "seen_square": "square/1720", "seen_turn": 5}
    ships = {"ship/bismarck": seen, "ship/norfolk": {"square": "square/1720"}}
    changes = {"turn": 5, "only": list(ships), "ships": ships, "fog": [False, False], "visibility": [3] * 20}
    start = {"at": "begin_turn", "deal": False, "scenario": "two_player", "set": changes, "results": [roll]}
    match = GAME.position(start, seed=1)
    told = umpire_of(match)
    match.choose("Norfolk")
    match.choose("M 1721")
    assert "By a roll the shadow succeeds or fails (10.7), and both players are told." in why(told, "tries to shadow")


@pytest.mark.rule("bismarck", "13.32")
def test_the_roll_for_fog_names_the_chance_of_the_turns_time() -> None:
    # Turn 7 is at 1200, when the chance is 33 %.
    match = at_sea({"ship/norfolk": patrol(1720), "ship/bismarck": {"square": "square/2020"}})
    told = umpire_of(match)
    done_moving(match)
    assert "so it takes 33 or less" in why(told, "Fog in area 1")


@pytest.mark.rule("bismarck", "8.8")
def test_a_take_off_cites_the_turns_in_the_air_and_a_landing_the_turn_on_the_ground() -> None:
    units = {"air/r_reykjavik": {"square": "square/1317"}, "ship/norfolk": patrol(1720)}
    match = at_sea(units)
    told = umpire_of(match)
    match.choose("R Reykjavik", role="british")
    match.choose("M 1418", role="british")
    done_moving(match)
    match.choose("R Reykjavik", role="british")
    match.choose("Z", role="british")
    done_moving(match)
    cited = {str(event): event.rule for event in told if event.rule in ("8.6", "8.8")}
    assert cited == {"R Reykjavik takes off.": "8.8", "R Reykjavik lands.": "8.6"}
