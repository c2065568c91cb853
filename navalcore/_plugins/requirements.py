"""Which versions of navalcore a plug-in needs: asked before it is used, so that an old one is named and not met."""

from __future__ import annotations

from collections.abc import Iterable
from inspect import signature
from typing import Final

from navalcore._version import VERSION
from navalcore.errors import BrokenPlugin

CORE = "navalcore"
ADVICE = "`navalcore check --upgrade DIR` lists what to change in its source"
GIVEN: Final = {"initial_state": 1, "sequence_of_play": 1, "outcome": 2, "view": 3, "redeal": 4}
"""How many arguments the methods of a game are given; in 0.1 scenario and options were two of them."""


def check_distribution(requirements: Iterable[str]) -> None:
    """Hold what a distribution says it requires (``Requires-Dist``) against this version of navalcore."""
    for text in requirements:
        if not text.lower().startswith(CORE):
            continue
        from packaging.requirements import InvalidRequirement, Requirement

        try:
            requirement = Requirement(text)
        except InvalidRequirement:
            continue  # the installer's business, not ours
        if requirement.name.lower() == CORE and (requirement.marker is None or requirement.marker.evaluate()):
            check_versions("its distribution", str(requirement.specifier))


def check_methods(game: object) -> None:
    """Refuse a game whose methods take what another version of navalcore gave them."""
    for name, number in GIVEN.items():
        method = getattr(game, name, None)
        try:
            if method is not None:
                signature(method).bind(*range(number))
        except TypeError:
            takes = ", ".join(signature(method).parameters) if callable(method) else "nothing"
            raise BrokenPlugin(
                f"its game {getattr(game, 'id', game)} is made for navalcore 0.1 or another version: {name} takes "
                f"({takes}); {ADVICE}"
            ) from None
        except ValueError:  # a callable that tells nothing of its arguments
            continue


def check_versions(what: str, needed: object) -> None:
    """Hold the ``requires_navalcore`` of a plug-in, game, variant or bot against this version."""
    if needed in (None, ""):
        return
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    try:
        accepted = isinstance(needed, str) and SpecifierSet(needed).contains(VERSION, prereleases=True)
    except InvalidSpecifier:
        raise BrokenPlugin(f"{what} has requires_navalcore = {needed!r}; write it like '>=0.2,<1'") from None
    if not isinstance(needed, str):
        raise BrokenPlugin(f"{what} has requires_navalcore = {needed!r}; write it as text like '>=0.2,<1'")
    if not accepted:
        raise BrokenPlugin(f"{what} needs navalcore {needed}, and this is {VERSION}")
