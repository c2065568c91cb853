"""The bots: patrol skippers of three temperaments, and ComSubPac, who runs the campaign.

- ``skipper``: the decisions, one by one.
- ``orders``: where boats are sent and by which moves.
- ``fight``: what an attack promises and costs.
"""

from games.silent_war.bots.skipper import BOTS

__all__ = ["BOTS"]
