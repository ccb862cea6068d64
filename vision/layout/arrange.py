"""Detections to Layout: tries the rows of the photo and keeps the reading best supported."""

import math
from collections import Counter
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from numpy.typing import NDArray

from scoring.hand import HAND_SIZE, MeldKind
from scoring.tiles import Tile
from vision.detections import Detections
from vision.layout.aside import reasons
from vision.layout.chains import Chain, centres_of, extents_of, find_chains
from vision.layout.field import Field
from vision.layout.frame import Frame
from vision.layout.problems import doubts_of, problems_of
from vision.layout.prospects import FEW, SHORT_ROW
from vision.layout.readings import MIN_ROW, Reading, best_readings
from vision.layout.strips import find_strips
from vision.layout.types import Layout, LayoutMeld

USUAL_ROWS, MAX_ROWS = 2, 6
"""Rows tried as the owner's, and so many where none of the first gives a whole hand."""
SMALLER = 3.0
"""What a row of half the size loses: the owner's hand is the nearest to the camera."""
CROSSED = 4.0
"""What a row loses whose tiles all lie in other rows too: a block of discards."""
FOREIGN = -2.0
"""What a hand loses that was found while looking along a row that is not its own."""
GOOD, GREAT = 3.0, 8.5
"""Scores of a reading with the right count and little against it, and of a complete one."""
WEAK = -2.5
"""A reading of a lower score is no hand: a block, a heap or a single strip of tiles."""
MAX_ALTERNATIVES = 3
ALTERNATIVE_RANGE = 10.0


@dataclass(frozen=True, eq=False)
class _Candidate:
    """A reading, seen along `chain`. `is_home`: the chain is part of the hand that was read."""

    chain: Chain
    frame: Frame
    reading: Reading
    score: float

    @property
    def is_home(self) -> bool:
        return not set(self.chain.indices).isdisjoint(self.reading.used)

    def explains(self, chain: Chain) -> bool:
        """Whether this is a whole hand that holds the chain: no need to start from it again."""
        whole = self.is_home and self.reading.count == HAND_SIZE
        return whole and set(chain.indices) <= set(self.reading.used)


def arrange(detections: Detections) -> Layout:
    """The hand as its owner laid it, from the boxes and classes of one photo.

    Deterministic, whatever the order of the boxes; the reading order is the owner's: from left to
    right in the photo, or the other way round where the rest of the table lies on the near side of
    the row.
    """
    # Where two readings are equally good, the places of the tiles decide, not their order.
    order = np.lexsort((detections.class_ids, *detections.boxes.T[::-1]))
    return _arrange(detections[order]).moved(order.tolist())


def _arrange(detections: Detections) -> Layout:
    chains = find_chains(centres_of(detections.boxes), extents_of(detections.boxes))
    distinct: dict[tuple[object, ...], _Candidate] = {}
    for candidate in _candidates(chains, detections):
        known = distinct.setdefault(candidate.reading.structure, candidate)
        if candidate.is_home and not known.is_home:
            # Seen along its own row the rest of the table is measured better.
            distinct[known.reading.structure] = replace(candidate, score=known.score)
    if not distinct:
        return _no_hand(detections)
    candidates = list(distinct.values())[: MAX_ALTERNATIVES + 1]
    least = candidates[0].score - ALTERNATIVE_RANGE
    best, *others = (
        _layout(candidate, detections, chains)
        for candidate in candidates
        if candidate.score > least
    )
    return replace(
        best,
        alternatives=tuple(others),
        doubts=doubts_of(best, tuple(others), detections),
        problems=problems_of(best, detections),
    )


def _candidates(chains: list[Chain], detections: Detections) -> list[_Candidate]:
    """The readings of the likeliest rows, best first."""
    centres = centres_of(detections.boxes)
    faces = detections.tiles
    found: list[_Candidate] = []
    rows = _rows(chains, detections.boxes, faces)
    tried = 0
    while rows and tried < _rows_to_try(found):
        chain, size = rows.pop(_next_row(rows, found))
        if found and max(found, key=lambda one: one.score).explains(chain):
            continue
        tried += 1
        frame = Frame.of_chain(chain, centres, detections.boxes)
        strips = find_strips(frame, chain.indices, chains, faces)
        best = max((one.score for one in found), default=-math.inf)
        for reading in best_readings(Field(frame, strips, faces), best):
            if _is_hand(reading):
                one = _Candidate(chain, frame, reading, reading.score + SMALLER * size)
                found.append(one if one.is_home else replace(one, score=one.score + FOREIGN))
    return sorted(found, key=lambda candidate: -candidate.score)


def _rows_to_try(found: list[_Candidate]) -> int:
    best = max((one.reading.score for one in found if one.is_home), default=WEAK)
    return 1 if best > GREAT else USUAL_ROWS if best > GOOD else MAX_ROWS


