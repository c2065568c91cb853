"""The War Mix: the Japanese pieces in their four cups (3.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, repeat

from navalcore.rules import rule
from navalcore_games.silent_war.cups.named_ships import back_to_its_pile
from navalcore_games.silent_war.data_pack.charts import Charts, load_charts
from navalcore_games.silent_war.data_pack.printed import Ship
from navalcore_games.silent_war.ids import PieceIndex
from navalcore_games.silent_war.lookups import charts_of
from navalcore_games.silent_war.state import Combat, Play, State

YAMATO, MUSASHI = "n_yamato_01", "n_musashi_01"


def in_the_war(state: State, ship: Ship) -> bool:
    """Whether a piece's dates let it be in play this month."""
    return ship.entry <= state.month < ship.leaves


@rule("3.1", "3.11-a", "3.11-b", "3.11-c", "3.12", "3.13-a", "3.14", "3.15", "2.3-B2", "2.3-B3", "2.3-B4")
def sort_war_mix(play: Play) -> None:
    """Spread the pieces over the cups as the War Mix Table of the War Period says, at random within a category.

    Pieces whose date has not come or has passed, and those sunk for good, stay out; the replacement of a unit sunk in
    this game is redrawn. Flags do not matter.
    """
    state = play.state
    charts = charts_of(state)
    gone = tuple(state.gone)
    mix = _mix(state.data_pack, state.war_period, state.month, gone)
    below = play.chance.below
    numbers = [below(size, why, "3.11") for size, why in zip(mix.sizes, mix.whys, strict=True)]
    there = map(repeat, map(list, mix.pools), mix.counts)
    drawn = list(map(list.pop, chain.from_iterable(there), numbers))
    state.cups = [[drawn[number] for number in cup] for cup in mix.cups]
    state.outside = sorted(mix.pieces.difference(drawn))
    if gone:
        already = play.scenario.row.already_sunk if play.scenario is not None else ()
        for category, shares in charts.shares[state.war_period].items():
            sunk = [p for p in charts.by_category[category] if p in gone] if category not in already else ()
            for piece in sunk:
                for cup, _, _ in shares:
                    replace_unique(play, cup, charts.ships[piece])


@rule("3.1", "3.11-b", "3.11-c")
def open_cups(state: State) -> None:
    """Every cup with all pieces that it may hold in this month: at a real map no player knows which are in it."""
    mix = _mix(state.data_pack, state.war_period, state.month, tuple(state.gone))
    shares = charts_of(state).shares[state.war_period]
    state.cups = [[], [], [], []]
    for pool, spread in zip(mix.pools, shares.values(), strict=True):
        for cup in {cup for cup, count, _ in spread if count}:
            state.cups[cup] += pool
    state.outside = sorted(mix.pieces.difference(chain.from_iterable(state.cups)))


@dataclass(frozen=True)
class _Mix:
    """The draw from cups that are sorted."""

    pools: tuple[tuple[PieceIndex, ...], ...]
    """The pieces there are of each category."""
    counts: tuple[int, ...]
    """How many are drawn of each."""
    sizes: tuple[int, ...]
    """For each draw, how many pieces it is made from."""
    whys: tuple[str, ...]
    """For each draw, what to call it."""
    cups: tuple[tuple[int, ...], ...]
    """For each cup, which draws go into it."""
    pieces: frozenset[PieceIndex]
    """All that are not out of the game for good."""


@lru_cache(maxsize=64)
def _mix(data_pack: str, war_period: int, month: int, gone: tuple[PieceIndex, ...]) -> _Mix:
    """The draws by the War Mix Table in a month, those pieces being out of the game for good."""
    charts = load_charts(data_pack)
    pools: list[tuple[PieceIndex, ...]] = []
    counts: list[int] = []
    sizes: list[int] = []
    whys: list[str] = []
    cups: list[list[int]] = [[], [], [], []]
    for category, shares in charts.shares[war_period].items():
        there = tuple(p for p in charts.serving_in(month)[category] if p not in gone)
        if category == "n_yamato" and not there:
            there = tuple(_musashi(charts, month, gone))
        left = len(there)
        for cup, count, why in shares:
            for _ in range(min(count, left)):
                cups[cup].append(len(sizes))
                sizes.append(left)
                whys.append(why)
                left -= 1
        pools.append(there)
        counts.append(len(there) - left)
    pieces = frozenset(charts.pieces[: charts.first_ijn]).difference(gone)
    return _Mix(tuple(pools), tuple(counts), tuple(sizes), tuple(whys), tuple(map(tuple, cups)), pieces)


