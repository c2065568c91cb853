"""What is public names nothing but what is public: no annotation in a door needs a class that nobody is promised."""

import shutil
from pathlib import Path

from tests.releases.baseline import ROOT
from tests.releases.listing import strangers_in


def test_annotations_in_the_doors_name_what_is_in_a_door_or_comes_from_python_or_a_library() -> None:
    assert strangers_in(ROOT) == {}


PLANTED = (
    ("bots/_search.py", "-> Race:", "-> Playouts:"),
    ("bots/_search.py", "policy: BotMaker | None = None\n", "policy: Budget | ndarray = ()\n"),
    ("bots/_search.py", "import annotations", "import annotations\nfrom numpy import ndarray"),
    ("bots/_orders.py", "self.resting: str = ", "self.resting = "),
)


def test_private_classes_foreign_libraries_and_attributes_without_a_type_are_told(tmp_path: Path) -> None:
    package = shutil.copytree(
        ROOT / "navalcore", tmp_path / "navalcore", ignore=shutil.ignore_patterns("page", "*.toml", "__pycache__")
    )
    for file, old, new in PLANTED:
        text = (package / file).read_text(encoding="utf-8")
        assert old in text
        (package / file).write_text(text.replace(old, new), encoding="utf-8")
    assert strangers_in(tmp_path) == {
        "navalcore.bots.SearchBot.__init__": {"numpy.ndarray"},
        "navalcore.bots.SearchBot.think": {"navalcore.bots._playouts.Playouts"},
        "navalcore.bots.StandingOrders.resting": {"resting without a type"},
    }