def _next_row(rows: list[tuple[Chain, float]], found: list[_Candidate]) -> int:
    """The next row to try: one of the best hand so far, where it was seen from elsewhere."""
    best = max(found, key=lambda candidate: candidate.score, default=None)
    if best is None or best.is_home or best.reading.score < WEAK:
        return 0
    shared = [len(set(chain.indices) & set(best.reading.used)) for chain, _ in rows]
    return shared.index(max(shared))


def _rows(
    chains: list[Chain], boxes: NDArray[np.float32], faces: list[Tile | None]
) -> list[tuple[Chain, float]]:
    """The chains to try, with the logarithm (base 2) of their tile size, 0 for the largest."""
    faced = [chain for chain in chains if any(faces[index] is not None for index in chain.indices)][
        :16
    ]
    if not faced:
        return []
    centres, extents = centres_of(boxes).tolist(), extents_of(boxes).tolist()
    sizes = [_row_size(chain, centres, extents) for chain in faced]
    pairs = list(zip(faced, sizes, strict=True))
    largest = max(size for chain, size in pairs if 3 * len(chain) >= len(faced[0]))
    crossings = Counter(index for chain in chains if len(chain) >= 3 for index in chain.indices)

    def promise(chain: Chain, size: float) -> float:
        crossed = sum(crossings[index] > 1 for index in chain.indices) / len(chain)
        smaller = min(math.log2(size / largest), 0.0)
        return min(len(chain), HAND_SIZE) + 2 * SMALLER * smaller - CROSSED * crossed

    scored = sorted(((promise(*pair), -n) for n, pair in enumerate(pairs)), reverse=True)
    rows: list[tuple[Chain, float]] = []
    for _, negative in scored:
        chain, size = faced[-negative], sizes[-negative]
        taken = {index for row, _ in rows for index in row.indices}
        if sum(index in taken for index in chain.indices) * 2 < len(chain):
            rows.append((chain, min(math.log2(size / largest), 0.0)))
        if len(rows) == 2 * MAX_ROWS:
            break
    return rows


def _row_size(chain: Chain, centres: list[list[float]], extents: list[float]) -> float:
    first, last = centres[chain.indices[0]], centres[chain.indices[-1]]
    run, rise = abs(last[0] - first[0]), abs(last[1] - first[1])
    spread = (run + rise) / max(math.hypot(run, rise), 1e-9)
    return median(extents[index] for index in chain.indices) / max(spread, 1.0)


def _is_hand(reading: Reading) -> bool:
    if not reading.melds and reading.in_one_line:
        return len(reading.concealed) >= min(SHORT_ROW + reading.crowd, MIN_ROW)
    return reading.score > WEAK and reading.count >= FEW


def _layout(candidate: _Candidate, detections: Detections, chains: list[Chain]) -> Layout:
    frame, reading = candidate.frame, candidate.reading
    used = reading.used
    others = [index for index in range(len(detections)) if index not in used]
    flipped = _is_flipped(frame, used, others)

    def ordered(indices: tuple[int, ...]) -> tuple[int, ...]:
        return indices[::-1] if flipped else indices

    def along(indices: tuple[int, ...]) -> tuple[int, ...]:
        return ordered(tuple(sorted(indices, key=lambda index: float(frame.along[index]))))

    aside, unresolved = reasons(others, used, frame, chains, detections)
    melds = [_meld(kind, along(indices), detections) for kind, indices in reading.melds]
    melds.sort(key=lambda meld: float(np.mean(frame.along[list(meld.indices)])), reverse=flipped)
    kans = [_meld(MeldKind.CONCEALED_KAN, ordered(kan), detections) for kan in reading.kans]
    return Layout(
        concealed=ordered(reading.concealed),
        melds=tuple(melds),
        kans=tuple(kans[::-1] if flipped else kans),
        flowers=along(reading.flowers),
        winning=reading.winning,
        aside=aside,
        unresolved=unresolved,
        score=round(candidate.score, 3),
    )


def _meld(kind: MeldKind | None, indices: tuple[int, ...], detections: Detections) -> LayoutMeld:
    faces = [detections.tile(index) for index in indices]
    shown = [face for face in faces if face is not None]
    tiles: list[Tile] = [shown[0] if face is None else face for face in faces] if shown else []
    if kind is None:
        alike = len(set(shown)) < len(shown)
        kind = MeldKind.PON if alike else MeldKind.CHOW
        kind = MeldKind.OPEN_KAN if len(indices) == 4 else kind
    return LayoutMeld(kind, indices, tuple(tiles))


def _is_flipped(frame: Frame, used: tuple[int, ...], others: list[int]) -> bool:
    """Whether the owner sits beyond the row: the rest of the table lies before it."""
    if len(others) < 2:
        return False
    hand = frame.across[list(used)]
    before = int((frame.across[others] > float(hand.max())).sum())
    beyond = int((frame.across[others] < float(hand.min())).sum())
    return before > 2 * beyond + 1


def _no_hand(detections: Detections) -> Layout:
    layout = Layout(unresolved=tuple(range(len(detections))))
    return replace(layout, problems=problems_of(layout, detections))
