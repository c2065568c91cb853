"""The War Progress Phase (17): from one War Period to the next."""

from __future__ import annotations

from navalcore.rules import rule, takes_modifiers
from navalcore_games.silent_war.asking import rolled_at
from navalcore_games.silent_war.data_pack.models_war import Transition
from navalcore_games.silent_war.data_pack.printed import month_number
from navalcore_games.silent_war.events.war import WarPeriodBegan
from navalcore_games.silent_war.lookups import charts_of
from navalcore_games.silent_war.state import Play, State


@rule("28.5")
def note_early_way(state: State) -> None:
    """From the first turn in War Period 3 with 860 ships and 3,800 kt, before June 1944, the numbers start at once."""
    charts = charts_of(state)
    early = charts.early_war_period_4
    printed = month_number(charts.transitions[4].months[0])
    enough = state.ships_sunk >= early.ships_sunk and state.tonnage >= early.tonnage_sunk_kt
    if state.war_period == 3 and not state.early_month and enough and state.month < printed:
        state.early_month = state.month


@rule("17.0-1", "28.5")
def month_numbers(state: State) -> dict[int, int]:
    """The months with a number on the way into the next War Period."""
    charts = charts_of(state)
    transition = charts.transitions.get(state.war_period + 1)
    if transition is None:
        return {}
    if transition.to_war_period == 4 and state.early_month:
        numbers = charts.early_war_period_4.roll_needed_from_that_month
        return {state.early_month + n: number for n, number in enumerate(numbers)}
    return {month_number(m): n for m, n in zip(transition.months, transition.roll_needed, strict=True)}


@rule("17.0-A")
def progress_modifier(transition: Transition, ships: int, tonnage: int) -> int | None:
    """The modifier of the highest rows reached; None below a minimum: the attempt fails by itself."""
    row = sum(ships >= line for line in transition.ships_sunk_lines) - 1
    column = sum(tonnage >= line for line in transition.tonnage_sunk_lines_kt) - 1
    return None if row < 0 or column < 0 else transition.modifier_rows_by_ships[row][column]


@rule("17.0-B")
@takes_modifiers("17.0")
def attempt(play: Play, number: int, modifier: int) -> bool:
    """d10 plus the modifier, the month's number or more."""
    return (
        play.dice.roll(
            "d10z", f"War Period advances on {number} or more", "17.0", {"progress": modifier}, about=rolled_at()
        )
        >= number
    )


@rule("17.0-D")
def reaches_by_date(play: Play, month: int) -> bool:
    """A scenario may give War Period 4 a month to begin in."""
    state = play.state
    if state.week != 4 or state.war_period >= 4 or state.month != month - 1:
        return False
    state.war_period = 4
    play.tell(WarPeriodBegan, state.war_period, rule="17.0")
    return True


@rule("17.0-1", "17.0-C", "17.0-D", "17.1")
def reaches_next_period(play: Play) -> bool:
    """At the end of week 4 of a numbered month: one attempt; after the last number it advances anyway (SW-R30)."""
    state = play.state
    note_early_way(state)
    numbers = month_numbers(state)
    if state.week != 4 or state.month not in numbers:
        return False
    transition = charts_of(state).transitions[state.war_period + 1]
    modifier = progress_modifier(transition, state.ships_sunk, state.tonnage)
    advances = modifier is not None and attempt(play, numbers[state.month], modifier)
    if not advances and state.month != max(numbers):
        return False
    state.war_period += 1
    play.tell(WarPeriodBegan, state.war_period, rule="17.0")
    return True
