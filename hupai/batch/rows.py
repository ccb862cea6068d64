"""The rows of a batch's results: one a photo, in the order of the photos."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hupai.batch.journal import Journal
from hupai.batch.photos import Batch, Photo
from hupai.batch.record import Record


@dataclass(frozen=True)
class Row:
    """One photo with its record."""

    photo: Photo
    record: Record

    @property
    def status(self) -> str:
        """`settled`, `doubtful`, `unsettled` or `refused`."""
        if self.record.is_refused:
            return "refused"
        if not self.record.settled:
            return "unsettled"
        return "doubtful" if self.record.doubts else "settled"


@dataclass
class Rows:
    """The results in the order of the photos, read from the journal one at a time.

    keys: of each photo's record, by its place in the batch.
    """

    batch: Batch
    journal: Journal
    keys: dict[int, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.batch.photos)

    def __iter__(self) -> Iterator[Row]:
        for index, photo in enumerate(self.batch.photos):
            if photo.error is not None:
                yield Row(photo, Record.refused("", photo.error))
            else:
                yield Row(photo, self.journal.get(self.keys[index]))


def encoded(text: str) -> bytes:
    """UTF-8; bytes of a file name that are no text become escapes."""
    return text.encode("utf-8", "backslashreplace")


def amounts(seats: Sequence[int]) -> str:
    """What the seats 0 to 3 gain or pay, each with its sign."""
    return "(" + " ".join(f"{amount:+d}" if amount else "0" for amount in seats) + ")"


def doubt_text(tile: Mapping[str, Any]) -> str:
    """`5: 5p (6p?)`: the number on the photo, what was read, and the runner-up."""
    rival = tile["runner_up"]
    return f"{tile['number']}: {tile['tile']}" + (f" ({rival}?)" if rival != tile["tile"] else "")
