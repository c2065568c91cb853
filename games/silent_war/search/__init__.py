"""Search & Contact: who is met, and the combat display set up (13, 28.1).

- ``activity``: the roll on the Area Activity Chart (13.1).
- ``contact``: the Contact and Engagement Tables, pieces drawn onto the display (13.1 - 13.3).
- ``loners``: a single ship outside a convoy (28.1).
"""
