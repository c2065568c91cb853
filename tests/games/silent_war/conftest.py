"""What the tests of Silent War lay on the table: boats, ships, scripted dice and answers."""

from __future__ import annotations

import pytest

from navalcore._play.chance import ScriptedChance
from navalcore._rules.play import Play
from navalcore._rules.running import run
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.game import SilentWar
from navalcore_games.silent_war.ids import BoatIndex, SkipperIndex, UnitNumber
from navalcore_games.silent_war.options import SilentWarOptions
from navalcore_games.silent_war.state import Boat, Combat, Fighter, Place, Posture, Round, State, Storm, Unit


@pytest.fixture(scope="session")
def game():
    return SilentWar()


@pytest.fixture(scope="session")
def charts():
    return load_charts()


class Sea:
    """A state with one boat on patrol, and scripted dice."""

    def __init__(self, boat="spearfish", area="empire_pacific", *dice, month="1942-06", options=None, **state):
        chart = load_charts()
        self.chart = chart
        self.boat = Boat(chart.boat_index[boat], Place.OPERATING, chart.area_index[area], on_patrol=True, moved=True)
        self.area = chart.area_index[area]
        fields = {"war_period": 2, "torpedo": -1, **state}
        self.state = State(
            "operations",
            month=month_number(month),
            active=[base.id == "pearl_harbor" for base in chart.bases],
            boats=[self.boat],
            cups=[[], [], [], []],
            outside=[],
            skippers=[SkipperIndex(index) for index in range(len(chart.skippers))],
            **fields,
        )
        self.play = Play(self.state, SilentWarOptions(**(options or {})), ScriptedChance(*dice))

    def dice(self, *results):
        self.play.use(ScriptedChance(*results))
        return self

    def storm(self, kind=Storm.TROPICAL):
        self.state.storms[self.area] = kind
        return self

    def skipper(self, rating=1):
        self.boat.skipper, self.boat.rating = SkipperIndex(0), rating
        self.state.skippers.remove(self.boat.skipper)
        return self

    def display(self, *units, column="B", posture=Posture.STANDARD, loner=False, re_attack=0):
        """Units as (ship id or values, column, face_up, tdc); the boat's column and posture."""
        made = []
        for number, (ship, where, *rest) in enumerate(units, 1):
            face_up = rest[0] if rest else True
            tdc = rest[1] if len(rest) > 1 else None
            piece = self.chart.ship_index[ship]
            made.append(Unit(piece, "ABCD".index(where), UnitNumber(number), face_up, face_up, tdc=tdc))
        fighter = Fighter(BoatIndex(0), "ABCD".index(column), posture, posture is Posture.AGGRESSIVE)
        self.fighter = fighter
        self.combat = Combat(
            self.area,
            loner,
            made,
            fighters=[fighter],
            acting=0,
            round_number=re_attack,
            round=Round(attack=self.chart.boats[self.boat.card].attack),
            next_number=UnitNumber(len(made) + 1),
        )
        self.state.combat = self.combat
        return self

    def unit(self, number):
        return next(unit for unit in self.combat.units if unit.number == number)

    @property
    def numbers(self):
        return [unit.number for unit in self.combat.units]

    def run(self, flow, *answers):
        """Run a procedure; every answer (a text, or its beginning) must be used, and every scripted die."""
        given = iter(answers)
        asked = []

        def policy(decision):
            asked.append(decision)
            wanted = next(given, None)
            assert wanted is not None, f"not answered: {decision.prompt} {[str(o) for o in decision.options]}"
            return decision.read(wanted)

        result = run(flow, policy)
        assert next(given, None) is None, "an answer was not asked for"
        self.asked = asked
        self.all_rolled()
        return result

    def happened(self, kind):
        """The events of a kind that were told since ``play.listen(True)``."""
        return [event for event in self.play.told if event.kind == kind]

    @property
    def dice_left(self):
        assert isinstance(self.play.chance, ScriptedChance)
        return self.play.chance.left

    def all_rolled(self):
        assert self.dice_left == 0, "a scripted die was not rolled"


@pytest.fixture
def sea():
    return Sea
