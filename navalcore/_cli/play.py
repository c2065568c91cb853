"""``navalcore play``: a match in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

import navalcore as nc
from navalcore import SPECTATOR, AnyGame, AnyMatch, Event, Options, SaveFile, load_match
from navalcore._cli.common import (
    BotPairs,
    Config,
    GameName,
    Settings,
    TermsGiven,
    config_file,
    option,
    save_of,
    settings_of,
)
from navalcore._cli.events import EventLog, outcome_document
from navalcore._cli.grammar import nearest
from navalcore._cli.journals import Journals, say_how_it_ended
from navalcore._cli.keyboard import Keyboard
from navalcore._cli.output import Output, Styled, print_note
from navalcore._cli.outputs import kept_file, written
from navalcore._cli.protocol import Programs, play_by_lines
from navalcore._cli.screen import check_screen, play_on_screen
from navalcore._cli.seats import ALL, PROGRAM, Seats, bots_by_role, people_of, roles_named, seats_again, seats_for
from navalcore._cli.session import TerminalSession
from navalcore._cli.stuck import Lookout
from navalcore.bots import bot_names, play_out
from navalcore.components import counted, listed
from navalcore.errors import BadData, UnknownName


class DiceKind(StrEnum):
    """Where dice and draws come from."""

    SEEDED = "seeded"
    PHYSICAL = "physical"


@dataclass(frozen=True)
class Seating:
    """Who plays."""

    role: Annotated[
        list[str] | None,
        option("--role R", "The role you play; repeat it, or say all, to share the keyboard; spectator watches."),
    ] = None
    bot: BotPairs = None

    def of_a_new_match(self, settings: Settings, game: AnyGame) -> Seats:
        """Who sits where: as the command line says, and where it says nothing, the player's settings."""
        config = settings.config
        usual = self._checked(config, game, settings.plugins)
        bots = bots_by_role(self.bot or ([config.level] if config.level else None), game, settings.plugins)
        roles = self.role or ([usual] if usual is not None and usual not in bots else [])
        return seats_for(game, roles, bots, settings.plugins)

    def _checked(self, config: Config, game: AnyGame, plugins: Sequence[str]) -> str | None:
        """The role that the settings name, if game, role and bot are there; an error names the place in the file."""
        games = nc.games(plugins)
        usual = {nearest(name, games): role for name, role in config.role.items()}
        if unknown := [name for name in usual if name.partition(":")[0] not in games]:
            installed = f"no game '{unknown[0]}' is installed; installed are {', '.join(games)}"
            raise UnknownName(f"{config_file()}: role.{unknown[0]}: {installed}")
        role = None if self.role else usual.get(game.id)
        level = None if self.bot or "=" in config.level or config.level.startswith(PROGRAM) else config.level
        for key, word, known in (
            (f"role.{game.id}", role, (*game.roles, ALL, SPECTATOR)),
            ("level", level, bot_names(game, plugins)),
        ):
            if word and nearest(word, known) not in known:
                raise UnknownName(f"{config_file()}: {key}: {game.id} has {', '.join(known)}, and no '{word}'")
        return usual.get(game.id)


@dataclass(frozen=True)
class BegunWith:
    """How a match begins, and what is promised for it."""

    position: Annotated[Path | None, option("--position FILE", "Begin with the position that this file describes.")] = (
        None
    )
    dice: Annotated[
        DiceKind | None, option("--dice", "physical: you roll and draw at a real table and type the results.")
    ] = None
    free_undo: Annotated[
        bool, option("--free-undo", "Alone against bots: take back anything, dice too; the save says so.")
    ] = False
    commit: Annotated[
        bool, option("--commit", "Print a commitment to the dice before the match, for the others to keep.")
    ] = False

    def check(self, terms: TermsGiven, seats: Seats) -> None:
        """Refuse what contradicts itself."""
        physical = self.dice is DiceKind.PHYSICAL
        if self.commit and physical:
            raise BadData("--commit promises dice of a seed, and --dice physical has none; leave one of the two out")
        if self.position is not None and (
            terms.scenario or terms.option or terms.data_pack or self.dice or self.commit or self.free_undo
        ):
            raise BadData(
                "--position begins a match of its own: the file says its scenario and options, and a seed its dice"
            )
        if self.free_undo and len(seats.people) != 1:
            raise BadData("--free-undo is for one person against bots: others would see their secrets taken back")


