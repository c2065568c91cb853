"""The parts that rules are written with: decisions, options, play, terms, views, events, variants."""
