"""Writes tonnage_war.md and its pictures: tables, odds, rulings and the opening come from the game itself.

python docs/games/tonnage_war.py            write the page and the pictures
python docs/games/tonnage_war.py simulate   play 2,000 matches a scenario first (a few minutes) and keep the figures
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

from games.tonnage_war.convoys import own_scenarios
from games.tonnage_war.game import TonnageWar
from games.tonnage_war.odds import QUESTIONS
from games.tonnage_war.options import TonnageOptions
from games.tonnage_war.record import Turn, lines, played_by_bots
from games.tonnage_war.state import Side, Tactical, Unit
from games.tonnage_war.values import SUITS, UNITS, read_playing_cards
from navalcore.analysis.simulate import Plan, simulate, summary
from navalcore.bots import make_bots, play_out
from navalcore.render import Palette, Picture

HERE = Path(__file__).parent
PAGE = HERE / "tonnage_war.md"
RESULTS = HERE / "tonnage_war_results.json"
IMAGES = HERE.parent / "images"
GAME = TonnageWar()
ASK = {question.name: question for question in QUESTIONS}
OPENING_SEED, OPENING_TURNS = "122", 18
BOATS = ("N", "R", "A")


def table(header: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table."""
    head = list(header)
    body = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in row) + " |" for row in body)


def percent(share: object) -> str:
    return f"{100 * float(share):.1f} %"  # type: ignore[arg-type]


# ---- tables --------------------------------------------------------------------------------------------------------


def playing_cards(side: Side) -> str:
    """The pack of a side, by suit."""
    pack = read_playing_cards(side)
    rows = []
    for suit in SUITS:
        kinds: dict[Tactical, list[str]] = {}
        for card, kind in pack.items():
            if card.suit == suit:
                kinds.setdefault(kind, []).append(card.rank)
        rows += [(suit, " ".join(ranks), kind, len(ranks)) for kind, ranks in kinds.items()]
    return table(("suit", "ranks", "card", "copies"), rows)


def units() -> str:
    """The values of all units."""
    rows = []
    for unit, figures in UNITS.items():
        if "depleted" in unit:
            continue
        boat = figures.evade > 0
        rows.append((
            f"**{unit}**", figures.name, figures.attack, figures.evade if boat else f"{figures.detect:+d}",
            figures.hfdf or "-", f"{figures.points_damaged} / {figures.points_sunk}",
        ))  # fmt: skip
    return table(("card", "unit", "attack", "evade or detect", "HF/DF", "points damaged / sunk"), rows)


def scenarios() -> str:
    """Every scenario with its decks and its history."""
    blocks = []
    for scenario in own_scenarios().values():
        boats = ", ".join(f"{count} {unit}" for unit, count in scenario.uboat.units.items() if count)
        escorts = ", ".join(f"{count} {unit}" for unit, count in scenario.escort.units.items() if count)
        weather = [
            f"storm in rounds {', '.join(map(str, scenario.storm))}" if scenario.storm else "",
            f"bad sonar in rounds {', '.join(map(str, scenario.bad_sonar))}" if scenario.bad_sonar else "",
        ]
        blocks.append(
            f"### {scenario.title}\n\n`{scenario.id}`. {scenario.note}\n\n"
            f"U-boat side: {boats}. Escort side: {escorts}."
            f"{' ' + '; '.join(part for part in weather if part).capitalize() + '.' if any(weather) else ''}\n\n"
            f"*History.* {scenario.history}\n\n*Where it comes from.* {scenario.provenance}"
        )
    return "\n\n".join(blocks)


# ---- odds ----------------------------------------------------------------------------------------------------------


def convoy_odds() -> str:
    """Mean ships by boat, card and die."""
    cards = ("beam", "bow", "bow_fat", "quarter", "stern", "straggler")
    rows = []
    for crew in BOATS:
        for storm in (False, True):
            means = []
            for card in cards:
                pair = [
                    ASK["convoy-attack"].ask({"crew": crew, "card": card, "storm": storm, "die": die})[1]
                    for die in (10, 20)
                ]
                means.append(" / ".join(f"{float(odds.expected['ships']):.1f}" for odds in pair))
            rows.append((crew, "storm" if storm else "clear", *means))
    return table(("boat", "weather", *(Tactical[card.upper()] for card in cards)), rows)


def detection_odds() -> str:
    """The chance that an escort detects a boat."""
    rows = []
    for crew in BOATS:
        rows.append((crew, *(_found(crew, escort, "escort_attack") for escort in ("SN", "SR", "SA", "AN", "AR", "AA")),
                     *(_found(crew, escort, "hfdf") for escort in ("SN", "SR", "SA"))))  # fmt: skip
    header = ("boat", "SN", "SR", "SA", "AN", "AR", "AA", "SN by HF/DF", "SR by HF/DF", "SA by HF/DF")
    return table(header, rows)


def _found(crew: str, escort: str, card: str) -> str:
    return percent(ASK["detection"].ask({"crew": crew, "escort": escort, "card": card})[1].outcomes["detected"])


