"""``navalcore matches``: the matches that ``navalcore play`` has kept by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final

import typer

import navalcore as nc
from navalcore import Manifest
from navalcore._cli.common import STANDARD, AsJson, Settings, argument, option, settings_of
from navalcore._cli.events import capital
from navalcore._cli.grammar import nearest
from navalcore._cli.journals import Journals, by_last_played, is_over, journal_folder, name_of, rename
from navalcore._cli.keyboard import Keyboard
from navalcore._cli.outputs import Force, SaveOutput, check_outputs, write_file, written
from navalcore._cli.play import continue_match
from navalcore._cli.seats import BOT, people_of
from navalcore.components import counted
from navalcore.errors import BadData, NavalCoreError, UnknownName
from navalcore.rules import discover
from navalcore.study import is_locked

HELP = """List, resume, name, export and delete the matches that play has kept by itself.

Matches are numbered from the one played last. A match that is not over is never deleted by itself; of those that
are over, the last fifty of a game stay, and all that have a name.

Examples::

    navalcore matches                        what there is
    navalcore matches resume 2               continue the second of the list
    navalcore matches name 1 "long war"      give the match played last a name
    navalcore matches resume "long war"
    navalcore matches export 1 -o war.jsonl  copy it to a file
    navalcore matches delete 3 --yes
"""

FITTING: Final = re.compile(r"[\w .-]{1,60}(?<!-over)")
"""The form of a name: it becomes part of a file's name, where the end says whether the match is over."""
LONGEST: Final = 180
"""Bytes of a name: a file's name has 255 on most systems, and that of its lock is longer."""

Which = Annotated[str, argument("MATCH", "Its number in the list, or its name.")]


@dataclass(frozen=True)
class KeptMatch:
    """A match in a journal."""

    number: int
    """Its place in the list, from 1."""
    saved: nc.SaveFile
    """The match."""

    @property
    def path(self) -> Path:
        """Its file."""
        return self.saved.path

    def to_json(self) -> dict[str, Any]:
        """Everything the list says of it."""
        header = self.saved.header
        seats = header.seats or {}
        return {
            "number": self.number,
            "name": name_of(self.path),
            "game": header.game,
            "scenario": header.scenario,
            "choices": self.saved.count,
            "played": datetime.fromtimestamp(self.path.stat().st_mtime).isoformat(timespec="seconds"),
            "people": list(people_of(seats)),
            "bots": {role: who.removeprefix(BOT) for role, who in seats.items() if who.startswith(BOT)},
            "over": is_over(self.path),
            "being_played": is_locked(self.path),
            "file": str(self.path),
        }


def kept_matches() -> Iterator[KeptMatch]:
    """All matches that can be read, the one played last first."""
    number = 0
    for path in by_last_played(journal_folder()):
        try:
            saved = nc.read_save(path)
        except NavalCoreError:
            continue  # not even its first line was written
        number += 1
        yield KeptMatch(number, saved)


def _found(which: str, *, begun: bool = True) -> KeptMatch:
    """The match of that number or name, of which the beginning is enough where it may be ``begun``."""
    everything = list(kept_matches())
    names = [name for match in everything if (name := name_of(match.path))]
    name = which if which.isdigit() else nearest(which, names, begun=begun)
    for match in everything:
        if which and name in (str(match.number), name_of(match.path)):
            return match
    there = len(everything)
    known = f"there are 1 to {there}" if there > 1 else "there is only 1" if there else "there are none"
    raise UnknownName(f"no kept match has the number or name '{which}'; {known}, see navalcore matches")


def _free(match: KeptMatch) -> KeptMatch:
    if is_locked(match.path):
        raise BadData(f"match {match.number} is being played now; leave it first")
    return match


def list_matches(context: typer.Context, as_json: AsJson = False) -> None:
    """List the kept matches, the one played last first.

    Examples::

        navalcore matches list
        navalcore matches list --json
    """
    settings = settings_of(context)
    found = [match.to_json() for match in kept_matches()]
    if as_json:
        settings.out.document({"folder": str(journal_folder()), "matches": found})
    elif not found:
        settings.out.line(
            f"There are no matches in {journal_folder()}. navalcore play keeps what is played at a terminal."
        )
    else:
        header = ["number", "name", "game", "scenario", "you", "against", "choices", "last played", ""]
        games = discover(settings.plugins).games
        settings.out.table(header, [_row(each, games.get(each["game"].partition(":")[0])) for each in found])


