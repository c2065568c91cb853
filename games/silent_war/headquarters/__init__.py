"""A commander's aids besides the board: lists, charts, pictures, reports, standing orders.

- ``fleet``: boats found by words; boats, bases and OpAreas listed.
- ``campaign_chart``: the campaign by month against history.
- ``turn_report``: what happened this week.
- ``standing_orders``: boats handed to a bot.
"""
