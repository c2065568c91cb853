"""``{checks}``: every check of the conformance kit, from the kit itself and from the games it must reject."""

import inspect
import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from navalcore.testing import check_game
from navalcore.testing._registry import REGISTERED, ConformanceCheck
from tests.kit.saboteurs import SABOTEURS, Saboteur

MOST = 420
"""Characters of a failure that are shown; some list a whole state."""


class Checks(SphinxDirective):
    """``{checks}``: for each check what it promises, the broken games it catches, and how its failure reads."""

    def run(self) -> list[nodes.Node]:
        """One section a check; a check that lets its broken game pass fails the build."""
        self.env.note_reread()
        return [self.section(check) for check in REGISTERED.values()]

    def section(self, check: ConformanceCheck) -> nodes.section:
        """The section of one check."""
        caught = [game for game in SABOTEURS.values() if check.name in game.caught_by]
        often = {None: "every match", 1: "one match"}.get(check.trials, f"{check.trials} matches")
        text = "\n\n".join(
            [
                f"{plain(check.proves)} *Looked at in {often}.*",
                "It catches:\n\n" + "\n".join(f"- `{game.id}`: {plain(inspect.getdoc(game) or '')}" for game in caught),
                f"How the failure of `{caught[0].id}` reads:\n\n```text\n{self.failure(check, caught[0])}\n```",
            ]
        )
        section = nodes.section(ids=[f"check-{check.name}".replace("_", "-")])
        section += nodes.title("", check.name)
        section += self.parse_text_to_nodes(text)
        self.set_source_info(section)
        return section

    def failure(self, check: ConformanceCheck, game: type[Saboteur]) -> str:
        """What the kit says of a broken game."""
        report = check_game(game, matches=6, max_choices=300, only=[check.name], shrinking=False)
        found = next((failure for failure in report.failures if failure.check == check.name), None)
        if found is None:
            raise self.error(f"the check {check.name} lets the game {game.id} pass")
        text = str(found)
        first, _, where = text.rpartition("\n    in ")
        short = first if len(first) <= MOST else f"{first[:MOST]} ..."
        return f"{short}\n    in {where}"


def plain(text: str) -> str:
    """A docstring as Markdown in one line."""
    return re.sub(r"\s+", " ", text.replace("``", "`"))


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive."""
    app.add_directive("checks", Checks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