@dataclass(frozen=True)
class Keeping:
    """Where the match is kept, and whether one that was kept is continued."""

    save: Annotated[
        Path | None,
        kept_file(
            "--save FILE", "Keep every choice in this file as it is made, or continue the match in it.", "evening.jsonl"
        ),
    ] = None
    resume: Annotated[
        bool | None, option("--resume/--new", "Continue the match you left last, or begin another; asked if left out.")
    ] = None
    no_journal: Annotated[
        bool, option("--no-journal", "Keep nothing without --save; else every choice at a terminal is kept.")
    ] = False

    def journals(self, game: AnyGame, seats: Seats) -> Journals | None:
        """The journals of the game, where a match is to be kept without ``--save``."""
        if self.save is not None or not seats.people or self.no_journal or not (Keyboard().terminal or self.resume):
            return None
        return Journals(game.id)


@dataclass(frozen=True)
class Manner:
    """The way in which a match is presented."""

    autopass: Annotated[
        bool, option("--autopass/--no-autopass", "Answer a question that has a single answer by itself.")
    ] = True
    protocol: Annotated[
        bool, option("--protocol", "Speak JSON lines on the standard streams, for a program that plays or shows.")
    ] = False
    as_json: Annotated[
        bool, option("--json", "With --role spectator: print how the match ended as one JSON document.")
    ] = False
    screen: Annotated[
        bool, option("--screen", "Play on the whole screen: the board lit, with cursor and mouse (extra terminal).")
    ] = False


def play(
    context: typer.Context,
    game: GameName,
    terms: TermsGiven,
    seating: Seating,
    beginning: BegunWith,
    keeping: Keeping,
    manner: Manner,
) -> None:
    """Play a match: against bots, with others, or as an onlooker.

    Answer with an option's number, or enough of its words to be unambiguous; type help for everything else. At a
    terminal every choice is kept as it is made, and a match that was left or cut short is offered the next time.

    Examples::

        navalcore play uboat_cards
        navalcore play uboat_cards --role convoy --seed 7 --save evening.jsonl
        navalcore play silent_war --scenario campaign_wp3 --data-pack my_charts
        navalcore play silent_war --resume
        navalcore play uboat_cards --role all
        navalcore play uboat_cards --bot uboat=sensible --bot convoy=random
        navalcore play uboat_cards --dice physical --save table.jsonl
        navalcore play uboat_cards --position sixth.toml
        navalcore play uboat_cards --role all --commit --save match.jsonl
        navalcore play bismarck --free-undo
        navalcore play uboat_cards --role uboat --bot convoy=exec:./my_bot
        navalcore play uboat_cards --role uboat --protocol
        navalcore play uboat_cards --role spectator --bot uboat=exec:./mine --json
        navalcore play bismarck --screen
    """
    settings = settings_of(context)
    found = settings.game(game)
    if manner.screen and (manner.protocol or manner.as_json or beginning.dice is DiceKind.PHYSICAL):
        raise BadData("--screen has neither --protocol, --json nor --dice physical; leave one of them out")
    request = MatchRequest.of(settings, found, terms, seating, beginning)
    if beginning.position is not None and keeping.resume:
        raise BadData("--position begins a match of its own, and --resume continues another; leave one of them out")
    if manner.screen:
        check_screen(request.seats, settings.out.plain)
    journals = None if manner.protocol or manner.as_json else keeping.journals(found, request.seats)
    save = keeping.save
    if keeping.resume and journals is None and not (save is not None and save.exists()):
        raise BadData(
            "--resume continues a match kept without --save, at a terminal; leave it out, or name its file by --save"
        )
    if journals is not None:
        kept = _left_off(journals, request, settings.out, keeping.resume)
        save = None if kept is None else kept.path
    else:
        kept = save_of(save, found) if save is not None and save.exists() and save.stat().st_size else None
    with Lookout(found.folder, print_note):
        if manner.protocol:
            _play_by_lines(settings, request, save, kept)
        elif manner.as_json:
            _play_unattended(settings, request, save, kept)
        else:
            _play(settings, request, journals, save, kept, manner)


def _play_by_lines(settings: Settings, request: MatchRequest, save: Path | None, kept: SaveFile | None) -> None:
    """Play it with a program on the standard streams."""
    match, seats = request.begin(settings, kept, None)
    if save is not None:
        match.record_to(save)
    try:
        play_by_lines(match, seats.people, seats.programs, settings.plugins)
    finally:
        match.stop_recording()


