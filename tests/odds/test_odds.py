"""Exact odds: the real procedure over every outcome."""

import re
from fractions import Fraction
from functools import partial
from typing import Any
from xml.etree import ElementTree

import icepool
import numpy as np
import pytest
from hypothesis import given, strategies as st

from navalcore._rules.decision import choose
from navalcore._rules.running import first_option, run
from navalcore.components._cards import Deck
from navalcore.components._dice import Dice
from navalcore.errors import BadData, OverBudget, UnknownName
from navalcore.odds import Chain, Comparison, Odds, compare, exact, odds_of, sample
from navalcore.odds._paths import BranchingChance


def test_two_dice_sum_as_everybody_knows():
    odds = exact(lambda chance: Dice(chance).roll("2d6"))
    assert odds == {total: Fraction(6 - abs(total - 7), 36) for total in range(2, 13)}


def test_a_branch_taken_only_sometimes_is_weighted_by_its_chance():
    def second_roll_on_a_six(chance):
        first = chance.roll(1, 6)
        return first + chance.roll(1, 6) if first == 6 else first

    odds = exact(second_roll_on_a_six)
    assert odds[1] == Fraction(1, 6)
    assert odds[12] == Fraction(1, 36)


def test_equal_cards_are_one_path_with_their_common_weight():
    runs = []

    def drawn(chance):
        runs.append(1)
        return Deck(["mine"] * 30 + ["convoy"] * 10).draw(chance)

    assert exact(drawn) == {"mine": Fraction(3, 4), "convoy": Fraction(1, 4)}
    assert len(runs) == 2


def test_choices_inside_a_procedure_are_answered_by_the_policy():
    def attack(chance):
        target = yield from choose("uboat", "Which ship?", ["tanker", "destroyer"])
        return target, chance.roll(1, 6) >= (3 if target == "tanker" else 5)

    assert exact(attack)[("tanker", True)] == Fraction(2, 3)
    assert exact(attack, policy=lambda decision: decision.index("destroyer"))[("destroyer", True)] == Fraction(1, 3)


@given(st.lists(st.integers(2, 5), min_size=1, max_size=4))
def test_the_chances_of_all_results_add_up_to_one(dice):
    odds = exact(lambda chance: tuple(chance.roll(1, faces) for faces in dice))
    assert sum(odds.values()) == 1
    assert set(odds.values()) == {min(odds.values())}


def paths(procedure):
    """How many paths a procedure's chance has."""
    chance = BranchingChance()
    procedure(chance)
    count = 1
    while chance.advance():
        procedure(chance)
        count += 1
    return count


def icy(die):
    """The chances of a die of the dice library."""
    return {outcome: Fraction(ways, die.denominator()) for outcome, ways in die.items()}


@pytest.mark.parametrize(("number", "faces"), [(2, 6), (5, 6), (3, 20), (40, 10)])
def test_totals_are_those_of_the_dice_library_and_one_path_each(number, faces):
    total = lambda chance: Dice(chance).roll(f"{number}d{faces}")  # noqa: E731
    assert exact(total) == icy(number @ icepool.d(faces))
    assert paths(total) == number * (faces - 1) + 1


@pytest.mark.parametrize(("number", "needed"), [(1, 1), (7, 2), (60, 4)])
def test_hits_of_a_pool_are_those_of_the_dice_library_and_one_path_each(number, needed):
    def hits(chance):
        return sum(face <= needed for face in Dice(chance).pool(number, "d6", reads=needed.__ge__))

    assert exact(hits) == icy(number @ icepool.d6.map(lambda face: int(face <= needed)))
    assert paths(hits) == number + 1


def test_the_highest_and_the_sorted_dice_of_a_pool_are_those_of_the_dice_library():
    assert exact(lambda chance: sum(sorted(Dice(chance).pool(4))[1:])) == icy(icepool.d6.highest(4, 3))
    odds = exact(lambda chance: tuple(sorted(Dice(chance).pool(4))))
    assert odds == {tuple(map(int, faces)): p for faces, p in icy(icepool.d6.pool(4).expand()).items()}
    assert len(odds) == 126  # combinations with repetition: 9 over 4


def test_a_pool_and_a_total_of_no_dice_branch_nowhere():
    assert exact(lambda chance: (tuple(chance.pool(0, 1, 6)), chance.roll(1, 2))) == {
        ((), 1): Fraction(1, 2),
        ((), 2): Fraction(1, 2),
    }


