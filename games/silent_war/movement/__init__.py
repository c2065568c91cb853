"""Movement: Patrol Movement, Transit Movement, Return to Base, and what may happen on the way (7.21, 12, 15, 19.1).

- ``routes``: steps along the routes, and Range (12.0, 15.11).
- ``patrol``: Patrol Movement and entering a Special Mission Zone (12, 20.1).
- ``transit``: Transit Movement (15.1).
- ``homeward``: Return to Base and boats out of range (15.2).
- ``transit_events``: Transit Events (19.1).
- ``storm_damage``: the storm check at the end of a move (7.21).
"""
