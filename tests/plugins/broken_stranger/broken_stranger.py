"""A plug-in that cannot be imported."""

raise RuntimeError("the charts went overboard")