def _row(match: dict[str, Any], game: Manifest | None) -> list[object]:
    """A match as a line; its roles by the names that people know, where its game is installed."""

    def title(role: str) -> str:
        return capital(game.role_title(role)) if game is not None else role

    state = "over" if match["over"] else "being played" if match["being_played"] else ""
    against = ", ".join(f"{title(role)}: {name}" for role, name in match["bots"].items())
    played = match["played"].replace("T", " ")[:16]
    you = ", ".join(map(title, match["people"]))
    about = [match["number"], match["name"], match["game"], match["scenario"], you, against]
    return [*about, match["choices"], played, state]


def alone(context: typer.Context, as_json: AsJson = False) -> None:
    """The default of ``navalcore matches``: list them."""
    if context.invoked_subcommand is None:
        list_matches(context, as_json)


def resume(
    context: typer.Context,
    match: Which,
    as_json: Annotated[
        bool, option("--json", "Print the match, and the command with which a program continues it, as JSON.")
    ] = False,
) -> None:
    """Continue a match, in the seats and against the bots it was left with.

    Examples::

        navalcore matches resume 1
    """
    found = _free(_found(match))
    if is_over(found.path):
        raise BadData(f"match {found.number} is over; navalcore replay {found.path} shows it again")
    settings = settings_of(context)
    game = settings.game(found.saved.header.game)
    if as_json:
        command = ["navalcore", *settings.words, "play", game.id, "--save", str(found.path), "--protocol"]
        settings.out.document(found.to_json() | {"command": command})
        return
    continue_match(settings, game, found.saved, Journals(game.id))


def name(
    context: typer.Context,
    match: Which,
    text: Annotated[str, argument("NAME", "Letters, digits, spaces.")],
    as_json: AsJson = False,
) -> None:
    """Give a match a name, or another. A match with a name is kept when it is over.

    Examples::

        navalcore matches name 1 "long war"
    """
    text = text.strip()
    if not FITTING.fullmatch(text) or text.isdigit() or len(text.encode(errors="replace")) > LONGEST:
        why = "write up to 60 letters, digits and spaces, and not only digits, with another end than -over"
        raise BadData(f"'{text}' cannot be a name: {why}")
    found = _free(_found(match))
    if any(name_of(each.path) == text and each.path != found.path for each in kept_matches()):
        raise BadData(f"another match has the name '{text}' already")
    told = {"number": found.number, "name": text, "file": str(rename(found.path, text))}
    settings_of(context).out.done(as_json, told, (f"Match {found.number} is named {text}.", "good"))


def export(
    context: typer.Context,
    match: Which,
    output: SaveOutput,
    as_json: AsJson = False,
    force: Force = False,
) -> None:
    """Copy a match to a file, for replay, verify, branch and report.

    Examples::

        navalcore matches export 1 -o war.jsonl
    """
    found = _found(match)
    check_outputs(output, force=force, inputs=[found.path], as_json=as_json)
    write_file(output, found.path.read_bytes()[: found.saved.whole].decode(errors="surrogatepass"))  # no torn last line
    if output == STANDARD:
        return
    told = {"number": found.number, "choices": found.saved.count} | written(output)
    said = f"{output}: match {found.number}, {counted(found.saved.count, 'choice')}"
    settings_of(context).out.done(as_json, told, (said, "good"))


def delete(
    context: typer.Context,
    match: Which,
    yes: Annotated[bool, option("--yes", "Do not ask first.")] = False,
    as_json: AsJson = False,
) -> None:
    """Delete a match for good.

    Examples::

        navalcore matches delete 3
        navalcore matches delete 3 --yes        for a script
    """
    found = _free(_found(match, begun=False))  # what is gone is named in full
    header, out, told = found.saved.header, settings_of(context).out, found.to_json()
    if as_json and not yes:
        raise BadData("--json asks no questions; add --yes to delete the match")
    what = f"{header.game}, {header.scenario}, {counted(found.saved.count, 'choice')}"
    if not yes and not _agreed(settings_of(context), f"Match {found.number} ({what}) will be gone for good."):
        out.line("It stays.")
        return
    _free(found).path.unlink(missing_ok=True)  # it may have been resumed while the question stood
    out.done(as_json, {"deleted": told}, (f"Match {found.number} is deleted: {what}.", "good"))


def _agreed(settings: Settings, said: str) -> bool:
    keyboard = Keyboard()
    if not keyboard.terminal:
        raise BadData("there is no terminal to ask at; add --yes to delete it")
    settings.out.line(said)
    settings.out.line("Type yes to delete it; anything else leaves it.")
    try:
        return keyboard.ask().strip().lower() in ("y", "yes")
    except (EOFError, KeyboardInterrupt):
        return False


COMMANDS: dict[str, Callable[..., None]] = {
    "list": list_matches,
    "resume": resume,
    "name": name,
    "export": export,
    "delete": delete,
}
