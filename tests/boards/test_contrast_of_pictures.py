"""The words of drawn pictures stand out from what is painted beneath them, in every theme: the style sheet is applied
to the pictures of all games as a browser would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from xml.etree import ElementTree

import pytest

import navalcore as nc
from navalcore.boards import THEMES, board_style, svg
from navalcore.boards._drawing import _sheet
from tests.boards.test_themes import LEAST, contrast, values

SHEET = re.sub(r"/\*.*?\*/", "", board_style().partition(_sheet("light"))[0], flags=re.DOTALL)
MATCHES = {
    "uboat_cards": ("standard", 30),
    "tonnage_war": ("halifax_228", 40),
    "aa50_subwar": ("atlantic_1941", 60),
    "bismarck": ("two_player", 60),
    "silent_war": ("campaign_wp1", 40),
}
"""Of each game a scenario, and how many choices are made before its board is looked at."""


@dataclass
class Element:
    """An element of a picture, with what encloses it and what was painted before it in the same group."""

    tag: str
    classes: frozenset[str]
    attributes: dict[str, str]
    text: str
    parent: Element | None
    earlier: list[Element] = field(default_factory=list)

    @property
    def own_line(self) -> list[Element]:
        """The element, and outwards all that enclose it."""
        return [self, *(self.parent.own_line if self.parent else [])]


@cache
def rules() -> list[tuple[list[tuple[str, str]], int, dict[str, str]]]:
    """Selectors as steps from the right (how it is joined to the next, what must fit), how specific, what they set."""
    found = []
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", SHEET):
        sets = dict(re.findall(r"(--[\w-]+|[\w-]+):\s*([^;]+?)\s*(?:;|$)", body.strip()))
        for selector in selectors.split(","):
            steps, joined = [], " "
            for word in reversed(re.findall(r">|[^\s>]+", selector.strip())):
                if word == ">":
                    joined = ">"
                    continue
                steps.append((joined, word))
                joined = " "
            found.append((steps, len(re.findall(r"[.\[:]", selector)), sets))
    return found


def fits(element: Element, simple: str) -> bool:
    if re.search(r"[:\[*]", simple):
        return False  # states, such as what the pointer is over
    tag, *classes = simple.split(".")
    return (not tag or tag == element.tag) and element.classes.issuperset(classes)


def chosen(element: Element, steps: list[tuple[str, str]]) -> bool:
    if not fits(element, steps[0][1]):
        return False
    line = element.own_line
    at = 0
    for joined, simple in steps[1:]:
        reach = line[at + 1 : at + 2] if joined == ">" else line[at + 1 :]
        step = next((number for number, each in enumerate(reach, at + 1) if fits(each, simple)), None)
        if step is None:
            return False
        at = step
    return True


def declared(element: Element, name: str) -> str | None:
    found = [
        (specific, order, sets[name])
        for order, (steps, specific, sets) in enumerate(rules())
        if name in sets and chosen(element, steps)
    ]
    return max(found)[2] if found else None


def computed(element: Element, name: str, *, inherits: bool = True) -> str:
    """What an element is painted with; a variable of a theme stays ``var(--ink)``."""
    for each in element.own_line if inherits else [element]:
        value = declared(each, name) or each.attributes.get(name)
        while value and (named := re.fullmatch(r"var\((--[\w-]+)(?:, (var\(.+\)))?\)", value)):
            local = next((set_ for one in element.own_line if (set_ := declared(one, named[1]))), None)
            if local is None:
                if named[2] is None:
                    return named[1].removeprefix("--")
                local = named[2]
            value = local
        if value:
            return value
    return ""


def read(picture: str) -> Iterator[Element]:
    """The elements of a picture in the order in which they are painted."""
    painted: list[Element] = []

    def walk(node: ElementTree.Element, parent: Element | None) -> Iterator[Element]:
        tag = node.tag.rpartition("}")[2]
        if tag in ("defs", "style", "symbol", "title", "pattern"):
            return
        words = "".join(node.itertext()).strip() if tag == "text" else ""
        element = Element(tag, frozenset(node.get("class", "").split()), dict(node.attrib), words, parent, [*painted])
        if tag in ("rect", "path", "circle", "polygon"):
            painted.append(element)
        yield element
        for child in node:
            yield from walk(child, element)

    yield from walk(ElementTree.fromstring(picture), None)


def covers(shape: Element, x: float, y: float) -> bool:
    """Whether a rectangle or a disc is painted at a point; paths are seas, coasts and silhouettes."""
    at = {name: float(value) for name, value in shape.attributes.items() if re.fullmatch(r"-?[\d.]+", value)}
    if shape.tag == "rect":
        left, top = at.get("x", 0), at.get("y", 0)
        return left <= x <= left + at.get("width", 0) and top <= y <= top + at.get("height", 0)
    return shape.tag == "circle" and (x - at["cx"]) ** 2 + (y - at["cy"]) ** 2 <= at["r"] ** 2


def grounds(text: Element) -> list[str]:
    """What may be beneath words: their halo, if they have one, else the uppermost rectangle painted there."""
    if computed(text, "stroke") not in ("", "none"):
        return [computed(text, "stroke")]
    if "band-text" in text.classes:  # the band of a card is a path, rounded as the card is
        return [computed(next(each for each in reversed(text.earlier) if "band" in each.classes), "fill")]
    x, y = float(text.attributes["x"]), float(text.attributes["y"]) - float(text.attributes["font-size"]) / 3
    for shape in reversed(text.earlier):
        fill, opacity = computed(shape, "fill"), computed(shape, "fill-opacity", inherits=False) or "1"
        if covers(shape, x, y) and float(opacity) == 1 and fill not in ("", "none") and "url" not in fill:
            return [fill]
    return []


@cache
def words_on_grounds(game: str) -> frozenset[tuple[str, str, str]]:
    """Of each way in which words are painted in the pictures of a match: the words, their colour, what is beneath."""
    scenario, choices = MATCHES[game]
    match = nc.load(game).new_match(scenario, seed=3)
    bots = nc.make_bots(match.game, seed=3)
    while not match.over and match.count < choices:
        decision = match.decision
        assert decision is not None
        match.choose(bots[decision.role].decide(match.view(decision.role), decision), role=decision.role)
    found: dict[tuple[str, str], str] = {}
    face = nc.face_of(match.game)
    for role in match.game.roles:
        board = face.board(match.view(role))
        assert board is not None
        for scene in board.scenes:
            for element in read(svg(board, scene=scene.id)):
                if element.tag == "text" and element.text:
                    for ground in grounds(element):
                        found.setdefault((computed(element, "fill"), ground), element.text)
    return frozenset((text, fill, ground) for (fill, ground), text in found.items())


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("game", MATCHES)
def test_the_words_of_pictures_stand_out_by_four_and_a_half_to_one(game: str, theme: str) -> None:
    colours = values(theme)
    short = {
        f"'{text}' in {fill} on {ground}": round(ratio, 2)
        for text, fill, ground in words_on_grounds(game)
        if (ratio := contrast(colours[fill], colours[ground])) < LEAST
    }
    assert short == {}


@pytest.mark.parametrize("game", MATCHES)
def test_there_are_words_of_several_colours_to_look_at(game: str) -> None:
    assert len({fill for _, fill, _ in words_on_grounds(game)}) >= 2
