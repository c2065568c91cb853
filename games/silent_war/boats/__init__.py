"""The boats: who commands them, what befalls them, and how many are in one place.

- ``commands``: the commander who decides for a boat or a base, and the demand for boats of two players (26).
- ``damage``: Spotted, damaged, driven home, lost (15.22, 18.1, 23).
- ``endurance``: the Endurance Check (14.7).
- ``congregating``: Congregating Risk (22).
- ``packs``: which boats make up a wolfpack, how many packs there may be, when one disbands (24.0, 24.1).
"""
