"""Boards as SVG that any program draws: the style sheet's rules and variables are written out at each element."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import count
from xml.etree import ElementTree

import cssselect2
import tinycss2

SVG = "http://www.w3.org/2000/svg"
VARIABLE = re.compile(r"var\((--[\w-]+)(?:,\s*((?:[^()]|\([^()]*\))*))?\)")
PAINTED = frozenset(
    re.findall(
        r"[a-z-]+",
        "fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin opacity "
        "font-family font-size font-weight font-style letter-spacing text-anchor display visibility",
    )
)


def written_out(svg: str) -> str:
    """The picture with every style at its element, and no style sheet and no variables left."""
    root = ElementTree.fromstring(svg)
    matcher = cssselect2.Matcher()
    for sheet in root.iter(f"{{{SVG}}}style"):
        for rule in tinycss2.parse_stylesheet(sheet.text or "", skip_comments=True, skip_whitespace=True):
            if rule.type == "qualified-rule":
                _add(matcher, rule)
    _unfold(root, {each.get("id", ""): each for each in root.iter(f"{{{SVG}}}symbol")}, count())
    _write(cssselect2.ElementWrapper.from_xml_root(root), matcher, {"color": "#14293c"})
    for parent in list(root.iter()):
        for child in [each for each in parent if each.tag == f"{{{SVG}}}style"]:
            parent.remove(child)
    ElementTree.register_namespace("", SVG)
    return ElementTree.tostring(root, encoding="unicode")


def _add(matcher: cssselect2.Matcher, rule: tinycss2.ast.QualifiedRule) -> None:
    declared = {
        each.name: tinycss2.serialize(each.value).strip()
        for each in tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
        if each.type == "declaration"
    }
    try:
        selectors = cssselect2.compile_selector_list(rule.prelude)
    except cssselect2.SelectorError:
        return  # what only a browser knows, such as :focus-visible
    for selector in selectors:
        if selector.pseudo_element is None:
            matcher.add_selector(selector, declared)


def _unfold(parent: ElementTree.Element, symbols: Mapping[str, ElementTree.Element], numbers: Iterator[int]) -> None:
    """Put a copy of each symbol where it is used, since its colours are those of that place."""
    for place, child in enumerate(list(parent)):
        symbol = symbols.get(child.get("href", "").removeprefix("#")) if child.tag == f"{{{SVG}}}use" else None
        if symbol is not None:
            drawn = {name: child.get(name, "") for name in ("x", "y", "width", "height", "class") if child.get(name)}
            inherited = {name: text for name, text in symbol.attrib.items() if name != "id"}
            parent[place] = copied = ElementTree.Element(f"{{{SVG}}}svg", {**inherited, **drawn})
            copied.extend(deepcopy(each) for each in symbol)
            _rename(copied, f"-{next(numbers)}")
            child = copied
        if child.tag != f"{{{SVG}}}defs":
            _unfold(child, symbols, numbers)


def _rename(copied: ElementTree.Element, ending: str) -> None:
    """Give the ids in a copy an ending of its own: an id is in a file once."""
    names = {each.attrib["id"] for each in copied.iter() if "id" in each.attrib}
    for each in copied.iter():
        for name, text in each.attrib.items():
            if name == "id" or (text.startswith("url(#") and text[5:-1] in names):
                each.set(name, f"{text.removesuffix(')')}{ending}{')' if text.endswith(')') else ''}")


def _write(wrapper: cssselect2.ElementWrapper, matcher: cssselect2.Matcher, variables: Mapping[str, str]) -> None:
    """Set what applies to an element as its attributes, and to those within it."""
    declared: dict[str, str] = {}
    for *_, found in sorted(matcher.match(wrapper), key=lambda each: each[:2]):
        declared |= found
    element = wrapper.etree_element
    own = {**variables, **{name: text for name, text in declared.items() if name.startswith("--") or name == "color"}}
    own["color"] = _value(own["color"], own)
    if "paint-order" in declared:  # a halo, which would be drawn over the letters
        declared["stroke"] = "none"
    for name in PAINTED & declared.keys():
        element.set(name, "DejaVu Sans, sans-serif" if name == "font-family" else declared[name])
    for name, text in element.attrib.items():
        if "var(" in text or text == "currentColor":
            element.set(name, _value(text, own))
    for child in wrapper.iter_children():
        if isinstance(child.etree_element.tag, str):
            _write(child, matcher, own)


def _value(text: str, variables: Mapping[str, str]) -> str:
    """A value with its variables filled in."""
    for _ in range(8):
        if "var(" not in text:
            break
        text = VARIABLE.sub(lambda found: variables.get(found[1], found[2] or ""), text)
    return variables["color"] if text.strip() == "currentColor" else text.strip()
