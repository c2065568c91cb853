"""Events: what happened, with all details in fields.

- ``telling``: what the events of boats have in common.
- ``boats``: what boats do, where they go and what befalls them.
- ``fights``: searches, contacts and fights.
- ``war``: the weeks, the weather, bases, and the news.
"""
