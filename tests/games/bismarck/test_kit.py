"""The conformance kit, over both scenarios; test_every_game.py plays all options together."""

from navalcore.testing import check_game


def test_the_game_keeps_every_promise_of_the_kit() -> None:
    report = check_game("bismarck", matches=2, options={})
    assert report.ok, str(report)
