"""What a reader is told of Combat Events that a second die decides, and of the row that a result is read in."""

import pytest

from navalcore_games.silent_war.combat.after import Stage
from navalcore_games.silent_war.combat.events import resolve_event
from navalcore_games.silent_war.combat.reveal import turn_up
from navalcore_games.silent_war.combat.rounds import attack_round
from navalcore_games.silent_war.combat.sub_duel import sub_duel
from navalcore_games.silent_war.state import Storm
from navalcore_games.silent_war.words import TWISTS, Twist

CARGO, DD = "m_3_5_07", "dd_01"


def told(sea, number, *dice, units=((CARGO, "B"),), storm=Storm.NONE, loner=False, spotted=False):
    """The twists told of a Combat Event on those units."""
    s = sea("argonaut", "empire_pacific", ("combat event", number), *dice).display(*units, loner=loner).storm(storm)
    s.boat.spotted = spotted
    s.play.listen(True)
    s.run(resolve_event(s.play, s.fighter))
    return [event.twist for event in s.happened("combat_event_decided")]


@pytest.mark.rule("silent_war", "19.21-2a", "19.21-2b", "19.21-2c", "19.21-2d", "19.21-2e")
def test_the_log_says_how_a_torpedo_malfunctions(sea):
    faces = dict.fromkeys((0, 1, 2), Twist.CIRCULAR_RUN) | dict.fromkeys((3, 4), Twist.HOT_RUN)
    faces |= {6: Twist.DEAD_TORPEDO} | dict.fromkeys((7, 8, 9), Twist.CLOSE_CALL)
    assert {face: told(sea, 2, ("malfunction", face)) for face in faces} == {face: [t] for face, t in faces.items()}
    assert told(sea, 2, ("malfunction", 5), ("premature", 1)) == [Twist.PREMATURE_DETONATION]


@pytest.mark.rule("silent_war", "19.21-5a", "19.21-5b")
def test_the_log_says_whom_fortune_favours(sea):
    assert [told(sea, 5, ("fortune", face)) for face in (4, 5)] == [[Twist.PERFECT_SETUP], [Twist.DEADLY_DIVISION]]


@pytest.mark.rule("silent_war", "19.21-0", "19.21-1", "19.21-3", "28.14")
def test_the_log_says_that_an_event_is_ignored(sea):
    ignored = [Twist.NOTHING]
    assert told(sea, 0) == ignored, "no face-down Red Ball"
    assert told(sea, 1, spotted=True) == ignored
    assert told(sea, 1, units=((CARGO, "B"), (DD, "B"))) == ignored, "a warship is in sight"
    assert told(sea, 1, ("gunnery in a storm", 2), storm=Storm.TROPICAL) == ignored
    assert told(sea, 3, storm=Storm.TROPICAL) == ignored
    assert told(sea, 6, loner=True) == ignored
    assert told(sea, 6) == [], "it happens"


@pytest.mark.rule("silent_war", "14.3", "19.21-2a", "19.21-3", "19.21-4")
@pytest.mark.parametrize(
    "dice",
    [
        (("combat event", 4), ("mechanical", 1)),
        (("combat event", 3), ("patrol bomber", 8)),
        (("combat event", 2), ("malfunction", 0), ("TDC", "0"), ("circling", 0)),
    ],
)
def test_a_boat_leaves_the_display_once_whatever_makes_her_leave(sea, dice):
    s = sea("argonaut", "empire_pacific", *dice).display(("combat_event_01", "B", False))
    s.play.listen(True)
    s.run(attack_round(s.play, s.fighter), "column B", "standard")
    assert s.fighter.out
    assert len(s.happened("left_fight")) == 1


@pytest.mark.rule("silent_war", "19.21-3", "14.13-c")
def test_the_bomber_of_event_3_rolls_by_its_event_and_a_diligent_escort_by_its_reveal(sea):
    s = sea("argonaut", "empire_pacific", ("combat event", 3), ("patrol bomber", 0)).display((CARGO, "B"))
    s.play.listen(True)
    s.run(resolve_event(s.play, s.fighter))
    assert {die.why: die.rule for die in s.happened("dice_rolled")}["patrol bomber"] == "19.21"
    s = sea("argonaut", "empire_pacific", ("Diligent Escort", 0)).display(("diligent_rising_sun_01", "B", False))
    s.play.listen(True)
    s.run(turn_up(s.play, s.fighter, s.combat.units[0], Stage.REVEALED))
    assert {die.why: die.rule for die in s.happened("dice_rolled")}["Diligent Escort"] == "14.13"


def test_every_twist_has_words():
    assert set(TWISTS) == set(Twist)


@pytest.mark.rule("silent_war", "19.21-1", "14.6-F", "14.16-D")
def test_the_die_of_guns_and_of_a_duel_names_the_row_of_its_rule_and_not_the_targets_tonnage(sea, charts):
    for boat, row in (("wahoo", "26-35"), ("argonaut", "18-25")):
        s = sea(boat, "empire_pacific", ("combat event", 1), (f"attack result, row {row}", 0)).display((CARGO, "B"))
        s.run(resolve_event(s.play, s.fighter))
    s = sea("wahoo", "south_pacific", torpedo=0)
    s.dice(("which enemy", 0), ("detection", 9), ("TDC", "-3"), ("to hit", 0), ("attack result, row 1-4", 0))
    sub_duel(s.play, s.boat)
    s.all_rolled()
    assert charts.attack_row(9) == "5-9"
