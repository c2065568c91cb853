"""Public names have examples, and each example shows what it prints."""

import doctest
import importlib
import inspect
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

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
        assert name in public or hasattr(public[owner], member), name


def test_public_classes_and_functions_have_an_example(pages: Any) -> None:
    without = [
        name
        for home, name in pages[0].described().items()
        if callable(home.found) and ">>>" not in (inspect.getdoc(home.found) or "") and name not in pages[1].examples()
    ]
    assert without == []
