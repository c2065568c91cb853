"""Saved matches, as matches: loaded, told and verified."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from navalcore._match.installed import load
from navalcore._match.match import Game, Match, match_of
from navalcore._saves.entries import SaveHeader
from navalcore._saves.files import SaveFile, path_of, read_save, read_save_text
from navalcore._saves.saves import GameFinder, load_driver, replayed as drivers
from navalcore._saves.verification import BEYOND, Check, Examination, Proof
from navalcore.components._events import Event
from navalcore.errors import BadData, DamagedTape, Diverged, NavalCoreError, SeedWithheld


def load_match(
    save: str | Path | SaveFile,
    game: Game[Any, Any, Any] | None = None,
    *,
    to: int | None = None,
    on_event: Callable[[Event], None] | None = None,
    history: bool | Mapping[str, int] = False,
    trust: bool = False,
) -> Match[Any, Any, Any]:
    """Play a saved match again to its last entry and check every entry on the way.

    Args:
        save: the save or journal: the file, or what :func:`~navalcore.read_save` made of it.
        game: the game; looked up among the installed ones if left out.
        to: stop after this many choices.
        on_event: called with every event on the way.
        history: keep every event from the set-up on, as :meth:`Game.new_match` does. Without ``to``, what was taken
            back is played again too, so that events have the numbers that they had at first. With ``trust``, a mapping
            says how many events each role and the spectator had been told
            (:attr:`Snapshot.told <navalcore.Snapshot.told>`), and then nothing is played for their numbers.
        trust: start from the last checkpoint in the file, instead of from the beginning. The state there is taken
            as it is written, and what comes before it is neither played again nor compared with its digests: for files
            that you wrote yourself. :func:`~navalcore.verify` never trusts. A later call that needs the past
            (:meth:`Match.save`, undo far back, the events of a history) reads it or plays it then. A file without
            checkpoints (of an earlier format or version of the rules, or shorter than 125 choices) is loaded in full.

    Raises:
        BadData, DamagedTape: the file cannot be read or was changed; or ``trust`` is given together with a file that
            has been read already, or with ``on_event``.
        UnknownGame: the game is not installed.
        IncompatibleSave: it was played with another version of the rules.
        Diverged: the rules no longer do what the tape says; names entry, line, rule, expected and found.
    """
    return match_of(*load_driver(save, _given(game), to=to, on_event=on_event, history=history, trust=trust))


def loads_match(
    text: str,
    game: Game[Any, Any, Any] | None = None,
    *,
    to: int | None = None,
    on_event: Callable[[Event], None] | None = None,
    history: bool | Mapping[str, int] = False,
    trust: bool = False,
) -> Match[Any, Any, Any]:
    """Play a match again from ``text``: :func:`load_match` for the text of :meth:`Match.dumps <navalcore.Match.dumps>`,
    or for the recorded lines, joined.

    The other arguments and the errors are as for :func:`load_match`.
    """
    trust = trust and isinstance(text, str)
    save = text.encode(errors="surrogatepass") if trust else read_save_text(text)
    return match_of(*load_driver(save, _given(game), to=to, on_event=on_event, history=history, trust=trust))


def replayed(
    save: str | Path | SaveFile,
    game: Game[Any, Any, Any] | None = None,
    *,
    to: int | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> Iterator[Match[Any, Any, Any]]:
    """A saved match, always the same one: as it began, after every choice, and at its end; as :func:`load_match`."""
    steps = drivers(save, _given(game), to, on_event)
    match: Match[Any, Any, Any] = match_of(next(steps))
    yield match
    for _ in steps:
        yield match


def _given(game: Game[Any, Any, Any] | None) -> Game[Any, Any, Any] | GameFinder:
    """The game that a caller gave, or what finds the one that the save names."""
    if game is not None and not isinstance(game, Game):
        raise BadData(f"game is a game such as nc.load gives, not {game!r}")
    return load if game is None else game


@dataclass(frozen=True)
class Verification:
    """The findings of the verification of a save."""

    path: Path
    """The file."""
    header: SaveHeader | None
    """Its first line; None if not even that can be read."""
    checks: tuple[Check, ...]
    """The checks, in order; there are none after a refusal."""
    match: Match[Any, Any, Any] | None = None
    """The match, played to where it is; None if the file is refused."""
    error: NavalCoreError | None = None
    """Why the file is refused, or None."""

    @classmethod
    def of(
        cls, save: str | Path | SaveFile, game: Game[Any, Any, Any] | None = None, *, commitment: str | None = None
    ) -> Verification:
        """The same as :func:`verify`, but a file that is refused gives a result whose ``error`` says why.

        >>> import navalcore as nc
        >>> match = nc.load("uboat_cards").new_match(seed=17)
        >>> found = nc.Verification.of(nc.read_save_text(match.dumps()))
        >>> found.error is None, [check.what for check in found.checks][:2]
        (True, ['chain', 'setup'])

        Args:
            save: the save: a file, or the result of :func:`~navalcore.read_save`.
            game: the game; looked up among the installed ones if left out.
            commitment: the commitment to the seed that was published before the match; if given, the seed in the file
                must fit it.

        Raises:
            BadData: ``commitment`` is not a text of hexadecimal digits.
        """
        if commitment is not None and (not isinstance(commitment, str) or not commitment.strip()):
            raise BadData(f"the commitment that was published is a text of hexadecimal digits, not {commitment!r}")
        try:
            saved = save if isinstance(save, SaveFile) else read_save(save)
        except DamagedTape as error:
            assert not isinstance(save, SaveFile)
            return cls(path_of(save), None, (Check("chain", Proof.REFUSED, str(error)),), error=error)
        examination = Examination(saved, load(saved.header.game) if game is None else game)
        checks: list[Check] = []
        try:
            for check in examination.run(commitment):
                checks.append(check)
        except (DamagedTape, Diverged, SeedWithheld) as error:
            checks.append(Check(examination.refused_at(error), Proof.REFUSED, str(error)))
            return cls(saved.path, saved.header, tuple(checks), error=error)
        assert examination.driver is not None
        return cls(saved.path, saved.header, tuple(checks), match_of(examination.driver))

    @property
    def proven(self) -> bool:
        """Whether everything that was checked is proven."""
        return self.error is None and not self.unproven

    @property
    def unproven(self) -> tuple[str, ...]:
        """The parts that cannot be proven."""
        return tuple(check.what for check in self.checks if check.proof is Proof.NOT_PROVABLE)

    @property
    def conclusion(self) -> str:
        """The result in one sentence, and no more."""
        if self.error is not None:
            return f"Refused at {self.checks[-1].what}."
        if self.unproven:
            return f"Nothing in it contradicts the rules; not proven: {', '.join(self.unproven)}. {BEYOND}"
        return f"All of it follows from the rules and the seed that it shows. {BEYOND}"

    def to_json(self) -> dict[str, Any]:
        """All of it, JSON-ready."""
        return {
            "file": str(self.path),
            "header": None if self.header is None else self.header.line(),
            "proven": self.proven,
            "checks": [{"what": each.what, "proof": each.proof.value, "detail": each.detail} for each in self.checks],
            "choices": None if self.match is None else self.match.count,
            "conclusion": self.conclusion,
            "error": None if self.error is None else {"code": self.error.code, "message": str(self.error)},
        }


def verify(
    save: str | Path | SaveFile, game: Game[Any, Any, Any] | None = None, *, commitment: str | None = None
) -> Verification:
    """Check a save completely: its digests, its seeds, and everything in it by playing it again, line by line,
    including what was taken back.

    Args:
        save: the save or journal: the file, or what :func:`~navalcore.read_save` made of it.
        game: the game; looked up among the installed ones if left out.
        commitment: the one that was published before the match; the file must have it.

    Returns:
        What is proven and what cannot be proven; its ``match`` is the match.

    Raises:
        BadData: the file cannot be read.
        DamagedTape: it was changed, or says something that the rules do not allow; names the line.
        Diverged: the rules do something else than the file says; names entry, line, rule, expected and found.
        UnknownGame, IncompatibleSave: it cannot be played here.
    """
    found = Verification.of(save, game, commitment=commitment)
    if found.error is not None:
        raise found.error
    return found
