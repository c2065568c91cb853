"""``navalcore replay``, ``verify`` and ``upgrade``: saved matches told again, checked, and brought up to date."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from navalcore import AnyMatch, Record, SaveFile, Verification, face_of, load_match, read_record, read_save
from navalcore._cli.arguments import AsJson, Viewer, argument, option
from navalcore._cli.common import Settings, settings_of, viewer, write_file
from navalcore._cli.events import EventLog, capital, print_event, print_outcome
from navalcore._cli.output import Output, progress_bar
from navalcore.boards import match_report, printable, record_report
from navalcore.components import counted
from navalcore.errors import BadData, DamagedTape, NavalCoreError
from navalcore.study import Entry, is_record, upgrade_save

SaveArgument = Annotated[Path, argument("FILE", "A saved match.")]


def replay(
    context: typer.Context,
    file: SaveArgument,
    to: Annotated[int | None, option("--to N", "Stop after N choices.", min=0)] = None,
    role: Viewer = None,
    narrate: Annotated[
        bool, option("--narrate", "Tell every choice and every die from the file, even without its game.")
    ] = False,
    html: Annotated[
        Path | None, option("--html FILE", "With --narrate: write a page with linked rules and boards.")
    ] = None,
    docs: Annotated[str, option("--docs ADDRESS", "With --html: link rules to the documentation there.")] = "",
) -> None:
    """Play a saved match again and tell what happened; or tell what is in a record of what one role may know.

    Examples::

        navalcore replay match.jsonl
        navalcore replay match.jsonl --to 10 --role convoy
        navalcore replay match.jsonl --narrate
        navalcore replay match.jsonl --narrate --html match.html
        navalcore replay match.jsonl --narrate --html match.html --role uboat --docs docs/_build/html
    """
    settings = settings_of(context)
    if docs and html is None:
        raise BadData("--docs says where rules link to in a page; name the page too: --html FILE")
    if is_record(file):
        if to is not None or role is not None:
            raise BadData(f"{file}: is a record of one role's, told whole: leave out --to and --role")
        _tell_record(settings, read_record(file), html, docs)
        return
    saved = read_save(file)
    if html is not None:
        if not narrate:
            raise BadData("--html writes a narrated match; add --narrate")
        _write_page(settings, saved, html, role, to, docs)
    elif narrate:
        if role is not None:
            raise BadData("--narrate tells everything that is in the file; it cannot be combined with --role")
        _narrate(settings, saved, to)
    else:
        _tell(settings, saved, to, role)
    _refuse_torn(file, saved)


def verify(
    context: typer.Context,
    file: SaveArgument,
    commitment: Annotated[
        str | None, option("--commitment HEX", "What was published before the match; the file must have it.")
    ] = None,
    strict: Annotated[bool, option("--strict", "Exit with 1 unless everything is proven.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check a saved match from its first line to its last, and say what that proves.

    Everything is played again, including what was taken back. Each point is proven, not provable (such as dice
    rolled by hand) or refused; if any is refused, the exit status is 2.

    Examples::

        navalcore verify match.jsonl
        navalcore verify match.jsonl --strict
        navalcore verify match.jsonl --commitment 5be1...09
    """
    settings = settings_of(context)
    saved: SaveFile | Path = file
    with suppress(DamagedTape):
        saved = read_save(file)
    game = settings.game(saved.header.game) if isinstance(saved, SaveFile) else None
    found = Verification.of(saved, game, commitment=commitment)
    if as_json:
        settings.out.document(found.to_json())
    else:
        _print_verification(settings.out, found)
    if found.error is not None:
        raise found.error
    if isinstance(saved, SaveFile):
        _refuse_torn(file, saved)
    if strict and not found.proven:
        raise typer.Exit(1)


def upgrade(
    context: typer.Context,
    file: SaveArgument,
    in_place: Annotated[bool, option("--in-place", "Write FILE itself, and keep what it was as FILE.old.")] = False,
) -> None:
    """Write a saved match in today's format and rules version, beside it as NAME.upgraded.jsonl.

    The file itself stays as it is, or (with --in-place) is kept as FILE.old. What was taken back is left out. The
    seed, and every seed that was taken in mid-match, keeps its dice and gets a new commitment, which nobody was
    promised before the match. A match that today's rules cannot follow is refused, with the reason.

    Examples::

        navalcore upgrade match.jsonl
        navalcore upgrade match.jsonl --in-place
    """
    settings = settings_of(context)
    settings.out.line(f"{upgrade_save(file, in_place=in_place, plugins=settings.plugins)}: written")


