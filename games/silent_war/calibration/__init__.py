"""The campaign against history: many campaigns by the ComSubPac bot, one line of a journal each, and what they say.

``python -m navalcore_games.silent_war.calibration --campaigns 60`` plays what the journal lacks and writes the report.

- ``campaigns``: campaigns played; ``journal``: kept on disk.
- ``figures``: what they say against history; ``report``: the page and its plots.
"""