def _play_unattended(settings: Settings, request: MatchRequest, save: Path | None, kept: SaveFile | None) -> None:
    """Have bots and programs play it to its end, and print how it ended as one JSON document."""
    match, seats = request.begin(settings, kept, None)
    if seats.people:
        raise BadData("--json asks nobody at the keyboard; watch with --role spectator, or play by --protocol")
    if save is not None:
        match.record_to(save)
    programs, bots = Programs(match, seats.programs), seats.bots(f"bots {match.setup.seed} {match.count or ''}".strip())
    try:
        while not match.over:
            asked = next(filter(programs.__contains__, match.decisions), None)
            if asked is None:
                play_out(match, bots)
            else:
                programs.answer(asked)
    finally:
        programs.close()
        match.stop_recording()
    setup = match.setup
    named = {"game": match.game.id, "scenario": setup.scenario.id, "options": setup.options.model_dump(mode="json")}
    told = {"chance": setup.chance, "seed": setup.seed, "seats": dict(match.seats), "choices": match.count}
    settings.out.document(named | told | {"outcome": outcome_document(match.outcome)} | written(save))


def continue_match(settings: Settings, game: AnyGame, kept: SaveFile, journals: Journals) -> None:
    """Continue a match of a journal, seated as it was left."""
    seats = seats_for(game, (), {}, settings.plugins)
    request = MatchRequest(game, TermsGiven(), game.parse_options({}), BegunWith(), seats)
    _play(settings, request, journals, kept.path, kept, Manner())


def _play(
    settings: Settings,
    request: MatchRequest,
    journals: Journals | None,
    save: Path | None,
    kept: SaveFile | None,
    manner: Manner,
) -> None:
    """Begin the match or continue with it, keep it as it is asked for, and play it at the keyboard."""
    log = EventLog()
    match, seats = request.begin(settings, kept, log.add)
    notes: list[Styled] = []
    if save is not None:
        match.record_to(save)
    elif journals is not None and manner.screen:
        unkept = "no journal is kept; to keep the match, leave and name a file by --save"
        save = journals.begin(match, otherwise=unkept, say=lambda note: notes.append((note, "bad")))
    elif journals is not None:
        save = journals.begin(match)
    settings.out.title(f"{match.game.title}: {match.setup.scenario.title}")
    greeting = [*notes, *_greeting(match, save, kept, seats)]
    for line in greeting:
        settings.out.line(line)
    if kept is not None:
        log.skip((*match.game.roles, seats.watcher))
    of_itself, autopass = journals is not None, manner.autopass
    try:
        if manner.screen:
            orders, saved = play_on_screen(match, seats, greeting, save, autopass=autopass)
            say_how_it_ended(settings.out, match, orders, save, saved, of_itself=of_itself)
        else:
            TerminalSession(
                match, seats, settings.out, log, save, settings.plugins, of_itself=of_itself, autopass=autopass
            ).run()
    finally:
        match.stop_recording()
        if journals is not None and save is not None:
            journals.close(save, match)


def _left_off(journals: Journals, request: MatchRequest, out: Output, resume: bool | None) -> SaveFile | None:
    """The match to continue with, if there is one such as is asked for and the person wants it."""
    kept = None if resume is False else next(filter(request.fits, journals.unfinished()), None)
    if kept is None:
        if resume:
            raise BadData("no unfinished match fits this command line; leave out --resume")
        return None
    if resume:
        return kept
    made = counted(kept.count, "choice")
    when = datetime.fromtimestamp(kept.path.stat().st_mtime)
    yours = _together(request.game, people_of(kept.header.seats or {}))
    played = f", with you as {yours}" if yours and len(request.game.roles) > 1 else ""
    out.line((f"A match of {kept.header.scenario} was left after {made}, {when:%d %B %Y %H:%M}{played}.", "title"))
    out.line("Enter resumes it; anything else begins another (this one stays in its file).")
    try:
        answer = Keyboard().ask().strip()
        if answer in ("q", "quit", "exit"):
            raise typer.Exit
        return None if answer else kept
    except (EOFError, KeyboardInterrupt):
        raise typer.Exit from None


