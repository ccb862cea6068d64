"""Legal sets and complete hands, by tile counts alone."""

from collections.abc import Sequence
from functools import lru_cache

from scoring.hand import MeldKind
from scoring.tiles import Tile

_ORPHANS = frozenset(tile for tile in range(Tile.PLUM) if tile >= 27 or tile % 9 in (0, 8))


def set_kind(faces: Sequence[Tile | None]) -> MeldKind | None:
    """The legal set that three or four tiles make, or None. None among them is a back.

    Backs occur in kongs only: two of four, three of four, or all four.
    """
    if not 3 <= len(faces) <= 4:
        return None
    shown = sorted(face for face in faces if face is not None)
    if shown and shown[-1].is_flower:
        return None
    if len(shown) < len(faces):
        hidden_kan = len(faces) == 4 and len(shown) in (0, 1, 2) and len(set(shown)) <= 1
        return MeldKind.CONCEALED_KAN if hidden_kan else None
    if shown[0] == shown[-1]:
        return MeldKind.PON if len(shown) == 3 else MeldKind.OPEN_KAN
    run = len(shown) == 3 and shown[2] - shown[1] == shown[1] - shown[0] == 1
    return MeldKind.CHOW if run and shown[0].suit == shown[2].suit is not None else None


def split_into_sets(faces: Sequence[Tile | None]) -> list[tuple[int, int]] | None:
    """Cuts a row into neighbouring sets, as (start, end), with as few illegal ones as can be.

    None where no cut exists into legal sets and any threes (1, 2 or 5 tiles).
    """
    if len(faces) in (1, 2, 5):
        return None
    best: list[tuple[int, list[tuple[int, int]]] | None] = [(0, [])]
    for end in range(1, len(faces) + 1):
        choices = []
        for size in (3, 4):
            before = best[end - size] if end >= size else None
            legal = before is not None and set_kind(faces[end - size : end]) is not None
            if before is not None and (legal or size == 3):
                choices.append((before[0] + (not legal), [*before[1], (end - size, end)]))
        best.append(min(choices, key=lambda choice: choice[0]) if choices else None)
    last = best[len(faces)]
    return None if last is None else last[1]


def is_complete(tiles: Sequence[int]) -> bool:
    """Whether 3n + 2 tiles are sets and a pair, seven pairs, or (14) thirteen orphans."""
    if len(tiles) % 3 != 2:
        return False
    counts = [0] * len(Tile)
    for tile in tiles:
        counts[tile] += 1
    if len(tiles) == 14:
        if all(count % 2 == 0 for count in counts):
            return True
        if {tile for tile, count in enumerate(counts) if count} == _ORPHANS:
            return True
    groups = [tuple(counts[start : start + 9]) for start in (0, 9, 18)]
    honours = counts[27:34]
    if any(counts[34:]) or any(count not in (0, 2, 3) for count in honours):
        return False
    pairs = honours.count(2)
    for group in groups:
        pairs += sum(group) % 3 == 2
        if sum(group) % 3 == 1:
            return False
    return pairs == 1 and all(_suit_complete(group) for group in groups)


@lru_cache(maxsize=4096)
def _suit_complete(counts: tuple[int, ...]) -> bool:
    """Whether nine counts are sets alone, or sets and a pair, by their number."""
    if sum(counts) % 3 == 0:
        return _all_sets(list(counts))
    for rank in range(9):
        if counts[rank] >= 2:
            rest = list(counts)
            rest[rank] -= 2
            if _all_sets(rest):
                return True
    return False


def _all_sets(counts: list[int]) -> bool:
    rest = [*counts, 0, 0]
    for rank in range(9):
        runs = rest[rank] % 3
        if rest[rank + 1] < runs or rest[rank + 2] < runs:
            return False
        rest[rank + 1] -= runs
        rest[rank + 2] -= runs
    return True
