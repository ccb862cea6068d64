"""The 43 tile classes, in the order of the networks' outputs."""

NAMES: tuple[str, ...] = (
    *(f"{n}m" for n in range(1, 10)),
    *(f"{n}p" for n in range(1, 10)),
    *(f"{n}s" for n in range(1, 10)),
    *("E", "S", "W", "N"),
    *("RD", "GD", "WD"),
    *(f"F{n}" for n in range(1, 5)),
    *(f"Z{n}" for n in range(1, 5)),
    "back",
)
"""Characters, dots, bamboo, winds, dragons, plants, seasons, and the back of a tile."""

CLASS_ID: dict[str, int] = {name: number for number, name in enumerate(NAMES)}
BACK: int = CLASS_ID["back"]
WHITE: int = CLASS_ID["WD"]
FLOWERS: range = range(CLASS_ID["F1"], CLASS_ID["Z4"] + 1)
"""Classes of which a set holds one tile, not four."""
