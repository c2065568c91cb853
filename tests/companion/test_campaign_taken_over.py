"""A campaign of Silent War that is taken over in its middle, at a real map."""

import pytest

from navalcore_games.silent_war.data_pack.charts import load_charts
from tests.companion.test_companions import campaign, resolved


@pytest.mark.rule("silent_war", "2.3-A2", "21.21")
def test_a_campaign_taken_over_has_each_boat_once_and_no_tender_that_a_war_event_took():
    match = campaign(campaign="campaign_wp3", month="1944-01", week=1, war_period=3)
    resolved(match, "boat", boat="gato", whereabouts="broom")
    named = [boat for boat in match.state.boats if load_charts().boats[boat.card].id == "gato"]
    assert len(named) == 1, "a refitted boat has another card under the same name"
    later = campaign(month="1943-02", week=1).state
    assert "canopus" not in {load_charts().tenders[tender].id for tender in later.tender_pile}
    assert later.tender_pile
