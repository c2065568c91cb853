"""Commitments: a seed is promised before a match and shown after it, so that it cannot be chosen in between."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from hmac import compare_digest
from typing import Any

from navalcore._rules.state import canonical_json
from navalcore.components._chance import SeededChance


def fresh_salt() -> str:
    """A salt that cannot be guessed: 128 bits as 32 hexadecimal digits."""
    return secrets.token_hex(16)


@dataclass(frozen=True)
class RevealedSeed:
    """A seed with everything its commitment is bound to."""

    seed: str
    """The seed."""
    salt: str
    """The 128 bits that keep a short seed from being found by trial."""
    game: str
    """The id of the game that is played."""
    rules: str
    """The version of its rules."""
    scenario: str
    """The scenario's id."""
    options: Mapping[str, Any]
    """Every option by name."""
    chance: str = "seeded"
    """``seeded``, or ``committed``: dice that come from the salt as well."""
    undo: str = "barrier"
    """Whether choices may be taken back after new information, ``barrier`` or ``free``."""

    @property
    def commitment(self) -> str:
        """The text to publish before the match: 256 bits, as 64 hexadecimal digits."""
        text = canonical_json({"navalcore commitment": 4, **asdict(self)})
        return blake2b(text.encode(errors="surrogatepass"), digest_size=32).hexdigest()

    @property
    def source(self) -> SeededChance:
        """The chance results of this seed."""
        return seeded(self.seed, self.salt, self.chance)


def seeded(seed: str, salt: str, chance: str) -> SeededChance:
    """The stream of a seed; where chance is ``committed``, of the seed and the salt together."""
    return SeededChance.from_seed(f"{salt} {seed}" if chance == "committed" else seed)


def verify_commitment(published: str, revealed: RevealedSeed) -> bool:
    """Whether a revealed seed is the one that was committed to.

    Args:
        published: the commitment, as it was published before the match.
        revealed: the result of :meth:`Match.reveal_seed <navalcore.Match.reveal_seed>`, or the header of a save
            (``SaveHeader.revealed``).
    """
    return compare_digest(revealed.commitment.encode(), published.strip().lower().encode())
