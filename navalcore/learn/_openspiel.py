"""OpenSpiel's register of games, reached only when a program wants it."""

from __future__ import annotations


def register_with_openspiel() -> None:
    """Register two games with OpenSpiel, which must be installed (``pip install open_spiel``)::

        register_with_openspiel()
        game = pyspiel.load_game("navalcore(game=uboat_cards,scenario=short)")
        small = pyspiel.load_game("navalcore_miniature(game=uboat_cards,miniature=late)")

    ``navalcore`` is any game whole, ``navalcore_miniature`` one of its :func:`~navalcore.learn.miniatures`, for tabular
    algorithms. Both have explicit chance nodes with the rules' weights, information states, and saves by tape; the
    first has redeals too. Calling this again does nothing. Raises ModuleNotFoundError where there is no OpenSpiel.
    """
    import navalcore.learn._spiel
    import navalcore.learn._spiel_miniature  # noqa: F401 - importing registers them
