"""Reading the data pack: the game's own files, or an owner's laid over them, each checked to the last cell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from games.silent_war import models, models_base, models_war
from navalcore.components.data_files import TomlDocument, closest, load_toml, read_csv_rows
from navalcore.errors import BadData
from navalcore.rulebook import rule

OWN = Path(__file__).parent / "data"
OWN_SCENARIOS = Path(__file__).parent / "scenarios" / "scenarios.toml"
F = TypeVar("F", bound=models_base.File)

TOML_FILES: dict[str, type[models_base.File]] = {
    "area_activity": models.ActivityFile,
    "attack_results": models.AttackFile,
    "bases": models.BasesFile,
    "contact": models.ContactFile,
    "counterattack": models.CounterattackFile,
    "damage": models.DamageFile,
    "endurance": models.EnduranceFile,
    "enemy_subs": models.EnemySubsFile,
    "engagement": models.EngagementFile,
    "general_asw": models.GeneralAswFile,
    "map": models.MapFile,
    "reinforcements": models_war.ReinforcementsFile,
    "scenarios": models_war.ScenariosFile,
    "tdc": models.TdcFile,
    "tenders": models_war.TendersFile,
    "torpedo_improvement": models_war.TorpedoFile,
    "transit_events": models.TransitFile,
    "ultra": models_war.UltraFile,
    "war_events": models_war.WarEventsFile,
    "war_mix": models.WarMixFile,
    "war_progress": models_war.WarProgressFile,
    "weather": models_war.WeatherFile,
}
CSV_FILES = ("ships.csv", "ijn.csv", "submarines.csv", "super_skippers.csv")


@dataclass(frozen=True)
class DataPack:
    """Every file of a pack, read and checked.

    Attributes:
        documents: the TOML files with their line numbers, by name without ending.
        ships: the Japanese pieces, in file order.
        ijn: the named ships of the IJN expansion, in file order.
        submarines: the boats, in file order.
        skippers: the Super Skippers, in file order.
        laid_over: the files that came from the owner's folder.
    """

    documents: dict[str, TomlDocument]
    files: dict[str, models_base.File]
    ships: tuple[models.ShipPiece, ...]
    ijn: tuple[models.ShipPiece, ...]
    submarines: tuple[models.Submarine, ...]
    skippers: tuple[models.SuperSkipper, ...]
    laid_over: tuple[str, ...]

    def file(self, name: str, kind: type[F]) -> F:
        """A TOML file as its model."""
        found = self.files[name]
        assert isinstance(found, kind)
        return found


def checked(document: TomlDocument, model: type[F]) -> F:
    """The document as its model.

    Raises:
        BadData: a key is unknown, missing or does not fit; file, line and key of every such place (up to ten).
    """
    try:
        return model.model_validate(document.data)
    except ValidationError as error:
        problems = []
        for detail in error.errors(include_url=False)[:10]:
            where = tuple(str(part) for part in detail["loc"]) or ("file",)
            message = detail["msg"].removeprefix("Value error, ")
            if detail["type"] not in ("missing", "value_error"):
                message += f" (found: {str(detail['input'])[:60]})"
            problems.append(str(document.error(where, message)))
        raise BadData("\n".join(problems)) from None


def own_file(name: str) -> Path:
    """Where a TOML file of the game's own pack lies."""
    return OWN_SCENARIOS if name == "scenarios" else OWN / f"{name}.toml"


@lru_cache(maxsize=8)
@rule("2.2")
def load_pack(folder: str = "") -> DataPack:
    """The game's own pack, with the files of ``folder`` (if given) in place of its own.

    Raises:
        BadData: no such folder; a file in it the pack does not know; a file that is not as it must be.
    """
    over: dict[str, Path] = {}
    if folder:
        if not Path(folder).is_dir():
            raise BadData(f"data pack {folder}: there is no such folder")
        known = {*(f"{name}.toml" for name in TOML_FILES), *CSV_FILES}
        for path in sorted(Path(folder).iterdir()):
            if path.suffix in (".toml", ".csv"):
                if path.name not in known:
                    raise BadData(f"{path}: the pack has no file of this name; {closest(path.name, known)}")
                over[path.name] = path
    documents = {
        name: load_toml(over.get(f"{name}.toml", OWN_SCENARIOS if name == "scenarios" else OWN / f"{name}.toml"))
        for name in TOML_FILES
    }
    pack = DataPack(
        documents,
        {name: checked(document, TOML_FILES[name]) for name, document in documents.items()},
        tuple(read_csv_rows(over.get("ships.csv", OWN / "ships.csv"), models.ShipPiece)),
        tuple(read_csv_rows(over.get("ijn.csv", OWN / "ijn.csv"), models.ShipPiece)),
        tuple(read_csv_rows(over.get("submarines.csv", OWN / "submarines.csv"), models.Submarine)),
        tuple(read_csv_rows(over.get("super_skippers.csv", OWN / "super_skippers.csv"), models.SuperSkipper)),
        tuple(sorted(over)),
    )
    check_references(pack)
    return pack


def labels(pack: DataPack) -> list[tuple[str, str, str]]:
    """Where each chart's figures come from: file, label (exact, historical, reconstructed) and what it holds."""
    return [
        (f"{name}.toml", "owner's chart" if f"{name}.toml" in pack.laid_over else file.meta.status, file.meta.summary)
        for name, file in pack.files.items()
    ]


