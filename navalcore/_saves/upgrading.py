"""Saves of earlier formats, translated line by line into format 4, and of earlier rules, written as today."""

from __future__ import annotations

from dataclasses import asdict, fields, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from navalcore._play.commitments import RevealedSeed, fresh_salt
from navalcore._rules.game import Rules
from navalcore._rules.state import canonical_json, digest
from navalcore._saves.entries import ASKED_DIGITS, OLD_FORMATS, Entry, SaveHeader
from navalcore._saves.files import SaveFile, SaveReader, bytes_of, fault
from navalcore._saves.recorder import Recorder
from navalcore._saves.saves import load_driver
from navalcore._saves.tape import written
from navalcore.errors import DamagedTape, IncompatibleSave

TRANSLATED: Final = 4
"""The format into which earlier ones are translated: it has their fingerprints, which are of words."""
SALTED: Final = 3
"""The first format in which every seed has a commitment with a salt."""
OLDEST_DIGITS: Final = (20, 24, 32)
"""How many digits a link of the chain may have in a file of format 1."""


def read_any_save(path: str | Path) -> SaveFile:
    """Read a save of any format; those of formats 1 to 3 as they are in format 4, with commitments of today."""
    return _AnySaveReader.read(*bytes_of(path))


def upgraded(saved: SaveFile, game: Rules[Any, Any, Any]) -> str:
    """The text of a save in the format and rules version of today, without what was taken back."""
    driver = load_driver(saved, game).driver
    setup, line = driver.setup, driver.line
    withheld = setup.promised or any(reseed.commitment for reseed in line.reseeds)
    if withheld and setup.chance != "recorded" and saved.header.rules != setup.game.version:
        raise IncompatibleSave(
            f"{saved.path}: a seed is withheld, so it cannot be bound to rules version {setup.game.version}; upgrade a "
            "copy that shows it"
        )
    recorder = Recorder.of(setup)
    driver.played_again(setup, recorder)
    return recorder.text()


class _AnySaveReader(SaveReader):
    """A save of any format as far as it has been read."""

    version = TRANSLATED

    def take_header(self, data: dict[str, Any], line: bytes) -> SaveHeader:
        """The header, translated if it is of an old format."""
        if data.get("navalcore") not in OLD_FORMATS:
            return super().take_header(data, line)
        data.pop("h", None)
        where = f"{self.path}, line 1"
        self.version = data["navalcore"]
        self.head = digest(canonical_json({name: data[name] for name in data if name not in ("seed", "salt")}))
        if line != written(data, self.head).encode(errors="surrogatepass"):
            raise DamagedTape(f"{where}: the header does not fit its digest: it was changed")
        try:
            return SaveHeader.model_validate(self._translated_header(data, where))
        except ValidationError as error:
            raise DamagedTape(f"{where}: {fault(error)}") from None

    def _translated_header(self, data: dict[str, Any], where: str) -> dict[str, Any]:
        """The fields as format 4 has them; without its seed no commitment can be made, so its results are recorded."""
        data = {"salt": None, **data, "navalcore": TRANSLATED}
        if data.get("chance") not in ("seeded", "committed"):
            return data
        if not isinstance(data["seed"], str):
            return {**data, "chance": "recorded", "commitment": "", "salt": None}
        revealed = RevealedSeed(**{each.name: data.get(each.name, "") for each in fields(RevealedSeed)})
        self._check_seed(revealed, data["commitment"], where)
        revealed = replace(revealed, salt=data["salt"] or fresh_salt())
        return {**data, "salt": revealed.salt, "commitment": revealed.commitment}

    def _check_seed(self, revealed: RevealedSeed, commitment: object, where: str) -> None:
        """Refuse a seed that is not the one that was committed to, as formats 1 to 3 did it."""
        if self.version < SALTED:
            promised = digest(f"navalcore seed {revealed.seed}")
        else:
            bound = {"navalcore commitment": 3, **asdict(revealed)}
            del bound["undo"]  # formats 4 and later are bound to it too
            promised = blake2b(canonical_json(bound).encode(errors="surrogatepass"), digest_size=32).hexdigest()
        if commitment != promised:
            raise DamagedTape(f"{where}: the seed is not the one that was committed to")

    def check(self, link: object, data: dict[str, Any], line: bytes, where: str) -> None:
        """Compare the next line with its digest."""
        if self.version == 1 and not self.written and len(str(link)) in OLDEST_DIGITS:
            self.digits = len(str(link))
        super().check(link, data, line, where)

    def entry_of(self, data: dict[str, Any], where: str) -> Entry:
        """The entry that a line is, translated if it is of an old format."""
        if self.version in OLD_FORMATS:
            if data.get("kind") == "choice":
                data["asked"] = str(data.get("asked", ""))[:ASKED_DIGITS]
            elif data.get("kind") == "reseed":
                data = self._translated_reseed(data, where)
        return super().entry_of(data, where)

    def _translated_reseed(self, data: dict[str, Any], where: str) -> dict[str, Any]:
        """A reseed as format 4 has it: committed to, also where nothing was before."""
        header, seed = self.header, data.get("seed")
        assert header is not None
        if not isinstance(seed, str):
            if header.seed is not None:
                raise IncompatibleSave(f"{where}: this seed is withheld, and the first is not; upgrade a whole copy")
            return data
        revealed = header.committing(seed, str(data.get("salt") or ""))
        if self.version >= SALTED:
            self._check_seed(revealed, data.get("commitment"), where)
        revealed = replace(revealed, salt=revealed.salt or fresh_salt())
        return {**data, "salt": revealed.salt, "commitment": revealed.commitment}
