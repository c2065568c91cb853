"""How a match is kept: entries, tape, files, journals, replay, verification, records."""
