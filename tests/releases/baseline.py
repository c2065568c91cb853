"""The folder of a release: written from the tree as it is, and the tree compared with it."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from packaging.version import InvalidVersion, Version

from tests.releases import contents, listing, plays
from tests.releases.names import broken_names

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent
INTENDED: Final = "intended.toml"
NO_BREAKS: Final = """\
# The breaks that are meant since this release. Each sentence of `python -m tests.releases compare` with its reason:
#
# "navalcore.rules.plot: parameter was removed: by" = "nobody could use it"
#
# Under [patterns] is what breaks in the same way in many places; * is anything:
#
# "tonnage_war/wire: *: was integer, is string" = "contacts are written by their ids"
"""


def versions(folder: Path = HERE) -> list[str]:
    """The releases in the tree, the oldest first."""
    found = []
    for path in folder.iterdir():
        try:
            found.append((Version(path.name), path.name))
        except InvalidVersion:
            continue
    return [name for _, name in sorted(found)]


class AlreadyReleased(Exception):
    """A release is there, and what it promised is not written anew."""


def check_free(folder: Path) -> None:
    """See that what the tree promises may be written to a folder: it is new, or that of a pre-release.

    Raises:
        AlreadyReleased: it is that of a release.
        InvalidVersion: its name is not a version.
    """
    if not Version(folder.name).is_prerelease and folder.exists():
        raise AlreadyReleased(
            f"{folder.name} is released: what it promised stays; mend the tree, or name a new version"
        )


def write(folder: Path) -> None:
    """Write down what the tree promises, in the place of what a pre-release of that version has promised. Raises what
    :func:`check_free` raises.
    """
    check_free(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=".") as made:
        new = Path(made) / folder.name
        listing.write(listing.stubs(ROOT), new / "api")
        (new / "schemas.json").write_text(contents.schemas_text(contents.schemas()), encoding="utf-8")
        (new / "keys.txt.gz").write_bytes(contents.packed(contents.keys()))
        plays.write_journals(new / "journals")
        plays.write_plugins(new / "plugins")
        (new / INTENDED).write_text(NO_BREAKS, encoding="utf-8")
        shutil.rmtree(folder, ignore_errors=True)
        new.rename(folder)


def broken_promises(folder: Path) -> list[str]:
    """What of the names and the data of a release is broken in the tree."""
    with TemporaryDirectory() as now:
        found = broken_names(folder / "api", listing.write(listing.stubs(ROOT), Path(now)))
    before = json.loads((folder / "schemas.json").read_text(encoding="utf-8"))
    found += contents.broken_schemas(before, contents.schemas())
    found += contents.broken_keys(contents.unpacked((folder / "keys.txt.gz").read_bytes()), contents.keys())
    return found


def broken_plays(folder: Path) -> list[str]:
    """What of the journals and the plug-ins of a release does not play on."""
    return plays.broken_journals(folder / "journals") + plays.broken_plugins(folder / "plugins")


class Meant:
    """The breaks that are meant since a release."""

    def __init__(self, folder: Path) -> None:
        meant = tomllib.loads((folder / INTENDED).read_text(encoding="utf-8"))
        patterns = meant.pop("patterns", {})
        self.all: tuple[str, ...] = (*meant, *patterns)
        self._sentences = {sentence for sentence, reason in meant.items() if reason}
        self._patterns = {pattern: _matching(pattern) for pattern, reason in patterns.items() if reason}

    def names(self, sentence: str) -> list[str]:
        """The sentence, and the patterns that it fits, of those with a reason."""
        found = [pattern for pattern, expression in self._patterns.items() if expression.fullmatch(sentence)]
        return [sentence] * (sentence in self._sentences) + found


def _matching(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, pattern.split("*"))))


def judged(folder: Path, found: list[str]) -> tuple[list[str], list[str]]:
    """The breaks that nobody meant, and those that were meant and are not there; a reason may not be empty."""
    meant = Meant(folder)
    named = {each: meant.names(each) for each in found}
    there = {name for names in named.values() for name in names} | {*found}
    return [each for each, names in named.items() if not names], [each for each in meant.all if each not in there]
