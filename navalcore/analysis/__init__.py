"""Analysis: odds, simulation and statistics on top of the engine."""
