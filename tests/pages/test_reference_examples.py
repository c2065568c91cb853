"""Public names have examples, and each example shows what it prints."""

import doctest
import importlib
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

EXTENSIONS = Path(__file__).parents[2] / "docs" / "_ext"
STILL_WITHOUT = 102
"""How many public classes and functions have no example yet. This number may only fall."""


@pytest.fixture(scope="module")
def pages() -> Iterator[Any]:
    """The extensions that make the pages."""
    sys.path.insert(0, str(EXTENSIONS))
    names = ("door_pages", "reference_examples")
    yield [importlib.import_module(name) for name in names]
    for name in names:
        sys.modules.pop(name, None)
    sys.path.remove(str(EXTENSIONS))


def test_every_example_shows_what_it_prints(pages: Any) -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for name, (beginning, example) in pages[1].examples().items():
        runner.run(doctest.DocTestParser().get_doctest(f"{beginning}\n{example}", {}, name, name, 0))
    assert runner.summarize(verbose=False).failed == 0


def test_examples_are_of_public_names(pages: Any) -> None:
    public = {name: home.found for home, name in pages[0].described().items()}
    for name in pages[1].examples():
        owner, _, member = name.rpartition(".")
        assert name in public or hasattr(public[owner], member), name


def test_public_classes_and_functions_have_an_example(pages: Any) -> None:
    without = [
        name
        for home, name in pages[0].described().items()
        if callable(home.found) and ">>>" not in (inspect.getdoc(home.found) or "") and name not in pages[1].examples()
    ]
    assert len(without) <= STILL_WITHOUT, f"no example: {without}"
