"""The plan of a simulation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from navalcore._match.installed import load
from navalcore._misfits import told_in_methods
from navalcore._play.setup import seed_text
from navalcore.bots import bot_names, make_bots
from navalcore.components._chance import SeededChance
from navalcore.errors import UnknownName


@told_in_methods
@dataclass(frozen=True)
class Plan:
    """The plan of a simulation; small and plain, so that it can be sent to another process or machine."""

    game: str
    """The game's id."""
    scenario: str | None = None
    """The scenario's id."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """The game's options by name."""
    bots: Mapping[str, str] = field(default_factory=dict)
    """Bot by role; the default bot where left out."""
    seed: str = "0"
    """Every match's seeds come from it and the match's number."""
    plugins: tuple[str, ...] = ()
    """Extra plug-in modules to load in the workers."""

    def match_seed(self, number: int) -> str:
        """The seed of match ``number``, counted from 0: replays it with ``navalcore play --seed``."""
        return SeededChance.from_seed(self.seed).stream(f"match {number}").state[0][:16]

    def filled(self) -> Plan:
        """The plan with every name filled in and checked, so that it says all that is played.

        Raises:
            UnknownGame, UnknownName: there is no such game, scenario, role or bot.
            BadData: an option that does not exist, or an impossible value.
        """
        seed_text(self.seed)
        if self.scenario is not None and not isinstance(self.scenario, str):
            raise UnknownName(f"a scenario is named by its id, such as 'standard', not by {self.scenario!r}")
        game = load(self.game, self.plugins)
        make_bots(game, self.bots, plugins=self.plugins)
        default = bot_names(game, self.plugins)[0]
        return replace(
            self,
            scenario=game.scenario(self.scenario).id,
            options=game.parse_options(self.options).model_dump(mode="json", exclude_unset=True),
            bots={str(role): self.bots.get(role, default) for role in game.roles},
        )

    def to_json(self) -> dict[str, Any]:
        """The plan as JSON-ready data, without the plug-ins."""
        return {name: value for name, value in asdict(self).items() if name != "plugins"}
