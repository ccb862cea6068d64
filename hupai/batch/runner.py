"""A batch from beginning to end: find, skip what is finished, score, write."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from hupai.batch.journal import Journal
from hupai.batch.outputs import IMAGES, LABELS, places_below, write_labels, write_results
from hupai.batch.photos import find
from hupai.batch.record import Job, Recipe, Record, version
from hupai.batch.rows import Rows
from hupai.batch.said import Said
from hupai.batch.storage import (
    WORK_FOLDER,
    BucketOutput,
    DiskOutput,
    Output,
    Segments,
    is_url,
    output,
    read_photo,
)
from hupai.batch.summary import Summary
from hupai.batch.workers import Task, score_locally
from scoring.words import UserError, Words
from vision.picture import PictureError

JOURNAL = "journal"
UPLOAD_SECONDS = 20.0
"""Between two uploads of the journal, where results go to an object store."""

Progress = Callable[[int, int], None]
"""Called with the number of photos that are finished, and of all photos."""


@dataclass(frozen=True)
class Plan:
    """What `hupai batch` is asked to do.

    roots: folders or photos. out: where results go. said: of all photos. images, labels: extra
    outputs. workers: processes. engine: `local` or `ray`; address: of a Ray cluster.
    language: of the tables' texts, and the report's first.
    """

    roots: tuple[str, ...]
    out: str
    said: Said = field(default_factory=Said)
    images: bool = False
    labels: bool = False
    workers: int = 1
    engine: str = "local"
    address: str | None = None
    language: str = "en"


def run(plan: Plan, progress: Progress = lambda done, total: None) -> Summary:
    """Carry out a plan. Raises `UserError` for what cannot be used; a bad photo is a row."""
    if any(_same_place(root, plan.out) for root in plan.roots):
        raise _out_is_root(plan.out)
    batch = find(plan.roots, plan.said, plan.out)
    if not batch.photos:
        raise _nothing_found(plan)
    target = output(plan.out)
    with _journal(target) as journal:
        rows = Rows(batch, journal)
        scoring = _Scoring(plan, rows, target, progress)
        scoring.on_ray() if plan.engine == "ray" else scoring.locally()
        write_results(target, rows, batch.notices, plan.language)
        if plan.labels:
            write_labels(target, rows, places_below(LABELS, batch.photos, ".txt"))
        if isinstance(target, DiskOutput):
            target.clean()
        return Summary.of(rows, batch, scoring.scored)


class _Scoring:
    """Brings a record of every photo into the journal. scored: how many were scored anew."""

    def __init__(self, plan: Plan, rows: Rows, target: Output, progress: Progress) -> None:
        self.plan, self.rows, self.target = plan, rows, target
        self.journal = rows.journal
        self.recipe = Recipe(rows.batch.rules, version(), target if plan.images else None)
        self.images = places_below(IMAGES, rows.batch.photos, ".jpg") if plan.images else {}
        self.scored = 0
        self._progress = progress
        self._total = sum(photo.error is None for photo in rows.batch.photos)
        progress(0, self._total)

    def locally(self) -> None:
        # Of photos with the same content one is scored; the others find its record afterwards.
        while len(self.rows.keys) < self._total:
            unread: list[Record] = []
            copies: list[tuple[Job, str]] = []
            tasks = self._tasks(unread, copies)
            refuse = self.recipe.unread
            for job, record in score_locally(tasks, self.recipe, self.plan.workers, refuse):
                self._keep(job, record)
            for record in unread:
                self._add(record)
            for job, key in copies:
                self._copy_image(job, key)

    def on_ray(self) -> None:
        # Ray is heavy, and most people run without it.
        from hupai.batch.cluster import score_on_ray

        known = self.journal.keys()
        answers = score_on_ray(
            list(self._jobs()), self.recipe, known, self.plan.workers, self.plan.address
        )
        for job, key, record in answers:
            if record is None:
                self._cover(job, key)
            else:
                self._keep(job, record)

    def _tasks(self, unread: list[Record], copies: list[tuple[Job, str]]) -> Iterator[Task]:
        """The photos that are left to score, with their bytes.

        What cannot be read goes to `unread`; what was scored, but drawn for another photo of the
        same content, to `copies`.
        """
        started: set[str] = set()
        for job in self._jobs():
            try:
                data = read_photo(job.name)
            except PictureError as error:
                unread.append(self.recipe.unread(job, error))
                self._cover(job, unread[-1].key)
                continue
            key = self.recipe.key(job.said, data)
            finished = self.recipe.finished(job, key, self.journal)
            if finished is not None:
                self._cover(job, finished)
            elif key in self.journal and self._drawn(key) is not None:
                copies.append((job, key))
                self._cover(job, key)
            elif key not in started:
                started.add(key)
                yield job, data

    def _drawn(self, key: str) -> str | None:
        """The numbered photo of `key`, if it is there."""
        image = self.journal.image_of(key)
        return image if image is not None and self.target.has(image) else None

    def _copy_image(self, job: Job, key: str) -> None:
        image = self._drawn(key)
        assert image is not None
        self.target.write(job.image, [self.target.read(image)])
        self.journal.add_image(job.image, key)

    def _jobs(self) -> Iterator[Job]:
        for index, photo in enumerate(self.rows.batch.photos):
            if photo.error is None and index not in self.rows.keys:
                image = self.images.get(photo.place, "")
                drawn = self.journal.drawn(image) if image and self.target.has(image) else ""
                yield Job(index, photo.name, photo.said, image, drawn)

    def _keep(self, job: Job, record: Record) -> None:
        self._add(record)
        if job.image and not record.is_refused:
            self.journal.add_image(job.image, record.key)
        self.scored += not record.is_refused
        self._cover(job, record.key)

    def _add(self, record: Record) -> None:
        if record.key not in self.journal:
            self.journal.add(record)

    def _cover(self, job: Job, key: str) -> None:
        self.rows.keys[job.index] = key
        self._progress(len(self.rows.keys), self._total)


@contextmanager
def _journal(target: Output) -> Iterator[Journal]:
    """The journal of the results in `target`."""
    if isinstance(target, BucketOutput):
        with TemporaryDirectory() as folder:
            path = Path(folder) / JOURNAL
            segments = Segments(target)
            path.write_bytes(b"".join(segments.load()))
            with Journal(path, segments.add, UPLOAD_SECONDS) as journal:
                yield journal
    else:
        with Journal(Path(target.root) / WORK_FOLDER / JOURNAL) as journal:
            yield journal


def _same_place(one: str, other: str) -> bool:
    return one == other or (not is_url(one) and os.path.realpath(one) == os.path.realpath(other))


def _out_is_root(out: str) -> UserError:
    return UserError(
        "out_is_root",
        Words(
            f"照片就在 {out!r} 里，结果不能也放在那里：请换一个 --out，例如 {out + '/out'!r}。",
            f"The photos lie in {out!r} itself: choose another --out, such as {out + '/out'!r}.",
        ),
    )


def _nothing_found(plan: Plan) -> UserError:
    where = ", ".join(repr(root) for root in plan.roots)
    return UserError(
        "no_photos",
        Words(
            f"{where} 里没有照片：请给出放照片的文件夹。",
            f"There are no photos in {where}: give a folder that holds photos.",
        ),
    )
