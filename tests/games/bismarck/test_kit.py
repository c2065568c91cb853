"""The conformance kit, over both scenarios; test_every_game.py plays all options together."""

from tests.kit.in_turn import check_in_turn


def test_the_game_keeps_every_promise_of_the_kit() -> None:
    report = check_in_turn("bismarck", 2, options={})
    assert report.ok, str(report)
