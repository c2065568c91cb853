"""Search: who is seen, and what the weather hides (9, 12, 13).

- ``spotting``: search factors, their totals in a square, and what they spot (9).
- ``weather``: chance spottings (12), visibility and fog (13).
"""
