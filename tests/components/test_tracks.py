"""Damage tracks, markers that expire, stacking limits, range bands: laws, messages, and that a state can hold them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest
from hypothesis import given, strategies as st

from navalcore._rules.state import StateType
from navalcore.components import (
    DamageTrack,
    Marker,
    Markers,
    RangeBands,
    StackingLimit,
    load_range_bands,
    make_range_bands,
)
from navalcore.errors import BadData, UnknownName

actions = st.lists(
    st.tuples(st.sampled_from(["hit", "repair", "repair and tell again"]), st.integers(0, 4)), max_size=12
)


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
            emptied = track.repair(boxes, tell_again=action != "repair")
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
            again = action != "repair"
            assert track.repair(boxes, again) == sum(other.repair(1, again) for _ in range(boxes))
    assert track == other


def test_a_repair_can_have_thresholds_told_again():
    track = DamageTrack(4, {2: "half speed", 4: "sunk"})
    assert track.hit(3) == ["half speed"]
    track.repair(1, tell_again=True)
    assert track.hit(1) == [], "two boxes stayed filled, so half speed held all the time"
    track.repair(2, tell_again=True)
    assert track.in_force == []
    assert track.hit(3) == ["half speed", "sunk"]


def test_only_what_the_repair_itself_takes_back_is_told_again():
    track = DamageTrack(4, {2: "half speed", 4: "sunk"})
    track.hit(4)
    track.repair(1)
    track.repair(2, tell_again=True)
    assert track.hit(3) == ["half speed"]


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: DamageTrack(0), "a damage track has 0 boxes; it must have at least one"),
        (lambda: DamageTrack(4, filled=5), "5 boxes are filled; it must be from 0 to 4"),
        (lambda: DamageTrack(4, {5: "sunk"}), "there is a threshold at box 5; the boxes are 1 to 4"),
        (lambda: DamageTrack(4, {0: "afloat"}), "there is a threshold at box 0"),
        (lambda: DamageTrack(4).hit(-1), r"-1 hits: there must be 0 or more; repair\(\) empties boxes"),
        (lambda: DamageTrack(4).repair(-1), r"-1 boxes repaired: there must be 0 or more; hit\(\) fills boxes"),
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


def test_markers_are_found_by_space_and_by_kind_and_taken_away_oldest_first():
    markers: Markers[int] = Markers()
    markers.place("smoke", 1622, turns=1)
    markers.place("star shell", 1622, turns=2)
    markers.place("smoke", 1622, turns=3)
    markers.place("smoke", 1523)
    assert markers.at(1622) == [Marker("smoke", 1622, 1), Marker("star shell", 1622, 2), Marker("smoke", 1622, 3)]
    assert markers.spaces("smoke") == [1622, 1523]
    markers.remove("smoke", 1622)
    assert markers.at(1622) == [Marker("star shell", 1622, 2), Marker("smoke", 1622, 3)]
    with pytest.raises(UnknownName, match="there is no mine marker in 1622; the markers there are: star shell, smoke"):
        markers.remove("mine", 1622)
    with pytest.raises(UnknownName, match="there is no mine marker in 11; the markers there are: none"):
        markers.remove("mine", 11)
    with pytest.raises(BadData, match="smoke in 11 is placed for 0 turns; it must be 1 or more"):
        markers.place("smoke", 11, turns=0)


@given(st.integers(0, 6), st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3)), st.integers(0, 3))
def test_units_may_enter_while_the_points_fit(limit, standing, points):
    refusal = StackingLimit(limit).refusal("0507", standing, {"Ajax": points})
    assert (refusal is None) == (sum(standing.values()) + points <= limit)
    if refusal is not None:
        assert refusal.startswith("0507 is full for Ajax")
        assert all(unit in refusal for unit in standing)


def test_a_stack_that_is_too_high_is_refused_by_its_hex_and_what_stands_there():
    limit = StackingLimit(2)
    limit.check({"0507": ["Exeter", "Ajax"], "0101": [], "0102": {"Renown": 2}})
    with pytest.raises(BadData) as error:
        limit.check({"0101": ["Hood"], "0507": ["Exeter", "Ajax", "Achilles"]})
    assert str(error.value) == "0507 is too full: at most 2 may stand there, and it holds Exeter, Ajax, Achilles"
    with pytest.raises(BadData, match=r"0102 is too full: .* it holds Renown \(3\)"):
        limit.check({"0102": {"Renown": 3}})
    with pytest.raises(BadData, match=r"0103 is too full: .* it holds destroyer \(3\)"):
        limit.check({"0103": ["destroyer", "destroyer", "destroyer"]})
    refusal = StackingLimit(0).refusal("0507", [], "Ajax")
    assert refusal is not None
    assert refusal.endswith("and it holds nothing")


@st.composite
def divisions(draw: st.DrawFn) -> tuple[dict[str, str], list[tuple[int, int | None]]]:
    """Bands that follow each other, written in any order, and the ranges of each."""
    first = draw(st.integers(0, 1))
    widths = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    spans: list[tuple[int, int | None]] = []
    for width in widths:
        spans.append((first, first + width - 1))
        first += width
    if draw(st.booleans()):
        spans[-1] = (spans[-1][0], None)
    written = [(f"{low}+" if high is None else f"{low}-{high}", f"band {low}") for low, high in spans]
    return dict(draw(st.permutations(written))), spans


@given(divisions())
def test_every_range_is_in_exactly_one_band(division):
    data, spans = division
    bands = make_range_bands("guns", data)
    for distance in range(-2, 30):
        expected = [f"band {low}" for low, high in spans if low <= distance and (high is None or distance <= high)]
        assert [band for band in [bands.band(distance)] if band is not None] == expected
    assert bands.names == tuple(f"band {low}" for low, _ in spans)
    assert bands.longest == spans[-1][1]
    assert [str(band) for band in bands.bands] == [
        f"{low} or more" if high is None else (f"{low}" if low == high else f"{low}-{high}") for low, high in spans
    ]


@given(divisions(), st.data())
def test_bands_with_a_gap_are_refused(division, data):
    bands, spans = division
    if len(spans) > 1:
        key = data.draw(st.sampled_from([key for key in bands if not bands[key].endswith(f" {spans[-1][0]}")]))
        left_out = {other: band for other, band in bands.items() if other != key}
        low, high = next(span for span in spans if bands[key] == f"band {span[0]}")
        if (low, high) == (0, 0):
            assert make_range_bands("guns", left_out).band(0) is None, (
                "that a ship can fire at range 0 is not asked for"
            )
        else:
            with pytest.raises(BadData, match=rf"(no band is for|nothing covers) {max(low, 1)}\b"):
                make_range_bands("guns", left_out)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (['"1-4" = "short"', '"6-9" = "long"'], "guns.toml:4: eight_inch.6-9: nothing covers 5 before it"),
        (
            ['"1-4" = "short"', '"4-9" = "long"'],
            "guns.toml:4: eight_inch.4-9: covers 4 again; 1-4 already does",
        ),
        (
            ['"1-4" = "short"', '"5-9" = "short"'],
            "guns.toml:4: eight_inch.5-9: the band short is there already, at 1-4; write it as one range",
        ),
        (['"3-4" = "short"'], "guns.toml:2: eight_inch: no band is for 1-2; the first must begin at 0 or 1"),
        (['"1-4" = "short"', '"5" = 3'], "guns.toml:4: eight_inch.5: is 3; it must be the name of the band"),
        (['"1-4" = "short"', '"5" = ""'], "guns.toml:4: eight_inch.5: is ''; it must be the name of the band"),
        (['"1-4" = "short"', '"near" = "x"'], "guns.toml:4: eight_inch.near: 'near' is not a range of rolls"),
        (['"<=4" = "short"'], "guns.toml:3: eight_inch.<=4: begins below 0; ranges begin at 0 or 1"),
        ([], "guns.toml:2: eight_inch: must be a table of bands by range"),
    ],
)
def test_bands_in_a_file_are_refused_with_file_line_and_key(lines, message, tmp_path):
    path = tmp_path / "guns.toml"
    path.write_text("\n".join(["# of the cruisers", "[eight_inch]", *lines]))
    with pytest.raises(BadData) as error:
        load_range_bands(path)
    assert str(error.value).startswith(f"{tmp_path}/{message}")


def test_bands_are_read_from_files(tmp_path):
    path = tmp_path / "guns.toml"
    path.write_text('[meta]\ntitle = "x"\n[six_inch]\n"0-3" = "short"\n"4-8" = "long"\n[torpedo]\n"1+" = "any"\n')
    bands = load_range_bands(path)
    assert list(bands) == ["six_inch", "torpedo"]
    assert bands["six_inch"].name == "six_inch"
    assert [bands["six_inch"].band(distance) for distance in (0, 3, 4, 8, 9)] == ["short"] * 2 + ["long"] * 2 + [None]
    assert bands["torpedo"].band(1000) == "any"


@dataclass(slots=True)
class Battle:
    """A state that holds everything of this module."""

    damage: dict[str, DamageTrack]
    on_hexes: Markers[str]
    on_squares: Markers[int]
    stacking: StackingLimit = field(default_factory=lambda: StackingLimit(2))
    guns: RangeBands = field(default_factory=lambda: make_range_bands("guns", {"1-4": "short", "5+": "long"}))


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
