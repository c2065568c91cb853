"""The gates: nothing that a release promised is broken, or it is meant and its reason is written down."""

import pytest
from packaging.version import Version

import navalcore
from tests.releases.baseline import HERE, broken_plays, broken_promises, judged, versions

RELEASES = versions()


def test_the_tree_holds_a_release_once_there_is_one_that_promises() -> None:
    assert RELEASES or Version(navalcore.__version__) < Version("1.0")


@pytest.mark.parametrize("version", RELEASES[-1:])
def test_names_and_data_are_those_of_the_last_release_and_more(version: str) -> None:
    unmeant, unneeded = judged(HERE / version, broken_promises(HERE / version))
    assert unmeant == [], "mend it, or give the reason in intended.toml"
    assert [each for each in unneeded if not each.startswith("the ")] == [], "said to be meant, and not there"


@pytest.mark.parametrize("version", RELEASES)
def test_journals_and_games_of_every_release_play_on(version: str) -> None:
    assert judged(HERE / version, broken_plays(HERE / version))[0] == []
