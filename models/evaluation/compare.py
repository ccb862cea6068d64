"""One reading beside the truth of its photo."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.evaluation.truth import TruePhoto
from scoring.hand import Hand
from scoring.tiles import Tile
from vision.detections import BACK, class_text
from vision.detector import iou
from vision.reading import Reading

SAME_TILE = 0.5
"""IoU from which a found box is the true one."""


@dataclass(frozen=True)
class PhotoResult:
    """What of one photo was read right. Counts are tiles.

    located: true boxes that a found box covers; right: those whose class is right too.
    found, extra: what was found in a photo whose every face-up tile is labelled, and what of it
    is wrong; both 0 elsewhere. confused: (true, read) of the located ones with a wrong class.
    hand_right, structure_right: None where the hand is not known.
    tiles_known: whether boxes or `all_tiles` are known; told_complete: whether the truth says that
    no face-up tile is unlabelled. flagged: whether a wrong tile is doubtful, or a problem was told.
    right_flagged, wrong_flagged: doubtful tiles among the right and the wrong ones.
    """

    file: str
    tile_set: str
    truth: str
    read: str
    seconds: float
    tiles: int
    located: int
    right: int
    found: int
    extra: int
    per_class: tuple[tuple[str, bool], ...]
    confused: tuple[tuple[str, str], ...]
    hand_right: bool | None
    structure_right: bool | None
    flagged: bool
    right_flagged: int
    wrong_flagged: int
    runner_up_right: int
    tiles_known: bool = True
    told_complete: bool = False

    @property
    def wholly_right(self) -> bool:
        """Whether every known tile is right: those with boxes or in `all_tiles`, else the hand."""
        if self.tiles_known:
            return self.right == self.tiles and (self.extra == 0 or not self.told_complete)
        return bool(self.hand_right)

    @property
    def is_right(self) -> bool:
        """Whether the hand is right; where it is not known, every known tile."""
        return self.wholly_right if self.hand_right is None else self.hand_right

    @property
    def silently_wrong(self) -> bool:
        return not self.is_right and not self.flagged


def compare(photo: TruePhoto, reading: Reading, seconds: float) -> PhotoResult:
    """The result of reading `photo` in `seconds`."""
    found = reading.detections
    pairs = match(photo.corners(*reading.size), found.boxes)
    doubtful = {number - 1 for number in reading.doubtful}
    right = {i: j for i, j in pairs.items() if found.class_ids[j] == photo.class_ids[i]}
    wrong = {i: j for i, j in pairs.items() if i not in right}
    faces = int((found.class_ids != BACK).sum()) if photo.complete else 0
    if len(photo.class_ids):
        tiles, located, hits = len(photo.class_ids), len(pairs), len(right)
    else:
        tiles, hits = _by_count(photo, reading)
        located = hits
    return PhotoResult(
        file=photo.path.name,
        tile_set=photo.tile_set,
        truth=photo.hand.text if photo.hand else "",
        read=reading.hand.text,
        seconds=seconds,
        tiles=tiles,
        located=located,
        right=hits,
        found=faces,
        extra=max(0, faces - hits) if photo.complete else 0,
        per_class=tuple(
            (class_text(int(class_id)), index in right)
            for index, class_id in enumerate(photo.class_ids)
        ),
        confused=tuple(
            (class_text(int(photo.class_ids[i])), class_text(int(found.class_ids[j])))
            for i, j in wrong.items()
        ),
        hand_right=_hand_right(photo.hand, reading.hand),
        structure_right=_structure_right(photo.hand, reading.hand),
        flagged=_flagged(photo, reading, set(wrong.values())),
        right_flagged=len(doubtful & set(right.values())),
        wrong_flagged=len(doubtful & set(wrong.values())),
        runner_up_right=sum(
            bool(found.runner_up[j] == photo.class_ids[i]) for i, j in wrong.items()
        ),
        tiles_known=bool(len(photo.class_ids)) or photo.all_tiles is not None,
        told_complete=photo.complete and photo.hand is not None,
    )


def match(truth: NDArray[np.float32], found: NDArray[np.float32]) -> dict[int, int]:
    """True boxes to found ones, one to one, best overlap first; indices into (n, 4), (m, 4)."""
    if not len(truth) or not len(found):
        return {}
    overlaps = np.stack([iou(box, found) for box in truth])
    pairs: dict[int, int] = {}
    for flat in np.argsort(-overlaps, axis=None):
        i, j = divmod(int(flat), len(found))
        if overlaps[i, j] < SAME_TILE:
            break
        if i not in pairs and j not in pairs.values():
            pairs[i] = j
    return pairs


def _by_count(photo: TruePhoto, reading: Reading) -> tuple[int, int]:
    """Tiles and right ones where no boxes are known: as a count of faces."""
    known = photo.all_tiles or photo.hand or Hand()
    found = reading.detections
    read = (
        Counter(Tile(int(c)) for c in found.class_ids if c != BACK)
        if photo.all_tiles
        else reading.hand.counts()
    )
    return known.counts().total(), (known.counts() & read).total()


def _hand_right(truth: Hand | None, read: Hand) -> bool | None:
    return None if truth is None else truth.counts() == read.counts()


def _structure_right(truth: Hand | None, read: Hand) -> bool | None:
    """Whether concealed tiles, exposed sets and flowers are right.

    Their order and the winning tile do not count. A concealed kong counts as concealed tiles,
    however it is written: one may lie inside the row.
    """

    def groups(hand: Hand) -> tuple[object, ...]:
        inside = [tile for meld in hand.melds if meld.is_concealed for tile in meld.tiles]
        exposed = sorted(sorted(meld.tiles) for meld in hand.melds if not meld.is_concealed)
        return sorted([*hand.held, *inside]), exposed, sorted(hand.flowers)

    return None if truth is None else groups(truth) == groups(read)


def _flagged(photo: TruePhoto, reading: Reading, wrong: set[int]) -> bool:
    """Whether a person is told: by a problem, or by a doubt on a tile that is wrong."""
    if reading.problems:
        return True
    if photo.hand is not None:
        surplus = reading.hand.counts() - photo.hand.counts()
        tiles = (reading.detections.tile(number - 1) for number in reading.doubtful)
        if any(tile in surplus for tile in tiles):
            return True
    return bool({number - 1 for number in reading.doubtful} & wrong)
