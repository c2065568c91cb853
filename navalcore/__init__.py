"""navalcore"""
