"""Silent War in an evening: how much a player types who gives every patrol's orders by hand and leaves the fights.

``python -m benchmarks.evening [--campaigns 12] [--months 13] [--stop damage] [--jobs 2] [--json]``. The player of this
script fights by order, has the staff settle what comes up in port, and is called when boats lie ready without orders
(``--stop`` says when else). Then every boat is sent: which OpArea, for how many weeks, home to which base. Whatever is
typed counts, orders, ``go`` and answers alike. Exit status 1 if a month takes more than 40 on average.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import partial
from statistics import mean, quantiles
from time import process_time

from navalcore import UMPIRE, Event, load
from navalcore.bots import StandingOrders, make_bots
from navalcore.rules import ChoiceMade
from navalcore_games.silent_war.bots.orders import patrol_worth
from navalcore_games.silent_war.data_pack.charts import load_charts
from navalcore_games.silent_war.headquarters.reach import way_to
from navalcore_games.silent_war.headquarters.sailing import Sailing
from navalcore_games.silent_war.ids import AreaIndex, numbered
from navalcore_games.silent_war.views import BoatView, SilentWarView, active_bases

MOST = 40.0
"""So many choices a month at most."""
TOGETHER, STAY = 4, 4
"""Boats sent to one OpArea by one order at most (from the fifth on they crowd it, 13.1), and for how many weeks."""
BOAT_WORTH = 20.0
STANDING = ("rest", "fight all", "staff")


@dataclass
class Year:
    """One campaign played so.

    Attributes:
        number: which.
        typed: what was typed in each month: lines of orders and answers.
        one_by_one: the same if each boat were sent by a line of its own.
        patrols: boats sent in each month.
        answers: decisions answered by hand, by kind.
        choices: choices in the match, by hand and by order.
        ships, tons, lost: the tracks at its end.
        seconds: of one processor.
    """

    number: int
    typed: dict[str, int]
    one_by_one: dict[str, int]
    patrols: dict[str, int]
    answers: dict[str, int]
    choices: int = 0
    ships: int = 0
    tons: int = 0
    lost: int = 0
    seconds: float = 0.0
    lines: list[str] = field(default_factory=list, repr=False)


def best_area(view: SilentWarView, boat: BoatView, sent: Counter[str]) -> str:
    """The OpArea whose patrol promises the boat most a week, and where not too many others go; "" if none does."""
    charts = load_charts(view.data_pack)
    crowd = Counter(other.where for other in view.boats if other.place in ("operating", "done")) + sent
    best, found = 0.0, ""
    for number, area in numbered(AreaIndex, charts.areas):
        if way_to(view, boat, number).steps is None:
            continue
        worth = patrol_worth(
            view.data_pack,
            view.war_period,
            active_bases(view, charts),
            charts.boats[boat.card],
            boat.where,
            number,
            crowd[area.name],
            view.torpedo,
            BOAT_WORTH,
        )
        if worth > best:
            best, found = worth, area.name
    return found


def patrols(view: SilentWarView, ordered: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    """The orders for all boats that lie ready without any: the words, and the boats they send.

    Args:
        view: the match now.
        ordered: the OpAreas of boats that have their orders.
    """
    groups: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    sent = Counter(ordered[boat.name] for boat in view.boats if boat.place == "ready" and boat.name in ordered)
    for boat in view.boats:
        if boat.place == "ready" and boat.name not in ordered:
            kind = (boat.where, boat.boat_class)
            open_groups = [key for key, names in groups.items() if key[:2] == kind and len(names) < TOGETHER]
            area = open_groups[0][2] if open_groups else best_area(view, boat, sent)
            if area:
                groups[*kind, area].append(boat.name)
                sent[area] += 1
    merged: dict[tuple[str, str], list[str]] = defaultdict(list)
    for (base, _, area), names in groups.items():
        merged[base, area] += names
    return [
        (f"send {', '.join(names)} to {area} for {STAY} weeks home to {base}", names)
        for (base, area), names in merged.items()
    ]


def play(number: int, months: int, stop: str) -> Year:
    """Play the first months of the war, and count what is typed.

    Args:
        number: which of the series.
        months: how many of them.
        stop: what the player has the orders stop for, beside boats that lie ready.
    """
    game = load("silent_war")
    year = Year(number, {}, {}, {}, {})
    typed: Counter[str] = Counter()
    sailed: Counter[str] = Counter()
    apart: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    match = game.new_match("campaign_full", seed=f"evening {number}")
    player = make_bots(game, seed=f"evening {number}")["comsubpac"]
    made: Counter[str] = Counter()

    def hear(event: Event) -> None:
        made["choices"] += isinstance(event, ChoiceMade)

    match.events.subscribe(hear, role=UMPIRE)
    orders = StandingOrders(match, "comsubpac", seed=number)

    def order(words: str) -> None:
        orders.give(words)
        typed[match.view("comsubpac").month] += 1
        year.lines.append(words)

    began = process_time()
    for words in (*STANDING, *([f"stop {stop}"] if stop else [])):
        order(words)
    while match.decision is not None and len(match.state.record) < months:
        view = match.view("comsubpac")
        if orders.resting:
            sailing = [order for order in orders.in_force if isinstance(order, Sailing)]
            ordered = {name: order.pilot.area for order in sailing for name in order.boats}
            for words, names in patrols(view, ordered):
                order(words)
                sailed[view.month] += len(names)
                apart[view.month] += len(names) - 1
            order("go")
        elif not orders.play():
            decision = match.decision
            assert decision is not None
            answers[decision.kind] += 1
            typed[view.month] += 1
            match.choose(player.decide(view, decision.bare()))
    year.typed, year.patrols, year.answers = dict(typed), dict(sailed), dict(answers)
    year.one_by_one = dict(typed + apart)
    year.choices, year.seconds = made["choices"], round(process_time() - began, 1)
    year.ships, year.tons, year.lost = match.state.ships_sunk, match.state.tonnage, match.state.submarines_lost
    return year


def spread(figures: list[float]) -> str:
    """Mean, and what nine of ten are between."""
    if len(figures) < 2:
        return f"{figures[0]:.1f}"
    cuts = quantiles(figures, n=20, method="inclusive")
    return f"{mean(figures):.1f} (nine of ten between {cuts[0]:.0f} and {cuts[-1]:.0f}, most {max(figures):.0f})"


def main() -> int:
    """Play, print, and say whether the aim is reached."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evening", description=__doc__)
    parser.add_argument("--campaigns", type=int, default=12, help="how many (12)")
    parser.add_argument("--months", type=int, default=13, help="from December 1941 on (13: to the end of 1942)")
    parser.add_argument("--stop", default="", help="what else the orders stop for")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    parser.add_argument("--lines", action="store_true", help="print what was typed in the first campaign")
    arguments = parser.parse_args()
    one = partial(play, months=arguments.months, stop=arguments.stop)
    with ProcessPoolExecutor(arguments.jobs) as pool:
        years = list(pool.map(one, range(arguments.campaigns)))
    by_month = [float(year.typed.get(month, 0)) for year in years for month in year.typed]
    if arguments.json:
        print(json.dumps([asdict(year) for year in years], indent=1))
    elif arguments.lines:
        print("\n".join(years[0].lines))
    else:
        stops = ", ".join(["boats ready", *([arguments.stop] if arguments.stop else [])])
        print(f"{arguments.campaigns} campaigns of {arguments.months} months, stopping for: {stops}")
        print(f"typed in a month: {spread(by_month)}")
        apart = [float(n) for year in years for n in year.one_by_one.values()]
        print(f"the same if each boat were sent by a line of its own: {spread(apart)}")
        print(f"patrols sent in a month: {spread([float(n) for year in years for n in year.patrols.values()])}")
        answers: Counter[str] = Counter()
        for year in years:
            answers.update(year.answers)
        print(f"of it answered by hand, in all campaigns: {dict(answers.most_common())}")
        print(f"choices in a match: {spread([float(year.choices) for year in years])}")
        print(f"thousands of tons sunk: {spread([float(year.tons) for year in years])}")
        print(f"boats lost: {spread([float(year.lost) for year in years])}")
        print(f"seconds of one processor: {spread([year.seconds for year in years])}")
    return 1 if mean(by_month) > MOST else 0


if __name__ == "__main__":
    sys.exit(main())
