"""Which games are installed."""

from __future__ import annotations

from collections.abc import Sequence

from navalcore._plugins.discovery import discover
from navalcore._plugins.manifest import Manifest


def games(plugins: Sequence[str] = ()) -> dict[str, Manifest]:
    """What is known of every installed game without its rules, by its id; :func:`load` loads one.

    Args:
        plugins: modules of further plug-ins to look in.
    """
    return dict(discover(plugins).games)
