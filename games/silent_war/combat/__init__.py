"""The Combat Phase (14, 19.2, 28).

- ``display``: columns, reach, ASW in reach (2.3, 14.16-B, 24.54).
- ``rounds``: the phase round by round, withdrawal and re-attacks (14.1 - 14.4).
- ``after``: how an attack round continues.
- ``reveal``: units turned up, Diligent Escorts, aircraft, radar (14.13).
- ``events``: Combat Events (19.2); an event may turn up a unit that proves to be an event.
- ``gunnery``: surface gunnery (19.21, 28.14).
- ``attack``: TDC markers, targets, to-hit roll, result (14.14 - 14.17).
- ``counterattack``: the escorts' answer, crash dives (14.2, 28.2).
- ``reckoning``: what a boat brings home of it (14.5).
- ``sub_duel``: submarine against submarine (14.6).
"""
