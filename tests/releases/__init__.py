"""Releases: what each of them promised lies beside this file, and the tree is held to it.

``python -m tests.releases write VERSION`` writes down what the tree promises now, in the folder of that version. What a
pre-release such as 1.0.0a1 promised may be written anew; what a release promised stays.
``python -m tests.releases compare [VERSION]`` says in sentences what would break for those who rely on a release.

A folder holds

- ``api/``: a stub of every door and one of the hooks (:mod:`tests.releases.listing`);
- ``schemas.json``: what crosses the wire, what the table says and hears (:mod:`tests.releases.table`), and what data
  files may say, as JSON Schemas; ``keys.txt.gz``: the keys of the options of every game
  (:mod:`tests.releases.contents`);
- ``journals/`` and ``journals.json``: a match of every game, and what was chosen and told in it; ``plugins/``: games of
  others as they were written for that release (:mod:`tests.releases.plays`);
- ``intended.toml``: the breaks that are meant, each with its reason.

Names and data are held to the last release, journals and plug-ins to every release.
"""
