"""Directives that show a match: a picture of the table, and a match told choice by choice."""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from page_text import GameDirective, cite, linked, plain, sentences

from navalcore import AnyGame
from navalcore._face.face import face_of
from navalcore._lessons.files import Lesson, examples
from navalcore._rules.decision import UMPIRE
from navalcore.boards import Disc, Rect, board_svg, svg
from navalcore.bots import Bot, make_bots, play_out
from navalcore.components import DiceRolled
from navalcore.components._events import Event
from navalcore.errors import UnknownName

MATCH_OPTIONS = {"seed": directives.unchanged, "scenario": directives.unchanged, "role": directives.unchanged}


def seat(directive: GameDirective) -> str:
    """Whose view a page shows: it has to be said, or a text about hidden cards stands beside a picture of them all.
    Who reads as the umpire sees everything and holds nothing, so such a text may not say *you* of a player.
    """
    if "role" not in directive.options:
        raise directive.error(f"{directive.name}: ':role:' is missing: the role the text speaks to, or 'umpire'")
    role: str = directive.options["role"]
    spoken = re.search(r"\byou(r|rs)?\b|face[- ]down", "\n".join(directive.content), re.IGNORECASE)
    if role == "umpire" and spoken:
        raise directive.error(f"{directive.name}: drawn for the umpire, but the text says '{spoken[0]}'")
    return UMPIRE if role == "umpire" else role


class Board(GameDirective):
    """``{board} GAME``: the table of match ``:seed:`` after ``:choices:`` choices of the game's default bots.

    ``:role:`` looks at it, the seat that the text beside the picture speaks to; ``umpire`` where the reader is meant to
    see everything. It is played in ``:scenario:``; ``:picture:`` names another of the game's
    pictures than its board; ``:alt:`` replaces the picture's own title as the text for those who do not see it. The
    body is the caption.
    """

    option_spec: ClassVar = {
        **MATCH_OPTIONS,
        "choices": directives.nonnegative_int,
        "picture": directives.unchanged,
        "alt": directives.unchanged,
    }

    def make(self) -> list[nodes.Node]:
        match = self.game.new_match(self.options.get("scenario"), seed=self.options.get("seed", "1943"))
        play_out(match, make_bots(self.game, seed=0), limit=self.options.get("choices", 0))
        view = match.view(seat(self))
        name = self.options.get("picture")
        svg = board_svg(self.game, view) if name is None else face_of(self.game).pictures()[name](view)
        return [self.figure(svg, " ".join(self.content), self.options.get("alt", ""))]


class Labelled(GameDirective):
    """``{labelled} GAME``: the table as in ``{board}``, with numbers on it and what they stand for below.

    Each line of the body is the id of a place and what it is: ``hand/uboat: Your hand.`` Options are those of
    ``{board}``; ``:scene:`` names another scene than the foremost, ``:example:`` a worked example whose position is
    shown. ``:part:`` shows a part of the scene: the places that it names, and those that are labelled.
    """

    option_spec: ClassVar = {
        **MATCH_OPTIONS,
        "choices": directives.nonnegative_int,
        **dict.fromkeys(("scene", "example", "part"), directives.unchanged),
    }

    def make(self) -> list[nodes.Node]:
        lines = [line.split(": ", 1) for line in self.content if ": " in line]
        drawn, title = labelled_board(self.game, {**self.options, "role": seat(self)}, [name for name, _ in lines])
        told = "\n".join(f"{number}. {text}" for number, (_, text) in enumerate(lines, start=1))
        return [self.figure(drawn, "", heard(title, [text for _, text in lines])), *self.markdown(told)]


def heard(title: str, labels: Sequence[str]) -> str:
    """What a labelled board is to those who do not see it: words alone, without the marks of Markdown."""
    return f"{title}. " + " ".join(f"{number}: {text.replace('*', '')}" for number, text in enumerate(labels, start=1))


def labelled_board(game: AnyGame, options: Mapping[str, Any], names: Sequence[str]) -> tuple[str, str]:
    """The picture of a labelled board, with a number at each of these places, and the title of its scene.

    Raises:
        UnknownName: the game has no such example, or the scene no such place.
    """
    board = face_of(game).board(_match_of(game, options).view(options["role"]))
    assert board is not None
    scene = next((each for each in board.scenes if each.id == options.get("scene")), board.scenes[0])
    shown = [*names, *options.get("part", "").split()]
    if unknown := [name for name in shown if name not in scene.by_id]:
        raise UnknownName(f"the scene has no place {unknown[0]}; there are {', '.join(scene.by_id)}")
    marks = "".join(mark(number, scene.by_id[name].shape) for number, name in enumerate(names, 1))
    drawn = svg(board, scene=scene.id).replace("</svg>", f"{marks}</svg>")
    if "part" in options:
        drawn = part_of(drawn, [scene.by_id[name].shape.box for name in shown])
    return drawn, scene.title


