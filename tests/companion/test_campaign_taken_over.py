"""A campaign of Silent War that is taken over in its middle, at a real map."""

import json
from pathlib import Path

import pytest

from navalcore_games.silent_war.calibration.journal import journal_of
from navalcore_games.silent_war.companion import attack
from navalcore_games.silent_war.data_pack.charts import load_charts
from tests.companion.test_companions import campaign, resolved

GAMES = Path(__file__).parents[2] / "docs" / "games"


@pytest.mark.rule("silent_war", "2.3-A2", "21.21")
def test_a_campaign_taken_over_has_each_boat_once_and_no_tender_that_a_war_event_took():
    match = campaign(campaign="campaign_wp3", month="1944-01", week=1, war_period=3)
    resolved(match, "boat", boat="gato", whereabouts="broom")
    named = [boat for boat in match.state.boats if load_charts().boats[boat.card].id == "gato"]
    assert len(named) == 1, "a refitted boat has another card under the same name"
    later = campaign(month="1943-02", week=1).state
    assert "canopus" not in {load_charts().tenders[tender].id for tender in later.tender_pile}
    assert later.tender_pile


@pytest.mark.rule("silent_war", "2.3")
@pytest.mark.parametrize("bot", ["comsubpac", "hard"])
def test_the_tracks_take_what_any_campaign_of_the_journals_has_sunk(bot: str):
    """History sank some 1,300 ships; good campaigns sink more."""
    lines = journal_of(GAMES, bot).read_text(encoding="utf-8").splitlines()
    ends = [json.loads(line)["months"]["1945-08"] for line in lines]
    ships, tons = max(end[0] for end in ends), max(end[1] for end in ends)
    match = campaign(
        month="1945-08", week=4, war_period=4, torpedo=2,
        ship_hundreds=ships // 100, ships=ships % 100, ton_hundreds=tons // 100, tons=tons % 100,
    )  # fmt: skip
    assert (match.state.ships_sunk, match.state.tonnage) == (ships, tons)


@pytest.mark.rule("silent_war", "14.16-D")
def test_every_ship_of_the_counters_can_be_attacked_beside_the_map():
    """The Yamato has 64 thousand tons and a row of her own on the Attack Results Table."""
    for ship in load_charts().ships:
        if ship.tonnage:
            assert attack.filled({"tons": str(ship.tonnage)})["tons"] == ship.tonnage
