"""The Ray engine gives what the local engine gives, also where a worker is killed."""

import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from hupai.batch.cluster import score_on_ray
from hupai.batch.photos import find
from hupai.batch.record import Job, Recipe, Record, version
from hupai.batch.runner import Plan, run
from hupai.batch.said import Said
from hupai.batch.workers import Work
from tests.hupai.batch_photos import BROKEN, write_photos
from tests.hupai.test_batch import outputs

pytest.importorskip("ray", reason="needs the cluster extra: pip install 'hupai[cluster]'")


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    folder = tmp_path / "照片"
    write_photos(folder, 10)
    for name in ("empty.jpg", "cut.jpg", "text.jpg"):
        (folder / name).write_bytes(BROKEN[name][1])
    (folder / "hands.csv").write_text(
        "photo,hand,self_draw\n手牌 2.jpg,222p777s333m88m99s + 8m,yes\n", "utf-8"
    )
    return folder


def plan(folder: Path, out: str, engine: str) -> Plan:
    return Plan((str(folder),), out, Said(), True, True, workers=2, engine=engine)


def test_ray_equals_local(photos: Path, tmp_path: Path) -> None:
    local = run(plan(photos, str(tmp_path / "local"), "local"))
    on_ray = run(plan(photos, str(tmp_path / "ray"), "ray"))
    assert on_ray == local
    assert outputs(tmp_path / "ray") == outputs(tmp_path / "local")
    assert len(outputs(tmp_path / "ray")) > 20
    again = run(plan(photos, str(tmp_path / "ray"), "ray"))
    assert (again.scored, again.statuses) == (0, local.statuses)
    assert outputs(tmp_path / "ray") == outputs(tmp_path / "local")


@dataclass(frozen=True)
class DeadlyRecipe(Recipe):
    """Work whose process is killed over the photos named here: once, or always."""

    deaths: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""

    def scorer(self) -> Work:  # type: ignore[override]
        work = super().scorer()

        def deadly(job: Job, data: bytes) -> Record:
            kind = self.deaths.get(Path(job.name).name, "")
            been_here = Path(self.folder) / f"{job.index}.was-here"
            if kind == "always" or (kind == "once" and not been_here.exists()):
                been_here.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return work(job, data)

        return deadly


def test_a_worker_killed_in_the_middle_loses_nothing(photos: Path, tmp_path: Path) -> None:
    batch = find([str(photos)], Said())
    jobs = [Job(index, photo.name, photo.said) for index, photo in enumerate(batch.photos)]
    deaths = {"手牌 3.jpg": "once", "手牌 7.jpg": "always"}
    recipe = DeadlyRecipe(batch.rules, version(), None, deaths, str(tmp_path))
    records = {
        Path(job.name).name: record
        for job, _, record in score_on_ray(jobs, recipe, frozenset(), 2)
        if record is not None
    }
    assert len(records) == len(jobs)
    good = {name for name, record in records.items() if not record.is_refused}
    assert good == {f"手牌 {number}.jpg" for number in range(1, 11) if number != 7}
    (problem,) = records["手牌 7.jpg"].result["problems"]
    assert problem["name"] == "internal_error"


def test_object_stores(photos: Path, tmp_path: Path) -> None:
    """fsspec's local file system stands for an object store: the same calls, no rename."""
    run(plan(photos, str(tmp_path / "local"), "local"))
    url = f"file://{tmp_path}/store"
    first = run(Plan((f"file://{photos}",), url, Said(), True, True, 2, "local"))
    again = run(Plan((f"file://{photos}",), url, Said(), True, True, 2, "local"))
    assert (first.statuses, again.scored) == (again.statuses, 0)
    local, store = outputs(tmp_path / "local"), outputs(tmp_path / "store")
    assert set(store) == set(local)
    assert store["results.csv"].decode().replace("file://", "") == local["results.csv"].decode()
    assert store["images/手牌 1.jpg"] == local["images/手牌 1.jpg"]
