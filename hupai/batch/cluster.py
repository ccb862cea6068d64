"""The Ray engine: the same work on Ray Data, on this machine or on many.

Each actor has networks of its own on one thread, like a worker of the local engine, and reads
its photos itself: from a folder that all machines share, or from an object store.
"""

import json
import logging
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hupai.batch.record import Job, Recipe, Record, worker_died
from hupai.batch.storage import read_photo
from hupai.batch.workers import ATTEMPTS
from scoring.words import UserError, Words
from vision.picture import PictureError

BATCH = 8
"""Photos that an actor takes at a time: what is done again where it dies."""
STORE_BYTES = 256_000_000
"""Shared memory of a local Ray: photos never pass through it, only results."""

Answer = tuple[Job, str, Record | None]
"""A job, the key of its record, and the record where it was scored now."""


def score_on_ray(
    jobs: Sequence[Job],
    recipe: Recipe,
    known: frozenset[str],
    workers: int,
    address: str | None = None,
) -> Iterator[Answer]:
    """Score `jobs` with that many actors; answers come in any order.

    `known` holds the keys of finished records. `address` is that of a Ray cluster; without one
    a local Ray is started. Raises `UserError` where Ray is missing or cannot be reached.
    """
    ray = _started(workers, address)
    try:
        deaths = ray.remote(_Deaths).options(num_cpus=0, max_restarts=-1, max_task_retries=-1)
        shared = [ray.put((recipe, known)), deaths.remote()]
        by_index = {job.index: job for job in jobs}
        for row in _rows(ray, jobs, shared, min(workers, len(jobs))):
            job = by_index[int(row["index"])]
            record = json.loads(row["record"]) if row["record"] else None
            yield job, str(row["key"]), None if record is None else Record.from_json(record)
    finally:
        ray.shutdown()


def _started(workers: int, address: str | None) -> Any:
    """The Ray library, connected."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")
    try:
        import ray
        import ray.data
    except ImportError:
        raise UserError(
            "no_cluster_extra",
            Words(
                "--engine ray 需要扩展包：请运行 pip install 'hupai[cluster]'。",
                "--engine ray needs the cluster extra: run pip install 'hupai[cluster]'.",
            ),
        ) from None
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    local: dict[str, Any] = {
        "num_cpus": workers,
        "object_store_memory": STORE_BYTES,
        "include_dashboard": False,
    }
    try:
        ray.init(
            address=address,
            log_to_driver=False,
            logging_level=logging.ERROR,
            **(local if address is None else {}),
        )
    # Ray has many kinds of errors for a cluster that cannot be reached.
    except Exception as error:
        raise UserError(
            "no_cluster",
            Words(
                f"连不上 Ray 集群 {address!r}（{error}）："
                "请检查地址，或不写 --address 在本机运行。",
                f"The Ray cluster {address!r} cannot be reached ({error}): check the address, or "
                "leave --address out to run here.",
            ),
        ) from error
    return ray


def _rows(
    ray: Any, jobs: Sequence[Job], shared: list[Any], actors: int
) -> Iterator[Mapping[str, Any]]:
    """The answers to `jobs`. Ray itself starts an actor that died again, with its photos."""
    if not jobs:
        return
    ray.data.DataContext.get_current().enable_progress_bars = False
    items = [{"index": job.index, "job": json.dumps(job.to_json())} for job in jobs]
    dataset = ray.data.from_items(items, override_num_blocks=-(-len(items) // BATCH))
    answers = dataset.map_batches(
        _Actor,
        fn_constructor_args=(shared,),
        compute=ray.data.ActorPoolStrategy(size=actors),
        num_cpus=1,
        batch_size=BATCH,
    )
    yield from answers.iter_rows()


class _Deaths:
    """Counts the actors that died over each photo: Ray by itself would try for ever."""

    def __init__(self) -> None:
        self._begun: Counter[int] = Counter()

    def begin(self, index: int, finished: int | None) -> int:
        """Note that a photo is begun and the one before it finished; the deaths over it so far."""
        if finished is not None:
            del self._begun[finished]
        self._begun[index] += 1
        return self._begun[index] - 1


class _Actor:
    """One model on one core of some machine."""

    def __init__(self, shared: list[Any]) -> None:
        import ray

        self._ray = ray
        self._recipe, self._known = ray.get(shared[0])
        self._deaths = shared[1]
        self._finished: int | None = None
        self._scorer = self._recipe.scorer()

    def __call__(self, batch: Mapping[str, Any]) -> dict[str, list[Any]]:
        jobs = [Job.from_json(json.loads(job)) for job in batch["job"]]
        answers = [self._answer(job) for job in jobs]
        return {
            "index": [job.index for job in jobs],
            "key": [key for key, _ in answers],
            "record": ["" if one is None else json.dumps(one.to_json()) for _, one in answers],
        }

    def _answer(self, job: Job) -> tuple[str, Record | None]:
        try:
            data = read_photo(job.name)
        except PictureError as error:
            return self._refused(job, error)
        key = self._recipe.key(job.said, data)
        finished = self._recipe.finished(job, key, self._known)
        if finished is not None:
            return finished, None
        deaths = self._ray.get(self._deaths.begin.remote(job.index, self._finished))
        self._finished = None
        if deaths >= ATTEMPTS:
            return self._refused(job, worker_died(job.name))
        record = self._scorer(job, data)
        self._finished = job.index
        return record.key, record

    def _refused(self, job: Job, error: UserError) -> tuple[str, Record]:
        record = self._recipe.unread(job, error)
        return record.key, record
