"""navalcore: naval wargame rules as a library.

>>> import navalcore as nc
>>> match = nc.load("uboat_cards").new_match(seed=1943)
>>> while not match.over:
...     match.choose(match.decision.options[-1])
>>> match.outcome.winner in ("uboat", "convoy", None)
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from navalcore import notebook
from navalcore.version import VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from navalcore.components.chance import Chance, SeededChance
    from navalcore.components.events import Event
    from navalcore.engine import aio, wire
    from navalcore.engine.chance import ScriptedChance
    from navalcore.engine.commitments import RevealedSeed, verify_commitment
    from navalcore.engine.decision import CHANCE, SPECTATOR, UMPIRE, Decision, Flow, Refusal, choose, run, together
    from navalcore.engine.field_marks import harmless, seen_by
    from navalcore.engine.files import SaveFile, read_save, read_save_text
    from navalcore.engine.match import Match
    from navalcore.engine.option import Option, types_in
    from navalcore.engine.play import Play
    from navalcore.engine.plotting import Plots, plot
    from navalcore.engine.prospects import OptionOdds, Prospect
    from navalcore.engine.records import Record, read_record, read_record_text
    from navalcore.engine.saves import load_match, loads_match
    from navalcore.engine.setup import Setup
    from navalcore.engine.start import Game
    from navalcore.engine.terms import Options, Outcome, Scenario, Seat, Step, Terms, View
    from navalcore.engine.variants import Variant
    from navalcore.engine.verification import Check, Proof, Verification, verify
    from navalcore.engine.views import Part
    from navalcore.errors import NavalCoreError
    from navalcore.face.face import Face, face_of
    from navalcore.plugins import Manifest
    from navalcore.rulebook import rule, takes_modifiers

__version__ = VERSION

_HOME = {
    "navalcore.components.chance": ("Chance", "SeededChance"),
    "navalcore.components.events": ("Event",),
    "navalcore.engine.chance": ("ScriptedChance",),
    "navalcore.engine.commitments": ("RevealedSeed", "verify_commitment"),
    "navalcore.engine.decision": (
        "CHANCE",
        "SPECTATOR",
        "UMPIRE",
        "Decision",
        "Flow",
        "Refusal",
        "choose",
        "run",
        "types_in",
        "together",
    ),
    "navalcore.engine.match": ("Match",),
    "navalcore.engine.option": ("Option", "types_in"),
    "navalcore.engine.play": ("Play",),
    "navalcore.engine.plotting": ("Plots", "plot"),
    "navalcore.engine.prospects": ("OptionOdds", "Prospect"),
    "navalcore.engine.files": ("SaveFile", "read_save", "read_save_text"),
    "navalcore.engine.records": ("Record", "read_record", "read_record_text"),
    "navalcore.engine.saves": ("load_match", "loads_match"),
    "navalcore.engine.field_marks": ("harmless", "seen_by"),
    "navalcore.engine.views": ("Part",),
    "navalcore.engine.verification": ("Check", "Proof", "Verification", "verify"),
    "navalcore.engine.setup": ("Setup",),
    "navalcore.engine.start": ("Game",),
    "navalcore.engine.terms": ("Options", "Outcome", "Scenario", "Seat", "Step", "Terms", "View"),
    "navalcore.engine.variants": ("Variant",),
    "navalcore.errors": ("NavalCoreError",),
    "navalcore.face.face": ("Face", "face_of"),
    "navalcore.plugins": ("Manifest",),
    "navalcore.rulebook": ("rule", "takes_modifiers"),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "UMPIRE",
    "Chance",
    "Check",
    "Decision",
    "Event",
    "Face",
    "Flow",
    "Game",
    "Manifest",
    "Match",
    "NavalCoreError",
    "Option",
    "OptionOdds",
    "Options",
    "Outcome",
    "Part",
    "Play",
    "Plots",
    "Proof",
    "Prospect",
    "Record",
    "Refusal",
    "RevealedSeed",
    "SaveFile",
    "Scenario",
    "ScriptedChance",
    "Seat",
    "SeededChance",
    "Setup",
    "Step",
    "Terms",
    "Variant",
    "Verification",
    "View",
    "aio",
    "choose",
    "face_of",
    "games",
    "harmless",
    "load",
    "load_match",
    "loads_match",
    "plot",
    "read_record",
    "read_record_text",
    "read_save",
    "read_save_text",
    "rule",
    "run",
    "seen_by",
    "takes_modifiers",
    "together",
    "types_in",
    "verify",
    "verify_commitment",
    "wire",
]


def __getattr__(name: str) -> Any:
    # Names are loaded when first used, so that a part (`from navalcore.components import Cup`) costs only itself.
    if name in ("aio", "wire"):
        return import_module(f"navalcore.engine.{name}")
    if name not in _MODULE:
        raise AttributeError(f"module 'navalcore' has no attribute {name!r}")
    value = getattr(import_module(_MODULE[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def load(game: str, plugins: Sequence[str] = ()) -> Game[Any, Any, Any]:
    """An installed game by its id.

    Args:
        game: the id, such as ``"tonnage_war"``; ``"tonnage_war:autumn_1940"`` for a variant of it.
        plugins: modules of further plug-ins to look in.

    Raises:
        UnknownGame: it is not installed; lists those that are.
        UnknownName: it has no such variant; lists those it has.
        BrokenPlugin: it cannot be loaded; names the plug-in and what is wrong.
    """
    from navalcore.engine.installed import find_game

    return find_game(game, plugins)


def games(plugins: Sequence[str] = ()) -> dict[str, Manifest]:
    """What is known of every installed game without its rules, by its id; :func:`load` loads one.

    Args:
        plugins: modules of further plug-ins to look in.
    """
    from navalcore.plugins import discover

    return dict(discover(plugins).games)


def _board_svg(match: Any) -> str | None:
    from navalcore.face.face import board_of

    return board_of(match)


notebook.board_svg = _board_svg
