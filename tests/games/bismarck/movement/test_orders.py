"""The movement phase (4.3): what is kept while orders are given."""

from navalcore._rules import play
from navalcore.components._chance import SeededChance
from navalcore_games.bismarck import game as bismarck
from navalcore_games.bismarck.choices import Unit
from navalcore_games.bismarck.movement.orders import movable
from navalcore_games.bismarck.state import Play
from navalcore_games.bismarck.words import Side


def test_the_units_offered_for_orders_are_those_worked_out_anew_wherever_a_match_is_forked_imagined_or_taken_back():
    match = bismarck.Bismarck().new_match(seed="orders", undo="free")
    below = SeededChance.from_seed("orders").below
    compared, older = 0, []
    while match.decision is not None and match.count < 600:
        for role, decision in match.decisions.items():
            if decision.kind == "order_unit" and decision not in older:
                anew: Play = play.Play(match.state, match.setup.options, SeededChance.from_seed(0))
                offered = [option for option in decision.options if isinstance(option, Unit)]
                assert offered == movable(anew, Side(role)), f"after {match.count} choices"
                compared += 1
        role, decision = list(match.decisions.items())[below(len(match.decisions))]
        match.choose(below(len(decision.options)), role=role)
        if match.count % 40 == 0 and match.decision is not None:
            match = match.fork(seed=match.count, as_seen_by=("british", "german")[below(2)])
            older = list(match.decisions.values())  # they may have been asked before the world was another
        elif match.count % 25 == 0:
            match.undo(role)
            match.choose(0, role=role)
    assert compared > 200
