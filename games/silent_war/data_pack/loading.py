"""Reading the data pack: the game's own files, or an owner's laid over them, each checked to the last cell."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from navalcore.components import TomlDocument, closest, load_models, load_toml
from navalcore.errors import BadData
from navalcore.rules import rule
from navalcore_games.silent_war.data_pack import models, models_base, models_war
from navalcore_games.silent_war.data_pack.checks import check_references
from navalcore_games.silent_war.data_pack.pack import DataPack, F

OWN = Path(__file__).parents[1] / "data"
OWN_SCENARIOS = Path(__file__).parents[1] / "scenarios" / "scenarios.toml"

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


def checked(document: TomlDocument, model: type[F]) -> F:
    """The document as its model.

    Raises:
        BadData: a key is unknown, missing or does not fit; file, line and key of every such place (up to ten).
    """
    return document.model(model)


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
        if not over:
            raise BadData(f"data pack {folder}: has none of the files of a data pack ({', '.join(sorted(known))})")
    documents = {
        name: load_toml(over.get(f"{name}.toml", OWN_SCENARIOS if name == "scenarios" else OWN / f"{name}.toml"))
        for name in TOML_FILES
    }
    pack = DataPack(
        documents,
        {name: checked(document, TOML_FILES[name]) for name, document in documents.items()},
        tuple(load_models(over.get("ships.csv", OWN / "ships.csv"), models.ShipPiece)),
        tuple(load_models(over.get("ijn.csv", OWN / "ijn.csv"), models.ShipPiece)),
        tuple(load_models(over.get("submarines.csv", OWN / "submarines.csv"), models.Submarine)),
        tuple(load_models(over.get("super_skippers.csv", OWN / "super_skippers.csv"), models.SuperSkipper)),
        tuple(sorted(over)),
    )
    check_references(pack)
    return pack


CSV_CHARTS = (
    (
        "ships.csv",
        "historical+reconstructed",
        "the Japanese pieces; names and tonnage from history",
    ),
    ("ijn.csv", "historical+reconstructed", "the named ships of the IJN expansion; names and tonnage from history"),
    ("submarines.csv", "historical+reconstructed", "the submarines; names, classes and dates from history"),
    ("super_skippers.csv", "reconstructed", "the Super Skippers"),
)


def labels(pack: DataPack) -> list[tuple[str, str, str]]:
    """Where each chart's figures come from: file, label (exact, historical, reconstructed) and what it holds."""
    charts = [(f"{name}.toml", file.meta.status, file.meta.summary) for name, file in pack.files.items()]
    return [
        (name, "owner's chart" if name in pack.laid_over else label, summary)
        for name, label, summary in (*charts, *CSV_CHARTS)
    ]
