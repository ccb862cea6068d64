"""Why a tile that is not part of the hand is left out."""

from scoring.words import Words
from vision.detections import BACK, Detections
from vision.layout.chains import Chain
from vision.layout.frame import Frame
from vision.layout.types import Aside

CLOSE = 1.2
"""A tile this near to the hand (in tile widths) might belong to it."""
ROW = 4

_WALL = Words("牌墙上扣着的牌", "a tile of the wall, face down")
_OTHER = Words("别家面前成排的牌", "in a row of another player")
_DISCARD = Words("桌上打出的散牌", "a discard on the table")


def reasons(
    others: list[int],
    used: tuple[int, ...],
    frame: Frame,
    chains: list[Chain],
    detections: Detections,
) -> tuple[tuple[Aside, ...], tuple[int, ...]]:
    """Sorts the tiles outside the hand into those aside, with the reason, and unresolved ones."""
    hand = set(used)
    in_rows = {
        index
        for chain in chains
        if len(chain) >= ROW and hand.isdisjoint(chain.indices)
        for index in chain.indices
    }
    near = frame.apart[:, list(used)].min(axis=1)
    aside: list[Aside] = []
    unresolved: list[int] = []
    for index in others:
        if detections.class_ids[index] == BACK:
            aside.append(Aside(index, "wall", _WALL))
        elif near[index] < CLOSE and frame.scale[index] > 0.7:
            unresolved.append(index)
        elif index in in_rows:
            aside.append(Aside(index, "other_player", _OTHER))
        else:
            aside.append(Aside(index, "discard", _DISCARD))
    return tuple(aside), tuple(unresolved)
