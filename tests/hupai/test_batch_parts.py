"""The parts of the batch: listing, storage, journal, workers, outputs, report."""

import json
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hupai.batch.journal import Journal
from hupai.batch.listing import listings
from hupai.batch.outputs import csv_chunks, label_text, places_below
from hupai.batch.photos import Batch, Photo
from hupai.batch.record import Job, Record
from hupai.batch.rows import Row, Rows
from hupai.batch.said import Said
from hupai.batch.storage import DiskOutput
from hupai.batch.webpage import PAGE_ROWS, pages
from hupai.batch.workers import Work, score_locally
from hupai.settling import Request, settle
from scoring.words import UserError, Words
from tests.hupai.batch_photos import write_links


def touch(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"\xff\xd8\xff")


def test_listing_is_in_natural_order_and_enters_a_folder_once(tmp_path: Path) -> None:
    touch(tmp_path, "b10.jpg", "B9.jpg", "a/2.png", "a/1.WEBP", "c.txt.jpg")
    write_links(tmp_path)
    (listing,) = listings([str(tmp_path)])
    assert listing.photos == ["a/1.WEBP", "a/2.png", "B9.jpg", "b10.jpg", "c.txt.jpg"]


def test_a_linked_folder_elsewhere_is_entered_and_real_names_go_first(tmp_path: Path) -> None:
    touch(tmp_path, "elsewhere/1.jpg", "root/z/2.jpg")
    (tmp_path / "root" / "a-link").symlink_to("z")
    (tmp_path / "root" / "far").symlink_to("../elsewhere")
    (listing,) = listings([str(tmp_path / "root")])
    assert listing.photos == ["far/1.jpg", "z/2.jpg"]


def test_single_photos_and_folders_given_twice(tmp_path: Path) -> None:
    touch(tmp_path, "1.jpg", "in/2.jpg")
    roots = [str(tmp_path / name) for name in ("1.jpg", "1.jpg", "in", "in")]
    assert [listing.photos for listing in listings(roots)] == [["1.jpg"], [], ["2.jpg"], []]


def test_a_file_appears_whole_or_not_at_all(tmp_path: Path) -> None:
    output = DiskOutput(str(tmp_path))
    output.write("a/b.txt", [b"old"])

    def breaks() -> Iterator[bytes]:
        yield b"new"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        output.write("a/b.txt", breaks())
    assert (tmp_path / "a" / "b.txt").read_bytes() == b"old"
    output.clean()
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["b.txt"]


def record(key: str, name: str = "empty_file") -> Record:
    return Record.refused(key, UserError(name, Words("坏", "bad")))


def good_record(key: str, hand: str = "222p777s333m88m99s + 8m") -> Record:
    outcome = settle(Request.parse(hand=hand))
    return Record(key, {**outcome.to_json(), "photo": ""}, (100, 50), thumbnail=b"\xff\xd8")


def test_journal_gives_back_what_it_was_given(tmp_path: Path) -> None:
    records = [good_record("a"), record("b"), record("c", "internal_error")]
    with Journal(tmp_path / "journal") as journal:
        for one in records:
            journal.add(one)
        assert [journal.get(one.key) for one in records] == records
        journal.add_image("images/1.jpg", "a")
    with Journal(tmp_path / "journal") as journal:
        assert journal.keys() == {"a", "b"}
        assert journal.get("a") == records[0]
        assert (journal.drawn("images/1.jpg"), journal.drawn("images/2.jpg")) == ("a", "")


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cut=st.integers(0, 5000), spoilt=st.none() | st.integers(0, 5000))
def test_a_torn_journal_loses_torn_records_alone(
    tmp_path: Path, cut: int, spoilt: int | None
) -> None:
    path = tmp_path / "journal"
    path.unlink(missing_ok=True)
    records = [record(key) for key in "abcdefgh"]
    with Journal(path) as journal:
        for one in records:
            journal.add(one)
    data = bytearray(path.read_bytes()[:cut])
    whole = data.count(b"\n")
    if spoilt is not None and spoilt < len(data) and data[spoilt] != ord("\n"):
        data[spoilt] ^= 1
        whole -= spoilt < data.rfind(b"\n")
    path.write_bytes(data)
    with Journal(path) as journal:
        kept = [one for one in records if one.key in journal]
        assert len(kept) >= whole - 1
        assert all(journal.get(one.key) == one for one in kept)
        journal.add(good_record("new"))
    with Journal(path) as journal:
        assert {one.key for one in kept} | {"new"} == set(journal.keys())


def test_one_process_at_a_time_holds_a_journal(tmp_path: Path) -> None:
    with (
        Journal(tmp_path / ".hupai" / "journal"),
        pytest.raises(UserError, match="in use"),
        Journal(tmp_path / ".hupai" / "journal"),
    ):
        raise AssertionError("two journals at once")


