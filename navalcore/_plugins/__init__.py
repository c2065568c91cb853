"""Plug-ins: how games, variants, bots and observers from any package reach the library.

A plug-in is a module that implements some of the hooks in ``navalcore._plugins.hooks``::

    from navalcore import Manifest
    from navalcore.rules import hookimpl

    MANIFEST = Manifest(
        id="my_game",
        title="My Game",
        version="1.0",
        roles={"red": "red fleet", "blue": "blue fleet"},
        scenarios={"calm": "A calm sea"},
        game="my_package.game:MyGame",
        face="my_package.face:MyFace",
    )

    @hookimpl
    def navalcore_games():
        return [MANIFEST]

It is found by the entry-point group ``navalcore`` of its distribution, or named to ``discover``.
"""
