"""What makes a reading likelier, and by how much: evidence in the manner of log odds.

Distances are in tile widths. The figures were set on real and synthesized arrangements; only
their differences between readings of one photo mean anything.
"""

COUNT_SCORES = {14: 6.0, 13: 3.0, 12: 1.0, 15: -1.0, 11: 0.0, 10: -0.5}
OTHER_COUNT = -3.0
"""By the tile count, each kong counted as three (rule VAL-01)."""
COMPLETE = 3.0
"""The concealed tiles are sets and a pair, seven pairs or thirteen orphans."""
FIFTH_COPY = -4.0
LEGAL_SET, ILLEGAL_SET = 0.3, -3.0
FAR, FREE = -0.4, 1.5
FAR_BESIDE, FREE_BESIDE = -1.0, 1.0
"""For each tile width beyond FREE that a set lies away from the rest, in line or beside it."""
ADDED_TILE, ADDED_REACH = 1.5, 0.4
"""A fourth tile on or at a pon, and how near it lies."""

UNUSED_TILE, UNUSED_MOST = -0.6, -3.0
"""For each tile that lies by the hand and is not part of it, and for all of them at most."""
UNUSED_RUN = -4.5
"""For each strip of three tiles or more that goes on in the hand's row and is no part of it."""
HOPELESS = -9.0
"""Rows joined over gaps that cost so much are not joined further."""
SECOND_LINE = -2.5
"""Two lines taken as one concealed row."""
MISSING_TILE, SLOT = 1.0, 0.2
"""One tile too few and a gap as wide as a tile: it was not found."""
LONE_TILE = -3.0
"""One concealed tile alone, before it wins: seldom, and any loose tile looks like it."""
FLOWER = 0.1

WINNING_TURNED = 0.5
WINNING_IN_LINE, WINNING_BESIDE, WINNING_OFF_LINE = 0.3, 0.2, -0.7
"""A winning tile after a gap, by itself near the row, or near it among other tiles."""
WINNING_LOOSE = -4.0
"""A tile beside the row that completes nothing is rather a discard."""
WINNING_REACH, WINNING_CLOSE, WINNING_ROOM = 2.5, 0.9, 0.7
"""How far from the row it lies at most, by itself, and how much farther from other tiles."""
TURNED_OVERLAP = -0.09
WINNING_GAP = 0.12
"""How much wider than all others in an even row a gap is that sets its last tile apart."""

FLOWER_REACH, FLOWER_LINE_REACH, FLOWER_CLOSE = 3.0, 6.0, 1.3
"""How far flowers lie from the hand, how far several of them in line with it, and how far a
single one does that lies nearer to other tiles."""

APART, SINGLE = 0.47, 0.15
"""A gap so wide parts as often as not, and how much less is enough before a single tile."""
GAP_WEIGHT, GAP_MOST = 8.0, 5.0


def joined(gap: float) -> float:
    """What a reading loses that takes tiles as one row across a gap (tile widths)."""
    return -min(max(GAP_WEIGHT * (gap - APART), 0.0), GAP_MOST)


def parted(gap: float) -> float:
    """What a reading loses that takes tiles as apart although the gap is small."""
    return -min(max(GAP_WEIGHT * (APART - gap), 0.0), GAP_MOST)
