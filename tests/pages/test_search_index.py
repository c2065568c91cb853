"""The search of the site finds every page, also after a build that was stopped before it had written the index."""

import subprocess
import sys
from pathlib import Path

from sphinx.search import js_index

EXTENSIONS = Path(__file__).parents[2] / "docs" / "_ext"
CONFIGURATION = f'import sys\nsys.path.insert(0, {str(EXTENSIONS)!r})\nextensions = ["whole_index"]\n'


def built(folder: Path) -> set[str]:
    """The pages that the index has once the site is built."""
    line = [sys.executable, "-m", "sphinx", "-q", "-W", str(folder), str(folder / "html")]
    subprocess.run(line, check=True, capture_output=True, text=True, timeout=120)
    text = (folder / "html" / "searchindex.js").read_text(encoding="utf-8")
    return set(js_index.loads(text)["docnames"])


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
