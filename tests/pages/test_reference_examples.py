"""Public names have examples, and each example shows what it prints."""

import doctest
import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from sphinx.pycode import ModuleAnalyzer

from navalcore._saves.recorder import Recorder

EXTENSIONS = Path(__file__).parents[2] / "docs" / "_ext"


@pytest.fixture(scope="module")
def pages() -> Iterator[Any]:
    """The extensions that make the pages."""
    sys.path.insert(0, str(EXTENSIONS))
    names = ("door_pages", "reference_examples", "object_pages", "name_table")
    yield [importlib.import_module(name) for name in names]
    for name in names:
        sys.modules.pop(name, None)
    sys.path.remove(str(EXTENSIONS))


def test_every_example_shows_what_it_prints(pages: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("state_every", "checkpoint_every"):  # one example changes them for the whole process
        monkeypatch.setattr(Recorder, name, getattr(Recorder, name))
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for name, (beginning, example) in pages[1].examples().items():
        if "import pyspiel" not in example or find_spec("pyspiel") is not None:
            typed = {"__name__": "__main__"}  # as where somebody types it
            runner.run(doctest.DocTestParser().get_doctest(f"{beginning}\n{example}", typed, name, name, 0))
    assert runner.summarize(verbose=False).failed == 0


def test_examples_are_of_public_names(pages: Any) -> None:
    public = {name: home.found for home, name in pages[0].described().items()}
    for name in pages[1].examples():
        owner, _, member = name.rpartition(".")
        fields = getattr(public.get(owner), "model_fields", ())
        assert name in public or hasattr(public[owner], member) or member in fields, name


def test_an_example_of_several_members_uses_each_of_them(pages: Any) -> None:
    unused = [
        name
        for name, first in pages[1].where_shown().items()
        for used in [" ".join(LINE.findall(pages[1].examples()[first][1]))]
        if not re.search(rf"(?:\.|def ){name.rpartition('.')[2]}\b", used)
    ]
    assert unused == []


def test_public_classes_and_functions_have_an_example(pages: Any) -> None:
    without = [
        name
        for home, name in pages[0].described().items()
        if callable(home.found) and ">>>" not in (inspect.getdoc(home.found) or "") and name not in pages[1].examples()
    ]
    assert without == []


LINE = re.compile(r"^ *(?:>>>|\.\.\.) (.*)$", re.MULTILINE)
"""A line that an example types."""
KINDS = FunctionType, classmethod, staticmethod, property, cached_property


def members(pages: Any, cls: type) -> dict[str, bool]:
    """The public members that a page describes with a class, those of its private bases too: whether each is a method
    or property, or else an attribute with a text of its own.
    """
    found: dict[str, bool] = {}
    for base in cls.__mro__:
        home = pages[0].Home(base.__module__, base.__qualname__)
        if base.__module__.startswith("navalcore.") and (base is cls or home not in pages[0].described()):
            texts = ModuleAnalyzer.for_module(base.__module__).find_attr_docs()
            own = [name for name, value in vars(base).items() if isinstance(value, KINDS)]
            for name in own + [name for owner, name in texts if owner == base.__qualname__]:
                if not name.startswith("_"):
                    found.setdefault(name, name in own)
    return found


def without_example(pages: Any, name: str, cls: type) -> list[str]:
    """The methods and properties of a class that no example uses: their own, one of a class that inherits them too, or
    that of the class.
    """
    of_class = f"{inspect.getdoc(cls)}\n{pages[1].examples().get(name, ('', ''))[1]}"
    used = {found for line in LINE.findall(of_class) for found in re.findall(r"(?:\.|def )(\w+)", line)}
    return [
        f"{name}.{member}"
        for member, runs in members(pages, cls).items()
        if runs
        and member not in used
        and ">>>" not in (inspect.getdoc(inspect.getattr_static(cls, member)) or "")
        and pages[1].shown_by(f"{name}.{member}") is None
    ]


def test_the_page_of_an_object_lists_every_member_once_and_each_has_an_example(pages: Any) -> None:
    objects = pages[2].pages_of_objects()
    assert len(objects) >= 40
    for name in objects:
        cls = pages[2].found_under(name)
        assert sorted(pages[2].members_listed(name)) == sorted(members(pages, cls)), name
        assert without_example(pages, name, cls) == []


def test_every_page_of_an_object_is_in_the_reference() -> None:
    reference = EXTENSIONS.parent / "reference"
    index = (reference / "index.md").read_text(encoding="utf-8")
    for page in (reference / "objects").glob("*.md"):
        assert index.count(f"objects/{page.stem}") == 2, "in the table and in the tree"  # as a link and as an entry


NEED_MORE_THAN_AN_EXAMPLE = {
    "navalcore.table.Server.startup": "uvicorn calls it",
    "navalcore.table.Server.shutdown": "uvicorn calls it",
    "navalcore.table.Server.handle_exit": "uvicorn calls it, and it ends the process",
    "navalcore.learn.Policy.of_maskable_ppo": "it needs PyTorch and a trained model; examples/learn/train.py calls it",
}
"""The members that no example of a few lines can show, each with the reason."""


def test_every_member_of_other_classes_has_an_example(pages: Any) -> None:
    objects = pages[2].pages_of_objects()
    without = [
        member
        for home, name in pages[0].described().items()
        if isinstance(home.found, type) and name not in objects
        for member in without_example(pages, name, home.found)
    ]
    assert sorted(without) == sorted(NEED_MORE_THAN_AN_EXAMPLE)


def test_every_constant_and_alias_has_an_example(pages: Any) -> None:
    names = [name for home, name in pages[0].described().items() if not callable(home.found)]
    assert names
    assert [name for name in names if name not in pages[1].examples()] == []


def test_the_table_of_names_has_every_public_name_with_words_and_a_line_of_use(pages: Any) -> None:
    rows = pages[3].rows()
    assert {row[0] for row in rows} == set(pages[0].described().values())
    assert [row[0] for row in rows if not all(row)] == []


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("What :meth:`~navalcore.Match.odds` answers: ``Odds``. More of it.", "What `odds` answers: `Odds`."),
        ("A line that\ngoes on.\n\nArgs:\n    x: y.", "A line that goes on."),
    ],
)
def test_the_table_has_the_first_sentence_of_a_docstring_without_links(pages: Any, written: str, shown: str) -> None:
    assert pages[3].in_a_line(written) == shown
