"""The variant original spotting: aircraft spot on 4 or less."""

import pytest

import navalcore as nc
from navalcore_games.aa50_subwar.resolver import search

GAME = nc.load("aa50_subwar:original_spotting")


@pytest.mark.rule("aa50_subwar", "S28")
def test_only_aircraft_spot_on_a_4():
    spots = GAME.options_class().model_dump(include={"spot_aircraft", "spot_destroyer"})
    assert spots == {"spot_aircraft": 4, "spot_destroyer": 3}
    assert search("fighter", dice=[4], options=spots).spotted
    assert not search("fighter", dice=[5], options=spots).spotted
    assert not search("destroyer", dice=[4], options=spots).spotted


def test_a_player_may_still_change_the_default():
    assert GAME.new_match(seed=1, options={"spot_aircraft": 2}).setup.options.spot_aircraft == 2
