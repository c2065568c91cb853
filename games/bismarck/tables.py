"""The combat and chance tables of ``data/tables.toml``, checked on loading."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, ConfigDict, model_validator

from navalcore.components import LookupTable, counted, listed, load_toml
from navalcore.errors import BadData
from navalcore.rules import rule
from navalcore_games.bismarck.cards import DATA, SHIPS, ship_number
from navalcore_games.bismarck.options import BismarckOptions
from navalcore_games.bismarck.turns import LAST_TURN, TURNS
from navalcore_games.bismarck.words import ShipType


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class DayNightFigure(_Table):
    """A figure by day and by night."""

    day: int
    night: int

    def at(self, night: bool) -> int:
        """The figure that holds."""
        return self.night if night else self.day


class _PrintedGunnery(_Table):
    sunk: float
    ms_1: float
    fp_2: float
    kn_10: float
    kn_5: float
    kn_1: float


class SalvoResult(_Table):
    """A result of a salvo, with its chance in tenths of a percent."""

    permille: int
    effect: str
    ms: int = 0
    fp: int = 0
    kn: int = 0

    @property
    def title(self) -> str:
        """The result in words, such as "1 midship and 5 knots"."""
        costs = ((self.ms, "midship"), (self.fp, "firepower point"), (self.kn, "knot"))
        lost = [counted(number, what) for number, what in costs if number]
        return listed(lost) if lost else self.effect


class Gunnery(_Table):
    """The gunnery salvo table (16.81)."""

    printed: _PrintedGunnery
    bismarck_sunk_becomes: str
    outcomes_permille: tuple[SalvoResult, ...]
    fp_overflow_per_ms: int
    fuel_leak_pct_per_ms: int
    level_bomber_rolls: int
    surprise_fraction: int

    @rule("16.81")
    def results(self, exclusive: bool) -> tuple[SalvoResult, ...]:
        """The results that exclude one another, chances summing to 1000 (BIS-R41: KN rows inside the MS row or not)."""
        if not exclusive:
            return self.outcomes_permille
        printed = self.printed
        rows = [
            (printed.sunk, {"effect": "sunk"}),
            (printed.ms_1, {"effect": "ms", "ms": 1}),
            (printed.fp_2, {"effect": "fp", "fp": 2}),
            (printed.kn_10, {"effect": "kn", "kn": 10}),
            (printed.kn_5, {"effect": "kn", "kn": 5}),
            (printed.kn_1, {"effect": "kn", "kn": 1}),
        ]
        results = [SalvoResult(permille=round(percent * 10), **row) for percent, row in rows]  # type: ignore[arg-type]
        return (*results, SalvoResult(permille=1000 - sum(row.permille for row in results), effect="miss"))

    @model_validator(mode="after")
    def _complete(self) -> Gunnery:
        total = sum(row.permille for row in self.outcomes_permille)
        if total != 1000:
            raise ValueError(f"gunnery.outcomes_permille: the chances sum to {total} and must sum to 1000")
        return self


class _DamageRow(_Table):
    pct: int = 0
    weight: int = 0
    ms: int = 0
    sunk: bool = False

    @property
    def title(self) -> str:
        """The damage in words."""
        return "sunk" if self.sunk else counted(self.ms, "midship")


class _Knots(_Table):
    min: int
    max: int
    only_pct: int = 100


class TorpedoDamage(_Table):
    """The effect of a torpedo hit on one kind of ship (16.83)."""

    rows: tuple[_DamageRow, ...]
    knots: _Knots | None = None

    @model_validator(mode="after")
    def _complete(self) -> TorpedoDamage:
        if not any(row.weight for row in self.rows) and sum(row.pct for row in self.rows) != 100:
            raise ValueError("torpedo.damage: the percentages of a kind of ship must sum to 100")
        return self

    @property
    def sides(self) -> int:
        """How many sides the die has that finds the row: 100, or the number of equal parts."""
        return sum(row.weight for row in self.rows) or 100

    def row(self, face: int) -> _DamageRow:
        """The row for a face from 1 up."""
        for row in self.rows:
            face -= row.weight or row.pct
            if face <= 0:
                return row
        raise BadData(f"torpedo.damage: no row for a roll that is {face} too high")


class _Damages(_Table):
    battleship: TorpedoDamage
    bismarck: TorpedoDamage
    cruiser: TorpedoDamage
    carrier: TorpedoDamage
    single_ship_units: TorpedoDamage


class Torpedo(_Table):
    """The torpedo tables (16.82, 16.83)."""

    hit_pct: LookupTable[int]
    damage: _Damages

    @rule("16.82")
    def hit_chance(self, knots: int) -> int:
        """The chance in percent of a hit on a ship of that speed."""
        return self.hit_pct[knots]

    @rule("16.83")
    def damage_to(self, type_: ShipType, bismarck: bool) -> TorpedoDamage:
        """The damage table of a kind of ship; Bismarck has her own."""
        if bismarck:
            return self.damage.bismarck
        tables = {
            ShipType.BATTLESHIP: self.damage.battleship,
            ShipType.CRUISER: self.damage.cruiser,
            ShipType.CARRIER: self.damage.carrier,
        }
        return tables.get(type_, self.damage.single_ship_units)


class _AntiSub(_Table):
    convoy: DayNightFigure
    carrier: DayNightFigure
    recon_plane: DayNightFigure
    destroyer_each: DayNightFigure


class SubmarineRow(NamedTuple):
    """A row of the table of submarine losses and torpedo factors (16.85)."""

    torpedoes_min: int
    torpedoes_max: int
    sub_sunk_pct: int

    @property
    def average(self) -> float:
        """The torpedo factors to be expected."""
        return (self.torpedoes_min + self.torpedoes_max) / 2


class Submarine(_Table):
    """The submarine attack tables (16.84)."""

    ammunition_per_attack: int
    anti_sub_strength: _AntiSub
    attack: LookupTable[int]

    @rule("16.85")
    def row(self, anti_sub: int) -> SubmarineRow:
        """The row for an anti-submarine strength."""
        return SubmarineRow(*(self.attack[anti_sub, column] for column in SubmarineRow._fields))


class _Destroyers(_Table):
    sunk_pct_per_firing_ship: DayNightFigure


class _PlaneAttack(_Table):
    confused_pct: int
    forbidden_visibility: tuple[int, ...]
    torpedo_bomber_rolls: int


class _Withdrawal(_Table):
    otherwise_pct: int


class _Surprise(_Table):
    not_shadowed_pct: int
    visibility: tuple[int, ...]


class _Shadow(_Table):
    divisor: int
    per_helper: float
    moved_two_squares: int
    visibility: dict[int, int]
    search_factor_after_success: int


class _Chance(_Table):
    general_air_search_pct: int
    radio_silence_pct: int


class _Range(_Table):
    min: int
    max: int


class _Weather(_Table):
    rows_11_20: _Range
    rows_21_30: _Range
    clamp: _Range


class _Fog(_Table):
    pct_by_time: dict[str, int]


class _Victory(_Table):
    british: dict[str, int]
    german: dict[str, int | str]
    end: dict[str, int]


PAID_FOR: Final = {
    "bismarck_sunk": ("Bismarck",),
    "prinz_eugen_sunk": ("Prinz Eugen",),
    "german_submarine_sunk": ("WP1", "WP2", "WP3", "WP4"),
    "oiler_sunk": ("Belchen", "Hamburg", "Lotheringen"),
    "ws8b_ship_sunk": ("WS8B",),
    "britannic_sunk": ("Britannic",),
    "british_submarine_sunk": ("SG1", "SG2"),
    "destroyer_sunk": ("DF1", "DF2", "DF3"),
    "slow_convoy_ship_sunk": ("SL1", "SL2", "SL3", "SL4", "SL5"),
}
"""The losses of the lists 17.4 and 17.5 that are paid by the cards of these units."""


class Tables(_Table):
    """All tables of the game."""

    gunnery: Gunnery
    torpedo: Torpedo
    submarine: Submarine
    destroyer_attack: _Destroyers
    plane_attack: _PlaneAttack
    withdrawal: _Withdrawal
    surprise_attack: _Surprise
    shadow: _Shadow
    chance: _Chance
    weather: _Weather
    fog: _Fog
    victory: _Victory

    def read_elsewhere(self) -> Iterator[tuple[str, object, str, set[Any]]]:
        """Each such figure: its key and value, and where which figures are played by."""
        yield "gunnery.bismarck_sunk_becomes", self.gunnery.bismarck_sunk_becomes, "rule 16.81", {"ms_1"}
        for time, percent in self.fog.pct_by_time.items():
            yield f"fog.pct_by_time.{time}", percent, "calendar.csv", {turn.fog for turn in TURNS if turn.time == time}
        for side in ("british", "german"):
            points = getattr(self.victory, side)
            for key in PAID_FOR.keys() & points.keys():
                worth = {SHIPS[ship_number(unit)].loss_points for unit in PAID_FOR[key]}
                yield f"victory.{side}.{key}", points[key], "ships.csv", worth
        yield "victory.end.last_turn", self.victory.end["last_turn"], "calendar.csv", {LAST_TURN}
        options = BismarckOptions()
        failed, rolls = self.victory.german["convoy_mission_failed"], self.plane_attack.torpedo_bomber_rolls
        where = "the option failed_mission_points"
        yield "victory.german.convoy_mission_failed", failed, where, {options.failed_mission_points}
        where = "the option torpedo_bomber_rolls"
        yield "plane_attack.torpedo_bomber_rolls", rolls, where, {options.torpedo_bomber_rolls}


def load_tables(path: Path = DATA / "tables.toml") -> Tables:
    """The tables of a data file. Figures that are read elsewhere are the same there, or a change of them here would
    change nothing.

    Raises:
        BadData: a table is incomplete, has an unknown key or a figure that a match would not go by; names the file, the
            line and the key.
    """
    file = load_toml(path)
    tables = file.model(Tables)
    wrong = [
        (key, f"should be {listed(sorted(played), 'or')}, not {figure}: a match goes by {where}")
        for key, figure, where, played in tables.read_elsewhere()
        if figure not in played
    ]
    if wrong:
        raise file.errors(wrong)
    return tables


TABLES = load_tables()
