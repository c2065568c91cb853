"""Checks of the files that come with a game: its data, its rule book and its bots."""

from __future__ import annotations

from typing import Any, Final

from navalcore._face.face import face_of
from navalcore._match.match import AnyMatch
from navalcore._rulebook.model import Rulebook
from navalcore._rulebook.register import coverage
from navalcore._rules.decision import CHANCE, SPECTATOR
from navalcore.bots import Budget, ImaginingBot, SearchBot, bot_names, make_bots, seat
from navalcore.components._roles import COLOURS
from navalcore.errors import UnknownName
from navalcore.testing._checks_play import winner_plays
from navalcore.testing._registry import check
from navalcore.testing._settings import WHOLE_DATA, data_problems, settings_of
from navalcore.testing._trial import CheckFailed, Mood, Trial, require, required


@check(trials=1, shrinks=0)
def metadata(trial: Trial) -> None:
    """Game, roles, scenarios and options have names for commands and names or descriptions for people; every option has
    a default. The manifest, if there is one, names the scenarios that the game has.
    """
    game = trial.game
    for name in ("id", "title", "version"):
        text = getattr(game, name, None)
        require(isinstance(text, str) and bool(text.strip()), f"a game with a text as its {name}", repr(text))
    require(game.id.split() == [game.id], "an id without spaces", repr(game.id))
    require(len(set(game.roles)) == len(game.roles), "every role once", ", ".join(game.roles))
    for role in game.roles:
        require(role not in (CHANCE, SPECTATOR), f"roles apart from '{CHANCE}' and '{SPECTATOR}'", repr(role))
        require(bool(game.role_title(role).strip()), f"a title for the role {role}", "none")
        wanted = f"a noun as the title of the role {role}, such as 'red squadron'"
        told = f"'{game.role_titles.get(role)}', which is '{game.the_role(role)}' in a sentence"
        require(str(game.role_titles.get(role, "")).removeprefix("the ").casefold() not in COLOURS, wanted, told)
    strangers = set(game.role_titles) - set(game.roles)
    require(not strangers, f"titles of roles there are ({', '.join(game.roles)})", ", ".join(map(str, strangers)))
    for scenario in game.scenarios.values():
        require(bool(scenario.title.strip()), f"a title for the scenario {scenario.id}", "none")
    if game.manifest is not None and game.manifest.id == game.id:
        known = {name: scenario.title for name, scenario in game.scenarios.items()}
        stated = dict(game.manifest.scenarios)
        require(stated == known, f"a manifest that names the scenarios of the game: {known}", stated)
    for name, option in game.options_class.model_fields.items():
        require(not option.is_required(), f"a default for the option {name}", "none")
        require(bool(option.description), f"a description of the option {name} (a docstring under it)", "none")


@check(trials=1, shrinks=0)
def data_is_whole(trial: Trial) -> None:
    """All scenarios can be read and set up, and so can all maps, cards and tables that the game's modules read. This is
    looked at before any match is played, and no match is if it fails.
    """
    problems = data_problems(trial.game)
    require(not problems, WHOLE_DATA, "; ".join(problems))


@check(trials=1, shrinks=0)
def rulebook(trial: Trial) -> None:
    """The rule book loads, and every section that code, steps and decisions cite is in it."""
    game = trial.game
    with required("a rule book"):
        book: Rulebook = game.rulebook
        register = coverage(book, game.rule_packages, None)
    unknown = sorted({str(citation.number) for citation in register.unknown})
    require(not unknown, "citations of sections the rule book has", ", ".join(unknown))
    for step in game.sequence_of_play(game.terms(trial.scenario, trial.options)):
        require(not step.rule or step.rule in book, f"step {step.name} to cite a section of the rule book", step.rule)
    for section in trial.played.rules:
        require(not section or section in book, "decisions to cite sections of the rule book", section)
    for ruling in book.rulings:
        known = not ruling.option or ruling.option in game.options_class.model_fields
        require(known, f"ruling {ruling.id} to name an option there is", str(ruling.option))


@check(trials=1, shrinks=0)
def rules_are_carried_out(trial: Trial) -> None:
    """Every section of the rule book that binds the game has code that claims it with ``@rule``; what binds nothing
    says so by its kind, commentary.
    """
    missing = coverage(trial.game.rulebook, trial.game.rule_packages, None).without_code
    numbers = ", ".join(section.number for section in missing)
    require(not missing, "code with @rule for every section that is not commentary", f"none for {numbers}")


@check(shrinks=0)
def modifiers_are_declared(trial: Trial) -> None:
    """Every section for which a roll or ``play.modified`` takes modifiers is declared with ``@takes_modifiers`` and in
    the rule book, so that a variant may bring others. Modifiers for any other section are refused.
    """
    game = trial.game
    declared = game.modifier_sections
    for section in declared:
        require(section in game.rulebook, "modifiers declared for sections of the rule book", section)
    for section in trial.played.modified:
        known = ", ".join(declared) or "none"
        expected = f"modifiers only where @takes_modifiers declares them ({known})"
        require(section in declared, expected, f"modifiers for section {section}")


SEARCHES: Final = 60
"""Further matches in which steps are looked for that no match has reached."""
SEARCHED_CHOICES: Final = 60_000
SEARCHED_MOODS: Final[tuple[Mood, ...]] = ("random", "bots", "last", "first")


