"""Boards as SVG: what is described is drawn, with its place and title, large enough to be read."""

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from navalcore.boards import (
    THEMES,
    Badge,
    Board,
    Disc,
    Label,
    Piece,
    Polygon,
    Rect,
    Region,
    Scene,
    Shape,
    Tint,
    Trace,
    hand,
    hexes,
    pieces_svg,
    row,
    scene_svg,
    squares,
    svg,
    track,
)  # fmt: skip
from navalcore.boards._layout import lie_in
from navalcore.components import Grid, HexMap
from navalcore.errors import UnknownName
from tests.boards.overlaps import overlaps

SVG = "{http://www.w3.org/2000/svg}"
KINDS = (
    "submarine", "destroyer", "cruiser", "carrier", "battleship", "merchant", "tanker", "transport", "aircraft",
    "marker", "text", "counter", "something-else",
)  # fmt: skip
SEA = hexes(HexMap(6, 4), 60, left=10, top=10)
CHART = Scene(
    "chart", "A chart", (1280, 500),
    (
        *SEA, *squares(Grid(3, 3), 50, left=500, top=10), *track("turn", "Turn", range(1, 5), (500, 200)),
        hand("axis", "The hand", Rect(500, 250, 700, 140)), *row("row/axis", "The row", ["Sonar", ""], (900, 20)),
        Region("port/kiel", "Kiel", Disc(800, 220, 10), "port", lie="grid", room=Rect(830, 180, 300, 60)),
        Region("zone/1", "A bay", Polygon(((400, 300), (480, 300), (480, 420), (390, 400))), "sea", "Bay"),
    ),
    (Label("North Atlantic", (200, 480), 18, "sea-name", side="axis", turn=-5),),
    (
        Shape(((0, 400), (90, 380), (80, 480)), above=True), Shape(((0, 0), (20, 0)), "surface", closed=False),
        Shape(((500, 450), (600, 450)), "arrow", closed=False), Shape(((0, 450), (50, 450), (50, 490)), "deep"),
    ),
)  # fmt: skip
PIECES = (
    *(Piece(f"unit/{number}", kind, SEA[number].id, f"A {kind}", "U-47", "axis") for number, kind in enumerate(KINDS)),
    Piece("unit/bow", "destroyer", "square/0", "Kelly, heading east", "K", "allies", facing=90),
    *(Piece(f"boat/{number}", "submarine", "port/kiel", f"Boat {number}", f"S-{number}") for number in range(29)),
    *(
        Piece(f"card/{name}", "card", "hand/axis", name, name, "uboat", count=2, symbol=name)
        for name in ("sonar", "dive")
    ),
    Piece("back/axis", "card", "row/axis/1", "A hidden card", count=3, face="down"),
    Piece("ship/m", "merchant", "zone/1", "Merchantmen", count=3, state="sunk"),
)
BOARD = Board(
    (CHART,), PIECES, (Trace((SEA[0].id, SEA[1].id, SEA[2].id), "order", "Hood", "allies"),),
    (Tint(SEA[3].id, "reach", "In reach"), Tint(SEA[4].id, "fog", "Fog"), Tint(SEA[5].id, "storm")),
)  # fmt: skip


def groups(drawn: str) -> dict[str, list[ElementTree.Element]]:
    found: dict[str, list[ElementTree.Element]] = {}
    for node in ElementTree.fromstring(drawn).iter():
        if (place := node.get("data-place")) is not None:
            found.setdefault(place, []).append(node)
    return found


def test_every_region_and_piece_is_a_group_with_its_place_its_title_and_something_painted():
    found = groups(svg(BOARD))
    assert set(found) == BOARD.ids
    painted = {"rect", "path", "circle", "use"}
    for name, nodes in found.items():
        for node in nodes:
            assert node.findtext(f"{SVG}title", "").strip(), name
            assert painted & {each.tag.removeprefix(SVG) for each in node.iter()}, name


