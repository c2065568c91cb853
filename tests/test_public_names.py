"""How the doors open: names load when they are used, what is not there says where it is, retired names warn."""

import importlib
import os
import pickle
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from navalcore import _moved
from navalcore._doors import names_in
from tests.test_doors import DOORS

ROOT = Path(__file__).parents[1]

HARBOUR = {
    "__init__.py": """
        from navalcore._doors import opened
        MOVED = {"crane": "since 1.0 it is shipyard.crane"}
        __getattr__, __dir__, __all__ = opened(__name__, __file__, extra="sea", elsewhere=MOVED)
    """,
    "__init__.pyi": """
        from harbour._quay import moor as moor, Ship as Ship
        from harbour._radio import call as call
        from typing_extensions import deprecated

        @deprecated("since 1.4 write harbour.moor; gone in 2.0")
        def fasten(ship: str) -> str: ...
    """,
    "_quay.py": """
        class Ship: ...
        def moor(ship: str) -> str:
            return f"{ship} is moored"
    """,
    "_radio.py": "import nowhere_at_all\ndef call() -> None: ...",
    "py.typed": "",
}


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """A made-up library with a door."""
    (tmp_path / "harbour").mkdir()
    for name, text in HARBOUR.items():
        (tmp_path / "harbour" / name).write_text(textwrap.dedent(text), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield importlib.import_module("harbour")
    for module in [name for name in sys.modules if name.split(".")[0] == "harbour"]:
        del sys.modules[module]


def test_a_door_lists_its_names_before_it_has_loaded_them(harbour: ModuleType) -> None:
    assert harbour.__all__ == ["Ship", "call", "moor"]
    assert {"Ship", "call", "moor", "__name__"} <= set(dir(harbour))
    assert len(dir(harbour)) == len(set(dir(harbour)))
    assert "harbour._quay" not in sys.modules
    assert harbour.moor("Hood") == "Hood is moored"
    assert "harbour._quay" in sys.modules


def test_a_name_is_loaded_once_and_is_then_an_ordinary_one(harbour: ModuleType) -> None:
    assert "Ship" not in vars(harbour)
    ship = harbour.Ship
    assert vars(harbour)["Ship"] is ship


def test_an_unknown_name_is_an_attribute_error_that_python_can_add_a_guess_to(harbour: ModuleType) -> None:
    with pytest.raises(AttributeError, match="module 'harbour' has no attribute 'mor'") as caught:
        harbour.mor  # noqa: B018
    assert (caught.value.name, caught.value.obj) == ("mor", harbour)
    assert not hasattr(harbour, "mor")


def test_a_moved_name_says_where_it_is_in_both_ways_of_asking(harbour: ModuleType) -> None:
    with pytest.raises(ImportError, match=r"no 'crane'; since 1\.0 it is shipyard\.crane"):
        harbour.crane  # noqa: B018
    with pytest.raises(ImportError, match=r"no 'crane'; since 1\.0 it is shipyard\.crane"):
        exec("from harbour import crane")


def test_a_missing_library_names_the_extra_that_installs_it(harbour: ModuleType) -> None:
    wanted = r"harbour.call needs nowhere_at_all: pip install 'navalcore\[sea\]'"
    with pytest.raises(ModuleNotFoundError, match=wanted) as caught:
        harbour.call()
    assert caught.value.name == "nowhere_at_all"


def test_a_star_imports_what_a_door_promises_and_nothing_else() -> None:
    for door in ("navalcore", "navalcore.rules", "navalcore.errors"):
        got: dict[str, object] = {}
        exec(f"from {door} import *", got)
        assert got.keys() - {"__builtins__"} == set(importlib.import_module(door).__all__)


@pytest.mark.parametrize("door", DOORS)
def test_public_classes_and_functions_can_be_pickled(door: str) -> None:
    module = importlib.import_module(door)
    things = [value for name in module.__all__ if isinstance(value := getattr(module, name), type)]
    things += [value for name in module.__all__ if type(value := getattr(module, name)).__name__ == "function"]
    assert things
    assert [thing for thing in things if pickle.loads(pickle.dumps(thing)) is not thing] == []


# ---- retired names ------------------------------------------------------------------------------------------------


def test_a_retired_name_works_and_warns_where_it_is_used_with_what_to_write(harbour: ModuleType) -> None:
    said = r"^harbour\.fasten: since 1\.4 write harbour\.moor; gone in 2\.0$"
    for _ in range(2):
        with pytest.warns(DeprecationWarning, match=said) as warned:
            assert harbour.fasten is harbour.moor
        assert len(warned) == 1
        assert warned[0].filename == __file__
    assert "fasten" not in harbour.__all__
    assert "fasten" not in dir(harbour)


def test_type_checkers_mark_a_retired_name(harbour: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("from harbour import fasten, moor\nfasten('Hood')\nmoor('Hood')\n")
    cache = {"MYPY_CACHE_DIR": str(ROOT / ".mypy_cache" / "strangers")}
    line = [sys.executable, "-m", "mypy", "--config-file=", "--enable-error-code=deprecated", "script.py"]
    done = subprocess.run(line, cwd=tmp_path, env={**os.environ, **cache}, capture_output=True, text=True, timeout=120)
    assert "script.py:1: error: function harbour.fasten is deprecated: since 1.4 write harbour.moor" in done.stdout
    assert "moor(" not in done.stdout


def test_a_stub_that_does_not_say_what_to_write_is_refused(tmp_path: Path) -> None:
    stub = tmp_path / "door.pyi"
    stub.write_text('@deprecated("do not use it")\ndef old() -> None: ...\n')
    with pytest.raises(ValueError, match="old is not imported, and no @deprecated says what to write"):
        names_in(stub)


# ---- names of 0.2.0 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", _moved.NAMES)
def test_what_is_said_of_a_moved_name_is_true(name: str) -> None:
    words = _moved.NAMES[name]
    doors = re.findall(r"(navalcore[.\w]*)\.(\w+)", words)
    assert all(now in importlib.import_module(door).__all__ for door, now in doors)
    assert doors or name == "wire", "which became methods"
    assert name not in importlib.import_module("navalcore").__all__


@pytest.mark.parametrize("package", _moved.PACKAGES)
def test_a_package_of_0_2_says_which_door_has_its_names(package: str) -> None:
    if package.startswith("games"):
        assert importlib.import_module(_moved.PACKAGES[package].split(",")[0])  # importing is tried in test_installed
        return
    with pytest.raises(ModuleNotFoundError) as caught:
        importlib.import_module(f"{package}.anything")
    doors = [word.strip(",") for word in str(caught.value).split("names are in ")[1].split() if "navalcore" in word]
    assert doors
    assert set(doors) <= set(DOORS)
