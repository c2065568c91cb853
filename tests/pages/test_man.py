"""The command has manual pages, made from its own help, and whoever installs it has them."""

import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest
from typer.main import get_command

from navalcore._cli.app import command_line
from navalcore._cli.grammar import GROUPS
from tests.release import MANUAL, ROOT

pytest.importorskip("click_man", reason="manual pages are made with the extra 'docs'")


def test_every_command_has_a_manual_page_with_its_options(tmp_path: Path) -> None:
    from docs.man import write

    write(tmp_path / "man1")
    written = {path.stem for path in (tmp_path / "man1").glob("*.1")}
    commands = {f"navalcore-{name}" for names in GROUPS.values() for name in names}
    assert {"navalcore", *commands} <= written
    named = re.findall(r"See \\fB(.*)\(1\)", "".join(path.read_text() for path in (tmp_path / "man1").glob("*.1")))
    assert {*named} == written - {"navalcore"}, "a page names the others as they are called"
    page = (tmp_path / "man1" / "navalcore-play.1").read_text(encoding="utf-8")
    play = vars(get_command(command_line()))["commands"]["play"]
    options = [
        name
        for each in play.params
        if not getattr(each, "hidden", False)
        for name in each.opts
        if name.startswith("--")
    ]
    assert len(options) > 10
    assert [name for name in options if name not in page.replace("\\-", "-")] == []


def test_manual_pages_are_in_the_wheel_and_in_the_source_archive(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="wheels are built with the extra 'dev'")
    from docs.man import write

    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore"):
        if (ROOT / name).exists():  # an unpacked source archive ignores nothing
            shutil.copy(ROOT / name, tmp_path / name)
    for package in ("navalcore", "games"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    write(tmp_path / MANUAL.parent)
    subprocess.run([sys.executable, "-m", "hatchling", "build"], cwd=tmp_path, check=True, capture_output=True)
    (wheel,), (archive,) = (tmp_path / "dist").glob("*.whl"), (tmp_path / "dist").glob("*.tar.gz")
    page = f"data/{MANUAL.as_posix()}"
    assert [name for name in ZipFile(wheel).namelist() if name.endswith(page)]
    with tarfile.open(archive) as carried:
        (there,) = (name for name in carried.getnames() if name.endswith(MANUAL.as_posix()))
        told = carried.extractfile(there)
        assert told is not None
        assert b"Play a match: against bots" in told.read()
