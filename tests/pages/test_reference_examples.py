"""Public names have examples, and each example shows what it prints."""

import doctest
import importlib
import inspect
import sys
from collections.abc import Iterator
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import navalcore as nc
from navalcore._saves.recorder import Recorder

EXTENSIONS = Path(__file__).parents[2] / "docs" / "_ext"


@pytest.fixture(scope="module")
def pages() -> Iterator[Any]:
    """The extensions that make the pages."""
    sys.path.insert(0, str(EXTENSIONS))
    names = ("door_pages", "reference_examples")
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


def test_public_classes_and_functions_have_an_example(pages: Any) -> None:
    without = [
        name
        for home, name in pages[0].described().items()
        if callable(home.found) and ">>>" not in (inspect.getdoc(home.found) or "") and name not in pages[1].examples()
    ]
    assert without == []


def members(cls: type) -> Iterator[str]:
    """The public methods and properties of a class that are this library's own."""
    for base in cls.__mro__:
        if base.__module__.startswith("navalcore."):
            for name, found in vars(base).items():
                if not name.startswith("_") and isinstance(
                    found, FunctionType | classmethod | property | cached_property
                ):
                    yield name


@pytest.mark.parametrize("cls", [nc.Match, nc.Decision, nc.View, nc.Snapshot, nc.Game])
def test_every_method_and_property_of_the_great_objects_has_an_example(pages: Any, cls: type) -> None:
    found = set(members(cls))
    assert found
    without = {
        name
        for name in found
        if ">>>" not in (inspect.getdoc(inspect.getattr_static(cls, name)) or "")
        and f"navalcore.{cls.__name__}.{name}" not in pages[1].examples()
    }
    assert without == set()
