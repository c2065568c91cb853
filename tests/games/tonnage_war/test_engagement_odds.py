"""Odds of whole engagements against figures worked out by hand, and against the whole procedures."""

from fractions import Fraction

import pytest

from navalcore._rules.running import run
from navalcore.errors import BadData
from navalcore.odds import exact
from navalcore_games.tonnage_war.engagement import attempt
from navalcore_games.tonnage_war.engagement_odds import attack_under_fire, engagement
from navalcore_games.tonnage_war.odds import table
from navalcore_games.tonnage_war.scoring import SUNK
from navalcore_games.tonnage_war.state import Committed, Engagement, Kind, Response, Tactical, Unit, Weapon
from navalcore_games.tonnage_war.values import SURFACE

TWENTIETH = Fraction(1, 20)
FATES = ("unhurt", "damaged", "sunk")


@pytest.mark.rule("tonnage_war", "8.5.3", "8.6")
def test_an_attempt_and_its_continuation_by_hand():
    """A regular boat and one SR with an attack value of 4. In the first attempt 1 and 2 sink and 3 and 4 damage; in the
    second 1 and 2 sink, 3 and 4 damage, and a second damage sinks. Each time the boat stays undetected on 8 or less.
    """
    found = 12 * TWENTIETH
    first = {"sunk": 2 * TWENTIETH, "damaged": 2 * TWENTIETH, "unhurt": 16 * TWENTIETH}
    sunk = found * (first["sunk"] + first["unhurt"] * found * 2 * TWENTIETH + first["damaged"] * found * 4 * TWENTIETH)
    damaged = found * (first["unhurt"] * found * 2 * TWENTIETH + first["damaged"] * (1 - found * 4 * TWENTIETH))
    boat = engagement().marginals["boat"]
    assert boat == {"undetected": 1 - found, "unhurt": found - sunk - damaged, "damaged": damaged, "sunk": sunk}


@pytest.mark.rule("tonnage_war", "14.2")
def test_bad_sonar_counts_in_the_continuation_only():
    clear, bad = engagement(), engagement(bad_sonar=True)
    assert clear.marginals["boat"]["undetected"] == bad.marginals["boat"]["undetected"]
    assert clear.marginals["boat"]["sunk"] > bad.marginals["boat"]["sunk"]


@pytest.mark.rule("tonnage_war", "8.1.2", "8.2", "14.1")
def test_an_attack_on_the_convoy_under_fire_by_hand():
    """In a storm the boat stays undetected on 11 or less, and four rolls sink a ship each on 8 of 10. If found, it is
    sunk by a natural 1 or 2: the attack value of SR is 2.
    """
    odds = attack_under_fire(storm=True)
    through, hit = 11 * TWENTIETH, Fraction(8, 10)
    assert odds.expected["ships"] == through * 4 * hit
    assert odds.marginals["ships"]["3"] == through * 4 * hit**3 * (1 - hit)
    found = 1 - through
    assert odds.marginals["boat"] == {
        "undetected": through, "unhurt": found * 18 * TWENTIETH, "damaged": 0, "sunk": found * 2 * TWENTIETH,
    }  # fmt: skip
    assert odds.marginals["SR"]["damaged"] == found * TWENTIETH, "it rams on a 1"


@pytest.mark.parametrize("fires", [False, True])
def test_two_steps_agree_with_the_procedures_of_the_rules_run_one_after_the_other(fires):
    """SN and AR, then SA in their place: every path of both attempts, as the rules run them."""

    def fate(chance):
        play = table(chance, storm=True)
        group = [Committed(Unit.SN), Committed(Unit.AR)]
        boat = Engagement(Kind.CONVOY_ATTACK, Unit.N, weapon=Weapon.ESCORT_ATTACK, attempt=1, group=group)
        answer = (Response.ATTACK, Tactical.STERN) if fires else (Response.NONE, None)
        if not run(attempt(play, boat, *answer)):
            return "undetected"
        sound = [member for member in boat.group if member.unit in SURFACE and not member.damage]
        if boat.damage < SUNK and sound:
            boat.attempt, boat.group = 2, [*sound, Committed(Unit.SA)]
            run(attempt(play, boat, Response.NONE, None))
        return FATES[boat.damage]

    odds = engagement(crew="N", group="SN,AR", fire=fires, again="SA", storm=True)
    assert {name: share for name, share in odds.marginals["boat"].items() if share} == exact(fate)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"group": "AR", "card": "air_patrol"}, "after flak"),
        ({"group": "AR", "card": "hfdf"}, "cannot go out"),
        ({"group": "AR", "fire": True}, "no surface escort"),
        ({"evade": 4, "fire": True}, "one card"),
        ({"again": "AR"}, "takes no part in the continuation"),
        ({"again": "XX"}, "one to nine"),
    ],
)
def test_impossible_engagements_are_refused(parameters, message):
    with pytest.raises(BadData, match=message):
        engagement(**parameters)
    assert attack_under_fire.ask({"continued": "true", "again": "SA"})[1].method == "exact"
    with pytest.raises(BadData, match="continued=true"):
        attack_under_fire(again="SA")
