"""Plug-ins: how games, variants and bots from any package reach the library.

A plug-in is a module with functions marked ``@hookimpl`` (``navalcore._plugins.hooks`` has them all), found by the
entry-point group ``navalcore`` of its distribution, or named to ``discover``.
"""