@dataclass(frozen=True)
class Deadly:
    """Work whose process dies or hangs over some photos: always, or the first time."""

    folder: str

    def scorer(self) -> Work:
        def work(job: Job, data: bytes) -> Record:
            first = Path(self.folder) / f"{job.index}"
            if data == b"dies" or (data == b"dies once" and not first.exists()):
                first.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            if data == b"hangs":
                time.sleep(60)
            return record(str(job.index))

        return work


def test_a_worker_that_dies_or_hangs_costs_its_photo_alone(tmp_path: Path) -> None:
    kinds = [b"fine"] * 4 + [b"dies"] + [b"fine"] * 4 + [b"dies once", b"hangs"] + [b"fine"] * 3
    tasks = [(Job(index, f"{index}.jpg", Said()), kind) for index, kind in enumerate(kinds)]
    answers = score_locally(
        tasks, Deadly(str(tmp_path)), 2, lambda job, error: record("dead", error.name), 3.0
    )
    keys = {job.index: one.key for job, one in answers}
    assert keys == {
        index: "dead" if kind in (b"dies", b"hangs") else str(index)
        for index, kind in enumerate(kinds)
    }


class Cannot:
    def scorer(self) -> Work:
        raise UserError("bad_weights", Words("坏", "The model is broken"))


def test_a_worker_that_cannot_start_is_told() -> None:
    tasks = [(Job(0, "a", Said()), b"")]
    with pytest.raises(UserError, match="model is broken"):
        list(score_locally(tasks, Cannot(), 2, lambda job, error: record("dead")))


NASTY = "<script>alert(1)</script>&\"'\udcff.jpg"


@pytest.fixture
def rows(tmp_path: Path) -> Iterator[Rows]:
    names = [NASTY, "=cmd.jpg", *(f"{number}.jpg" for number in range(PAGE_ROWS))]
    photos = [Photo(name, name, Said()) for name in names]
    photos[1] = Photo(photos[1].name, "x", Said(), UserError("e", Words("<b>", "-1+<b>")))
    with Journal(tmp_path / "journal") as journal:
        journal.add(good_record("good"))
        yield Rows(Batch(photos), journal, dict.fromkeys(range(len(photos)), "good"))


def test_csv_cells_are_no_formulas(rows: Rows) -> None:
    lines = b"".join(csv_chunks(rows, "en")).decode("utf-8-sig").splitlines()
    assert "'=cmd.jpg,refused" in lines[2]
    assert "'-1+<b>" in lines[2]
    assert "\\udcff" in lines[1]


class Tags(HTMLParser):
    """Counts the tags of a page and collects what it refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: dict[str, int] = {}
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.counts[tag] = self.counts.get(tag, 0) + 1
        self.sources += [value or "" for name, value in attrs if name in ("src", "href")]


def test_report_is_escaped_self_contained_and_in_pages(rows: Rows) -> None:
    notices = [UserError("odd", Words("<i>怪</i>", "<i>odd</i>"))]
    written = {name: b"".join(chunks) for name, chunks in pages(rows, notices, "zh")}
    assert list(written) == ["report.html", "report-2.html"]
    parsers = {name: Tags() for name in written}
    for name, parser in parsers.items():
        parser.feed(written[name].decode())
    assert [parser.counts["article"] for parser in parsers.values()] == [PAGE_ROWS, 2]
    assert all(parser.counts["script"] == 1 for parser in parsers.values())
    assert "i" not in parsers["report.html"].counts
    sources = [source for parser in parsers.values() for source in parser.sources]
    assert {source for source in sources if not source.startswith("data:image/jpeg;base64,")} == {
        *written
    }
    text = written["report.html"].decode()
    assert "&lt;script&gt;alert(1)" in text
    assert "碰碰胡" in text
    assert "All pons" in text


def test_photos_that_differ_in_their_suffix_have_files_of_their_own() -> None:
    photos = [Photo(name, name, Said()) for name in ("a/1.jpg", "a/1.PNG", "a/2.jpg", "1.jpg")]
    assert list(places_below("labels", photos, ".txt").values()) == [
        *("labels/a/1.jpg.txt", "labels/a/1.PNG.txt", "labels/a/2.txt", "labels/1.txt")
    ]


def test_labels_are_parts_of_the_photo() -> None:
    tiles = [{"tile": "2m", "box": [10, 10, 30, 40]}, {"tile": "X", "box": None}]
    one = Record("a", {"tiles": tiles, "score": {}}, (100, 50))
    assert label_text(one) == "1 0.200000 0.500000 0.200000 0.600000\n"


def test_status_of_a_row() -> None:
    photo = Photo("1.jpg", "1.jpg", Said())
    tiles = [{"number": 1, "tile": "1m", "runner_up": "2m", "doubtful": True}]
    result = {"tiles": tiles, "score": {}, "problems": []}
    assert Row(photo, Record("a", result, settled=True)).status == "doubtful"
    assert Row(photo, Record("a", result, settled=True, written=True)).status == "settled"
    assert Row(photo, Record("a", result)).status == "unsettled"
    assert Row(photo, record("a")).status == "refused"
    assert json.loads(json.dumps(good_record("a").to_json())) == good_record("a").to_json()
