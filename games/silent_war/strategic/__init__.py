"""The Strategic and Triple-R Segments, and War Progress (5 - 8, 17).

- ``war_events``: what the war brings and asks for, bases that open and fall (5, 21.0).
- ``torpedo``: Torpedo Improvement (6).
- ``ultra``: ULTRA (7.1).
- ``storms``: the Weather Phase (7.2).
- ``reinforcements``: boats, pieces and tenders that come and go (8).
- ``war_progress``: from one War Period to the next (17).
"""
