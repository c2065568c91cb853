"""The table: any installed game in a browser, against bots or each other, with hidden information kept.

``navalcore serve`` starts it (extra ``table``). Here is what a server is made of; the page is in ``page``. It knows no
game, and of the library it uses what everybody may use.
"""
