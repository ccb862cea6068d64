"""Made-up photos of mahjong hands with their boxes and their layout truth, deterministic by seed.

`faces` and `drawing` give the ink of tile faces; `layouts` lays tiles out as people do, `camera`
projects them, `solids` draws them as bodies, `scene` adds table, light and camera faults, and
`pictures` puts it together. `strips` fills pictures with pieces of real training photos.
"""