@check(trials=1, shrinks=0)
def steps_are_reached(trial: Trial) -> None:
    """Play reaches every step of the sequence of play, in some scenario with some options, and asks every role that has
    a seat. Steps that random play is not likely to reach are named in ``rare_steps``.
    """
    game = trial.game
    settings, _ = settings_of(game)
    wanted: dict[str, set[str]] = {}
    for scenario, options in settings:
        sequence = game.sequence_of_play(game.terms(scenario, options))
        for step in sequence:
            if step.name not in game.rare_steps:
                wanted.setdefault(f"the step {step.name}", set()).add(scenario)
        for seated in game.seats(scenario, options):
            if seated.taken_by != "nobody":
                wanted.setdefault(f"a question to {game.the_role(seated.role)}", set()).add(scenario)
    left = SEARCHED_CHOICES
    for number in range(SEARCHES):
        scenario, options = settings[number % len(settings)]
        if left <= 0 or not wanted:
            break
        if not any(scenario in scenarios for scenarios in wanted.values()):
            continue
        mood = SEARCHED_MOODS[number % len(SEARCHED_MOODS)]
        found = Trial(game, number, scenario, options, f"{trial.seed} step {number}", min(left, 5_000), mood=mood)
        left -= len(found.played.choices)
        first = game.sequence_of_play(game.terms(scenario, options))[0].name
        reached = [f"the step {name}" for name in (*found.played.steps, first)]
        reached += [f"a question to {game.the_role(role)}" for role in found.played.roles]
        for name in reached:
            wanted.pop(name, None)
    expected = "play to reach every step, and everybody who has a seat"
    require(not wanted, expected, f"none that reaches {', '.join(wanted)}")


@check(trials=1, shrinks=0)
def odds(trial: Trial) -> None:
    """Every odds question has a name, is answered with its default parameters, and the chances of its outcomes add up
    to 1, exactly so where the answer is exact. Asked again, it has the same answer. The values that a
    match knows (``Face.known``) have names of parameters.
    """
    names: set[str] = set()
    parameters: set[str] = set()
    for question in face_of(trial.game).questions():
        fields = question.parameters_class.model_fields
        parameters.update(fields, (f"{question.name}.{name}" for name in fields))
        require(question.name not in names, "odds questions of different names", question.name)
        names.add(question.name)
        require(bool(question.title.strip()), f"a title for the question {question.name}", "none")
        with required(f"an answer to {question.name}"):
            _, answer = question.ask()
            _, again = question.ask()
        same = answer.outcomes == again.outcomes or answer.method != "exact"
        require(same, f"the same answer to {question.name} when it is asked again", again.outcomes)
        for part, chances in {"": answer.outcomes, **answer.marginals}.items():
            total = sum(chances.values())
            right = total == 1 if answer.method == "exact" else abs(float(total) - 1) < 1e-6
            require(right, f"chances of {' '.join((question.name, part)).strip()} that add up to 1", str(total))
    for match in trial.moments(end=True):
        for role in trial.game.roles:
            who = trial.game.the_role(role)
            with required(f"parameters of odds that the match knows, for {who}", match):
                known = face_of(trial.game).known(match.view(role), match.setup.terms)
            for name in known:
                require(name in parameters, f"known() for {who} to name parameters of odds questions", name, match)


@check(shrinks=0)
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
        raise CheckFailed("a view for an unknown role to be refused", "it was shown")
    chosen = game.parse_options(match.setup.options.model_dump(mode="json"))
    require(chosen == match.setup.options, "options that survive a save", repr(chosen))
    for name, scenario in game.scenarios.items():
        require(scenario.id == name, f"scenario {name} to have its name as id", scenario.id)


BOT_CHOICES: Final = 300
"""Choices after which a match between bots is long enough."""
THOUGHTS: Final = 4
"""Choices of a bot that thinks about each for a while."""
BRIEFLY, SHORT = 8, 1000
"""Playouts that a search bot may make for each of them, and choices of each: it need not play well, only correctly."""


@check(trials=3, shrinks=0)
def bots(trial: Trial) -> None:
    """Every bot plays every role with options it is offered, looks without touching, and plays the same way for a seed.
    A match of bots ends with an outcome like any other.
    """
    for name in bot_names(trial.game):
        if name == "search":  # not the game's, and it thinks by the clock
            continue
        first, again = _played_by(trial, name), _played_by(trial, name)
        winner_plays(first)
        if first.outcome is not None:
            trial.ended_by_bots[first.outcome.ending or first.outcome.reason] += 1
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
    seat(match, seats)
    for bot in seats.values():
        if isinstance(bot, SearchBot):
            playouts = min(bot.budget.playouts or BRIEFLY, BRIEFLY)
            bot.budget = Budget(seconds=None, playouts=playouts, choices=min(trial.max_choices, SHORT))
    enough = THOUGHTS if any(isinstance(bot, ImaginingBot) for bot in seats.values()) else BOT_CHOICES
    while (decision := match.decision) is not None and match.count < min(enough, trial.max_choices):
        view = match.view(decision.role)
        before = match.digest if match.count % 10 == 0 else None
        with required(f"bot {name} to decide", match):
            choice = seats[decision.role].decide(view, decision.bare())
        require(
            before is None or match.digest == before, f"bot {name} to look without touching", "a changed state", match
        )
        with required(f"bot {name} to choose what it is offered", match):
            match.choose(choice)
    return match
