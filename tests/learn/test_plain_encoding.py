"""Arrays are what a plain and slow encoder, written from the page, makes of a view, whatever was written before."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from math import log1p
from struct import pack
from threading import Thread

import numpy as np
import pytest

import navalcore as nc
from navalcore.components._chance import SeededChance
from navalcore.learn import Encoder
from navalcore_games.bismarck.cards import PLANE_NUMBERS
from navalcore_games.bismarck.sea_map import ROWS

CALLED_BY = {"units": "space", "boats": "card", "contacts": "number", "enemies": "unit"}
IN_ORDER = {"visibility": ROWS, "planes": PLANE_NUMBERS, "fog": range(2)}
TERMS = (
    ("uboat_cards", None),
    ("tonnage_war", None),
    ("aa50_subwar", None),
    ("bismarck", None),
    ("silent_war", None),
    ("silent_war", "campaign_wp1"),
)


class Plain:
    """Adds up, entry by entry, what a view says; sums are exact and rounded once."""

    def __init__(self, names):
        self.names = names
        self.known = set(names)
        self.places = {name: place for place, name in enumerate(names)}
        self.bags = {name.partition(".each")[0] for name in names if ".each" in name}

    def __call__(self, view):
        self.found: Counter[str] = Counter()
        self.log = []
        for name in type(view).model_fields:
            self.value(name, getattr(view, name))
        return np.array([float(self.found[name]) for name in self.names], np.float32)

    def one(self, name, number=1.0):
        self.found[name] += Fraction(float(np.float32(number)))  # type: ignore[assignment]
        if number:
            self.log.append((self.places[name], float(np.float32(number))))

    @cache  # noqa: B019
    def parts(self, path):
        """The names of the entries of a path."""
        return {
            name for name in self.names if name.startswith(path) and name[len(path) :][:1] in ("", ".", "!", "?", ":")
        }

    def mixed(self, name, path, item, within):
        """An item of a bag, with its fingerprint if sums of its entries do not tell bags apart."""
        begun = len(self.log)
        self.value(path, item, within)
        if name in self.known:
            first = self.places[min(self.parts(path) - {f"{name[:-4]}:count"}, key=self.places.__getitem__)]
            said = b"".join(pack("<qd", place - first, number) for place, number in sorted(self.log[begun:]))
            self.one(name, (int(blake2b(said, digest_size=4).hexdigest(), 16) >> 12) / 2**20)

    def value(self, path, said, within=False):
        if within is None:
            if f"{path}!" in self.known:
                self.one(f"{path}!")
            within = False
        if f"{path}?" in self.known and not within:
            if said is None:
                return
            self.one(f"{path}?")
        if f"{path}:count" in self.known and not within:
            self.one(f"{path}:count", len(said))
            for item in said.items() if isinstance(said, Mapping) else said:
                nested = path in self.bags and not isinstance(said, Mapping)
                self.mixed(f"{path}:mix", f"{path}.each" if nested else path, item, within=not nested)
        elif path in self.known:
            self.one(path, said if isinstance(said, bool) else log1p(said) if said >= 0 else -log1p(-said))
        elif f"{path}.month" in self.known:
            year, month = map(int, said.split("-"))
            self.one(f"{path}.year", log1p(year - 1941))
            self.one(f"{path}.month", log1p(month))
        elif f"{path}.row" in self.known:
            self.one(f"{path}.row", log1p(said // 100))
            self.one(f"{path}.column", log1p(said % 100))
        elif isinstance(said, str | int):
            if f"{path}.{said}" in self.known:
                self.one(f"{path}.{said}")
        else:
            for name, item in self.items(path, said):
                mix = f"{path}.{name}:mix" if path in CALLED_BY else ""  # of which there may be several in a place
                self.mixed(mix, f"{path}.{name}", item, within=None)

    def items(self, path, said):
        if isinstance(said, Mapping):
            return said.items()
        if is_dataclass(said):
            return [(field.name, getattr(said, field.name)) for field in fields(said)]
        if hasattr(said, "_fields"):
            return zip(said._fields, said, strict=True)
        if path in CALLED_BY:
            return [(getattr(item, CALLED_BY[path]), item) for item in said]
        return list(zip(IN_ORDER.get(path, range(len(said))), said, strict=False))


def views(name, scenario, seed, most):
    """What each role sees in a random match, in turn."""
    game = nc.load(name)
    match, below = game.new_match(scenario, seed=seed), SeededChance.from_seed(f"plain {seed}").below
    while match.decision is not None and match.count < most:
        yield from map(match.view, (*game.roles, nc.SPECTATOR))
        match.choose(below(len(match.decision.options)))


@pytest.mark.parametrize(("name", "scenario"), TERMS)
def test_an_array_is_bit_for_bit_what_a_plain_encoder_makes_of_the_view(name, scenario):
    encoder = Encoder.of(nc.load(name))
    plain, looked = Plain(encoder.names), 0
    for number, view in enumerate(views(name, scenario, 3, 70)):
        array = encoder(view)  # of every view, as each begins as the last one
        if number % 5 == 0:
            expected = plain(view)
            wrong = [encoder.names[place] for place in np.flatnonzero(array != expected)]
            assert array.tobytes() == expected.tobytes(), (number, wrong[:5])
            looked += int(np.count_nonzero(array) > 10)
    assert looked > 8


def test_threads_may_share_an_encoder_and_an_array_may_be_written_to():
    encoder = Encoder.of(nc.load("bismarck"))
    seen = list(views("bismarck", None, 1, 30))
    expected = [Encoder.of(nc.load("bismarck"))(seen[0])] + [encoder(view) for view in seen[1:]]
    wrong = []

    def work(order):
        for place in order:
            array = encoder(seen[place])
            if array.tobytes() != expected[place].tobytes():
                wrong.append(place)
            array[:] = -1.0

    threads = [Thread(target=work, args=(range(begin, len(seen), 2),)) for begin in (0, 1, 0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert len(seen) > 50
