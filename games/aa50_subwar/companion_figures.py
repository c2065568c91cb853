"""A group's own figures at a real board of the Anniversary game: limits, incomes and set-ups, and what reads them.

They come from files with the names of the game's own. On a table of many groups each evening has its own, so they are
kept with it. There only figures may differ; another power or zone needs ``navalcore --data``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from navalcore.components import TomlDocument, closest, counted, listed, load_models, load_toml
from navalcore.errors import BadData
from navalcore.rules import Flow, resolves, rule
from navalcore_games.aa50_subwar.companion_forms import (
    BOARD,
    AnyPower,
    BesidePlay,
    BesideState,
    Laid,
)
from navalcore_games.aa50_subwar.map_rows import Fault, TerritoryData, ZoneData
from navalcore_games.aa50_subwar.powers import WORLD, WorldFile
from navalcore_games.aa50_subwar.theatre import (
    MOST_LIMIT,
    MOST_UNITS,
    SCENARIOS,
    SetupRow,
    income_of,
    owners,
    title_of,
    waters,
    world_titles,
    wrong_setup,
)
from navalcore_games.aa50_subwar.words import POWER_NAMES, Kind, Power, Space

Key: TypeAlias = tuple[str, ...]

MOST_INCOME = 200
LIMIT = ("convoy_limit", "limit_source")
"""The columns of zones and territories in which a file may differ."""
YEARS = {setup.units: year for year, setup in WORLD.setup.items()}
"""The year of each file of a set-up."""
FILES = ("world_zones.csv", "world_territories.csv", "world.toml", *YEARS)


def figures_of(files: Mapping[str, str]) -> dict[str, Any]:
    """The figures in a group's own files, as fields of a :class:`BesideState`.

    Raises:
        BadData: a file that holds no figures, cannot be read, or changes something else; says which and where.
    """
    for name in files:
        if name not in FILES:
            raise BadData(f"{name}: holds no figures of an evening; {closest(name, FILES)}")
    with TemporaryDirectory() as folder:
        try:
            return _read(Path(folder), files)
        except BadData as error:
            raise BadData(str(error).replace(f"{folder}/", "")) from None


def _read(folder: Path, files: Mapping[str, str]) -> dict[str, Any]:
    limits: dict[str, int] = {}
    kept: dict[str, Any] = {}
    board = waters(BOARD)
    for name, text in files.items():
        path = folder / name
        path.write_text(text, encoding="utf-8")
        if name == "world_zones.csv":
            limits |= _limits(path, ZoneData, {str(each): row for each, row in board.zones.items()})
        elif name == "world_territories.csv":
            limits |= _limits(path, TerritoryData, {str(each): row for each, row in board.territories.items()})
        elif name == "world.toml":
            kept["incomes"] = _incomes(load_toml(path))
        else:
            kept.setdefault("setups", {})[YEARS[name]] = [
                row.model_dump(mode="json", exclude={"use"}) for row in _setup(path)
            ]
    return {name: found for name, found in {**kept, "limits": limits}.items() if found}


def _wrong_limits(own: Mapping[str, ZoneData | TerritoryData], rows: Sequence[Any]) -> Iterator[Fault]:
    """Rows that are not the board's, or differ from it in more than the limit."""
    for number, row in enumerate(rows):
        if row.id not in own:
            yield number, "id", f"there is no space '{row.id}'; {closest(row.id, own)}"
            continue
        for column, value in own[row.id]:
            if column not in LIMIT and getattr(row, column) != value:
                here = f"'{value}' for {row.id}" if value != "" else f"empty for {row.id}"
                yield number, column, f"only convoy_limit may differ from the game's own file; it has {here}"


def _limits(path: Path, model: type[ZoneData | TerritoryData], own: Mapping[str, Any]) -> dict[str, int]:
    """The limits that differ from the board's."""
    rows = load_models(path, model, check=partial(_wrong_limits, own))
    return {row.id: row.convoy_limit for row in rows if row.convoy_limit != own[row.id].convoy_limit}


def _otherwise(own: Any, theirs: Any, key: Key = ()) -> Iterator[tuple[Key, str]]:
    """The keys whose values differ from the own file of the game, each with the value there."""
    if isinstance(own, dict) and isinstance(theirs, dict):
        for name in {**own, **theirs}:
            yield from _otherwise(own.get(name), theirs.get(name), (*key, name))
    elif own != theirs:
        value = list(own) if isinstance(own, tuple) else "it" if isinstance(own, dict) else repr(own)
        has = "does not have it" if own is None else f"has {value}"
        yield key, f"only the incomes of the set-ups may differ from the game's own file, which {has}"


