"""How a match runs: the driver, the line of play, checkpoints, undo, groups, chance."""