@pytest.mark.parametrize("answer", [7, -1, "x", None, 0.0])
def test_a_policy_that_answers_with_no_index_of_an_option_is_refused_with_its_answer_and_the_number_of_options(answer):
    def ask(chance):
        return (yield from choose("uboat", "Which ship?", ["near", "far"]))

    told = re.escape(f"the policy answered {answer!r} to 'Which ship?', which has 2 options")
    for of in (exact, odds_of, lambda ask, policy: run(ask(None), policy)):
        with pytest.raises(BadData, match=told):
            of(ask, lambda decision: answer)
    one: Any = np.int64(1)
    assert exact(ask, lambda decision: one) == {"far": 1}


@pytest.mark.parametrize("result", [[3, 4], {"hits": 1}, (1, [2])])
def test_a_result_that_can_be_changed_is_refused_in_words_with_the_result(result):
    def always(chance):
        return result

    def asking(chance):
        yield from choose("uboat", "Which ship?", ["near", "far"])
        return result

    told = f"such as a number, text or a tuple of them, not of {re.escape(repr(result))}$"
    both = partial(compare, policies={"one": first_option, "other": first_option})
    for procedure in (always, asking):
        for of in (exact, odds_of, partial(sample, samples=1), both):
            with pytest.raises(BadData, match=told):
                of(procedure)


def test_a_chain_refuses_a_state_that_can_be_changed_in_words():
    growing: Chain[Any] = Chain(lambda state, chance: [*state, 1], over=lambda state: len(state) > 1)
    for work_out in (lambda: growing.after([], 1), lambda: growing.ends([]), lambda: growing.after((), 1)):
        with pytest.raises(BadData, match="odds are of results and states that do not change"):
            work_out()


def test_equal_states_merge_between_the_stages_of_a_chain():
    runs = []

    def salvo(hits, chance):
        runs.append(hits)
        return min(3, hits + (chance.roll(1, 6) >= 5))

    odds = Chain(salvo, over=lambda hits: hits == 3).after(0, 50)
    assert sum(odds.values()) == 1
    assert odds[0] == Fraction(2, 3) ** 50
    assert odds[2] == 50 * 49 // 2 * Fraction(1, 3) ** 2 * Fraction(2, 3) ** 48
    assert sorted(runs) == [0] * 6 + [1] * 6 + [2] * 6, "each state once, over its six faces"


def test_the_stages_of_a_chain_agree_with_one_long_procedure():
    def round_(now, chance):
        hurt = now[0] + (chance.roll(1, 6) == 6)
        return hurt, now[1] + (chance.pick("aab") == 2)

    def long(chance):
        now = (0, 0)
        for _ in range(3):
            now = round_(now, chance)
        return now

    chain = Chain(round_)
    assert chain.after((0, 0), 3) == exact(long)
    stages = chain.stages((0, 0))
    assert [next(stages) for _ in range(4)][3] == exact(long)


@pytest.mark.parametrize("stages", [-1, 3.5, "nope", None])
def test_a_chain_refuses_at_once_what_is_no_number_of_stages(stages):
    with pytest.raises(BadData, match=r"a number of stages, (whole and )?0 or more, not"):
        Chain(lambda total, chance: total + chance.roll(1, 6), lambda total: True).after(0, stages)


def test_a_duel_is_fought_to_its_end_however_often_nothing_happens():
    def fire(fate, chance):
        ours, theirs = chance.roll(1, 6) == 6, chance.roll(1, 6) >= 5
        return {(True, True): "both", (True, False): "won", (False, True): "lost"}.get((ours, theirs), fate)

    # Of 36: both 2, won 4, lost 10; the other 20 are another round.
    duel = Chain(fire, over=lambda fate: fate != "on")
    ends = {"both": Fraction(2, 16), "won": Fraction(4, 16), "lost": Fraction(10, 16)}
    assert duel.ends("on") == ends


def test_a_chain_that_cannot_end_is_refused_by_its_state():
    stuck: Chain[str] = Chain(lambda place, chance: place, over=lambda place: False)
    with pytest.raises(BadData, match="never ends: every stage leaves it at here"):
        stuck.ends("here")
    with pytest.raises(BadData, match=r"goes round in a circle: (1 -> 0 -> 1|0 -> 1 -> 0)"):
        Chain(lambda place, chance: 1 - place, over=lambda place: False).ends(0)
    with pytest.raises(BadData, match="told when it is over"):
        Chain(lambda number, chance: number + 1).ends(0)


