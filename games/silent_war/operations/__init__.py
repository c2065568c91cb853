"""A single boat's Operations Segment (12 - 15, 20).

- ``boat``: move, search, fight, endurance, in this order (SW-R05).
- ``missions``: boats called for by Special Missions (5.2).
"""
