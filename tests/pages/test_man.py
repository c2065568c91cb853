"""The command has manual pages, made from its own help."""

from pathlib import Path

import pytest
from typer.main import get_command

from navalcore._cli.app import command_line
from navalcore._cli.grammar import GROUPS

pytest.importorskip("click_man", reason="manual pages are made with the extra 'docs'")


def test_every_command_has_a_manual_page_with_its_options(tmp_path: Path) -> None:
    from docs.man import write

    write(tmp_path / "man1")
    written = {path.stem for path in (tmp_path / "man1").glob("*.1")}
    commands = {f"navalcore-{name}" for names in GROUPS.values() for name in names}
    assert {"navalcore", *commands} <= written
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
