"""Combat: by planes, submarines, destroyers and ships, in this order (16).

- ``strikes``: plane attacks (16.3), submarine attacks (16.4) and destroyer attacks (16.5).
- ``naval``: naval combat, and the ships left without defenders (16.6).
- ``damage``: salvos, torpedoes, what they cost a ship, and the points they bring (16.7, 16.8).
"""
