"""Table: a server on which people play any installed game in a browser, against bots or each other.

``navalcore serve`` starts it (extra ``table``). It knows no game, and of the library it uses public names alone.
"""

from __future__ import annotations

from navalcore._doors import opened

__getattr__, __dir__, __all__ = opened(__name__, __file__, extra="table")
