"""The reference has a page for each door, and describes each public name once."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sphinx", reason="pages are made with the extra 'docs'")

from sphinx.addnodes import pending_xref

from navalcore import _doors
from navalcore._match.match import Match
from navalcore._play.driver import Driver
from navalcore._rules.game import Rules

DOCS = Path(__file__).parents[2] / "docs"
LIBRARY = Path(_doors.__file__).parent


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The extension that makes the pages."""
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    yield importlib.import_module("door_pages")
    sys.modules.pop("door_pages", None)


def home(pages: Any, found: type, member: str = "") -> Any:
    return pages.Home(found.__module__, found.__qualname__ + member)


def test_each_door_has_examples_and_says_what_they_begin_with(pages: Any) -> None:
    assert [door for door in pages.DOORS if not pages.beginning_lines(door)[4:]] == []


def test_each_door_has_a_page_and_no_other_module_has_one(pages: Any) -> None:
    stubs = {path.with_suffix("").relative_to(LIBRARY.parent).parts for path in LIBRARY.rglob("*.pyi")}
    doors = {".".join(part for part in parts if part != "__init__") for parts in stubs} | {"navalcore.errors"}
    assert set(pages.DOORS) == doors
    without_a_door = ("index", "command_line", "names", "checks")
    pages_of_doors = [page for page in (DOCS / "reference").glob("*.md") if page.stem not in without_a_door]
    texts = [page.read_text(encoding="utf-8") for page in pages_of_doors]
    assert sorted(text.partition("```{door} ")[2].partition("\n")[0] for text in texts) == sorted(pages.DOORS)


def test_a_name_of_several_doors_is_described_in_the_first_and_each_name_in_one(pages: Any) -> None:
    described = pages.described()
    assert described[home(pages, Match)] == "navalcore.Match"
    everywhere = {named for door in pages.DOORS for named in pages.names_of(door).values()}
    assert set(described) == everywhere
    assert len(set(described.values())) == len(described)


def test_every_public_constant_and_alias_has_a_text(pages: Any) -> None:
    for where, name in pages.described().items():
        door, _, short = name.rpartition(".")
        assert pages.description(door, short, where)


def test_each_public_name_keeps_its_link_whatever_module_it_says_it_is_from(pages: Any) -> None:
    """Functions say that they are from their door, and aliases mean types of other libraries: none had a link."""
    names = importlib.import_module("short_names")
    page = importlib.import_module("docutils.utils").new_document("page")
    wanted = sorted(pages.described().values())
    for name in wanted:
        page += pending_xref(name, refdomain="py", reftype="obj", reftarget=name)
    names.exact_names(None, page)
    assert [node["reftarget"] for node in page.findall(pending_xref)] == wanted
    assert names.public_name(pages.Home("navalcore", "load")) == "navalcore.load"
    sys.modules.pop("short_names", None)


def test_what_a_private_base_has_is_told_of_the_public_class_and_other_private_things_have_no_link(pages: Any) -> None:
    assert pages.public_name(home(pages, Rules, ".redeal")) == "navalcore.Game.redeal"
    assert pages.public_name(home(pages, Match, ".choose")) == "navalcore.Match.choose"
    assert pages.public_name(home(pages, Driver)) is None


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("x: ~navalcore._rules.option.Option", "x: Option"),
        ("Callable[[navalcore.odds._exact.T], navalcore.odds.Odds]", "Callable[[T], navalcore.odds.Odds]"),
        ("_private and navalcore.Match", "_private and navalcore.Match"),
    ],
)
def test_no_page_names_a_private_module(pages: Any, written: str, shown: str) -> None:
    names = importlib.import_module("short_names")
    assert names.without_rooms(written) == shown
    sys.modules.pop("short_names", None)