def _print_verification(out: Output, found: Verification) -> None:
    _print_header(out, found)
    out.line()
    out.table(["checked", "result", "what"], [[each.what, each.proof.value, each.detail] for each in found.checks])
    out.line()
    out.line((found.conclusion, "good" if found.proven else "bad" if found.error else ""))


def _refuse_torn(file: Path, saved: SaveFile) -> None:
    if saved.torn:
        raise DamagedTape(
            f"{file}: its last line was torn off, as by a crash; all before it is whole, "
            f"and navalcore play {saved.header.game} --save {file} goes on from there"
        )


def _print_header(out: Output, said: SaveFile | Verification) -> None:
    header = said.header
    if header is None:
        return
    options = ", ".join(f"{name}={value}" for name, value in header.options.items())
    out.fields(
        ("game", f"{header.game}, rules {header.rules}"),
        ("scenario", header.scenario),
        ("options", options),
        ("chance", header.chance),
        ("seed", (header.seed or "withheld") if header.chance in ("seeded", "committed") else ""),
        ("salt", header.salt),
        ("commitment", header.commitment if header.chance in ("seeded", "committed") else ""),
    )


def _tell(settings: Settings, saved: SaveFile, to: int | None, role: str | None) -> None:
    game = settings.game(saved.header.game)
    who = viewer(game, role)
    log = EventLog()
    match: AnyMatch = load_match(saved, game, to=to, on_event=log.add)
    out = settings.out
    out.title(f"{game.title}: {match.setup.scenario.title}")
    for event in log.seen_by(who):
        print_event(out, game, event)
    out.line()
    out.block(face_of(game).board_text(match.view(who)))
    out.line()
    if match.outcome is not None:
        print_outcome(out, game, match.outcome)
    else:
        decision = match.decision_for(who)
        assert decision is not None
        out.line(f"After {counted(match.count, 'choice')} {game.the_role(decision.role)} is asked: {decision.prompt}")


def _tell_record(settings: Settings, record: Record, html: Path | None, docs: str) -> None:
    out, header, end = settings.out, record.header, record.end
    game = settings.game(header.game)
    if html is not None:
        write_file(html, record_report(record, game, docs=docs))
        out.line(f"{html}: the record as a page")
        return
    out.title(f"{game.title}: {game.scenario(header.scenario).title}, as {game.the_role(header.role)} knows it")
    for event in record.events(game):
        print_event(out, game, event)
    out.line()
    out.block(record.show(game, face_of(game).board_text))
    out.line()
    if end.outcome is not None:
        print_outcome(out, game, end.outcome.outcome)
    elif end.decision is not None:
        out.line(f"{capital(game.the_role(header.role))} is asked: {end.decision.get('prompt')}")
    else:
        out.line(f"The match waits for the {' and the '.join(map(game.role_title, end.waiting_for))}")


def _write_page(settings: Settings, saved: SaveFile, page: Path, role: str | None, to: int | None, docs: str) -> None:
    game = settings.game(saved.header.game)
    who = viewer(game, role)
    with progress_bar("Telling") as progress:
        text = match_report(saved, game, role=who, to=to, docs=docs, progress=progress)
    write_file(page, text)
    settings.out.line(f"{page}: the match as a page")


def _narrate(settings: Settings, saved: SaveFile, to: int | None) -> None:
    out = settings.out
    _print_header(out, saved)
    entries: Sequence[Entry] = saved.entries
    try:
        entries = load_match(saved, settings.game(saved.header.game)).tape()
    except NavalCoreError as error:
        out.line((f"Told from the file alone, as it cannot be played here: {error}", "bad"))
    out.line()
    made = 0
    for entry in entries:
        if entry.kind == "choice":
            made += 1
            if to is not None and made > to:
                break
        if entry.kind != "state":
            _print_entry(out, entry, made)


def _print_entry(out: Output, entry: Entry, made: int) -> None:
    number = f"{made:>4}  " if entry.kind == "choice" else "      "
    rule = getattr(entry, "rule", "")
    style = "good" if entry.kind == "outcome" else ""
    told = printable(str(entry))
    out.line((number, "number"), (told, style), (f"  [{printable(rule)}]" if rule else "", "rule"))
