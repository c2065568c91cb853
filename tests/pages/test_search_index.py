"""The search of the site finds every page and index entry, also after a build of a part, or one that was stopped."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from sphinx.search import js_index

EXTENSIONS = Path(__file__).parents[2] / "docs" / "_ext"
CONFIGURATION = f'import sys\nsys.path.insert(0, {str(EXTENSIONS)!r})\nextensions = ["whole_index"]\n'


def indexed(folder: Path) -> dict[str, Any]:
    """The search index once the site is built."""
    line = [sys.executable, "-m", "sphinx", "-q", "-W", str(folder), str(folder / "html")]
    subprocess.run(line, check=True, capture_output=True, text=True, timeout=120)
    text = (folder / "html" / "searchindex.js").read_text(encoding="utf-8")
    index: dict[str, Any] = js_index.loads(text)
    return index


def built(folder: Path) -> set[str]:
    """The pages of that index."""
    return set(indexed(folder)["docnames"])


def test_a_page_that_a_stopped_build_has_written_is_in_the_index_of_the_next(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONFIGURATION, encoding="utf-8")
    (tmp_path / "index.rst").write_text("Index\n=====\n\n.. toctree::\n\n   convoy\n", encoding="utf-8")
    (tmp_path / "convoy.rst").write_text("Convoy\n======\n\nSlow ships.\n", encoding="utf-8")
    assert built(tmp_path) == {"index", "convoy"}
    index = tmp_path / "html" / "searchindex.js"
    of_the_first = index.read_text(encoding="utf-8")
    (tmp_path / "escort.rst").write_text(":orphan:\n\nEscort\n======\n\nFast ships.\n", encoding="utf-8")
    assert built(tmp_path) == {"index", "convoy", "escort"}
    index.write_text(of_the_first, encoding="utf-8")  # a build that was stopped leaves the page and the old index
    assert built(tmp_path) == {"index", "convoy", "escort"}
    index.write_text(of_the_first[:40], encoding="utf-8")  # and one that was stopped while it wrote, half of an index
    assert built(tmp_path) == {"index", "convoy", "escort"}


def test_an_index_entry_stays_when_another_page_is_built_again(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONFIGURATION, encoding="utf-8")
    (tmp_path / "index.rst").write_text("Index\n=====\n\n.. toctree::\n\n   convoy\n", encoding="utf-8")
    page = "Convoy\n======\n\n.. index:: ! hot seat, undo\n\nSlow ships.\n"
    (tmp_path / "convoy.rst").write_text(page, encoding="utf-8")
    whole = indexed(tmp_path)["indexentries"]
    assert {"hot seat", "undo"} <= set(whole)
    (tmp_path / "escort.rst").write_text(
        ":orphan:\n\n.. index:: speed\n\nEscort\n======\n\nFast ships.\n", encoding="utf-8"
    )
    after = indexed(tmp_path)
    convoy = after["docnames"].index("convoy")
    assert after["indexentries"]["hot seat"] == [[convoy, whole["hot seat"][0][1], True]]
    assert after["indexentries"]["undo"] == [[convoy, whole["undo"][0][1], False]]
    (tmp_path / "convoy.rst").write_text(page.replace(", undo", ""), encoding="utf-8")
    assert "undo" not in indexed(tmp_path)["indexentries"]
    (tmp_path / "escort.rst").unlink()
    last = indexed(tmp_path)
    assert (set(last["docnames"]), set(last["indexentries"])) == ({"index", "convoy"}, {"hot seat"})


def test_a_guide_is_found_by_the_words_of_its_index_entries_in_any_order(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONFIGURATION, encoding="utf-8")
    (tmp_path / "index.rst").write_text(
        "Index\n=====\n\n.. toctree::\n\n   convoy\n   games/dash/rules\n", encoding="utf-8"
    )
    page = "Convoy\n======\n\n.. index:: ! one keyboard, minor\n\nSlow ships.\n"
    (tmp_path / "convoy.rst").write_text(page, encoding="utf-8")
    (tmp_path / "games" / "dash").mkdir(parents=True)
    (tmp_path / "games" / "dash" / "rules.rst").write_text(page.replace("one", "rule"), encoding="utf-8")
    index = indexed(tmp_path)
    assert index["terms"]["keyboard"] == index["docnames"].index("convoy")
    assert not {"minor", "rule"} & set(index["terms"])
