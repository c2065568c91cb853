"""Wolfpacks in the Operations Segment (24). Who belongs to one is told by ``boats.packs``.

- ``forming``: boats that leave a base together (24.0, 24.1).
- ``operations``: the pack moves, enters a zone or goes home as one (24.2 - 24.4).
- ``searching``: it searches as a Group or a Barrier, fights, and gains experience (24.3, 24.7).
"""
