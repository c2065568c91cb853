"""Which versions of navalcore a plug-in needs: asked before it is used, so that an old one is named and not met."""

from __future__ import annotations

from collections.abc import Iterable

from navalcore._version import VERSION
from navalcore.errors import BrokenPlugin

CORE = "navalcore"


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
