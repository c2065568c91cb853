"""The conformance kit, over both scenarios and all options."""

from navalcore.testing import check_game


def test_the_game_keeps_every_promise_of_the_kit() -> None:
    report = check_game("bismarck", matches=1)
    assert report.ok, str(report)