def group_odds() -> str:
    """What typical groups do to a regular boat."""
    rows = []
    for group, card in (
        ("SR", "escort_attack"), ("SR,SN", "escort_attack"), ("SA,SR,SN", "escort_attack"), ("SR,SN", "hfdf"),
        ("AR", "air_patrol"), ("AA", "air_patrol"),
    ):  # fmt: skip
        for evade in (0, 4):
            fate = ASK["escort-attack"].ask({"group": group, "card": card, "evade": evade})[1].marginals["boat"]
            name = Tactical[f"{card}_1".upper()].removesuffix(" (1)")
            rows.append(
                (name, group.replace(",", ", "), f"+{evade}" if evade else "none", *map(percent, fate.values()))
            )
    return table(("card", "group", "evade card", "undetected", "unhurt", "damaged", "sunk"), rows)


def shots() -> str:
    """What a boat's own shots do."""
    rows = []
    for crew in BOATS:
        hits = [
            percent(ASK["attack-escort"].ask({"crew": crew, "detected": seen})[1].outcomes["damaged"])
            for seen in (False, True)
        ]
        flak = [percent(ASK["flak"].ask({"crew": crew, "modifier": more})[1].outcomes["damaged"]) for more in (0, 1, 2)]
        rows.append((crew, *hits, *flak))
    return table(("boat", "hits an escort, undetected", "detected", "flak +0 hits", "flak +1", "flak +2"), rows)


# ---- rulings and options -------------------------------------------------------------------------------------------


def rulings() -> str:
    """Every ruling: question, decision, reason, switch."""
    rows = [
        (
            each.id,
            ", ".join(each.sections),
            each.question,
            each.decision,
            each.reason,
            f"`{each.option}`" if each.option else "",
        )
        for each in GAME.rulebook.rulings
    ]
    return table(("ruling", "sections", "question", "decision", "reason", "option"), rows)


def options() -> str:
    """Every option with its values."""
    rows = []
    for name, field in TonnageOptions.model_fields.items():
        values = "yes, no" if field.annotation is bool else ", ".join(str(value) for value in field.annotation.__args__)  # type: ignore[union-attr]
        rows.append((f"`{name}`", values, field.default, " ".join((field.description or "").split())))
    return table(("option", "values", "default", "meaning"), rows)


def sections() -> str:
    """The rules under their numbers, commentary left out."""
    return "\n".join(
        f"- **{section.number} {section.title}.** {section.summary}"
        for section in GAME.rulebook.sections
        if section.binding
    )


# ---- the opening ---------------------------------------------------------------------------------------------------

NOTES = {
    int(turn): " ".join(note.split())
    for turn, note in tomllib.loads((HERE / "tonnage_war_notes.toml").read_text(encoding="utf-8")).items()
}


def opening() -> str:
    """The first turns of a recorded match with a note to each."""
    turns = played_by_bots(GAME, "halifax_228", OPENING_SEED)[: OPENING_TURNS + 1]
    return "\n\n".join(_annotated(number, turn) for number, turn in enumerate(turns))


def _annotated(number: int, turn: Turn) -> str:
    text = "\n".join(line for line in lines([turn]) if line.startswith(" "))
    note = NOTES.get(number, "Both sides are dealt 13 tactical and 10 unit cards (§3).")
    return f"**{turn.title}.** {note}\n\n```text\n{text}\n```"


# ---- pictures ------------------------------------------------------------------------------------------------------


def sequence_picture() -> str:
    """The sequence of play as boxes and arrows."""
    picture = Picture(860, 430, "Tonnage War: sequence of play")
    boxes = {
        "deal": (20, 20, 180, 60, "Deal", "13 tactical, 10 unit cards each"),
        "u1": (250, 20, 250, 60, "U-boat side declares", "one card: answer, attack, contact ..."),
        "u2": (250, 115, 250, 60, "Escorts' attempt is resolved", "answered: as answered; else unanswered"),
        "u3": (250, 210, 250, 60, "U-boat side's action", "then escorts that are due come home"),
        "e1": (560, 20, 270, 60, "Escort side declares", "one card and the units that go out"),
        "e2": (560, 115, 270, 60, "U-boat attack goes through", "unless met by an escort attack"),
        "e3": (560, 210, 270, 60, "Escort side's action", "what was not continued is closed"),
        "end": (250, 320, 250, 60, "End of the round", "after 13 cards each, or by agreement"),
        "score": (560, 320, 270, 60, "After four rounds", "score; second game with roles exchanged"),
    }
    for left, top, width, height, title, text in boxes.values():
        picture.rectangle(left, top, width, height, fill=Palette.SEA, stroke=Palette.DEEP, round=6)
        picture.text(left + width / 2, top + 25, title, size=13, bold=True, anchor="middle")
        picture.text(left + width / 2, top + 45, text, size=11, anchor="middle", fill=Palette.FAINT)
    for points in (
        [(200, 50), (248, 50)], [(375, 80), (375, 113)], [(375, 175), (375, 208)], [(695, 80), (695, 113)],
        [(695, 175), (695, 208)], [(500, 240), (530, 240), (530, 50), (558, 50)], [(375, 270), (375, 318)],
        [(500, 350), (558, 350)], [(250, 350), (110, 350), (110, 82)],
        [(695, 270), (695, 295), (230, 295), (230, 65), (248, 65)],
    ):  # fmt: skip
        picture.line(points, stroke=Palette.DEEP, line=1.5, arrow=True)
    picture.text(120, 340, "next round", size=11, fill=Palette.FAINT)
    return picture.as_svg()


