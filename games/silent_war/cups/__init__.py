"""The Japanese pieces off the display: four cups, and the named ships that wait in piles (3).

- ``war_mix``: the War Mix sorted into the cups, pieces drawn and put back (3.1, 14.8).
- ``named_ships``: the IJN expansion (3.IJN).
"""