@rule("3.15")
def sort_again_every_two_months(play: Play) -> None:
    """As each second month begins the cups are sorted again, so that no player gains by remembering their contents."""
    if play.state.month % charts_of(play.state).sort_every_months == 0:
        sort_war_mix(play)


def _musashi(charts: Charts, month: int, gone: Sequence[PieceIndex]) -> list[PieceIndex]:
    """Musashi, if she floats and has entered the war."""
    piece = charts.ship_index[MUSASHI]
    ship = charts.ships[piece]
    return [piece] if piece not in gone and ship.entry <= month < ship.leaves else []


@rule("3.13-b")
def which_sister(play: Play, piece: PieceIndex) -> PieceIndex:
    """Yamato met with Musashi in play too: either, at random. The other waits outside the cups."""
    state = play.state
    if charts_of(state).ships[piece].id != YAMATO:
        return piece
    sister = _musashi(charts_of(state), state.month, state.gone)
    if not sister or sister[0] not in state.outside:
        return piece
    if play.chance.below(2, "Yamato (0) or Musashi (1)", "3.13") == 0:
        return piece
    state.outside.remove(sister[0])
    state.outside.append(piece)
    return sister[0]


def draw(play: Play, cup: int, why: str, where: Callable[[Ship], bool] | None = None) -> PieceIndex | None:
    """A piece drawn blindly from a cup, or None if none (that fits) is left (SW-R38). It is in no other cup then, where
    all are open."""
    ships = charts_of(play.state).ships
    pieces = play.state.cups[cup]
    fitting = pieces if where is None else [p for p in pieces if where(ships[p])]
    if not fitting:
        return None
    piece = fitting[play.chance.pick([ships[p] for p in fitting], why, "13.1")]
    for each in play.state.cups:
        if piece in each:
            each.remove(piece)
    return piece


@rule("14.8", "18.2")
def clean_up(play: Play, combat: Combat) -> None:
    """All pieces go back to their cups, damage forgotten; unique ships that were sunk leave the game."""
    state = play.state
    charts = charts_of(state)
    ships = charts.ships
    for unit in combat.units:
        if unit.piece >= charts.first_ijn:
            back_to_its_pile(state, unit.piece, unit.damaged)
        else:
            state.cups[unit.column].append(unit.piece)
    for cup, piece in combat.spent:
        state.cups[cup].append(piece)
    for cup, piece in combat.sunk:
        if ships[piece].unique:
            state.gone.append(piece)
            if piece < charts.first_ijn:
                replace_unique(play, cup, ships[piece])
        else:
            state.cups[cup].append(piece)
    keep_yamato_in_her_cup(state)


@rule("2.3-B2")
def replace_unique(play: Play, cup: int, sunk: Ship) -> None:
    """A hospital ship or naval auxiliary sunk gives way to a merchant or auxiliary of its size from outside."""
    if not sunk.merchant or sunk.type == "AC":
        return
    state = play.state
    ships = charts_of(state).ships
    size = "m_1_2" if sunk.tonnage <= 2 else "m_3_5" if sunk.tonnage <= 5 else "m_6_plus"
    there = [p for p in state.outside if ships[p].category == size and in_the_war(state, ships[p])]
    if there:
        piece = there[play.chance.pick([ships[p] for p in there], f"replacement for {sunk.name}", "2.3")]
        state.outside.remove(piece)
        state.cups[cup].append(piece)


@rule("3.13-b")
def keep_yamato_in_her_cup(state: State) -> None:
    """One of the two sisters is in the cup, the other outside; once one is sunk the other takes the place."""
    charts = charts_of(state)
    yamato, musashi = charts.ship_index[YAMATO], charts.ship_index[MUSASHI]
    for cup in state.cups:
        if musashi in cup and yamato in state.outside:
            cup.remove(musashi)
            cup.append(yamato)
            state.outside.remove(yamato)
            state.outside.append(musashi)
    afloat = [p for p in (yamato, musashi) if p in state.outside and in_the_war(state, charts.ships[p])]
    counts = charts.war_mix[state.war_period].get("n_yamato", (0, 0, 0, 0))
    if len(afloat) == 1 and not any(p in cup for cup in state.cups for p in (yamato, musashi)) and any(counts):
        home = next(cup for cup, count in enumerate(counts) if count)
        state.outside.remove(afloat[0])
        state.cups[home].append(afloat[0])
