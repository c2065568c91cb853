"""Saved matches: ``navalcore replay``, ``verify``, ``upgrade`` and ``report``; and ``render``, a board as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Annotated, Any

import typer

from navalcore import AnyGame, AnyMatch, Event, Record, SaveFile, Verification, face_of, load_match, read_record
from navalcore._cli import common
from navalcore._cli.common import STANDARD, Settings, option, read_save, save_of, settings_of, viewer
from navalcore._cli.events import (
    EventLog,
    capital,
    event_documents,
    outcome_document,
    print_event,
    print_outcome,
    print_sum,
    sum_document,
)
from navalcore._cli.grammar import error_document, nearest
from navalcore._cli.output import Output, progress_bar
from navalcore._cli.outputs import Force, check_outputs, no_stream, output as output_option, write_file, written
from navalcore.boards import THEMES, ArtPack, board_svg, match_report, printable, record_report
from navalcore.bots import Budget, make_bots, play_out
from navalcore.components import counted, listed
from navalcore.errors import BadData, DamagedTape, NavalCoreError, UnknownName
from navalcore.study import Entry, LuckReport, is_record, report as look_at, report_picture, upgrade_save


@dataclass(frozen=True)
class ReplayForm:
    """The form in which a file is shown."""

    to: Annotated[int | None, option("--to N", "Stop after N choices.", min=0)] = None
    role: common.Viewer = None
    narrate: Annotated[
        bool, option("--narrate", "List every choice and every die from the file, even without its game.")
    ] = False
    how: Annotated[
        str | None,
        option("--how WORDS", "Why the last line with these words happened: dice, modifiers, row and rule."),
    ] = None
    html: Annotated[
        Path | None,
        output_option("--html FILE", "With --narrate: write a page with linked rules and boards.", ".html", ".htm"),
    ] = None
    docs: Annotated[str, option("--docs ADDRESS", "With --html: link rules to the documentation there.")] = ""
    as_json: common.AsJson = False
    force: Force = False

    def check(self, file: Path) -> None:
        """Refuse what does not go together, and a page that cannot be written."""
        if self.docs and self.html is None:
            raise BadData("--docs says where rules link to in a page; name the page too: --html FILE")
        check_outputs(self.html, force=self.force, inputs=[file], as_json=self.as_json)
        if self.how is not None and self.narrate:
            raise BadData("--how asks about one line, and --narrate shows all of them; give one of the two")


def replay(context: typer.Context, file: common.SaveArgument, telling: ReplayForm) -> None:
    """Play a saved match again and report what happened, or print the record of one role.

    Examples::

        navalcore replay match.jsonl
        navalcore replay match.jsonl --to 10 --role convoy
        navalcore replay match.jsonl --how "misses"
        navalcore replay match.jsonl --narrate
        navalcore replay match.jsonl --narrate --html match.html
        navalcore replay match.jsonl --narrate --html match.html --role uboat --docs docs/_build/html
    """
    settings = settings_of(context)
    telling.check(file)
    if is_record(file):
        if telling.to is not None or telling.role is not None:
            raise BadData(f"{file}: is a record of one role's, told whole: leave out --to and --role")
        _tell_record(settings, read_record(file), telling)
        return
    saved = read_save(file)
    if telling.html is not None:
        if not telling.narrate:
            raise BadData("--html writes a narrated match; add --narrate")
        _write_page(settings, saved, telling.html, telling)
    elif telling.narrate:
        if telling.role is not None:
            raise BadData("--narrate shows everything that is in the file; it cannot be combined with --role")
        _narrate(settings, saved, telling)
    else:
        _tell(settings, saved, telling)
    if torn := _torn(saved):
        raise torn


def verify(
    context: typer.Context,
    file: common.SaveArgument,
    commitment: Annotated[
        str | None, option("--commitment HEX", "The commitment published before the match; the file must have it.")
    ] = None,
    strict: Annotated[bool, option("--strict", "Exit with 1 unless everything is proven.")] = False,
    as_json: common.AsJson = False,
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
    with suppress(DamagedTape) if file != STANDARD else nullcontext():
        saved = read_save(file)
    game = settings.game(saved.header.game) if isinstance(saved, SaveFile) else None
    found = Verification.of(saved, game, commitment=commitment)
    torn = _torn(saved) if isinstance(saved, SaveFile) and found.error is None else None
    if as_json:
        settings.out.document(found.to_json() | _error_of(torn))
    else:
        _print_verification(settings.out, found)
    if error := found.error or torn:
        raise error
    if strict and not found.proven:
        raise typer.Exit(1)


def upgrade(
    context: typer.Context,
    file: Annotated[
        Path, common.argument("SAVE", "The file of a saved match.", callback=no_stream("SAVE", "match.jsonl"))
    ],
    in_place: Annotated[bool, option("--in-place", "Write SAVE itself, and keep what it was as SAVE.old.")] = False,
    as_json: common.AsJson = False,
) -> None:
    """Write a saved match in today's format and rules version, next to it as NAME.upgraded.jsonl.

    The file itself stays as it is, or (with --in-place) is kept as SAVE.old. Choices that were taken back are left out.
    The seed, and every seed that was taken in mid-match, keeps its dice and gets a new commitment, which no player had
    before the match. A match that today's rules cannot follow is refused, with the reason.

    Examples::

        navalcore upgrade match.jsonl
        navalcore upgrade match.jsonl --in-place
    """
    settings = settings_of(context)
    new = upgrade_save(file, in_place=in_place, plugins=settings.plugins)
    told = _header_document(read_save(new)) if as_json else {}
    settings.out.done(as_json, told | written(new), f"{new}: written")


def _print_verification(out: Output, found: Verification) -> None:
    _print_header(out, found)
    out.line()
    out.table(["checked", "result", "what"], [[each.what, each.proof.value, each.detail] for each in found.checks])
    out.line()
    out.line((found.conclusion, "good" if found.proven else "bad" if found.error else ""))


def _torn(saved: SaveFile) -> DamagedTape | None:
    if not saved.torn:
        return None
    file = quote(str(saved.path)) if saved.path.exists() else "FILE"
    return DamagedTape(
        f"{saved.path}: its last line was torn off, as by a crash; all before it is whole, "
        f"and navalcore play {saved.header.game} --save {file} continues from there"
    )


def _error_of(torn: DamagedTape | None) -> dict[str, Any]:
    """The error in the document of a command about a file that was torn; nothing for one that is whole."""
    return {} if torn is None else error_document(torn.code, str(torn))


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


def _tell(settings: Settings, saved: SaveFile, telling: ReplayForm) -> None:
    game = settings.game(saved.header.game)
    who = viewer(game, telling.role)
    log = EventLog()
    match: AnyMatch = load_match(saved, game, to=telling.to, on_event=log.add)
    out, events = settings.out, log.seen_by(who)
    if telling.how is not None:
        if telling.as_json:
            out.document(sum_document(game, events, telling.how) | _error_of(_torn(saved)))
        else:
            print_sum(out, game, events, telling.how)
        return
    board, decision = face_of(game).board_text(match.view(who)), match.decision_for(who)
    if telling.as_json:
        told = {"choices": match.count, "events": event_documents(game, events), "board": board}
        asked = None if decision is None else {"role": decision.role, "prompt": decision.prompt, "rule": decision.rule}
        out.document(_header_document(saved) | told | {"outcome": outcome_document(match.outcome), "waiting": asked})
        return
    _print_story(out, game, f"{game.title}: {match.setup.scenario.title}", events, board)
    if match.outcome is not None:
        print_outcome(out, game, match.outcome)
        return
    assert decision is not None
    out.line(
        f"After {counted(match.count, 'choice')} it is the turn of {game.the_role(decision.role)}: {decision.prompt}"
    )


def _print_story(out: Output, game: AnyGame, title: str, events: Sequence[Event], board: str) -> None:
    out.title(title)
    for event in events:
        print_event(out, game, event)
    out.line()
    out.block(board)
    out.line()


def _header_document(saved: SaveFile) -> dict[str, Any]:
    header = saved.header
    named = {"game": header.game, "rules": header.rules, "scenario": header.scenario, "options": header.options}
    return {**named, "chance": header.chance} | _error_of(_torn(saved))


def _tell_record(settings: Settings, record: Record, telling: ReplayForm) -> None:
    out, header, end = settings.out, record.header, record.end
    game = settings.game(header.game)
    who = {"game": header.game, "scenario": header.scenario, "role": header.role}
    if telling.html is not None:
        write_file(telling.html, record_report(record, game, docs=telling.docs))
        _say_written(out, telling.html, "the record as a page", who, telling.as_json)
        return
    events, board = record.events(game), record.show(game, face_of(game).board_text)
    outcome = None if end.outcome is None else end.outcome.outcome
    if telling.as_json:
        told = {"events": event_documents(game, events), "board": board, "outcome": outcome_document(outcome)}
        out.document(who | told | {"waiting": end.decision, "waiting_for": list(end.waiting_for)})
        return
    title = f"{game.title}: {game.scenario(header.scenario).title}, as {game.the_role(header.role)} knows it"
    _print_story(out, game, title, events, board)
    if outcome is not None:
        print_outcome(out, game, outcome)
    elif end.decision is not None:
        out.line(f"{capital(game.the_role(header.role))} is asked: {end.decision.get('prompt')}")
    else:
        out.line(f"The match waits for {listed([game.the_role(role) for role in end.waiting_for])}")


def _write_page(settings: Settings, saved: SaveFile, page: Path, telling: ReplayForm) -> None:
    game = settings.game(saved.header.game)
    who = viewer(game, telling.role)
    with progress_bar("Telling") as progress:
        text = match_report(saved, game, role=who, to=telling.to, docs=telling.docs, progress=progress)
    write_file(page, text)
    _say_written(settings.out, page, "the match as a page", {**_header_document(saved), "role": who}, telling.as_json)


def _narrate(settings: Settings, saved: SaveFile, telling: ReplayForm) -> None:
    out = settings.out
    entries: Sequence[Entry] = saved.entries
    trouble = None
    try:
        entries = load_match(saved, settings.game(saved.header.game)).tape()
    except NavalCoreError as error:
        trouble = f"Told from the file alone, as it cannot be played here: {error}"
    numbered = list(_numbered(entries, telling.to))
    if telling.as_json:
        told = [
            {"choice": made, "kind": entry.kind, "rule": getattr(entry, "rule", ""), "text": str(entry)}
            for made, entry in numbered
        ]
        out.document(_header_document(saved) | {"trouble": trouble, "entries": told})
        return
    _print_header(out, saved)
    if trouble is not None:
        out.line((trouble, "bad"))
    out.line()
    for made, entry in numbered:
        _print_entry(out, entry, made)


def _numbered(entries: Sequence[Entry], to: int | None) -> Iterator[tuple[int, Entry]]:
    """The entries that are told, up to a choice, each with how many choices there have been."""
    made = 0
    for entry in entries:
        if entry.kind == "choice":
            made += 1
            if to is not None and made > to:
                return
        if entry.kind != "state":
            yield made, entry


def _print_entry(out: Output, entry: Entry, made: int) -> None:
    number = f"{made:>4}  " if entry.kind == "choice" else "      "
    rule = getattr(entry, "rule", "")
    style = "good" if entry.kind == "outcome" else ""
    told = printable(str(entry))
    out.line((number, "number"), (told, style), (f"  [{printable(rule)}]" if rule else "", "rule"))


SHOWN = 10
"""Lines of a table of turning points or doubts in text; JSON has them all."""


def report(
    context: typer.Context,
    file: common.SaveArgument,
    role: Annotated[str | None, option("--role R", "Report on this role only, once the match is over.")] = None,
    seconds: Annotated[
        float,
        option("--seconds-per-decision S", "Search each decision for S seconds; 0 for no search.", min=0, max=86_400),
    ] = 0.05,
    tries: Annotated[
        int | None, option("--tries N", "Search with N playouts a decision, however long that takes.", min=1)
    ] = None,
    playouts: Annotated[
        int | None, option("--playouts N", "Judge positions by playouts, not by the game's own estimate.", min=1)
    ] = None,
    as_json: common.AsJson = False,
    plot: Annotated[Path | None, output_option("--plot FILE.svg", "Also draw luck and judgement.", ".svg")] = None,
    force: Force = False,
) -> None:
    """Separate luck from judgement in a saved match.

    For every roll and draw: its exact chance, what the match was worth before it (the mean over every result it could
    have had) and after it. For every choice: whether a search would have chosen otherwise, and how much better that
    was. Worth goes from 0 (lost) to 1 (won). The report reveals what was hidden: while a match is still being played
    it is for the umpire only.

    Examples::

        navalcore report match.jsonl
        navalcore report match.jsonl --role uboat --plot match.svg
        navalcore report match.jsonl --seconds-per-decision 0.5 --json
    """
    settings = settings_of(context)
    saved = read_save(file)
    game = settings.game(saved.header.game)
    if role is not None:
        role = common.role_option(role, game.roles, game, "leave it out for a report about all")
    check_outputs(plot, force=force, inputs=[file], as_json=as_json)
    match = load_match(saved, game)
    budget = Budget(None, tries) if tries is not None else Budget(seconds) if seconds else None
    with progress_bar(f"{game.id}: decisions") as progress:
        found = look_at(match, role=role, budget=budget, playouts=playouts, progress=progress)
    if plot is not None:
        write_file(plot, report_picture(found))
    if as_json:
        settings.out.document(found.to_json() | written(plot))
    else:
        _print(settings.out, game, found)


def _print(out: Output, game: AnyGame, found: LuckReport) -> None:
    out.title(f"Luck and decisions: {game.title}, {found.scenario}")
    out.fields(("outcome", found.outcome or "still being played"), ("judged", found.judged))
    for role in found.roles:
        gains = [each.swing(role) for each in found.luck]
        gifts, blows = sum(gain for gain in gains if gain > 0), sum(gain for gain in gains if gain < 0)
        out.line()
        out.title(game.role_title(role))
        out.line(f"{len(gains)} rolls and draws gave {gifts:+.2f} and took {blows:+.2f}: luck {sum(gains):+.2f}")
        rows = [
            [each.number, f"{each.what} ({each.why})", each.rule, f"{each.chance:.0%}", f"{each.before[role]:.2f}",
             f"{each.after[role]:.2f}", f"{each.swing(role):+.2f}"]
            for each in found.turning_points(role, SHOWN)
        ]  # fmt: skip
        if rows:
            out.line()
            out.table(["after choice", "turning point", "rule", "chance", "expected", "then", "swing"], rows)
        doubts = sorted((each for each in found.doubts if each.role == role), key=lambda each: -each.cost)
        if doubts:
            out.line()
            out.table(
                ["choice", "chosen", "the search prefers", "rule", "better by"],
                [
                    [each.number, each.chosen, each.better, each.rule, f"{each.cost:.2f} +- {each.error:.2f}"]
                    for each in doubts[:SHOWN]
                ],
            )
        if found.searched:
            out.line(f"{len(doubts)} choices in doubt; {found.searched} decisions of the roles above were searched")


def render(
    context: typer.Context,
    game: common.GameName,
    output: Annotated[Path, output_option("-o --output FILE", "The SVG file to write.", ".svg")],
    scenario: common.ScenarioName = None,
    save: Annotated[Path | None, option("--save FILE", "Draw the board of this saved match.")] = None,
    seed: common.Seed = None,
    bot_choices: Annotated[int, option("--bot-choices N", "Draw it after N choices by the game's bots.", min=0)] = 0,
    role: common.Viewer = None,
    picture: Annotated[
        str | None, option("--picture NAME", "Draw another of the game's pictures, not its board.")
    ] = None,
    theme: Annotated[str, option("--theme NAME", f"The colours of the board: {', '.join(THEMES)}.")] = "light",
    art: Annotated[Path | None, option("--art FOLDER", "Draw it with the pictures of this art pack.")] = None,
    as_json: common.AsJson = False,
    force: Force = False,
) -> None:
    """Draw the board as an SVG picture.

    The board is that of a saved match, of a match about to begin, or of one that bots have played on. The same seed
    gives the same board.

    Examples::

        navalcore render uboat_cards -o table.svg
        navalcore render uboat_cards --save match.jsonl --role convoy -o table.svg
        navalcore render bismarck --seed 5 --bot-choices 40 --role german -o chart.svg
        navalcore render uboat_cards --theme dark --art my_pictures -o table.svg
        navalcore render silent_war --save war.jsonl --picture campaign -o campaign.svg
    """
    settings = settings_of(context)
    found = settings.game(game)
    who = viewer(found, role)
    check_outputs(output, force=force, inputs=[save], as_json=as_json)
    face = face_of(found)
    others = face.pictures()
    picture = None if picture is None else nearest(picture, others)
    if picture is not None and picture not in others:
        known = ", ".join(others) or "no other pictures"
        raise UnknownName(f"{found.id} draws no picture '{picture}'; besides its board it has {known}")
    if save is None:
        match = found.new_match(common.TermsGiven(scenario).scenario_of(found), seed=1 if seed is None else seed)
        play_out(match, make_bots(found, seed=0), limit=bot_choices)
    elif scenario is not None or seed is not None or bot_choices:
        named = "--scenario" if scenario is not None else "--seed" if seed is not None else "--bot-choices"
        raise BadData(
            f"{named} and --save cannot be combined: the saved match is where it was saved; leave out one of them"
        )
    else:
        match = load_match(save_of(save, found), found)
    view = match.view(who)
    if picture is None:
        drawn = board_svg(found, view, theme=nearest(theme, THEMES), art=None if art is None else ArtPack(art))
    else:
        drawn = others[picture](view)
    write_file(output, drawn)
    told = {"game": found.id, "scenario": match.setup.scenario.id, "choices": match.count, "role": who}
    said = f"the {picture or 'board'} as seen by {found.the_role(who)}"
    _say_written(settings.out, output, said, {**told, "picture": picture or "board"}, as_json)


def _say_written(out: Output, path: Path, what: str, told: Mapping[str, Any], as_json: bool) -> None:
    if path != STANDARD:
        out.done(as_json, {**told, **written(path)}, f"{path}: {what}")
