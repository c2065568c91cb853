"""The data pack: the game's charts and pieces, or an owner's own laid over them.

- ``models_base``, ``models``, ``models_war``: what each file must hold, down to the last cell.
- ``pack``: a pack that has been read; ``loading``: reading it; ``checks``: what no single cell shows.
- ``printed``: OpAreas, bases, ships and boats as the rules use them; ``building``: how they are made of the files.
- ``charts``: everything printed, by index, worked out once for each pack.
"""