def _match_of(game: AnyGame, options: Mapping[str, Any]) -> Any:
    """The match that a labelled board shows."""
    if name := options.get("example"):
        told = next((each for each in examples(game) if each.id == name), None)
        if told is None:
            raise UnknownName(f"{game.id} has no example {name}")
        return game.position(told.position, seed=told.seed)
    match = game.new_match(options.get("scenario"), seed=options.get("seed", "1943"))
    play_out(match, make_bots(game, seed=0), limit=int(options.get("choices", 0)))
    return match


ROUND: Final = 30
"""So much room is left around the places of a part."""


def part_of(drawn: str, boxes: Sequence[Rect]) -> str:
    """A picture cut down to these boxes and some room around them."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"', drawn)
    assert found is not None
    left = max(0, min(box.x for box in boxes) - ROUND)
    top = max(0, min(box.y for box in boxes) - ROUND)
    right = min(float(found[1]), max(box.x + box.width for box in boxes) + ROUND)
    bottom = min(float(found[2]), max(box.y + box.height for box in boxes) + ROUND)
    size = f"{right - left:g} {bottom - top:g}"
    width, height = size.split()
    cut = f'viewBox="{left:g} {top:g} {size}" width="{width}" height="{height}"'
    return drawn.replace(found[0], cut, 1)


def mark(number: int, shape: Any) -> str:
    """A number in a disc: at the upper left corner of a place, to the right of a round one, else above the middle."""
    x, y = shape.centre[0], shape.centre[1] - 24
    if isinstance(shape, Rect):
        x, y = shape.x - 6, shape.y - 4
    elif isinstance(shape, Disc):
        x, y = shape.centre[0] + 26, shape.centre[1]
    x, y = max(20, x), max(20, y)
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="17" fill="#b8470f" stroke="#ffffff" stroke-width="3"/>'
        f'<text x="{x:g}" y="{y + 6:g}" font-size="19" font-weight="bold" text-anchor="middle" fill="#ffffff" '
        f'font-family="sans-serif">{number}</text>'
    )


def play_from(directive: GameDirective, name: str, title: str = "") -> list[nodes.Node]:
    """A link that opens an example in the page that plays without a server, where that is built with the pages."""
    if not directive.env.app.tags.has("site"):
        return []
    where = f"{'../' * directive.env.docname.count('/')}play/index.html?/learn/{directive.game.id}/{name}"
    words = f"{escape(title)}: play it from here" if title else "Play it from here"
    return [nodes.raw("", f'<p class="play-from"><a href="{where}">{words}</a></p>', format="html")]


def worked_example(directive: GameDirective, told: Lesson, *, words: bool = True) -> list[nodes.Node]:
    """An example in its own words, what its choices come to, and the link to play on from its position.

    What is told then are the lines of the sections that it is an example of. Without ``words`` only the link is made:
    the page has just said them.
    """
    made: list[nodes.Node] = []
    if words:
        game = directive.game.id
        text = " ".join([f"**{plain(told.title)}.**", *(linked(game, step.text) for step in told.step)])
        made += directive.markdown(text)
        if lines := sentences(directive.game, _played(directive.game, told)):
            made += listed(directive, (f"- {line}" for line in lines))
    return [*made, *play_from(directive, told.id, "" if words else told.title)]


def _played(game: AnyGame, told: Lesson) -> list[Event]:
    """What happens where the choices of an example are made, of the sections that it is an example of."""
    heard: list[Event] = []
    match = game.position(told.position, seed=told.seed)
    match.events.subscribe(heard.append, role=told.role)
    for played in (each for step in told.step for each in step.play):
        role, key = (None, played) if isinstance(played, str) else played
        match.choose(key, role=role)
    return [event for event in heard if event.rule in told.rules and not isinstance(event, DiceRolled)]


def listed(directive: GameDirective, lines: Iterable[str]) -> list[nodes.Node]:
    """Lines of a match as a list."""
    made = directive.markdown("\n".join(lines))
    for node in made:
        if isinstance(node, nodes.Element):
            node["classes"].append("told")
    return made


class Example(GameDirective):
    """``{example} GAME NAME``: a worked example out of the game's ``examples``, in its own words, with its table.

    ``:scene:`` names another scene than the foremost, ``:part:`` the places to which it is cut down; ``:bare:`` leaves
    the table out.
    """

    required_arguments = 2
    has_content = False
    option_spec: ClassVar = {"scene": directives.unchanged, "part": directives.unchanged, "bare": directives.flag}

    def make(self) -> list[nodes.Node]:
        found = {each.id: each for each in examples(self.game)}
        if self.arguments[1] not in found:
            raise self.error(f"example: {self.game.id} has no {self.arguments[1]}; it has {', '.join(found)}")
        told = found[self.arguments[1]]
        made = worked_example(self, told)
        if "bare" not in self.options:
            told_by = {**self.options, "example": told.id, "role": told.role}
            made.insert(1, self.figure(labelled_board(self.game, told_by, ())[0], ""))
        return made


class Opening(GameDirective):
    """``{opening} GAME``: a real match, told and drawn as ``:role:`` knows it; ``umpire`` knows everything.

    ``:seed:`` and ``:scenario:`` start it; ``:script:`` names a file with a choice on each line, which keeps the match
    as it is when bots get better; ``:bots:`` (``role=name``) names other bots than the default ones. Where
    charts may still be tuned, ``:wanted:`` takes the place of the seed: things that must be told, with semicolons
    between; the first seed whose match, played by the bots in ``:most:`` choices, tells them all is the one. The body
    is Markdown; lines of these forms, alone in their paragraph, act:

    - ``next: 3`` - so many choices of the script are made, each told in a line of a list;
    - ``quietly: 3`` - so many choices of the script are made and not told;
    - ``shown: rolled 1; Contact 2 ends`` - of what was told in the choices before, the lines with these words;
    - ``until: 14.11 14.12`` - the bots choose until one of these sections asks, or to the end;
    - ``unseen: 14.3`` - the same, not told;
    - ``choose: play Periscope`` - the current decision is answered so (an error if that is not offered);
    - ``bots: 3`` - the game's default bots make so many choices;
    - ``told: destroys`` - an error unless this was told since the last such line: pins comments to the match;
    - ``why: play Torpedo`` - the rules say why that cannot be chosen now;
    - ``board: caption`` - the table as the role sees it now.
    """

    option_spec: ClassVar = {
        **MATCH_OPTIONS,
        "bots": directives.unchanged,
        "script": directives.unchanged,
        "wanted": directives.unchanged,
        "most": directives.nonnegative_int,
    }

    def make(self) -> list[nodes.Node]:
        self.boards = 0
        self.told: list[Event] = []
        self.heard = ""
        self.lately: list[str] = []
        self.role = seat(self)
        scenario = self.options.get("scenario")
        made: list[nodes.Node] = []
        seed = self.options.get("seed", "1943")
        if "wanted" in self.options:
            seed = self._telling_seed()
            command = f"$ navalcore play {self.game.id} --scenario {scenario} --seed {seed}"
            made += self.markdown(f"```console\n{command}\n```")
        self.match = self.game.new_match(scenario, seed=seed, on_event=self._hear)
        self.bots = self._bots()
        self.script = iter(self._script())
        self._quiet()
        for paragraph in "\n".join(self.content).split("\n\n"):
            made += self._paragraph(paragraph.strip())
        if left := list(self.script):
            raise self.error(f"opening: {len(left)} choices of the script are left, the first '{left[0]}'")
        return made

    def _script(self) -> list[str]:
        if "script" not in self.options:
            return []
        file = Path(self.env.doc2path(self.env.docname)).parent / self.options["script"]
        self.env.note_dependency(str(file))
        return file.read_text(encoding="utf-8").splitlines()

    def _bots(self) -> dict[str, Bot[Any]]:
        named = dict(part.split("=") for part in self.options.get("bots", "").split())
        return make_bots(self.game, {**dict.fromkeys(self.game.roles), **named}, seed=0)

    def _telling_seed(self) -> str:
        """The first seed whose match tells everything that is wanted."""
        wanted = [part.strip() for part in self.options["wanted"].split(";")]
        for seed in map(str, range(1, 500)):
            told: list[Event] = []
            match = self.game.new_match(self.options.get("scenario"), seed=seed, on_event=told.append)
            play_out(match, self._bots(), limit=self.options.get("most"))
            text = "\n".join(map(str, told))
            if match.over and all(each in text for each in wanted):
                return seed
        raise self.error(f"opening: no match of 500 tells {', '.join(wanted)}")

    def _hear(self, event: Event) -> None:
        seen = event.seen_by(self.role)
        if seen is not None:
            self.told.append(seen)
            self.heard += f"{seen}\n"

    def _paragraph(self, text: str) -> list[nodes.Node]:
        action, _, rest = text.partition(": ")
        match action:
            case "choose":
                return self._list(self._choice(each.strip()) for each in rest.split(";"))
            case "next":
                return self._list(self._choice(self._from_script()) for _ in range(int(rest)))
            case "quietly":
                for _ in range(int(rest)):
                    self._choice(self._from_script())
                return []
            case "shown":
                return self._list(f"- {self._line(each.strip())}" for each in rest.split(";"))
            case "bots":
                return self._list(self._choice(None) for _ in range(int(rest)))
            case "until":
                return self._list(self._choices_until(rest.split()))
            case "unseen":
                list(self._choices_until(rest.split()))
                return []
            case "told":
                if rest not in self.heard:
                    raise self.error(f"opening: '{rest}' was not told. What was told: {self.heard}")
                self.heard = ""
                return []
            case "why":
                refusal = self.match.why_not(rest, role=None if self.role is UMPIRE else self.role)
                if refusal is None:
                    raise self.error(f"opening: '{rest}' can be chosen")
                reason = f"{linked(self.game.id, refusal.reason)} [{cite(self.game.id, refusal.rule)}]"
                return self.markdown(f"> Why not *{plain(rest)}*? Because {reason}.")
            case "board":
                return [self.figure(board_svg(self.game, self.match.view(self.role)), rest), *self._from_here(rest)]
        return self.markdown(text)

    def _from_here(self, caption: str) -> list[nodes.Node]:
        """The link to play on from a board, whose position is kept among the game's examples (``make examples``)."""
        if (decision := self.match.decision) is None:
            return []
        self.boards += 1
        name = f"{Path(self.env.docname).name}_{self.boards}"
        role = decision.role if self.role is UMPIRE else self.role
        end = "This is the match of the page. From here it is yours."
        position = self.match.position()
        data = {"title": "A first match", "about": caption, "role": role, "position": position,
                "step": [{"text": caption}], "end": end}  # fmt: skip
        file = self.game.folder / "examples" / f"{name}.json"
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
        if os.environ.get("NAVALCORE_EXAMPLES") == "write":
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        elif not self._is_here(file, caption):
            raise self.error(f"opening: {file.name} is not what this page shows: make examples")
        return play_from(self, name)

    def _is_here(self, file: Path, caption: str) -> bool:
        """Whether an example stands where the match stands, and says what the page says."""
        if not file.is_file():
            return False
        kept = json.loads(file.read_text(encoding="utf-8"))
        stands = self.game.position(kept["position"], seed="example").digest == self.match.digest
        return stands and kept["about"] == caption

    def _list(self, lines: Iterator[str]) -> list[nodes.Node]:
        """Lines of a match as a list; what was told before them is no longer lately told, unless it is these lines."""
        return listed(self, lines)

    def _line(self, words: str) -> str:
        """The first line lately told that holds the words; it and those before it are then told."""
        for number, line in enumerate(self.lately):
            if words.casefold() in re.sub(r"\\(.)", r"\1", line).casefold():
                del self.lately[: number + 1]
                return line
        raise self.error(f"opening: '{words}' was not told. What was told: {' '.join(self.lately)}")

    def _from_script(self) -> str:
        choice = next(self.script, None)
        if choice is None:
            raise self.error("opening: the script has no further choice")
        return choice

    def _choices_until(self, rules: Sequence[str]) -> Iterator[str]:
        while (decision := self.match.decision) is not None and decision.rule not in rules:
            yield self._choice(None)

    def _choice(self, choice: str | None) -> str:
        decision = self.match.decision
        if decision is None:
            raise self.error("opening: the match is over")
        if choice is None:
            play_out(self.match, self.bots, limit=1)
        else:
            self.match.choose(choice, role=decision.role)
        index = self.match.choices()[-1]
        seen = not decision.secret or self.role in (UMPIRE, decision.role)
        what = decision.texts[index] if seen else "a secret choice"
        lines = self._quiet()
        who = self.game.role_title(decision.role)
        who = who[:1].upper() + who[1:]
        end = ":" if lines else "."
        return " ".join([f"- {plain(who)}, **{plain(what)}** [{cite(self.game.id, decision.rule)}]{end}", *lines])

    def _quiet(self) -> list[str]:
        """What was told since the last call, as lines; they stay to be shown."""
        lines = sentences(self.game, self.told)
        self.told.clear()
        self.lately += lines
        return lines


MATCH_DIRECTIVES = {"board": Board, "example": Example, "labelled": Labelled, "opening": Opening}
