"""Boards as SVG that any program draws: the style sheet's rules and variables are written out at each element."""

from __future__ import annotations

import re
from collections.abc import Mapping
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
    _write(cssselect2.ElementWrapper.from_xml_root(root), matcher, {})
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


def _write(
    wrapper: cssselect2.ElementWrapper,
    matcher: cssselect2.Matcher,
    variables: Mapping[str, str],
) -> None:
    declared: dict[str, str] = {}
    for *_, found in sorted(matcher.match(wrapper), key=lambda each: each[:2]):
        declared |= found
    own = {**variables, **{name: text for name, text in declared.items() if name.startswith("--")}}
    element = wrapper.etree_element
    painted = {name: _value(text, own) for name, text in declared.items() if name in PAINTED}
    for name, text in painted.items():
        if text:
            element.set(name, "DejaVu Sans, sans-serif" if name == "font-family" else text)
    inline = element.attrib.get("style")
    if inline and "var(" in inline:
        element.set("style", _value(inline, own))
    for child in wrapper.iter_children():
        if isinstance(child.etree_element.tag, str):
            _write(child, matcher, own)


def _value(text: str, variables: Mapping[str, str]) -> str:
    """A value with its variables filled in."""
    for _ in range(8):
        if "var(" not in text:
            break
        text = VARIABLE.sub(lambda found: variables.get(found[1], found[2] or ""), text)
    return text.strip()
