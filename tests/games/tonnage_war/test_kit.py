"""The conformance kit."""

from tests.kit.in_turn import check_in_turn


def test_tonnage_war_keeps_every_promise() -> None:
    report = check_in_turn("tonnage_war", 6)
    assert report.ok, report.text()
    assert not report.coverage.unreached
    assert all(len(values) > 1 for values in report.coverage.options.values())
