"""Encoders: what a view says stands in the array, by name, and nothing else."""

import pickle
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import log
from typing import Annotated, Literal

import numpy as np
import pytest

import navalcore as nc
from navalcore._rules.field_marks import Categorical, Features, Slots, harmless
from navalcore._rules.terms import View
from navalcore.components._chance import SeededChance
from navalcore.errors import BadData
from navalcore.learn import Encoder, _writers as writers
from navalcore.learn._contract import Collisions

GAMES = ("uboat_cards", "tonnage_war", "aa50_subwar", "bismarck", "silent_war")


class Flag(StrEnum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Boat:
    number: int
    flag: Flag
    torpedoes: int


class Harbour(View):
    role: Annotated[str, Categorical(("red", "blue"))]
    depth: int
    flag: Flag
    storm: bool
    pilot: Flag | None
    watch: Literal["day", "night"]
    colours: tuple[Flag, ...]
    boats: tuple[Boat, ...]
    berths: Annotated[tuple[Boat, ...], Slots((7, 9), by="number")]
    stores: dict[Flag, int]
    square: Annotated[int, Features(("row", "column"), lambda square: divmod(square, 100))]
    buoys: Annotated[tuple[str, ...], Categorical(("north", "south"))]


def harbour(**changes):
    told = {
        "role": "red", "depth": -3, "flag": Flag.BLUE, "storm": True, "pilot": None, "watch": "night",
        "colours": (Flag.RED, Flag.RED, Flag.BLUE), "boats": (), "berths": (Boat(9, Flag.RED, 4),),
        "stores": {Flag.BLUE: 6}, "square": 1203, "buoys": ("south",),
    }  # fmt: skip
    return Harbour(**told | changes)


def named(encoder, view):
    """What is written, without the fingerprints of bags."""
    written = zip(encoder.names, encoder(view), strict=True)
    return {name: float(value) for name, value in written if value and not name.endswith(":mix")}


def test_each_kind_of_field_is_written_as_the_page_says():
    encoder = Encoder(Harbour, {"role": ("red", "blue")})
    assert named(encoder, harbour()) == {
        "role.red": 1, "depth": pytest.approx(-log(4)), "flag.blue": 1, "storm": 1, "watch.night": 1,
        "colours:count": 3, "colours.red": 2, "colours.blue": 1,
        "berths.9!": 1, "berths.9.number": pytest.approx(log(10)), "berths.9.flag.red": 1,
        "berths.9.torpedoes": pytest.approx(log(5)), "stores.blue": pytest.approx(log(7)),
        "square.row": pytest.approx(log(13)), "square.column": pytest.approx(log(4)),
        "buoys:count": 1, "buoys.south": 1,
    }  # fmt: skip


class Roads(View):
    lanes: Annotated[tuple[int, ...], Categorical((3, 5))]
    track: Annotated[tuple[int, ...], Features(("row", "column"), lambda square: divmod(square, 100))]
    moored: Annotated[dict[str, bool], Categorical(("east",))]
    lights: Annotated[dict[str, bool], Slots(("north", "south"))]
    depths: Annotated[tuple[int | None, ...], Slots(("inner", "outer"))]
    fairway: tuple[tuple[int, Annotated[str, Categorical(("open",))]], ...]


def test_marks_of_a_container_are_those_of_its_items_and_what_is_false_is_not_what_is_not_there():
    view = Roads(
        lanes=(5, 5, 4), track=(1203, 2), moored={}, lights={"south": True, "east": True}, depths=(0, None),
        fairway=((1, ""), (1, "")),
    )  # fmt: skip
    assert named(Encoder(Roads), view) == {
        "lanes:count": 3, "lanes.5": 2, "track:count": 2, "track.row": pytest.approx(log(13)),
        "track.column": pytest.approx(log(4) + log(3)), "lights.south": 1, "depths.inner!": 1, "depths.inner?": 1,
        "fairway:count": 2, "fairway.each.0": pytest.approx(2 * log(2)),
    }  # fmt: skip


@dataclass(frozen=True)
class Buoy:
    depth: int


class Channel(View):
    buoys: tuple[Buoy, ...]


def test_a_record_of_one_field_is_written_like_any_other():
    assert named(Encoder(Channel), Channel(buoys=(Buoy(3), Buoy(1)))) == {
        "buoys:count": 2,
        "buoys.depth": pytest.approx(log(4) + log(2)),
    }


def test_entries_that_are_remembered_are_those_of_the_very_thing(monkeypatch):
    monkeypatch.setattr(writers, "MOST_KEPT", 3)
    kept = Encoder(Harbour)
    for number in range(40):  # each is gone before the next is made, which may then stand where it stood
        view = harbour(boats=(Boat(number, Flag.RED, 0),), berths=(Boat(7, Flag.RED, number),))
        assert named(kept, view).get("boats.number", 0) == pytest.approx(log(1 + number))
        assert named(kept, view).get("berths.7.torpedoes", 0) == pytest.approx(log(1 + number))


def test_what_is_not_there_is_told_from_what_is_nothing():
    encoder = Encoder(Harbour)
    assert named(encoder, harbour(pilot=Flag.RED)).keys() - named(encoder, harbour()).keys() == {"pilot?", "pilot.red"}


def test_a_bag_does_not_depend_on_the_order_and_comes_out_the_same_again_and_again():
    encoder = Encoder(Harbour)
    one, two = Boat(1, Flag.RED, 4), Boat(2, Flag.BLUE, 0)
    first = encoder(harbour(boats=(one, two)))
    assert all(np.array_equal(first, encoder(harbour(boats=(two, one)))) for _ in range(3))
    assert not np.array_equal(first, encoder(harbour(boats=(one, one))))


def test_the_parts_of_the_array_are_the_fields_of_the_view_in_order():
    encoder = Encoder(Harbour)
    arrays = encoder.arrays(harbour())
    assert list(arrays) == list(Harbour.model_fields)
    assert np.array_equal(np.concatenate(list(arrays.values())), encoder(harbour()))


def test_a_field_that_cannot_be_written_as_numbers_is_refused_by_name():
    class Strange(View):
        cargo: bytes

    with pytest.raises(BadData, match="cargo is a bytes"):
        Encoder(Strange)


def test_a_text_of_no_known_vocabulary_is_refused_and_one_that_says_nothing_is_left_out():
    class Buoyed(View):
        buoy: Annotated[str, harmless("follows from the depth")]
        depth: int

    class Named(View):
        buoy: str

    with pytest.raises(BadData, match=r"buoy is a text .* mark it with Categorical\(values\), or with harmless"):
        Encoder(Named)
    assert Encoder(Buoyed).names == ("depth",)
    assert named(Encoder(Named, {"buoy": ("north", "south")}), Named(buoy="south")) == {"buoy.south": 1}


def test_a_field_that_is_not_compared_is_refused():
    @dataclass(frozen=True)
    class Barge:
        number: int
        load: int = field(compare=False)

    class Canal(View):
        barges: tuple[Barge, ...]

    Canal.model_rebuild(_types_namespace={"Barge": Barge})
    with pytest.raises(BadData, match=r"barges\.load is not compared"):
        Encoder(Canal)


def test_equal_things_leave_an_array_as_it_was():
    encoder = Encoder(Harbour)
    first = encoder(harbour(boats=(Boat(1, Flag.RED, 3),), berths=(Boat(7, Flag.RED, 4), Boat(9, Flag.BLUE, 2))))
    again = encoder(harbour(boats=(Boat(1, Flag.RED, 3),), berths=(Boat(7, Flag.RED, 4), Boat(9, Flag.BLUE, 2))))
    np.testing.assert_array_equal(first, again)
    changed = encoder(harbour(boats=(Boat(1, Flag.RED, 2),), berths=(Boat(7, Flag.RED, 4), Boat(9, Flag.RED, 2))))
    fresh = Encoder(Harbour)
    np.testing.assert_array_equal(
        changed, fresh(harbour(boats=(Boat(1, Flag.RED, 2),), berths=(Boat(7, Flag.RED, 4), Boat(9, Flag.RED, 2))))
    )


def test_bags_of_the_same_sums_are_told_apart():
    class Hands(View):
        hand: tuple[int, ...]
        boats: tuple[Boat, ...]

    encoder = Encoder(Hands)
    one, two = Boat(1, Flag.RED, 4), Boat(2, Flag.BLUE, 0)
    crossed = (Boat(1, Flag.BLUE, 4), Boat(2, Flag.RED, 0))
    held = [Hands(hand=hand, boats=boats) for hand in ((1, 5), (2, 3)) for boats in ((one, two), crossed)]  # 2*6 == 3*4
    assert len({encoder(view).tobytes() for view in held}) == 4
    assert np.array_equal(encoder(held[0]), encoder(Hands(hand=(5, 1), boats=(two, one))))


def test_two_views_that_differ_in_one_field_alone_and_have_one_array_are_found_by_that_field():
    class Lights(View):
        lit: Annotated[tuple[str, ...], Categorical(("north", "south"))]
        keeper: Annotated[str, Categorical(("Ada",))]
        note: Annotated[str, harmless("nobody reads it")]

    found = Collisions.__new__(Collisions)
    found._encoder, found._known = Encoder(Lights), {}
    one = Lights(lit=("north", "south"), keeper="Ada", note="a")
    assert found.field_of(one) == ""
    assert found.field_of(one.model_copy(update={"lit": ("south", "north"), "note": "b"})) == ""
    assert found.field_of(one.model_copy(update={"lit": ("south",)})) == ""
    assert found.field_of(one.model_copy(update={"keeper": "Ben"})) == ""
    assert found.field_of(one.model_copy(update={"keeper": "Cem"})) == "keeper"


def test_the_views_of_silent_war_that_had_one_array_have_several():
    encoder, view = Encoder.of("silent_war"), nc.load("silent_war").new_match("campaign_wp1", seed=1).view("comsubpac")
    boat = view.boats[0]
    harbours = [replace(boat, where=where) for where in ("Pearl Harbor", "Coral Sea", "Solomons", "Yellow Sea")]
    arrays = [encoder(view.model_copy(update={"boats": (each, *view.boats[1:])})).tobytes() for each in harbours]
    months = [encoder(view.model_copy(update={"month": f"{year}-{month:02d}"})).tobytes()
              for year in range(1941, 1946) for month in range(1, 13)]  # fmt: skip
    assert (len(set(arrays)), len(set(months))) == (4, 60)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_role_does_not_know_changes_nothing_in_its_array(name):
    game = nc.load(name)
    encoder = Encoder.of(game)
    match, below = game.new_match(seed=4), SeededChance.from_seed(4).below
    assert len(set(encoder.names)) == encoder.size
    looked = 0
    while match.decision is not None and match.count < 90:
        if match.count % 5 == 0:
            role = match.decision.role
            redealt = game.determinize(match.state, role, SeededChance.from_seed(match.count), match.setup.terms)
            array = encoder(match.view(role))
            assert array.dtype == np.float32
            assert np.isfinite(array).all()
            assert np.array_equal(array, encoder(game.view(redealt, role, match.setup.terms)))
            looked += 1
        match.choose(below(len(match.decision.options)))
    assert looked > 1


def test_an_encoder_refuses_the_view_of_another_game_and_can_be_pickled():
    encoder = Encoder.of(nc.load("uboat_cards"))
    with pytest.raises(BadData, match="writes a CardTableView"):
        encoder(nc.load("bismarck").new_match(seed=1).view("british"))
    kept = pickle.loads(pickle.dumps(encoder))
    view = nc.load("uboat_cards").new_match(seed=1).view("uboat")
    assert kept.names == encoder.names
    assert np.array_equal(kept(view), encoder(view))


def test_a_table_that_is_kept_from_view_to_view_says_what_one_made_anew_says():
    one, two, other = Boat(7, Flag.RED, 4), Boat(9, Flag.BLUE, 2), Boat(9, Flag.RED, 0)
    kept = Encoder(Harbour)
    for berths in (
        (one, two),
        (one, two),
        (one, other),
        (other, one),
        (one,),
        (),
        (one, one),
        (one, other),
        (two, two),
    ):
        view = harbour(berths=berths)
        assert np.array_equal(kept(view), Encoder(Harbour)(view)), berths
        assert named(kept, view).get("berths.7!", 0) == sum(boat.number == 7 for boat in berths)
        assert named(kept, view).get("berths.9.flag.red", 0) == sum(boat is other for boat in berths)


def test_a_long_table_of_which_much_has_come_gone_and_changed_says_what_one_made_anew_says():
    luck, kept = SeededChance.from_seed("berths"), Encoder(Harbour)
    for _ in range(60):
        berths = tuple(Boat((7, 9, 11)[luck.below(3)], Flag.RED, luck.below(3)) for _ in range(14 + luck.below(6)))
        view = harbour(berths=berths)
        assert np.array_equal(kept(view), Encoder(Harbour)(view)), berths


@dataclass(frozen=True)
class Current:
    speed: float


class Strait(View):
    currents: tuple[Current, ...]


def test_numbers_of_all_sizes_come_and_go_in_a_bag_and_leave_what_one_made_anew_says():
    chance, kept = SeededChance.from_seed("currents"), Encoder(Strait)
    currents: list[Current] = []
    for _ in range(400):
        if chance.below(2) and currents:
            del currents[chance.below(len(currents))]
        else:
            currents.insert(chance.below(len(currents) + 1), Current(10.0 ** (chance.below(40) - 20) / 3))
        view = Strait(currents=tuple(currents))
        assert np.array_equal(kept(view), Encoder(Strait)(view))
    assert not kept(Strait(currents=())).any()


def test_what_cannot_be_looked_up_is_written_all_the_same():
    class Pier(View):
        role: Annotated[str, harmless("everybody sees the pier")]
        berths: Annotated[tuple[Log, ...], Slots((7, 9), by="number")]
        logs: tuple[Log, ...]

    kept = Encoder(Pier)
    for number, lines in ((7, [1]), (7, [1, 2]), (9, [1, 2]), (7, [])):
        for more in (0, 9):
            logs = tuple(Log(number, [*lines]) for _ in range(1 + more))
            view = Pier(role="red", berths=logs, logs=logs)
            assert np.array_equal(kept(view), Encoder(Pier)(view)), (number, lines)
            assert named(kept, view)[f"berths.{number}!"] == 1 + more
            assert named(kept, view).get(f"berths.{number}.lines:count", 0) == (1 + more) * len(lines)


@dataclass(slots=True)
class Log:
    number: int
    lines: list[int]


def test_an_encoder_writes_what_changed_and_a_reader_of_its_arrays_changes_none_of_them():
    kept = Encoder(Harbour)
    views = [harbour(role=role, depth=depth, stores={Flag.RED: depth}) for depth in (1, 5) for role in ("red", "blue")]
    for view in (*views, *views):
        array = kept(view)
        assert np.array_equal(array, Encoder(Harbour)(view))
        array[:] = 7
        view.stores[Flag.BLUE] = 3
        assert np.array_equal(
            kept(harbour(role=view.role, depth=5)), Encoder(Harbour)(harbour(role=view.role, depth=5))
        )
        del view.stores[Flag.BLUE]
    assert np.array_equal(kept(views[0]), Encoder(Harbour)(views[0]))
