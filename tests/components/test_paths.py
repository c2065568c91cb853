"""Fewest steps from several starts, some of which cost more than others."""

from hypothesis import given, strategies as st

from navalcore.components._paths import reach, steps_from

LINE = {place: [n for n in (place - 1, place + 1) if 0 <= n < 6] for place in range(6)}
places = st.integers(0, 7)
webs = st.dictionaries(places, st.lists(places, max_size=4), min_size=1)


@given(webs, st.data())
def test_from_several_starts_the_nearest_counts_each_with_what_it_cost_to_be_there(web, data):
    starts = data.draw(st.dictionaries(st.sampled_from(sorted(web)), st.integers(0, 3), min_size=1))
    ways = [(cost, reach(start, 9, lambda place: web.get(place, ()))) for start, cost in starts.items()]
    found = {place for _, way in ways for place in way}
    assert steps_from(web, starts) == {
        place: min(cost + way[place] for cost, way in ways if place in way) for place in found
    }


def test_only_places_that_a_step_leads_to_are_reached():
    one_way = {0: [1], 1: [2], 2: [], 3: [2]}
    assert steps_from(one_way, {1: 4}) == {1: 4, 2: 5}


def test_a_start_that_cost_more_is_reached_sooner_from_another():
    assert steps_from(LINE, {0: 0, 2: 5})[2] == 2
