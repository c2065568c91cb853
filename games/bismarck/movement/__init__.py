"""Movement: ships and planes, the orders of the movement phase, and what becomes of them (4.1, 4.3, 4.5, 6, 7, 8, 14).

- ``ships``: modes, allowances, fuel and the squares of a move (6, 7).
- ``planes``: modes, ranges, launch and recovery (8).
- ``homecoming``: whether planes can get home in the turns they have left (8.3, 8.8).
- ``whole_orders``: a mode and the way to a square in one choice (6, 7, 8).
- ``orders``: the movement phase, a unit at a time (4.3).
- ``activity``: a turn begins, and the orders are carried out (4.1, 4.51).
- ``reinforcements``: what joins the British (14).
"""