def test_classes_name_kind_side_and_state():
    found = groups(svg(BOARD))
    assert found["zone/1"][0].get("class") == "region kind-sea"
    assert found["ship/m"][0].get("class") == "piece bare kind-merchant side-none state-sunk"
    assert found["unit/0"][0].get("class") == "piece chip kind-submarine side-axis"
    assert found["back/axis"][0].get("class") == "piece card back kind-card side-none"


def test_the_two_layers_make_the_whole_picture_on_one_view_box():
    still, moving = scene_svg(CHART), pieces_svg(BOARD)
    boxes = {ElementTree.fromstring(layer).get("viewBox") for layer in (still, moving, svg(BOARD))}
    assert boxes == {"0 0 1280 500"}
    assert set(groups(still)) == set(CHART.by_id)
    assert set(groups(moving)) == {piece.id for piece in PIECES}
    assert "<style>" in still
    assert "<style>" not in moving
    assert "<style>" not in scene_svg(CHART, theme=None)


@pytest.mark.parametrize("scale", [1, 4, 0.25])
def test_nothing_is_written_smaller_than_11_pixels_where_the_scene_is_1280_wide(scale: float):
    wide = replace(CHART, size=(1280 * scale, 500 * scale), labels=(), regions=tuple(
        replace(region, label="", label_at=None) for region in CHART.regions
    ))  # fmt: skip
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', svg(Board((wide,), PIECES)))]
    assert len(sizes) >= 5
    assert min(sizes) >= 11 * scale - 0.01


def test_what_is_lit_stands_out_and_nothing_else_does():
    drawn = svg(BOARD, lit=("zone/1", "unit/3", "card/sonar"))
    lit = {name for name, nodes in groups(drawn).items() for node in nodes if "lit" in node.get("class", "").split()}
    assert lit == {"zone/1", "unit/3", "card/sonar"}


def test_many_equal_pieces_have_their_number_and_hidden_ones_show_as_many_backs():
    found = groups(pieces_svg(BOARD))
    assert "".join(found["card/sonar"][0].itertext()).count("×2") == 1
    assert found["card/sonar"][0].findtext(f"{SVG}title") == "sonar (2)"
    five = replace(PIECES[-2], at="hand/axis", count=5)
    backs = groups(pieces_svg(Board((CHART,), (five,))))["back/axis"][0]
    assert len(list(backs.iter(f"{SVG}use"))) == 5
    assert "×" not in "".join(backs.itertext())


def test_a_stack_of_many_has_the_number_of_all_on_the_uppermost_and_shows_a_strip_of_each():
    many = tuple(
        Piece(f"boat/{number}", "submarine", SEA[0].id, f"Boat {number}", f"S-{number}") for number in range(9)
    )
    lying = lie_in(CHART.unit, SEA[0], many)
    assert [each.number for each in lying] == [0] * 8 + [9]
    corners = {(round(each.boxes[0].x, 3), round(each.boxes[0].y, 3)) for each in lying}
    assert len(corners) == 9


@pytest.mark.parametrize("lie", ["stack", "row", "fan", "grid"])
@pytest.mark.parametrize("number", [1, 2, 3, 7, 29])
@pytest.mark.parametrize("kind", ["submarine", "card", "counter"])
def test_pieces_lie_within_the_room_of_their_region(lie: str, number: int, kind: str):
    region = Region("zone/9", "A zone", Rect(100, 50, 300, 120), lie=lie)  # type: ignore[arg-type]
    scene = Scene("sea", "A sea", (640, 400), (region,))
    pieces = [Piece(f"unit/{each}", kind, "zone/9", f"Unit {each}", f"Unit {each}") for each in range(number)]
    boxes = [box for lying in lie_in(scene.unit, region, pieces) for box in lying.boxes]
    assert len(boxes) == number
    room = region.shape.box
    for box in boxes:
        assert room.x - 1e-6 <= box.x
        assert box.x + box.width <= room.x + room.width + 1e-6
        assert room.y - 1e-6 <= box.y
        assert box.y + box.height <= room.y + room.height + 1e-6