def test_a_budget_stops_an_exact_answer_and_only_then():
    dice = lambda chance: chance.roll(1, 6) + chance.roll(1, 6)  # noqa: E731
    assert sum(exact(dice, budget=36).values()) == 1
    with pytest.raises(OverBudget, match="more than the 35 paths"):
        exact(dice, budget=35)
    chain = Chain(lambda total, chance: total + chance.roll(1, 6), budget=11)
    with pytest.raises(OverBudget, match="more paths of chance"):
        chain.after(0, 3)


def test_past_the_budget_the_answer_is_sampled_with_error_and_interval_and_the_seed_repeats_it():
    dice = lambda chance: chance.roll(1, 6) + chance.roll(1, 6)  # noqa: E731
    told, found = odds_of(dice), odds_of(dice, budget=20, samples=4000, seed=9)
    assert (told.method, found.method, found.samples) == ("exact", "sampled", 4000)
    assert found == odds_of(dice, budget=20, samples=4000, seed=9) != odds_of(dice, budget=20, samples=4000, seed=8)
    for name, chance in told.outcomes.items():
        low, high = found.interval(name)
        assert low < found.outcomes[name] < high
        assert abs(float(found.outcomes[name] - chance)) < 4 * found.standard_error[name]
    assert told.interval("7") == (1 / 6, 1 / 6)
    assert "more than 20 paths" in found.notes[0]


def test_two_policies_are_compared_side_by_side():
    def attack(chance):
        target = yield from choose("uboat", "Which ship?", ["tanker", "destroyer"])
        return "sunk" if chance.roll(1, 6) >= (3 if target == "tanker" else 5) else "missed"

    found = compare(attack, {"easy": lambda decision: 0, "hard": lambda decision: 1})
    assert found.chances("sunk") == {"easy": Fraction(2, 3), "hard": Fraction(1, 3)}
    assert found.difference("sunk") == Fraction(-1, 3)
    assert "| sunk | 66.67% | 33.33% |" in found.markdown()
    assert "easy missed: 33%, sunk: 67%; hard missed: 67%, sunk: 33%" in found.plot("Attacks")
    assert "<td>66.67%</td>" in found._repr_html_()


DIE = Odds.of(exact(lambda chance: chance.roll(1, 6)), expected={"face": int})


def test_mean_quantiles_and_tails_of_a_die():
    assert DIE.mean() == DIE.expected["face"] == Fraction(7, 2)
    assert DIE.deviation() == pytest.approx((35 / 12) ** 0.5)
    assert [DIE.quantile(share) for share in (0, 0.5, 0.51, 1)] == [1, 3, 4, 6]
    assert (DIE.at_least(5), DIE.at_most(1), DIE.at_least(7)) == (Fraction(1, 3), Fraction(1, 6), 0)


def test_the_numbers_of_a_part_are_asked_by_its_name():
    odds = Odds.of(
        exact(lambda chance: (chance.roll(1, 2), chance.roll(1, 4) == 4)),
        name=lambda result: f"{result[0]} and {result[1]}",
        parts={"hits": lambda result: result[0], "sunk": lambda result: result[1]},
    )
    assert odds.marginals == {
        "hits": {"1": Fraction(1, 2), "2": Fraction(1, 2)},
        "sunk": {"no": Fraction(3, 4), "yes": Fraction(1, 4)},
    }
    assert odds.mean("hits") == Fraction(3, 2)
    with pytest.raises(BadData, match=r"'1 and False' is not a whole number.*parts that have are: hits"):
        odds.mean()
    with pytest.raises(UnknownName, match="no part 'tons'; they have hits, sunk"):
        odds.quantile(0.5, "tons")
    with pytest.raises(BadData, match="from 0 to 1, not 2"):
        odds.quantile(2, "hits")
    with pytest.raises(UnknownName, match="no outcome 'nothing'"):
        odds.interval("nothing")


