"""Study: simulation, branches, reports and counts of matches."""
