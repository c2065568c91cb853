"""The bases: boxes, arrival, repair, tenders, and boats that leave play (9, 10, 15.23, 18.1, 21.2, 25.3).

- ``boxes``: who is where, and who may still come in (10.1, 10.2, 21.2).
- ``arrival``: a boat enters a base (15.23), its damage is rolled (18.11, 21.23).
- ``upkeep``: Ready Submarines and Submarine Repair (9, 10).
- ``tenders``: a forward base's tender (21.2).
- ``leaving``: boats written off, decommissioned or sent to the West Coast, and their skippers (8.0, 18.12, 25.3).
"""