def check_references(pack: DataPack) -> None:
    """Every name a file uses exists; routes run both ways; ranges cover every result once.

    Raises:
        BadData: file, line and key of the first problem.
    """
    chart = pack.file("map", models.MapFile)
    bases = pack.file("bases", models.BasesFile)
    areas = {area.id: area for area in chart.area}
    base_ids = {base.id for base in bases.base}
    zones = {zone.id for zone in chart.zone}
    map_file = pack.documents["map"]
    for index, area in enumerate(chart.area):
        _known(map_file, ("area", index, "connects"), area.connects, areas, "OpArea")
        _known(map_file, ("area", index, "bases"), area.bases, base_ids, "base")
        _known(map_file, ("area", index, "zones"), area.zones, zones, "zone")
        for other in area.connects:
            if area.id not in areas[other].connects:
                raise map_file.error(("area", index, "connects"), f"{other} has no route back to {area.id}")
    for index, zone in enumerate(chart.zone):
        _known(map_file, ("zone", index, "areas"), zone.areas, areas, "OpArea")
    activity = pack.file("area_activity", models.ActivityFile)
    for name in areas:
        if name not in activity.area:
            raise pack.documents["area_activity"].error("area", f"there is no Area Activity Chart for {name}")
    _known(pack.documents["area_activity"], ("area",), activity.area, areas, "OpArea")
    for index, base in enumerate(bases.base):
        _known(pack.documents["bases"], ("base", index, "adjacent_areas"), base.adjacent_areas, areas, "OpArea")
    _check_scenarios(pack, areas, base_ids)
    _check_ranges(pack)
    _check_war_mix(pack)


def _check_scenarios(pack: DataPack, areas: Iterable[str], bases: Iterable[str]) -> None:
    document = pack.documents["scenarios"]
    boats = {boat.id for boat in pack.submarines}
    for index, scenario in enumerate(pack.file("scenarios", models_war.ScenariosFile).scenario):
        _known(document, ("scenario", index, "active_bases"), scenario.active_bases, bases, "base")
        if scenario.kind == "patrol":
            wanted: tuple[tuple[str, str | int | None, Iterable[str], str], ...] = (
                ("submarine", scenario.submarine, boats, "submarine"),
                ("base", scenario.base, bases, "base"),
                ("assigned_area", scenario.assigned_area, areas, "OpArea"),
            )
            for key, value, known, what in wanted:
                if value is None:
                    raise document.error(("scenario", index, key), "a patrol scenario needs this key")
                _known(document, ("scenario", index, key), (str(value),), known, what)
            if scenario.max_turns is None:
                raise document.error(("scenario", index, "max_turns"), "a patrol scenario needs this key")


def _check_ranges(pack: DataPack) -> None:
    attack = pack.file("attack_results", models.AttackFile)
    expected = 1
    for index, row in enumerate(attack.row):
        if row.tonnage_min != expected:
            message = f"tonnage {expected} must begin a row: every tonnage once, rising (found {row.tonnage_min})"
            raise pack.documents["attack_results"].error(("row", index, "tonnage_min"), message)
        expected = row.tonnage_max + 1
    counter = pack.file("counterattack", models.CounterattackFile)
    document = pack.documents["counterattack"]
    last: int | None = None
    width = len(counter.format.modified_rolls)
    for index, line in enumerate(counter.row):
        low = line.difference_min
        if (low is None) != (index == 0) or (low is not None and last is not None and low != last + 1):
            raise document.error(("row", index, "difference_min"), "the rows must cover every difference once, rising")
        if (line.difference_max is None) != (index == len(counter.row) - 1):
            raise document.error(("row", index, "difference_max"), "only the last row is open upwards")
        last = line.difference_max
    special = [("diligent_escort", counter.diligent_escort), ("event_aircraft", counter.event_aircraft)]
    for index, line in enumerate(counter.row):
        if len(line.results) != width:
            raise document.error(("row", index, "results"), f"has {len(line.results)} results; {width} are wanted")
    for name, one in special:
        if len(one.results) != width:
            raise document.error((name, "results"), f"has {len(one.results)} results; {width} are wanted")
    if len(counter.second_roll.results) != 10 or "second_roll" in counter.second_roll.results:
        raise document.error(("second_roll", "results"), "ten results are wanted, none of them a second roll")
    for index, event in enumerate(pack.file("transit_events", models.TransitFile).row):
        if event.roll != index:
            raise pack.documents["transit_events"].error(("row", index, "roll"), f"row {index} is wanted here")


def _check_war_mix(pack: DataPack) -> None:
    mix = pack.file("war_mix", models.WarMixFile)
    categories = {piece.category for piece in pack.ships}
    document = pack.documents["war_mix"]
    for period, counts in (("wp1", mix.wp1), ("wp2", mix.wp2), ("wp3", mix.wp3), ("wp4", mix.wp4)):
        _known(document, (period,), counts, categories, "category of ships.csv")
        there = [piece.category for piece in pack.ships]
        for category, row in counts.items():
            if sum(row) > there.count(category):
                message = f"{sum(row)} pieces are wanted; ships.csv has {there.count(category)}"
                raise document.error((period, category), message)
        if counts.get("combat_event") != (1, 1, 1, 1):
            raise document.error((period, "combat_event"), "each cup holds one Combat Event (19.2)")


def _known(
    document: TomlDocument, key: tuple[str | int, ...], names: Iterable[str], known: Iterable[str], what: str
) -> None:
    there = set(known)
    for name in names:
        if name not in there:
            raise document.error(key, f"there is no {what} '{name}'; {closest(name, there)}")
