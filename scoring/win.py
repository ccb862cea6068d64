"""One win as the rules see it, and what a rule adds to its price."""

from typing import NamedTuple

from scoring.shapes import Shape
from scoring.words import Words

SELF_DRAW = "self_draw"
DISCARD = "discard"
ROBBED = "robbed"


class Win(NamedTuple):
    """A winning shape with everything that changes its price. Seats play no part in it."""

    shape: Shape
    manner: str
    """`self_draw`, `discard` or `robbed`."""
    winners: int = 1
    """How many won on the same tile."""
    flower: str = ""
    """The kong whose replacement won: `exposed`, `concealed` or none."""
    kong_discard: bool = False
    last_tile: bool = False
    heavenly: bool = False
    human: bool = False
    earthly: bool = False
    ready: bool = False


class Part(NamedTuple):
    """What one rule adds to the price of a win (it may be negative for a cap)."""

    rule_id: str
    amount: int
    why: Words


def total(parts: tuple[Part, ...]) -> int:
    """What one share of the win costs: 分 or 张."""
    return sum(part.amount for part in parts)
