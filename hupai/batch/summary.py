"""What a batch came to, in numbers."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from hupai.batch.photos import Batch
from hupai.batch.rows import Row
from scoring.words import UserError, Words

MAX_REASONS = 20


@dataclass(frozen=True)
class Summary:
    """Counts of rows by status.

    refused: the reasons of the first refusals. scored: how many photos this run scored; the
    others were finished before. others: files that are no pictures. notices: what is odd beside
    the photos.
    """

    statuses: Counter[str]
    refused: tuple[Words, ...]
    scored: int
    others: int
    notices: tuple[UserError, ...]

    @classmethod
    def of(cls, rows: Iterable[Row], batch: Batch, scored: int) -> "Summary":
        statuses: Counter[str] = Counter()
        refused: list[Words] = []
        for row in rows:
            statuses[row.status] += 1
            if row.record.is_refused and len(refused) < MAX_REASONS:
                refused.append(Words(**row.record.result["problems"][0]["message"]))
        return cls(statuses, tuple(refused), scored, batch.others, tuple(batch.notices))

    @property
    def total(self) -> int:
        return self.statuses.total()

    @property
    def is_clean(self) -> bool:
        """Whether every photo was settled, with nothing odd beside them."""
        left = self.statuses["refused"] + self.statuses["unsettled"]
        return not left and not self.notices
