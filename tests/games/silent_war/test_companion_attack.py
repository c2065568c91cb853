"""An attack beside a real map: its marker is given as printed, and posture and round change it (14.12, 14.4)."""

import pytest

from navalcore_games.silent_war.companion import attack


@pytest.mark.rule("silent_war", "14.12-a", "14.16-B", "14.4-b")
@pytest.mark.parametrize(
    ("how", "highest"),
    [
        ({}, 3 - 1),
        ({"posture": "aggressive"}, 3 - (1 - 1) + 1),
        ({"posture": "cautious"}, 3 - (1 + 1) - 1),
        ({"posture": "cautious_chosen"}, 3 - 1),
        ({"re_attack": True}, 3 - (1 - 1)),
    ],
)
def test_posture_and_re_attack_change_the_printed_marker_of_an_attack_beside_the_map(sea, how, highest):
    # 3 attack points at a torpedo value of 0, on a ship of Defense 1 under a marker of 0
    for dice, told in (
        ((("to hit", highest), ("attack result", 0)), "a hit without effect"),
        ((("to hit", highest + 1),), "a miss"),
    ):
        s = sea("wahoo", "empire_pacific", *dice)
        assert s.run(attack(s.play, points=3, torpedo=0, **how)) == told