def test_cards_that_lack_room_become_narrower_and_close_up_only_when_they_are_about_a_third_as_wide():
    room = Rect(100, 100, 800, 132)
    region = Region("pile", "A pile", room, lie="fan", room=room)
    scene = Scene("chart", "A chart", (1280, 500), (region,))

    def boxes(number: int) -> list[Rect]:
        cards = [
            Piece(f"card/{each}", "card", "pile", "Depth Charges", "Depth Charges", symbol="torpedo")
            for each in range(number)
        ]
        return [lying.boxes[0] for lying in lie_in(scene.unit, region, cards)]

    # 9 cards of 92 with half a gap between them, 5, are 868 wide: narrower ones take up the 800.
    wide, narrow, close = boxes(8), boxes(9), boxes(24)
    assert {round(box.width) for box in wide} == {92}
    assert {round(box.width, 1) for box in narrow} == {round((800 - 8 * 5) / 9, 1)}
    assert all(one.x + one.width < other.x for one, other in pairwise(narrow)), "none lies on another"
    assert {round(box.width) for box in close} == {92}, "so narrow that they would show nothing: they overlap"


def test_a_name_that_is_too_long_for_a_narrow_card_stands_upright_beside_its_picture():
    room = Rect(100, 100, 800, 132)
    region = Region("pile", "A pile", room, lie="fan", room=room)
    scene = Scene("chart", "A chart", (1280, 500), (region,))

    def drawn(number: int, name: str = "Periscope") -> str:
        cards = [Piece(f"card/{each}", "card", "pile", name, name, symbol="torpedo") for each in range(number)]
        return svg(Board((scene,), tuple(cards)))

    assert ">Periscope</text>" in drawn(2)
    assert "rotate(-90" not in drawn(2)
    narrow = drawn(13)
    assert "…" not in narrow
    assert narrow.count("rotate(-90") == narrow.count(">Periscope</text>") == 13
    assert narrow.count('class="symbol"') == 13
    # 20 cards with 19 gaps of 5 are 35 wide each. "Evade" of 11 is wider than that, and no name is told by half.
    evade = drawn(20, "Evade +8")
    assert evade.count(">Evade +8</text>") == evade.count("rotate(-90") == 20
    # A card is 132 high; 30 letters of 11, about 0.6 of it wide each, are longer than that.
    long = drawn(13, "Periscopes" * 3)
    assert "rotate(-90" not in long
    assert "…" not in long
    assert long.count('class="symbol"') == 13, "its picture says what it is"


def test_many_ships_of_a_base_lie_so_that_their_whole_names_are_read():
    room = Rect(1040, 290, 226, 200)
    region = Region("port/pearl", "Pearl Harbor", Disc(900, 400, 7), "port", lie="grid", room=room)
    scene = Scene("sea", "A sea", (1280, 500), (region,))
    boats = tuple(Piece(f"boat/{each}", "submarine", "port/pearl", "Thresher", "Thresher") for each in range(40))
    # "Thresher" is about 60 wide: three in a row of 226 have room for it and four have not. Of 14 rows in a height of
    # 200 each is about 14 high, which is enough for letters of 11.5.
    assert pieces_svg(Board((scene,), boats)).count(">Thresher</text>") == 40


def test_a_low_ship_has_its_whole_name_and_a_silhouette_only_where_both_have_room():
    def drawn(width: float) -> str:
        region = Region("zone/9", "A zone", Rect(100, 50, width, 18), lie="grid", room=Rect(100, 50, width, 18))
        scene = Scene("sea", "A sea", (1280, 500), (region,))
        return pieces_svg(Board((scene,), (Piece("ship/9", "cruiser", "zone/9", "Suffolk", "Suffolk"),)))

    # Seven letters of 11.5 are about 49 wide, and the least silhouette with what is around it is 24.
    for width, silhouettes in ((90, 1), (66, 0)):
        assert ">Suffolk</text>" in drawn(width)
        assert drawn(width).count('class="symbol"') == silhouettes


