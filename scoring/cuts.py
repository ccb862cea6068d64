"""Cutting one suit into sets and at most one pair."""

from collections.abc import Iterator
from functools import cache

from scoring.counting import suit_counts

# What a suit's cuts mean for the hand, as numbers whose sum over the four suits tells all.
PAIR, RUNS, NO_CUT, ALSO_RUNS = 1, 10, 100, 1000


def cuts(
    counts: tuple[int, ...], runs: bool, least: tuple[int, int] = (0, 0)
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to cut a suit into sets and at most one pair, once each; ranks from 0.

    Parts come by their first rank and then as pon, pair, run: `least` is where to go on.
    """
    first = next((rank for rank, count in enumerate(counts) if count), None)
    if first is None:
        yield ()
        return
    options = [(first,) * 3, (first,) * 2]
    if runs and first <= 6:
        options.append((first, first + 1, first + 2))
    for kind, part in enumerate(options):
        left = list(counts)
        for rank in part:
            left[rank] -= 1
        if min(left) >= 0 and (first, kind) >= least:
            for rest in cuts(tuple(left), runs, (first, kind)):
                if len(part) == 3 or all(len(other) == 3 for other in rest):
                    yield (part, *rest)


@cache
def suit_mark(key: int) -> int:
    """The marks of a suit of `key` counts; there are 405,350 such keys at most."""
    return _mark(key, runs=True)


@cache
def honours_mark(key: int) -> int:
    """The marks of the honours, which make no runs."""
    return _mark(key, runs=False)


def _mark(key: int, runs: bool) -> int:
    counts = suit_counts(key)
    found = list(cuts(counts, runs)) if sum(counts) % 3 != 1 else []
    if not found:
        return NO_CUT
    pair = PAIR if sum(counts) % 3 == 2 else 0
    with_runs = [any(len(set(part)) == 3 for part in cut) for cut in found]
    if all(with_runs):
        return pair + RUNS
    return pair + (ALSO_RUNS if any(with_runs) else 0)


def pon_readings(mark: int) -> tuple[bool, ...]:
    """For each kind of reading as sets and a pair, whether it is all pons.

    `mark` is the sum over the four suits. Empty: there is no such reading.
    """
    if mark % 1000 >= NO_CUT or mark % 10 != PAIR:
        return ()
    if mark % 1000 != PAIR:
        return (False,)
    return (True,) if mark < ALSO_RUNS else (True, False)