def _incomes(document: TomlDocument) -> dict[str, dict[str, int]]:
    """The incomes that differ from the board's, by year."""
    file = document.model(WorldFile)
    kept = {"setup": {year: {"income", "source"} for year in WORLD.setup}}
    if others := list(_otherwise(WORLD.model_dump(exclude=kept), file.model_dump(exclude=kept))):
        raise document.errors(others)
    for year, setup in file.setup.items():
        for power, income in setup.income.items():
            if power not in list(Power) or not 0 <= income <= MOST_INCOME:
                wrong = f"{power} = {income} is not a power with 0 to {MOST_INCOME}"
                raise document.error(("setup", year, "income", power), wrong)
    own = {
        year: {power: income for power, income in setup.income.items() if WORLD.setup[year].income.get(power) != income}
        for year, setup in file.setup.items()
    }
    return {year: incomes for year, incomes in own.items() if incomes}


def _setup(path: Path) -> list[SetupRow]:
    """The units of a set-up that are played."""
    rows = load_models(path, SetupRow, check=partial(wrong_setup, world_titles(), list(Power)))
    return [row for row in rows if row.use == "play"]


def wrong_figures(state: BesideState) -> Iterator[str]:
    """The marks of spaces, years or figures that there are not; that may be in a link that was changed."""
    board, spaces = waters(BOARD), world_titles()
    laid = [each for setup in state.setups.values() for each in setup]
    kept: list[tuple[Iterable[str], Collection[str], str]] = [
        ([*state.marks, *state.raided, *state.dived], board.zones, "sea zone"),
        (state.charges, board.territories, "territory"),
        ([*state.limits, *(each.space for each in laid)], spaces, "zone or territory"),
        ([*state.incomes, *state.setups], WORLD.setup, "set-up"),
    ]
    for names, known, what in kept:
        yield from (f"there is no {what} '{name}'; {closest(name, known)}" for name in names if name not in known)
    figures: list[tuple[str, Iterable[int], int, int]] = [
        ("a convoy limit", state.limits.values(), 0, MOST_LIMIT),
        ("an income", (each for incomes in state.incomes.values() for each in incomes.values()), 0, MOST_INCOME),
        ("units of a set-up", (each.quantity for each in laid), 1, MOST_UNITS),
    ]
    for what, given, low, high in figures:
        yield from (f"{what}: should be {low} to {high}, not {each}" for each in given if not low <= each <= high)


# ---- what reads them -------------------------------------------------------------------------------------------------


def income_now(state: BesideState, power: Power) -> int:
    """The worth of a power's territories: as the group has noted, or as its files or the set-up have it."""
    year = state.owners[-4:]
    own = state.incomes.get(year, {})
    return own[power] if power in own else WORLD.setup[year].income.get(power, income_of(state.owners, power))


def units_of(state: BesideState, power: Power) -> Iterator[Laid]:
    """The ships and aircraft of a power's set-up: the group's own, or the board's."""
    year = state.owners[-4:]
    if year in state.setups:
        yield from (each for each in state.setups[year] if each.power == power)
        return
    for row in _setup(SCENARIOS / WORLD.setup[year].units):
        if row.power == power:
            yield Laid(row.space, power, row.unit, row.quantity)


@resolves("collect", "B15", sure=True)
@rule("B15", "S20")
def collect(play: BesidePlay, convoys: AnyPower = "uk") -> Flow[str | None]:
    """Collect a power's income.

    Args:
        convoys: Whose income.
    """
    yield from ()
    state, power = play.state, Power(convoys)
    if state.starved and power is Power.UK:
        return f"{POWER_NAMES[power]} is at peace and collects nothing"
    worth = income_now(state, power)
    lost = sum(charge for land, charge in state.charges.items() if owners(state.owners)[land] == power)
    less = f": {worth} less {lost} lost to convoy disruption" if lost else ""
    return f"{POWER_NAMES[power]} collects {max(0, worth - lost)} IPC{less}"


@resolves("income", "B15", sure=True)
@rule("B15")
def own_income(
    play: BesidePlay, power: AnyPower = "uk", tens: Annotated[int, Field(ge=0, le=19)] = 4,
    ones: Annotated[int, Field(ge=0, le=9)] = 3,
) -> Flow[str | None]:  # fmt: skip
    """Note what a power's territories are worth.

    Args:
        power: Whose territories.
        tens: IPC, tens.
        ones: IPC, the rest.
    """
    yield from ()
    state: BesideState = play.state
    state.incomes.setdefault(state.owners[-4:], {})[Power(power)] = 10 * tens + ones
    return f"{POWER_NAMES[Power(power)]} has {10 * tens + ones} IPC of territories"


@resolves("lay_out", "B20", sure=True)
@rule("B20", "B21")
def lay_out(play: BesidePlay, power: AnyPower = "germany") -> Flow[str | None]:
    """Lay out a power's ships and aircraft.

    Args:
        power: Whose set-up.
    """
    yield from ()
    spaces: dict[Space, list[str]] = {}
    for each in units_of(play.state, Power(power)):
        spaces.setdefault(each.space, []).append(counted(each.quantity, Kind(each.unit).value))
    told = "; ".join(f"{title_of(space)} {listed(units)}" for space, units in spaces.items())
    return f"{POWER_NAMES[Power(power)]}: {told or 'no ships or aircraft'}"