def test_a_line_leads_to_pieces_only_where_none_of_them_touches_their_region():
    def drawn(room: Rect) -> str:
        region = Region("port/kiel", "Kiel", Rect(100, 100, 200, 100), room=room)
        scene = Scene("chart", "A chart", (1280, 500), (region,))
        return svg(Board((scene,), (Piece("unit/1", "destroyer", "port/kiel", "Kelly", "Kelly"),)))

    assert 'class="leader"' in drawn(Rect(600, 300, 200, 60))
    assert 'class="leader"' not in drawn(Rect(250, 150, 160, 60)), "a quarter of the room lies on the region"


def test_pieces_outside_of_their_region_have_its_name_above_them_unless_it_bears_a_label():
    def drawn(label: str, high: float) -> str:
        room = Rect(600, 300, 200, high)
        region = Region("port/kiel", "Kiel: a port", Rect(100, 100, 20, 20), label=label, room=room, lie="grid")
        region = replace(region, name="Kiel")
        boats = tuple(Piece(f"boat/{each}", "submarine", "port/kiel", "A boat", f"S-{each}") for each in range(5))
        return pieces_svg(Board((Scene("chart", "A chart", (1280, 500), (region,)),), boats))

    titles = re.findall(r'<text class="label[^"]*" x="([\d.]+)" y="([\d.]+)"[^>]*>Kiel</text>', drawn("", 120))
    tops = [float(found) for found in re.findall(r'class="edge"[^>]* y="([\d.]+)"', drawn("", 120))]
    assert [float(x) for x, _ in titles] == [700], "above their middle"
    assert 0 < min(tops) - float(titles[0][1]) < 11.5, "above them, nearer than a line"
    assert ">Kiel<" not in drawn("Kiel", 120)
    assert ">Kiel<" not in drawn("", 26), "in a row of rooms each would be taken for that of the next"


def test_a_badge_hides_no_letters_of_a_low_piece_and_words_beside_ships_are_no_higher_than_alone():
    region = Region("box", "A box", Rect(100, 100, 60, 90), lie="grid")
    scene = Scene("chart", "A chart", (1280, 500), (region,))
    ships = [Piece(f"unit/{number}", "destroyer", "box", "Hood", "Hood", badges=(Badge("3"),)) for number in range(4)]
    told = r'class="badge[^>]*>\s*<rect[^>]* x="([\d.]+)" y="([\d.]+)" width="[\d.]+" height="([\d.]+)"'
    pill = re.search(told, svg(Board((scene,), tuple(ships))))
    lowest = lie_in(scene.unit, region, ships)[0].boxes[0]
    assert pill
    assert float(pill[1]) > lowest.x + lowest.width - 0.6 * 16.5, "more than a third of it is beside the piece"
    middle = float(pill[2]) + float(pill[3]) / 2
    assert middle == pytest.approx(lowest.centre[1], abs=0.02), "it is in a line with it and hides no other's name"
    wide = replace(region, shape=Rect(100, 100, 400, 60), lie="row")
    both = [replace(ships[0], badges=()), Piece("told/1", "text", "box", "standard", "standard")]
    picture = svg(Board((replace(scene, regions=(wide,)),), tuple(both)))
    heights = [float(found) for found in re.findall(r'class="edge"[^>]* height="([\d.]+)"', picture)]
    assert heights == [40, 20]