@dataclass(frozen=True)
class MatchRequest:
    """The settings that the command line asks for: none of it may contradict a saved match that is continued."""

    game: AnyGame
    terms: TermsGiven
    options: Options
    beginning: BegunWith
    seats: Seats
    roles: tuple[str, ...] = ()
    """The roles that people are to play, where they were named."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """The bots that were named, by role."""

    @classmethod
    def of(
        cls, settings: Settings, game: AnyGame, terms: TermsGiven, seating: Seating, beginning: BegunWith
    ) -> MatchRequest:
        """A request without contradictions, of names that are known."""
        options = game.parse_options(terms.options_of(game))
        terms = replace(terms, scenario=terms.scenario_of(game))
        bots = bots_by_role(seating.bot, game, settings.plugins)
        seats = seating.of_a_new_match(settings, game)
        beginning.check(terms, seats)
        return cls(game, terms, options, beginning, seats, roles_named(seating.role or (), game), bots)

    def begin(
        self, settings: Settings, kept: SaveFile | None, on_event: Callable[[Event], None] | None
    ) -> tuple[AnyMatch, Seats]:
        """A new match, or the one that was kept where it stopped; and who sits at it."""
        if kept is None:
            return self.start(on_event), self.seats
        seats = seats_again(kept, self.game, self.roles, self.bots, settings.plugins)
        return self.go_on(kept, on_event), seats

    def start(self, on_event: Callable[[Event], None] | None) -> AnyMatch:
        """A new match. With physical dice everything may be taken back: a roll may have been mistyped."""
        begun, seed, scenario = self.beginning, self.terms.seed, self.terms.scenario
        physical = begun.dice is DiceKind.PHYSICAL
        if physical and seed is not None:
            raise BadData("--seed does nothing with --dice physical; leave one of them out")
        seats = self.seats.arranged(scenario, self.options)
        if begun.position is not None:
            return self.game.position(begun.position, seed=seed, seats=seats, on_event=on_event)
        return self.game.new_match(
            scenario,
            seed=seed,
            options=self.options,
            chance="physical" if physical else "committed" if begun.commit else "seeded",
            undo="free" if begun.free_undo or physical else "barrier",
            seats=seats,
            on_event=on_event,
        )

    def go_on(self, kept: SaveFile, on_event: Callable[[Event], None] | None) -> AnyMatch:
        """The saved match, where it stopped."""
        for name, value, known in self._contradictions(kept):
            raise BadData(
                f"{kept.path}: holds a match with {name} {known}, not {value}; "
                f"leave {name} out to continue it, or choose another file"
            )
        return load_match(kept, self.game, on_event=on_event)

    def fits(self, kept: SaveFile) -> bool:
        """Whether a saved match is one such as the command line asks for, and can be played on by these rules."""
        if self.beginning.position is not None:
            return False
        same = (kept.header.game, kept.header.rules) == (self.game.id, self.game.version)
        seated = kept.header.seats is None or set(people_of(kept.header.seats)) == set(self.seats.people)
        return same and (seated or not self.roles) and next(self._contradictions(kept), None) is None

    def _contradictions(self, kept: SaveFile) -> Iterator[tuple[str, Any, Any]]:
        """Where a saved match is another one than asked for: the option's name, what is asked for, what was played."""
        header, begun = kept.header, self.beginning
        asked = {
            "--scenario": (self.terms.scenario, header.scenario),
            "--seed": (self.terms.seed, header.seed),
            "--dice": (begun.dice, header.chance),
            "--commit": (begun.commit or None, header.chance == "committed"),
            "--free-undo": (begun.free_undo or None, header.undo == "free"),
        }
        given = self.options.model_dump(mode="json", exclude_unset=True)
        asked |= {f"--option {name}": (value, header.options.get(name)) for name, value in given.items()}
        yield from ((name, value, known) for name, (value, known) in asked.items() if value not in (None, known))


def _together(game: AnyGame, roles: Sequence[str]) -> str:
    """Roles by their titles."""
    return listed(map(game.the_role, roles)) if roles else ""


def _seating_told(match: AnyMatch, seats: Seats) -> Iterator[str]:
    """Who sits at a match that is continued, where it is not as the file says, and what that shows whom."""
    game, before = match.game, people_of(match.seats)
    if set(before) == set(seats.people):
        return
    was = _together(game, before) or "nobody"
    yield f"In the file {was} {'are' if len(before) > 1 else 'is'} at the keyboard; for now it is as you asked:"
    if seats.people:
        yield f"you play {_together(game, seats.people)}, and see all that is known there."
    left = [role for role in before if role not in seats.people]
    if left:
        yield f"A bot answers for {_together(game, left)}, and its choices are kept in the file."


def _greeting(match: AnyMatch, save: Path | None, kept: SaveFile | None, seats: Seats) -> Iterator[Styled]:
    """The lines before the first question; a warning has a style."""
    if kept is None:
        note = match.setup.scenario.note
        if note:
            yield note
        if save is not None:
            yield f"Every choice is kept in {save}."
        if match.setup.undo == "free":
            yield "Anything may be taken back here; the save says so."
        if match.setup.chance == "committed":
            asked = (
                "Ask the others to keep that line: navalcore verify --commitment checks the file against it afterwards."
            )
            yield f"The dice are committed to: {match.commitment}", "title"
            yield asked, "title"
        if match.setup.chance == "physical":
            yield "Roll and draw at your table and type what comes up, or the beginning of a card's name."
        return
    made = counted(match.count, "choice")
    yield f"Continuing the match in {save}, after {made}; log shows what happened so far.", "good"
    for line in _seating_told(match, seats) if kept.header.seats is not None else ():
        yield line, "bad"
    if kept.torn:
        yield "Its last line was torn off, as by a crash; the match is where it was before that line.", "bad"