def test_joint_outcomes_are_told_and_compared_part_by_part():
    def torpedoes(hits):
        procedure = exact(lambda chance: (chance.roll(1, hits), chance.roll(1, 4) == 4))
        return Odds.of(procedure, parts={"hits": lambda result: result[0], "sunk": lambda result: result[1]})

    told = torpedoes(2).markdown()
    assert "| hits | chance |" in told
    assert "| 1 | 50.00% |" in told
    assert "| sunk | chance |" in told
    assert "| yes | 25.00% |" in told
    both = Comparison({"two": torpedoes(2), "four": torpedoes(4)})
    assert both.part(None) is both
    assert both.part("hits").chances("1") == {"two": Fraction(1, 2), "four": Fraction(1, 4)}
    with pytest.raises(UnknownName, match="no part 'tons'"):
        both.part("tons")


def test_impossible_outcomes_are_listed_where_named_and_the_rest_follow():
    odds = Odds.of({"b": Fraction(1, 2), "a": Fraction(1, 2)}, names=("c", "a"))
    assert odds.outcomes == {"c": 0, "a": Fraction(1, 2), "b": Fraction(1, 2)}
    assert list(odds.outcomes) == ["c", "a", "b"]


def test_counts_of_a_sample_become_shares_with_their_errors():
    odds = Odds.of({"hit": 25, "miss": 75}, names=("hit", "never"), sampled=True)
    assert odds.outcomes == {"hit": 0.25, "never": 0, "miss": 0.75}
    # the root of 1/4 x 3/4 / 100
    assert odds.standard_error == {
        "hit": pytest.approx(0.0433, abs=1e-4),
        "never": 0,
        "miss": pytest.approx(0.0433, abs=1e-4),
    }
    assert odds.interval("never")[1] == pytest.approx(0.037, abs=1e-3)  # Wilson: z2/n over 1 + z2/n
    with pytest.raises(BadData, match="counts of one run at least"):
        Odds.of({}, sampled=True)


def test_an_answer_shows_itself_as_markdown_html_and_svg():
    assert "| 1 | 16.67% | 1/6 |" in DIE.markdown()
    assert "| face | 3.5 |" in DIE.markdown()
    assert "<td>16.67%</td><td>1/6</td>" in DIE._repr_html_()
    ElementTree.fromstring(DIE._repr_svg_())
    assert "<title>1: 16.67%</title>" in DIE.plot("One die")
    tricky = Odds("exact", {"<a|b>": Fraction(1)})
    assert "&lt;a|b&gt;" in tricky._repr_html_()
    assert "| <a\\|b> |" in tricky.markdown()
    ElementTree.fromstring(tricky.plot("a < b"))


def test_a_plot_of_many_outcomes_draws_the_likeliest_and_one_bar_for_the_rest():
    odds = Odds.of({n: Fraction(n, 5050) for n in range(1, 101)})
    # 29 bars of their own: 72 to 100 are 29 x 86 = 2494 of 5050.
    assert "<title>71 others: 50.61%</title>" in odds.plot()


def test_a_procedure_without_chance_has_one_certain_result():
    assert exact(lambda chance: "sunk") == {"sunk": Fraction(1)}


def test_the_json_form_gives_fractions_only_where_they_are_exact():
    answer = Odds("exact", {"hit": Fraction(1, 3)}, {"ship": {"sunk": Fraction(1, 3)}}, {"hits": Fraction(1, 3)})
    assert answer.to_json("g", "q", {"a": 1}) == {
        "game": "g",
        "question": "q",
        "parameters": {"a": 1},
        "method": "exact",
        "outcomes": {"hit": {"fraction": "1/3", "probability": pytest.approx(1 / 3)}},
        "marginals": {"ship": {"sunk": {"fraction": "1/3", "probability": pytest.approx(1 / 3)}}},
        "expected": {"hits": pytest.approx(1 / 3)},
    }
    sampled = Odds("sampled", {"hit": 0.25}, standard_error={"hit": 0.1}).to_json("g", "q", {})
    assert sampled["outcomes"] == {"hit": {"probability": 0.25}}
    assert sampled["standard_error"] == {"hit": 0.1}


def test_the_budget_of_a_chain_is_the_most_paths_of_all_its_stages_together():
    def die(total, chance):
        return total + chance.roll(1, 6)

    assert len(Chain(die, budget=6)._moves(0).ways) == 6
    assert len(Chain(die, budget=42).after(0, 2)) == 11, "a stage from the start and one from each of 6 totals"
    for budget, stages in ((5, 1), (41, 2)):
        with pytest.raises(OverBudget):
            Chain(die, budget=budget).after(0, stages)