@pytest.mark.parametrize("kinds", range(2, 7))
@pytest.mark.parametrize("room", [(150, 64), (160, 64), (124, 120)])
def test_figures_and_numbers_of_counters_that_lie_close_together_cover_none_of_each_other(
    kinds: int, room: tuple[int, int]
):
    region = Region("out", "Out of play", Rect(100, 100, *room), lie="grid")
    scene = Scene("table", "A table", (1280, 888), (region,))
    lost = [
        Piece(f"unit/{kind}", "counter", "out", "A unit", count=1 + kind % 3, badges=(Badge("SAN"[kind % 3 :]),))
        for kind in range(kinds)
    ]
    told = r'class="pill" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"'
    pills = [tuple(map(float, found)) for found in re.findall(told, svg(Board((scene,), tuple(lost))))]
    assert len(pills) == kinds + sum(each.count > 1 for each in lost)
    for at, (x, y, wide, high) in enumerate(pills):
        for left, top, width, height in pills[:at]:
            assert x >= left + width - 1 or left >= x + wide - 1 or y >= top + height - 1 or top >= y + high - 1


@pytest.mark.parametrize("badges", [(), (Badge("N"),)])
@pytest.mark.parametrize("room", [(90, 60), (92, 84), (120, 60), (180, 90), (210, 80), (320, 100)])
def test_however_many_stacks_of_ships_share_a_room_no_number_badge_or_name_covers_another(
    room: tuple[int, int], badges: tuple[Badge, ...]
):
    kinds = "submarine", "destroyer", "cruiser", "carrier", "battleship", "transport", "fighter", "bomber"
    scene = Scene("chart", "A chart", (1280, 888), (Region("zone/1", "A zone", Rect(100, 100, *room), lie="grid"),))
    stacks = [
        Piece(f"unit/{kind}", kind, "zone/1", "A unit", kind, count=1 + number % 3, badges=badges)
        for number, kind in enumerate(kinds)
    ]
    assert [overlaps(svg(Board((scene,), tuple(stacks[:many])))) for many in range(1, 9)] == [[]] * 8


def test_a_title_from_outside_never_becomes_markup():
    bad = replace(PIECES[0], title="</title><script>", text="<b>", badges=(Badge("<i>", "<u>"),))
    drawn = svg(Board((CHART,), (bad,)))
    assert "<script" not in drawn
    assert groups(drawn)["unit/0"][0].findtext(f"{SVG}title") == "</title><script>"


def test_another_scene_is_drawn_by_its_name_and_an_unknown_one_refused():
    table = Scene(
        "table", "A table", (640, 300), (Region("deck", "The deck", Rect(0, 0, 92, 132), "pile"),), ground="table"
    )
    both = Board((CHART, table), (*PIECES, Piece("card/top", "card", "deck", "The top card", "Top")))
    assert set(groups(svg(both, scene="table"))) == {"deck", "card/top"}
    assert "card/top" not in groups(svg(both))
    with pytest.raises(UnknownName, match="no scene 'tabel'; did you mean table"):
        svg(both, scene="tabel")
    with pytest.raises(UnknownName, match="no theme 'drak'; did you mean dark"):
        svg(BOARD, theme="drak")


@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_brings_the_theme_it_is_drawn_in(theme: str):
    root = ElementTree.fromstring(svg(BOARD, theme=theme))
    assert root.get("class") == f"nc-board theme-{theme}"
    assert f".theme-{theme} {{" in root.findtext(f"{SVG}style", "")


def test_the_same_board_is_drawn_the_same():
    assert svg(BOARD) == svg(Board((replace(CHART),), PIECES, BOARD.traces, BOARD.tints))


def test_many_ships_whose_names_would_be_cut_are_one_stack_that_says_how_many():
    names = [f"Submarine {number}" for number in range(40)]
    base = Region("base", "A base", Rect(0, 0, 350, 102), "port", lie="grid")
    for many, whole in ((6, True), (40, False)):
        boats = tuple(Piece(f"boat/{at}", "submarine", "base", each, each) for at, each in enumerate(names[:many]))
        drawn = svg(Board((Scene("sea", "The sea", (1280, 400), (base,)),), boats))
        assert all(f">{each}<" in drawn for each in names[: many - 1]), "each is there, and can be listed"
        assert (">40 submarines<" in drawn) is not whole
        assert "…" not in drawn
