"""Damage tracks, and markers that expire: laws, messages, and that a state can hold them."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from hypothesis import given, strategies as st

from navalcore._rules.state import StateType
from navalcore.components import (
    DamageTrack,
    Marker,
    Markers,
)
from navalcore.errors import BadData

actions = st.lists(st.tuples(st.sampled_from(["hit", "repair"]), st.integers(0, 4)), max_size=12)


@st.composite
def tracks(draw: st.DrawFn) -> DamageTrack:
    boxes = draw(st.integers(1, 8))
    return DamageTrack(boxes, {box: f"at {box}" for box in draw(st.sets(st.integers(1, boxes)))})


@given(tracks(), actions)
def test_hits_and_repairs_move_the_filled_boxes_within_the_track(track, happened):
    filled = 0
    for action, boxes in happened:
        if action == "hit":
            track.hit(boxes)
            filled = min(filled + boxes, track.boxes)
        else:
            emptied = track.repair(boxes)
            assert emptied == min(boxes, filled)
            filled -= emptied
        assert (track.filled, track.left, track.full) == (filled, track.boxes - filled, filled == track.boxes)
        assert track.in_force == [f"at {box}" for box in range(1, filled + 1) if box in track.thresholds]


@given(tracks(), actions)
def test_a_threshold_is_told_when_it_is_first_crossed_and_never_again(track, happened):
    told: list[str] = []
    highest = 0
    for action, boxes in happened:
        if action == "hit":
            told += track.hit(boxes)
        else:
            track.repair(boxes)
        highest = max(highest, track.filled)
        assert told == [f"at {box}" for box in range(1, highest + 1) if box in track.thresholds]


@given(tracks(), actions)
def test_one_hit_at_a_time_tells_the_same_as_all_at_once(track, happened):
    other = DamageTrack(track.boxes, dict(track.thresholds))
    for action, boxes in happened:
        if action == "hit":
            assert track.hit(boxes) == [effect for _ in range(boxes) for effect in other.hit()]
        else:
            assert track.repair(boxes) == sum(other.repair() for _ in range(boxes))
    assert track == other


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: DamageTrack(0), "a damage track has 0 boxes; it must have at least one"),
        (lambda: DamageTrack(4, filled=5), "5 boxes are filled; it must be from 0 to 4"),
        (lambda: DamageTrack(4, {5: "sunk"}), "there is a threshold at box 5; the boxes are 1 to 4"),
        (lambda: DamageTrack(4, {0: "afloat"}), "there is a threshold at box 0"),
        (lambda: DamageTrack(4).hit(-1), r"hits \(repair\(\) empties boxes\), 0 or more, not -1"),
        (lambda: DamageTrack(4).repair(-1), r"repaired \(hit\(\) fills boxes\), 0 or more, not -1"),
    ],
)
def test_damage_that_cannot_be_is_refused(act, message):
    with pytest.raises(BadData, match=message):
        act()


@given(st.lists(st.tuples(st.sampled_from("abc"), st.none() | st.integers(1, 5)), max_size=8), st.integers(0, 6))
def test_a_marker_lies_for_as_many_turns_as_it_was_placed_for(placed, passed):
    markers: Markers[str] = Markers()
    for space, turns in placed:
        markers.place("smoke", space, turns)
    expired = [[(marker.space, marker.turns) for marker in markers.age()] for _ in range(passed)]
    assert expired == [[(space, 0) for space, turns in placed if turns == turn] for turn in range(1, passed + 1)]
    left = [(space, turns) for space, turns in placed if turns is None or turns > passed]
    assert [(marker.space, marker.turns) for marker in markers.placed] == [
        (space, None if turns is None else turns - passed) for space, turns in left
    ]
    assert markers.spaces("smoke") == list(dict.fromkeys(space for space, _ in left))


def test_markers_are_found_by_kind_and_lie_for_a_turn_or_more():
    markers: Markers[int] = Markers()
    markers.place("smoke", 1622, turns=1)
    markers.place("star shell", 1622, turns=2)
    markers.place("smoke", 1622, turns=3)
    markers.place("smoke", 1523)
    assert markers.spaces("smoke") == [1622, 1523]
    assert markers.age() == [Marker("smoke", 1622, 0)]
    assert markers.spaces("smoke") == [1622, 1523], "the younger one still lies there"
    with pytest.raises(
        BadData, match=r"smoke in 11 is placed for a number of turns \(None: for good\), 1 or more, not 0"
    ):
        markers.place("smoke", 11, turns=0)


@dataclass(slots=True)
class Battle:
    """A state that holds everything of this module."""

    damage: dict[str, DamageTrack]
    on_hexes: Markers[str]
    on_squares: Markers[int]


def _battle() -> Battle:
    battle = Battle({"Exeter": DamageTrack(6, {3: "half speed", 6: "sunk"})}, Markers(), Markers())
    battle.damage["Exeter"].hit(4)
    battle.on_hexes.place("smoke", "0507", turns=2)
    battle.on_squares.place("mine", 1622)
    return battle


def test_a_state_with_tracks_is_written_as_json_and_read_back():
    kind, battle = StateType(Battle), _battle()
    written = json.loads(json.dumps(kind.to_json(battle)))
    assert kind.from_json(written) == battle
    assert kind.digest(kind.from_json(written)) == kind.digest(battle)
    assert kind.from_json(written).damage["Exeter"].hit(2) == ["sunk"]


def test_copies_of_a_state_with_tracks_share_nothing_that_changes():
    kind, battle = StateType(Battle), _battle()
    copy = kind.copy(battle)
    assert copy == battle
    copy.damage["Exeter"].hit(1)
    copy.damage["Exeter"].reported.append(1)
    copy.on_hexes.age()
    copy.on_squares.place("mine", 1623)
    assert battle == _battle()
    assert (copy.damage, copy.on_hexes, copy.on_squares) != (battle.damage, battle.on_hexes, battle.on_squares)
    assert kind.digest(copy) != kind.digest(battle)


def test_a_state_that_was_tampered_with_is_refused():
    kind = StateType(Battle)
    written = kind.to_json(_battle())
    written["damage"]["Exeter"]["filled"] = 9
    with pytest.raises(BadData, match="9 boxes are filled"):
        kind.from_json(written)
