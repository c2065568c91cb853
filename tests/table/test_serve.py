"""The command that opens the table."""

from __future__ import annotations

import pytest

from navalcore.cli import serve
from navalcore.cli.app import run


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve, "find_spec", lambda name: None)
    assert run(["serve"]) == 2
    assert "pip install 'navalcore[table]'" in capsys.readouterr().err


@pytest.mark.parametrize("url", ["mysql://here/there", "nonsense", "postgresql://nobody@127.0.0.1:1/none"])
def test_a_database_that_cannot_be_is_refused_in_one_line(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--port", "0", "--database", url]) == 2
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1
    assert said[0].startswith("navalcore: error [bad_data]: ")
