"""What two people do about a match besides its choices, on phones: each sees it where they are looking."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.table.measure import IN_SIGHT, SIZES
from tests.table.people import asked, begin, needs_chromium

pytestmark = needs_chromium

PHONE = SIZES["390x844"]
KEPT = ".invitation:not(.life *) input"
"""The invitation that this browser has."""


def two(visit: Any, hours: float = 1e-9) -> tuple[Any, Any]:
    """The pages of two people at a match of the card game, the wolf pack's first; they say yes to all that is asked.

    Args:
        visit: opens a page.
        hours: the time for a choice; if left out, the first choice takes more.
    """

    def with_clocks(route: Any) -> None:
        wish = route.request.post_data_json
        route.continue_(**({"post_data": {**wish, "house": {"move_hours": hours}}} if wish else {}))

    host = visit(before=lambda page: page.route("**/api/matches", with_clocks), **PHONE)
    begin(host, "uboat_cards", "short", convoy="person")
    friend = visit(host.input_value(".invitation input"), **PHONE)
    friend.click("button.main")
    friend.wait_for_selector("#question")
    host.wait_for_selector(".seats .name:has-text('convoy: taken')", state="attached")
    for page in (host, friend):
        page.on("dialog", lambda dialog: dialog.accept())
    return host, friend


def at_the_table(page: Any, button: str) -> None:
    """Press a button of the panel about the table."""
    if page.locator(".life[open]").count() == 0:
        page.click(".life > summary")
    page.locator(".life .panel").get_by_role("button", name=button).click()


def test_the_panel_of_the_table_tells_times_of_the_clock_here_and_offers_nothing_that_is_refused(visit: Any) -> None:
    host, _ = two(visit)
    host.click(".life > summary")
    assert not host.locator(".life").get_by_role("button", name="Delete the match").count(), "somebody else plays"
    far = visit(host.url.partition("#")[0], timezone_id="Pacific/Kiritimati", **PHONE)
    far.click(".life > summary")
    hour = far.evaluate("(new Date().getHours() + 11) % 12 + 1")
    assert f" {hour}:" in far.locator(".life .rows .hint").first.inner_text()


def test_whoever_is_about_to_resign_reads_what_follows_in_this_match(visit: Any) -> None:
    host, friend = two(visit)
    commander = visit(**PHONE)
    begin(commander, "silent_war", "patrol_swordfish_1941")
    for page, follows in ((friend, "You lose the match to the wolf pack."), (commander, "You lose the match.")):
        page.evaluate("() => { window.confirm = (text) => { window.said = text; return false; }; }")
        at_the_table(page, "Resign")
        assert page.evaluate("said") == f"Resign? {follows}"
    assert not host.locator("#after").count(), "nobody has said yes"


@pytest.mark.parametrize(
    ("button", "verdicts", "reason"),
    [
        ("Resign", ("You have lost", "You have won", "Winner: {other}"), "The {actor} resigned."),
        ("Claim the match", ("You have won", "You have lost", "Winner: {actor}"), "The {other} ran out of time."),
    ],
)
def test_when_people_end_a_match_everybody_sees_and_hears_how_and_nobody_is_asked_any_more(
    visit: Any, button: str, verdicts: tuple[str, ...], reason: str
) -> None:
    host, friend = two(visit)
    onlooker = visit(host.url.partition("#")[0], **PHONE)
    onlooker.wait_for_selector("#question")
    able = next(page for page in (host, friend) if page.locator(".choose").count())
    asked(able)
    able.locator(".choose").first.click()
    able.wait_for_selector("#undo, .choose:not([disabled])")
    actor, other = (friend, host) if host.locator(".choose").count() else (host, friend)
    names = {host: "wolf pack", friend: "convoy"}
    told = {"actor": names[actor], "other": names[other]}
    at_the_table(actor, button)
    for page, verdict in zip((actor, other, onlooker), verdicts, strict=True):
        page.wait_for_selector(f"#after:has-text('{verdict.format(**told)}')")
        assert page.inner_text(".after .end p") == reason.format(**told)
        assert reason.format(**told) in page.locator(".spoken[aria-live]").all_inner_texts()
        assert page.locator(".choose, #undo, .board .can, .seats .asked").count() == 0
        assert not page.title().startswith("●")
        page.click("#look-back")
        page.wait_for_selector(".slider output:has-text('choices')")
        page.get_by_role("button", name="Back to now").click()
    with host.expect_download():
        host.click("#save")
    host.click("#again")
    host.wait_for_selector(".seats .name:has-text('convoy: you')", state="attached")


def test_who_looks_at_the_clocks_when_one_runs_out_may_claim_the_match(visit: Any) -> None:
    host, friend = two(visit, hours=1)
    asked(host)
    host.locator(".choose").first.click()  # from then on the clocks run
    host.wait_for_selector("#undo, .choose:not([disabled])")
    waiting = friend if host.locator(".choose").count() else host
    waiting.click(".life > summary")
    claim = waiting.locator(".life .panel").get_by_role("button", name="Claim the match")
    assert not claim.count(), "there is an hour left"
    waiting.evaluate("() => { const now = Date.now; Date.now = () => now() + 3605000; }")
    claim.wait_for()
    assert "ran out 0 h 0 min ago" in waiting.inner_text(".life .rows")


def test_an_abandoned_match_is_over_and_folded_away_in_the_lobby_where_ones_own_matches_stand_first(visit: Any) -> None:
    page = visit(**PHONE)
    page.on("dialog", lambda dialog: dialog.accept())
    begin(page, "uboat_cards", "short")
    at_the_table(page, "Abandon the match")
    page.wait_for_selector("#after:has-text('The match is over')")
    assert page.inner_text(".after .end p") == "The match was abandoned."
    assert page.locator(".choose, #undo, .board .can, .seats .asked").count() == 0
    page.click(".home")
    page.wait_for_selector(".mine summary:text('Over (1)')")
    begin(page, "tonnage_war", "halifax_228")
    page.click(".home")
    running = page.locator(".mine a:visible")
    running.wait_for()
    assert running.inner_text().startswith("Tonnage War")
    assert running.evaluate(IN_SIGHT)
    page.click(".mine summary:text('1 more')")
    page.locator(".mine li:visible").nth(1).wait_for()
    assert page.locator(".mine li:visible").last.inner_text().startswith("Wolf Pack")


def test_a_draw_is_offered_where_the_other_one_looks_and_heard_and_is_declined_or_accepted_there(visit: Any) -> None:
    host, friend = two(visit)
    assert not friend.locator(".life button:has-text('Abandon the match')").count(), (
        "nobody ends a match of others alone"
    )
    for page in (host, friend):
        page.get_by_role("button", name="Got it").click()
    host.locator(".tabs.phone button", has_text="Log").tap()
    at_the_table(friend, "Offer a draw")
    friend.click(".life > summary")
    friend.wait_for_selector(".offer:has-text('You offer a draw.')")
    host.wait_for_selector(".offer:has-text('The convoy offers a draw.')")
    assert "The convoy offers a draw." in host.locator(".spoken[aria-live]").all_inner_texts()
    accept, decline = (host.get_by_role("button", name=name, exact=True) for name in ("Accept", "Decline"))
    assert all(button.evaluate(IN_SIGHT) for button in (accept, decline))
    host.set_viewport_size(SIZES["1280x720"]["viewport"])
    assert accept.bounding_box()["y"] == decline.bounding_box()["y"], "on a laptop they are in one row too"
    host.set_viewport_size(PHONE["viewport"])
    decline.tap()
    friend.wait_for_selector(".notice:has-text('The wolf pack declined the draw.')")
    assert host.locator(".offer").count() == friend.locator(".offer").count() == 0
    at_the_table(friend, "Offer a draw")
    accept.wait_for()
    at_the_table(friend, "Withdraw my offer of a draw")
    host.wait_for_selector(".notice:has-text('The convoy withdrew the offer of a draw.')")
    at_the_table(friend, "Offer a draw")
    accept.tap()
    for page in (host, friend):
        page.wait_for_selector("#after:has-text('The match is over')")
        assert page.inner_text(".after .end p") == "A draw was agreed."


def test_a_new_invitation_is_copied_where_it_is_made_and_stands_wherever_the_old_one_stood(visit: Any) -> None:
    host = visit(**PHONE, permissions=["clipboard-read", "clipboard-write"])
    begin(host, "uboat_cards", "short", convoy="person")
    old = host.input_value(KEPT)
    at_the_table(host, "New invitation: convoy")
    new = host.input_value(".life .invitation input")
    host.click(".life .invitation button")
    host.wait_for_selector(".life .invitation button:has-text('Copied')")
    assert host.evaluate("navigator.clipboard.readText()") == new == host.input_value(KEPT) != old
    host.reload()
    assert host.input_value(KEPT) == new, "this browser keeps it"
    late, friend = visit(old), visit(new)
    late.click("button.main")
    late.wait_for_selector("text=not free for you")
    friend.click("button.main")
    friend.wait_for_selector("#question")
    host.wait_for_selector(KEPT, state="detached")


@pytest.mark.parametrize("size", ["390x844", "844x390", "1280x720"])
def test_while_a_seat_is_free_its_invitation_is_in_sight_beside_the_question(visit: Any, size: str) -> None:
    host = visit(**SIZES[size])
    begin(host, "uboat_cards", "short", convoy="person")
    host.get_by_role("button", name="Got it").click()
    assert "Invite the convoy:" in host.inner_text(".notices")
    host.wait_for_selector(".briefing", state="detached")
    assert [host.locator(part).evaluate(IN_SIGHT) for part in (KEPT, ".invitation button")] == [True, True]


def test_who_comes_back_to_an_invitation_that_was_taken_here_is_at_the_match_and_not_asked_again(visit: Any) -> None:
    host = visit(**PHONE)
    begin(host, "uboat_cards", "short", convoy="person")
    invitation = host.input_value(".invitation input")
    friend = visit(invitation, **PHONE)
    friend.click("button.main")
    friend.wait_for_selector(".seats .name:has-text('convoy: you')", state="attached")
    friend.go_back()
    friend.wait_for_selector(".seats .name:has-text('convoy: you')", state="attached")
    friend.goto("about:blank")
    friend.goto(invitation)
    friend.wait_for_selector(".seats .name:has-text('convoy: you')", state="attached")
    assert "#" not in friend.url, "nothing that opens a seat stays in the address"


def test_what_an_invitation_asks_is_apart_and_large_enough_for_a_finger(visit: Any) -> None:
    host = visit(**PHONE)
    begin(host, "uboat_cards", "short", convoy="person")
    friend = visit(host.input_value(".invitation input"), **PHONE)
    friend.wait_for_selector("main h2")
    sit, watch = (friend.locator(each).bounding_box() for each in ("button.main", "a:has-text('Only watch')"))
    assert watch["x"] - (sit["x"] + sit["width"]) >= 4
    assert watch["height"] >= 24


def test_a_new_link_to_my_matches_keeps_the_seats_where_it_is_made_and_ends_all_that_the_old_one_opened(
    visit: Any,
) -> None:
    first, other, stranger = visit(**PHONE), visit(**PHONE), visit(**PHONE)
    begin(first, "uboat_cards", "short")
    match = first.url.partition("#")[0]
    link = "() => `${location.origin}/me#${localStorage.getItem('navalcore page')}`"
    first.goto(match.partition("/match/")[0] + "/me")
    first.get_by_role("button", name="Begin a page").click()
    first.wait_for_selector(".me li a")
    old = first.evaluate(link)
    for page in (other, stranger):
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto(old)
        page.get_by_role("button", name="Open my page").click()
        page.click(".me li a")
        asked(page)
    other.goto(old.partition("#")[0])
    other.get_by_role("button", name="Make a new link").click()
    other.wait_for_function(f"old => ({link})() !== old", arg=old)
    other.wait_for_selector(".me li a")
    stranger.wait_for_selector("text=this seat has another key now")
    stranger.goto(old.partition("#")[0])
    stranger.wait_for_selector(".bad:has-text('this page has a new link')")
    other.goto(match)
    asked(other)
    first.on("dialog", lambda dialog: dialog.accept())
    first.goto(match)
    first.wait_for_selector("text=This link opens no seat of this match.")
    first.wait_for_selector("text=My matches has a new link")
    first.goto(other.evaluate(link))
    first.get_by_role("button", name="Open my page").click()
    first.click(".me li a")
    asked(first)


def test_what_is_done_about_a_seat_is_large_enough_for_a_finger_and_goes_by_a_tap_elsewhere_and_escape(
    visit: Any,
) -> None:
    page = visit(**PHONE)
    begin(page, "uboat_cards", "short")
    asked(page)
    page.tap(".life > summary")
    buttons = page.locator(".life .panel button")
    assert buttons.count() >= 5
    assert min(box["height"] for box in (each.bounding_box() for each in buttons.all())) >= 44
    page.touchscreen.tap(195, 640)
    page.wait_for_selector(".life:not([open])")
    page.tap(".life > summary")
    page.wait_for_selector(".life[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector(".life:not([open])")
    assert page.evaluate("document.activeElement.matches('.life > summary')")


def test_who_waits_for_a_friend_is_told_when_the_friend_has_sat_down(visit: Any) -> None:
    host, _ = two(visit)
    host.wait_for_selector(".notice:has-text('Somebody plays the convoy now.')")


@pytest.mark.parametrize(
    ("button", "told", "plays"),
    [
        ("Give my seat to a bot", "A bot took over the seat of the convoy.", "convoy: a bot"),
        ("Leave my seat to somebody else", "The seat of the convoy became free.", "convoy: free"),
    ],
)
def test_who_leaves_a_seat_watches_with_the_invitation_to_it_and_the_other_player_is_told(
    visit: Any, button: str, told: str, plays: str
) -> None:
    host, friend = two(visit)
    at_the_table(friend, button)
    host.wait_for_selector(f".notice:has-text('{told}')")
    friend.wait_for_selector(".seats li:has-text('you watch')", state="attached")
    for page in (host, friend):
        page.wait_for_selector(f".seats .name:has-text('{plays}')", state="attached")
    friend.reload()
    back = friend.input_value(KEPT)
    assert friend.locator(".bad").count() == 0, "a seat that was left is not asked for any more"
    friend.goto("about:blank")
    friend.goto(back)
    friend.click("button.main")
    friend.wait_for_selector(".seats .name:has-text('convoy: you')", state="attached")
    host.wait_for_selector(".notice:has-text('Somebody plays the convoy now.')")


def test_an_invitation_that_has_been_used_is_not_shown_again_when_the_seat_is_free_and_the_host_makes_a_new_one(
    visit: Any,
) -> None:
    host, friend = two(visit)
    at_the_table(friend, "Give my seat to a bot")
    host.wait_for_selector(".notice:has-text('A bot plays the convoy.')")
    assert host.locator(KEPT).count() == 0
    host.get_by_role("button", name="New invitation", exact=True).tap()
    other = visit(host.input_value(KEPT), **PHONE)
    other.click("button.main")
    other.wait_for_selector(".seats .name:has-text('convoy: you')", state="attached")


def test_who_has_both_seats_goes_to_the_other_one_when_it_is_awaited(visit: Any) -> None:
    page = visit(**SIZES["1280x720"])
    begin(page, "uboat_cards", "short", uboat="me", convoy="me")
    titles = {"uboat": "wolf pack", "convoy": "convoy"}
    for _ in range(2):
        asked(page)
        while page.locator(".choose").count():
            number = page.evaluate("document.querySelectorAll('.log li').length")
            page.locator(".choose:not([disabled])").first.click()
            page.wait_for_function(
                "n => document.querySelectorAll('.log li').length > n || !document.querySelector('.choose')", arg=number
            )
        page.wait_for_selector("#question:has-text('Waiting for')")
        there = next(title for title in titles.values() if f"the {title}" in page.inner_text("#question"))
        page.get_by_role("link", name=f"Take the seat of the {there}").click()
        page.wait_for_selector(f".seats .name:has-text('{there}: you'):not(:has-text('too'))")


def test_an_invitation_says_the_scenario_and_how_long_it_takes(visit: Any) -> None:
    host = visit(**SIZES["1280x720"])
    begin(host, "uboat_cards", "short", convoy="person")
    friend = visit(host.input_value(KEPT), **SIZES["1280x720"])
    friend.wait_for_selector("main b:text-is('Short evening')")
    assert "It takes about" in friend.inner_text("main")


def test_my_matches_are_grouped_by_whom_they_wait_for_and_one_that_is_put_away_is_folded(visit: Any) -> None:
    page = visit(**PHONE)
    begin(page, "uboat_cards", "short")
    asked(page)
    page.goto(page.url.partition("/match")[0] + "/me")
    page.get_by_role("button", name="Begin a page with the seats of this browser").click()
    page.wait_for_selector("section[aria-label='Your turn'] h2:text-is('Your turn (1)')")
    assert page.locator(".me .rows a").inner_text().endswith(": wolf pack"), "which side one plays"
    page.get_by_role("button", name="Put away").tap()
    page.locator("summary", has_text="Put away (1)").tap()
    assert page.locator(".me section").count() == 0
    page.get_by_role("button", name="Take out again").tap()
    page.wait_for_selector("section[aria-label='Your turn'] li")


def test_my_matches_say_that_the_table_cannot_be_reached_only_as_long_as_it_cannot(visit: Any) -> None:
    page = visit("/me", before=lambda page: page.clock.install(), **PHONE)
    page.get_by_role("button", name="Begin a page").click()
    page.wait_for_selector("text=There are none yet")
    page.evaluate("() => { window.served = fetch; window.fetch = () => Promise.reject(new TypeError('away')); }")
    page.clock.fast_forward("01:00")
    page.wait_for_selector(".me [role=alert]")
    page.evaluate("() => { window.fetch = window.served; }")
    page.clock.fast_forward("01:00")
    page.wait_for_selector(".me [role=alert]", state="detached", timeout=10_000)


ON_TOP: Final = """element => { const { left, top, width, height } = element.getBoundingClientRect();
    return width > 0 && element.contains(document.elementFromPoint(left + width / 3, top + height / 2)); }"""
"""Whether nothing covers something."""


@pytest.mark.parametrize("opened", [".prompt .rule", "#briefing-key", "#look-back"])
def test_nothing_that_was_opened_stays_over_how_the_match_has_ended(visit: Any, opened: str) -> None:
    pages = two(visit)
    able, other = pages if pages[0].locator(".choose").count() else reversed(pages)
    asked(able)
    able.locator(".choose").first.click()
    able.wait_for_selector("#look-back")
    asked(able)
    able.locator(opened).first.click()
    able.wait_for_timeout(300)
    at_the_table(other, "Resign")
    able.wait_for_selector("#after:has-text('You have won')")
    able.wait_for_function(f"() => ({ON_TOP})(document.querySelector('#after'))")
    assert able.locator("#after").evaluate(IN_SIGHT)
    assert not able.locator("dialog[open], .briefing, div.slider").count()


def test_a_code_that_is_shown_when_a_question_comes_can_be_closed(visit: Any) -> None:
    pages = two(visit)
    able, other = pages if pages[0].locator(".choose").count() else reversed(pages)
    other.locator(".tabs.phone button", has_text="Share").click()
    other.get_by_role("button", name="Move to my other device").click()
    other.wait_for_selector("dialog.code[open] path")
    asked(able)
    while not other.locator("#question.mine").count():
        able.locator(".choose:not([disabled])").first.click()
        able.wait_for_timeout(200)
    close = other.locator("dialog.code button")
    assert close.evaluate(ON_TOP)
    close.click()
    assert other.locator(".choose").first.is_visible()


def test_a_seat_is_offered_to_be_freed_when_that_can_be_done_and_to_a_bot_while_none_plays_it(visit: Any) -> None:
    host, friend = two(visit, hours=0)
    asked(host)
    while host.locator("#question.mine").count():
        host.locator(".choose:not([disabled])").first.click()
        host.wait_for_timeout(200)
    host.click(".life > summary")
    panel = host.locator(".life .panel")
    assert not panel.get_by_role("button", name="Free the seat").count()
    host.evaluate("() => { const now = Date.now; Date.now = () => now() + 14.1 * 86400000; }")
    panel.get_by_role("button", name="Free the seat: Convoy").wait_for()
    at_the_table(friend, "Leave my seat")
    panel.get_by_role("button", name="A bot for the seat: Convoy").click()
    host.wait_for_selector(".seats .name:has-text('convoy: a bot')", state="attached")
    assert not panel.get_by_role("button", name="A bot for the seat").count()
