"""OpenSpiel's register of games, reached only when somebody wants it."""

from __future__ import annotations


def register_with_openspiel() -> None:
    """Register a game ``navalcore`` with OpenSpiel, which must be installed (``pip install open_spiel``)::

        register_with_openspiel()
        game = pyspiel.load_game("navalcore(game=uboat_cards,scenario=short)")

    It has explicit chance nodes with the rules' weights, information states, redeals, and saves by tape. Calling this
    again does nothing. Raises ModuleNotFoundError where there is no OpenSpiel.
    """
    import navalcore.learn._spiel  # noqa: F401 - registers it