def table_picture() -> str:
    """The table of the recorded match after its tenth turn, as the escort side sees it."""
    match = GAME.new_match("halifax_228", seed=OPENING_SEED)
    bots = make_bots(GAME, seed=OPENING_SEED)
    while match.state.turn < 11:
        play_out(match, bots, limit=1)
    return GAME.board_svg(match.view("escort"))


# ---- figures of play -----------------------------------------------------------------------------------------------


def run_simulations(number: int = 2000) -> None:
    """Play the scenarios and the bots against random play, and keep the figures."""
    figures: dict[str, object] = {"matches": number, "scenarios": {}, "against_random": {}}
    for scenario in GAME.scenarios:
        plan = Plan("tonnage_war", scenario, seed="2000")
        figures["scenarios"][scenario] = summary(plan, simulate(plan, number), GAME.roles)  # type: ignore[index]
        print(scenario, file=sys.stderr)
    for side in Side:
        other = Side.ESCORT if side is Side.UBOAT else Side.UBOAT
        bots = {side.value: "sensible", other.value: "random"}
        single = simulate(Plan("tonnage_war", "halifax_228", {}, bots, "500"), 500)
        double = simulate(Plan("tonnage_war", "halifax_228", {"match_of_two": True}, bots, "500"), 500)
        figures["against_random"][side.value] = {  # type: ignore[index]
            "ahead": sum(record.winner == side for record in single) / 500,
            "more_as_uboat": sum(
                record.scores[f"{side}_as_uboat"] > record.scores[f"{other}_as_uboat"] for record in double
            ) / 500,
        }  # fmt: skip
    RESULTS.write_text(json.dumps(figures, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def results() -> str:
    """The figures of the simulated matches."""
    figures = json.loads(RESULTS.read_text(encoding="utf-8"))
    rows = []
    for scenario, found in figures["scenarios"].items():
        wins = [found["wins"]["uboat"], found["wins"]["escort"], found["draws"]]
        shares = [f"{percent(win['share'])} ({percent(win['low'])} to {percent(win['high'])})" for win in wins]
        scores = found["scores"]
        means = [
            f"{scores[name]['mean']:.2f} ({scores[name]['mean_low']:.2f} to {scores[name]['mean_high']:.2f})"
            for name in ("ships_sunk", "boats_sunk", "boats_damaged", "escorts_destroyed", "escorts_damaged")
        ]
        rows.append((f"`{scenario}`", *shares, *means))
    header = (
        "scenario",
        "U-boat side ahead",
        "escort side ahead",
        "level",
        "ships sunk",
        "boats sunk",
        "boats damaged",
    )
    header += ("escorts destroyed", "escorts damaged")
    boats, escorts = figures["against_random"]["uboat"], figures["against_random"]["escort"]
    text = (
        f"Against random play in 500 matches of Halifax 228 the bot is ahead in {percent(boats['ahead'])} as U-boat\n"
        f"side and {percent(escorts['ahead'])} as escort side; in matches of two it has more points as U-boat player in\n"
        f"{percent(boats['more_as_uboat'])} (beginning with the boats) and {percent(escorts['more_as_uboat'])} (beginning "
        "with the escorts)."
    )
    return f"{table(header, rows)}\n\n{text}"


# ---- the page ------------------------------------------------------------------------------------------------------


def page() -> str:
    """The whole page."""
    figures = json.loads(RESULTS.read_text(encoding="utf-8"))
    halifax = own_scenarios()["halifax_228"]
    blanks = {side: halifax.decks(side).units[Unit.BLANK] for side in Side}
    template = (HERE / "tonnage_war.template.txt").read_text(encoding="utf-8")
    return template.format(
        uboat_cards=playing_cards(Side.UBOAT),
        escort_cards=playing_cards(Side.ESCORT),
        units=units(),
        opening=opening(),
        convoy_odds=convoy_odds(),
        detection_odds=detection_odds(),
        group_odds=group_odds(),
        shots=shots(),
        scenarios=scenarios(),
        rulings=rulings(),
        options=options(),
        results=results(),
        sections=sections(),
        uboat_blanks=blanks[Side.UBOAT],
        escort_blanks=blanks[Side.ESCORT],
        binding=sum(section.binding for section in GAME.rulebook.sections),
        matches=figures["matches"],
    )


def pictures() -> dict[str, str]:
    """Every picture of the page by file name."""
    return {"tonnage_war_sequence.svg": sequence_picture(), "tonnage_war_table.svg": table_picture()}


if __name__ == "__main__":
    if sys.argv[1:] == ["simulate"]:
        run_simulations()
    for name, svg in pictures().items():
        (IMAGES / name).write_text(svg, encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")
