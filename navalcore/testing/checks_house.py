"""Checks of what comes with a game: its rule book and its bots."""

from __future__ import annotations

from typing import Any, Final

from navalcore.bots import bot_names, make_bots
from navalcore.errors import NavalCoreError, UnknownName
from navalcore.rulebook import Rulebook, coverage
from navalcore.testing.registry import check
from navalcore.testing.trial import AnyMatch, Found, Trial, require


@check(trials=1)
def rulebook(trial: Trial) -> None:
    """The rule book loads, and every section that code, steps and decisions cite is in it."""
    game = trial.game
    try:
        book: Rulebook = game.rulebook
        register = coverage(book, game.rule_packages, None)
    except NavalCoreError as error:
        raise Found("a rule book", str(error)) from None
    unknown = sorted({str(citation.number) for citation in register.unknown})
    require(not unknown, "citations of sections the rule book has", ", ".join(unknown))
    scenario = game.scenario(trial.scenario)
    for step in game.sequence_of_play(scenario, game.parse_options(trial.options)):
        require(not step.rule or step.rule in book, f"step {step.name} to cite a section of the rule book", step.rule)
    for section in trial.played.rules:
        require(not section or section in book, "decisions to cite sections of the rule book", section)


@check()
def roles(trial: Trial) -> None:
    """Roles, scenarios and options go by their names, and other names are refused."""
    game = trial.game
    require(bool(game.roles), "at least one role", "none")
    match = trial.start()
    try:
        match.view("nobody of this name")
    except UnknownName:
        pass
    else:
        raise Found("a view for an unknown role to be refused", "it was shown")
    header = match.setup.header()
    chosen = game.parse_options(header.options)
    require(chosen == match.setup.options, "options that survive a save", repr(chosen))
    for name, scenario in game.scenarios.items():
        require(scenario.id == name, f"scenario {name} to have its name as id", scenario.id)


BOT_CHOICES: Final = 300
"""Choices after which a match between bots is long enough; some think for a while."""


@check(trials=3)
def bots(trial: Trial) -> None:
    """Every bot plays every role with what it is offered, looks without touching, and plays the same way for a seed."""
    for name in bot_names(trial.game):
        first, again = _played_by(trial, name), _played_by(trial, name)
        require(
            first.choices() == again.choices(),
            f"bot {name} to play the same way for the same seed",
            "another match",
            first,
        )


def _played_by(trial: Trial, name: str) -> AnyMatch:
    game: Any = trial.game
    match = trial.start()
    seats = make_bots(game, dict.fromkeys(game.roles, name), trial.seed)
    while (decision := match.decision) is not None and match.count < min(BOT_CHOICES, trial.max_choices):
        view = match.view(decision.role)
        before = match.digest if match.count % 10 == 0 else None
        try:
            choice = seats[decision.role].decide(view, decision.bare())
        except Exception as error:
            raise Found(f"bot {name} to decide", f"{type(error).__name__}: {error}", match) from None
        require(
            before is None or match.digest == before, f"bot {name} to look without touching", "a changed state", match
        )
        try:
            match.choose(choice)
        except NavalCoreError as error:
            raise Found(f"bot {name} to choose what it is offered", str(error), match) from None
    return match
