"""The conformance kit."""

from navalcore.testing import check_game


def test_tonnage_war_keeps_every_promise() -> None:
    report = check_game("tonnage_war", matches=6)
    assert report.ok, report.text()
    assert not report.coverage.unreached
    assert all(len(values) > 1 for values in report.coverage.options.values())
