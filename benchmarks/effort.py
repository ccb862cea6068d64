"""How much a run measures."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """How many of everything.

    hands: scored in a pass. rounds: passes, of which the best counts. photos: for the stages and
    the workers. dev_photos: labelled photos that are evaluated, None for all; turns: in degrees;
    away: how many times as far. arrangements: for the layout. megapixels, tiles, folders: the
    sizes that costs are measured for. made_up: hands for each way to photograph them.
    """

    hands: int
    rounds: int
    photos: int
    dev_photos: int | None
    turns: tuple[int, ...]
    away: tuple[int, ...]
    arrangements: int
    megapixels: tuple[float, ...]
    tiles: tuple[int, ...]
    folders: tuple[int, ...]
    made_up: int


FULL = Effort(
    hands=20_000,
    rounds=3,
    photos=40,
    dev_photos=None,
    turns=(0, 90, 180, 270),
    away=(2, 4, 6),
    arrangements=1000,
    megapixels=(0.5, 1, 2, 4, 8, 12, 24),
    tiles=(1, 4, 14, 36, 72, 108, 144),
    folders=(10, 100, 1000),
    made_up=10,
)
QUICK = Effort(
    hands=200,
    rounds=1,
    photos=2,
    dev_photos=2,
    turns=(0, 90),
    away=(2,),
    arrangements=20,
    megapixels=(0.5, 1),
    tiles=(1, 4),
    folders=(6,),
    made_up=1,
)
