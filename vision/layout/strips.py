"""Strips: tiles that touch in a row, cut at its gaps."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray

from scoring.hand import MeldKind
from scoring.tiles import Tile
from vision.layout.chains import Chain
from vision.layout.frame import LINE_HALF_HEIGHT, Frame
from vision.layout.sets import set_kind, split_into_sets

FLOWERS = frozenset(tile for tile in Tile if tile.is_flower)
# How far from the row its owner's other tiles lie: tile heights across, tile widths in all.
REACH_ACROSS, REACH = 4.5, 6.0
FLOWERS_ACROSS = 5.0
"""Eight flowers in a heap take so many tile widths across the row."""
SIZE_RANGE = float(np.log(1.6))
GAP = 0.27
"""Tiles of one strip leave less than this share of a tile width between them."""
SET_GAP = 0.45
OVERLAP = -0.55
SAME_ROW = 0.42
PUSHED = 0.9
SLANTING_ROW, MAX_SLANT = 4, 0.3


@dataclass(frozen=True)
class Strip:
    """Tiles that touch, in the order of reading. `faces` has None for a back."""

    indices: tuple[int, ...]
    faces: tuple[Tile | None, ...]

    def __len__(self) -> int:
        return len(self.indices)

    @property
    def is_wall(self) -> bool:
        """All face down, and not the four of a concealed kong."""
        return set(self.faces) == {None} and len(self) != 4

    @property
    def ends(self) -> tuple[int, int]:
        """The first and the last tile."""
        return self.indices[0], self.indices[-1]

    @cached_property
    def kind(self) -> MeldKind | None:
        """The legal set that the strip is, if it is one."""
        return set_kind(self.faces)

    @cached_property
    def tiles(self) -> tuple[int, ...]:
        """The indices without flowers."""
        if FLOWERS.isdisjoint(self.faces):
            return self.indices
        pairs = zip(self.indices, self.faces, strict=True)
        return tuple(index for index, face in pairs if face not in FLOWERS)

    @cached_property
    def flowers(self) -> tuple[int, ...]:
        return tuple(index for index in self.indices if index not in self.tiles)


def find_strips(
    frame: Frame, members: tuple[int, ...], chains: list[Chain], faces: list[Tile | None]
) -> tuple[Strip, ...]:
    """Cuts all tiles near the chain `members` of `frame` into strips; walls are left out.

    `chains` are all chains of the photo: sets may lie in another direction than the row. `faces`
    has one entry a tile, None for a back.
    """
    gap, offset = frame.gap, frame.offset
    near = np.flatnonzero(_near(frame, faces))
    linked = (gap < GAP) & (gap > OVERLAP) & (offset < SAME_ROW)
    in_line = np.abs(frame.across) < LINE_HALF_HEIGHT * frame.height * frame.scale
    linked |= (gap < GAP) & (gap > OVERLAP) & in_line[:, None] & in_line[None]
    for chain in chains:
        if len(chain) >= SLANTING_ROW and _runs_along(chain, frame):
            one, two = np.array(chain.indices[:-1]), np.array(chain.indices[1:])
            close = (gap[one, two] < GAP) & (gap[one, two] > OVERLAP) & (offset[one, two] < PUSHED)
            linked[one, two] |= close
            linked[two, one] |= close
    strips: list[Strip] = []
    for group in _reached(_components(linked, near), frame, members):
        group.sort(key=lambda index: float(frame.along[index]))
        for indices in _unstack(group, frame):
            shown = tuple(faces[index] for index in indices)
            strips += _without_backs(tuple(indices), shown)
    strips = _complete_sets(_fill_slots(strips, frame), frame)
    strips = _slanting_sets(strips, chains)
    return tuple(part for strip in strips if not strip.is_wall for part in _without_flowers(strip))


def _runs_along(chain: Chain, frame: Frame) -> bool:
    """Whether another row runs along this one, be it at a slight angle."""
    first, last = chain.indices[0], chain.indices[-1]
    along, across = (abs(float(axis[last] - axis[first])) for axis in (frame.along, frame.across))
    return across < MAX_SLANT * along


def _near(frame: Frame, faces: list[Tile | None]) -> NDArray[np.bool_]:
    is_flower = np.array([face in FLOWERS for face in faces])
    reach = np.where(is_flower, FLOWERS_ACROSS, REACH_ACROSS * frame.height)
    near = np.abs(frame.across) < np.maximum(reach, REACH_ACROSS * frame.height)
    # Far beyond the ends of the row its growth tells less than the size at its middle.
    change = np.minimum(np.abs(np.log(frame.likeness)), np.abs(np.log(frame.scale)))
    return np.asarray(near & (change < SIZE_RANGE))


def _components(linked: NDArray[np.bool_], near: NDArray[np.int64]) -> list[list[int]]:
    neighbours: list[list[int]] = [[] for _ in near]
    for start, end in np.argwhere(linked[np.ix_(near, near)]).tolist():
        neighbours[start].append(end)
    seen: set[int] = set()
    groups: list[list[int]] = []
    for first in range(len(near)):
        if first in seen:
            continue
        seen.add(first)
        stack, group = [first], []
        while stack:
            one = stack.pop()
            group.append(int(near[one]))
            fresh = [other for other in neighbours[one] if other not in seen]
            seen.update(fresh)
            stack += fresh
        groups.append(group)
    return groups


def _reached(groups: list[list[int]], frame: Frame, members: tuple[int, ...]) -> list[list[int]]:
    """The groups that lie within reach of the row, or of others that do."""
    home = set(members)
    reached = fresh = [group for group in groups if not home.isdisjoint(group)]
    left = [group for group in groups if home.isdisjoint(group)]
    while fresh:
        inside = [index for group in fresh for index in group]
        near = (frame.apart[inside].min(axis=0) < REACH).tolist()
        fresh = [group for group in left if any(near[index] for index in group)]
        left = [group for group in left if not any(near[index] for index in group)]
        reached = reached + fresh
    return reached


def _unstack(group: list[int], frame: Frame) -> list[list[int]]:
    """Takes out the tiles that lie on others: those are strips of their own."""
    row: list[int] = []
    extra: list[list[int]] = []
    for index in group:
        if row and frame.gap[row[-1], index] < OVERLAP:
            middle = median(frame.across[group].tolist())
            off = [abs(float(frame.across[one]) - middle) for one in (row[-1], index)]
            extra.append([index if off[1] >= off[0] else row.pop()])
            if off[1] >= off[0]:
                continue
        row.append(index)
    return [row, *extra]


def _without_flowers(strip: Strip) -> list[Strip]:
    """Cuts a single tile off the flowers that it lies next to: it may be the winning one."""
    if len(strip.tiles) != 1 or not strip.flowers:
        return [strip]
    place = strip.indices.index(strip.tiles[0])
    edges = sorted({0, place, place + 1, len(strip)})
    return [Strip(strip.indices[one:two], strip.faces[one:two]) for one, two in pairwise(edges)]


def _without_backs(indices: tuple[int, ...], faces: tuple[Tile | None, ...]) -> list[Strip]:
    """Cuts out the kongs with backs, and backs that are no kong (a wall)."""
    if None not in faces or _all_legal(faces):
        return [Strip(indices, faces)]
    row = _row_between_sets(faces)
    if row is not None:
        edges = sorted({0, *row, len(faces)})
        return [Strip(indices[one:two], faces[one:two]) for one, two in pairwise(edges)]
    cuts = {0, len(faces)}
    position = 0
    while position < len(faces):
        if _is_hidden_kan(faces, position):
            cuts |= {position, position + 4}
            position += 4
            continue
        if position and (faces[position] is None) != (faces[position - 1] is None):
            cuts.add(position)
        position += 1
    edges = sorted(cuts)
    return [Strip(indices[start:end], faces[start:end]) for start, end in pairwise(edges)]


def _row_between_sets(faces: tuple[Tile | None, ...]) -> tuple[int, int] | None:
    """The longest run of faces with nothing but legal sets, and all backs, before and behind."""
    count = len(faces)
    before = [start for start in range(count) if _all_legal(faces[:start])]
    behind = [end for end in range(1, count + 1) if _all_legal(faces[end:])]
    rows = [
        (end - start, start, end)
        for start in before
        for end in behind
        if end > start and None not in faces[start:end]
    ]
    return max(rows)[1:] if rows else None


def _all_legal(faces: tuple[Tile | None, ...]) -> bool:
    """Whether the strip is nothing but legal sets."""
    shown = [face for face in faces if face not in FLOWERS]
    cuts = split_into_sets(shown)
    return cuts is not None and all(set_kind(shown[start:end]) for start, end in cuts)


def _is_hidden_kan(faces: tuple[Tile | None, ...], start: int) -> bool:
    """Whether four tiles from `start` are a kong with backs that no further back touches."""
    kan = faces[start : start + 4]
    if None not in kan or set_kind(kan) is None:
        return False
    before = start > 0 and kan[0] is None and faces[start - 1] is None
    after = len(faces) > start + 4 and kan[3] is None and faces[start + 4] is None
    return not before and not after


def _fill_slots(strips: list[Strip], frame: Frame) -> list[Strip]:
    """Joins two strips over a single tile that was pushed out of the row but fills its slot."""
    touches = (np.abs(frame.gap) < GAP) & (frame.offset < PUSHED)
    for single in _singles(strips, touches):
        rows = [strip for strip in strips if len(strip) > 1]
        before = _touching(single, rows, frame, touches, -1)
        after = _touching(single, rows, frame, touches, 0)
        if before is None or after is None or before is after:
            continue
        if frame.offset[before.indices[-1], after.indices[0]] < SAME_ROW:
            joined = Strip(
                (*before.indices, *single.indices, *after.indices),
                (*before.faces, *single.faces, *after.faces),
            )
            strips = [one for one in strips if one not in (before, single, after)] + [joined]
    return strips


def _singles(strips: list[Strip], touches: NDArray[np.bool_]) -> list[Strip]:
    """The strips of one tile that touch anything, by the (n, n) table of what touches what."""
    touching = touches.sum(axis=1) > touches.diagonal()
    return [strip for strip in strips if len(strip) == 1 and touching[strip.indices[0]]]


def _touching(
    single: Strip, strips: list[Strip], frame: Frame, touches: NDArray[np.bool_], end: int
) -> Strip | None:
    """The strip whose last (end = -1) or first (0) tile the single one touches along the row."""
    tile = single.indices[0]
    for strip in strips:
        other = strip.indices[end]
        if touches[tile, other] and (frame.along[other] < frame.along[tile]) == (end == -1):
            return strip
    return None


def _complete_sets(strips: list[Strip], frame: Frame) -> list[Strip]:
    """Joins a single tile to two or three that make a set with it and lie close by.

    The claimed tile of a set is turned, which leaves odd gaps; a concealed row of so few tiles
    that waits for such a tile cannot be.
    """
    touches = (frame.offset < SAME_ROW) & (frame.gap < SET_GAP)
    for single in _singles(strips, touches):
        for other in strips:
            if not 2 <= len(other) <= 3 or other.kind:
                continue
            before = frame.along[single.indices[0]] < frame.along[other.indices[0]]
            left, right = (single, other) if before else (other, single)
            faces = left.faces + right.faces
            if touches[left.indices[-1], right.indices[0]] and set_kind(faces):
                joined = Strip(left.indices + right.indices, faces)
                strips = [one for one in strips if one not in (single, other)] + [joined]
                break
    return strips


def _slanting_sets(strips: list[Strip], chains: list[Chain]) -> list[Strip]:
    """Joins tiles that are loose along this row but are legal sets along a chain of their own."""
    loose = {strip.indices[0]: strip for strip in strips if len(strip) == 1}
    for chain in chains:
        if len(chain) < 3 or not all(index in loose for index in chain.indices):
            continue
        faces = tuple(loose[index].faces[0] for index in chain.indices)
        if _all_legal(faces):
            strips = [one for one in strips if one.indices[0] not in chain.indices]
            strips.append(Strip(chain.indices, faces))
            loose = {index: one for index, one in loose.items() if index not in chain.indices}
    return strips
