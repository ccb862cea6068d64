"""The evening in SQLite: totals, dealers, undo, migrations, and what survives a crash."""

import csv
import io
import json
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hupai.evening import EveningStore, KeptHand, migrate
from hupai.evening.export import evening_csv
from hupai.evening.model import read_names
from hupai.settling import Request, settle
from scoring.words import UserError

HAND = "222p777s333m88m99s + 8m"
RULES = "nanning-points"


@pytest.fixture
def store(tmp_path: Path) -> EveningStore:
    return EveningStore(tmp_path / "evenings.sqlite3")


def won(circumstances: str) -> KeptHand:
    outcome = settle(Request.parse(circumstances, RULES, HAND)).to_json()
    return KeptHand(HAND, circumstances, RULES, (), outcome)


def play(store: EveningStore, evening: str, key: str, circumstances: str) -> None:
    store.add_hand(evening, key, won(circumstances))


def test_totals_and_dealers(store: EveningStore) -> None:
    begun = store.start(RULES, dealer=2)
    assert (begun.dealer, begun.totals, begun.prev_hand_won) == (2, (0, 0, 0, 0), None)
    play(store, begun.id, "one", "winner=1; dealer=2; self_draw")
    play(store, begun.id, "two", "winner=3; dealer=1; discard_by=0")
    after = store.evening(begun.id)
    assert after.totals == (-19, 30, -10, -1)
    assert (after.dealer, after.prev_hand_won) == (3, True)
    assert sum(after.totals) == 0


def test_a_chosen_dealer_deals_one_hand(store: EveningStore) -> None:
    begun = store.start(RULES)
    assert store.choose_dealer(begun.id, 2).dealer == 2
    play(store, begun.id, "one", "winner=1; dealer=2; self_draw")
    assert store.evening(begun.id).dealer == 1


def test_a_hand_that_is_sent_twice_is_kept_once(store: EveningStore) -> None:
    begun = store.start(RULES)
    for _ in range(2):
        play(store, begun.id, "same", "winner=1; self_draw")
    assert len(store.evening(begun.id).hands) == 1


def test_undo_takes_back_adding_editing_and_removing(store: EveningStore) -> None:
    begun = store.start(RULES)
    play(store, begun.id, "one", "winner=1; self_draw")
    number = store.evening(begun.id).hands[0].id
    steps = [store.evening(begun.id).totals]
    steps.append(store.edit_hand(begun.id, number, won("winner=2; discard_by=0")).totals)
    steps.append(store.remove_hand(begun.id, number).totals)
    assert steps == [(-10, 30, -10, -10), (-9, 0, 9, 0), (0, 0, 0, 0)]
    assert store.undo(begun.id).totals == steps[1]
    assert store.undo(begun.id).totals == steps[0]
    last = store.undo(begun.id)
    assert (last.totals, last.can_undo) == ((0, 0, 0, 0), False)
    assert store.undo(begun.id).hands == ()


def test_the_newest_evening(store: EveningStore) -> None:
    assert store.newest() is None
    store.start(RULES)
    second = store.start(RULES)
    found = store.newest()
    assert found is not None
    assert found.id == second.id


@pytest.mark.parametrize("act", ["evening", "undo"])
def test_no_such_evening(store: EveningStore, act: str) -> None:
    with pytest.raises(UserError, match="'nothing'"):
        getattr(store, act)("nothing")


def test_hands_of_other_evenings_are_out_of_reach(store: EveningStore) -> None:
    first, second = store.start(RULES), store.start(RULES)
    play(store, first.id, "one", "winner=1; self_draw")
    number = store.evening(first.id).hands[0].id
    with pytest.raises(UserError, match="no recorded hand"):
        store.remove_hand(second.id, number)
    assert len(store.evening(first.id).hands) == 1


NAMES = {
    "trimmed": (["  王 ", "a\tb", "c\nd", "\x00e"], ("王", "ab", "cd", "e")),
    "cut to length": (["x" * 50, "", "", ""], ("x" * 24, "", "", "")),
    "markup stays text": (["<b>", "'; DROP TABLE", "&", "="], ("<b>", "'; DROP TABLE", "&", "=")),
}


@pytest.mark.parametrize(("raw", "expected"), NAMES.values(), ids=NAMES)
def test_names(store: EveningStore, raw: list[str], expected: tuple[str, ...]) -> None:
    begun = store.start(RULES)
    kept = store.set_table(begun.id, read_names(raw), RULES, {"points.base": "2"})
    assert kept.names == expected
    assert kept.options == (("points.base", "2"),)


def test_versions_grow_with_every_change(store: EveningStore) -> None:
    begun = store.start(RULES)
    play(store, begun.id, "one", "winner=1; self_draw")
    assert store.evening(begun.id).version > begun.version


def test_several_threads_add_hands_at_once(store: EveningStore) -> None:
    begun = store.start(RULES)
    threads = [
        threading.Thread(target=play, args=(store, begun.id, f"key {n}", "winner=1; self_draw"))
        for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.evening(begun.id).hands) == 8


CRASH = """
import os, sys
from pathlib import Path
from hupai.evening import EveningStore, KeptHand
from hupai.settling import Request, settle
store = EveningStore(Path(sys.argv[1]))
evening = store.newest().id
number = 0
while True:
    outcome = settle(Request.parse("winner=1; self_draw", "nanning-points", sys.argv[2])).to_json()
    kept = KeptHand(sys.argv[2], "winner=1; self_draw", "nanning-points", (), outcome)
    store.add_hand(evening, f"key {number}", kept)
    number += 1
    print(number, flush=True)
"""


def test_a_killed_process_loses_nothing_confirmed(tmp_path: Path) -> None:
    path = tmp_path / "evenings.sqlite3"
    begun = EveningStore(path).start(RULES)
    root = Path(__file__).parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", CRASH, str(path), HAND],
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    ) as process:
        assert process.stdout is not None
        confirmed = [int(process.stdout.readline()) for _ in range(5)][-1]
        process.kill()
    hands = EveningStore(path).evening(begun.id).hands
    assert len(hands) >= confirmed
    assert [hand.payments for hand in hands] == [(-10, 30, -10, -10)] * len(hands)


def test_every_commit_reaches_the_disk(store: EveningStore) -> None:
    with store._connection() as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert connection.execute("PRAGMA synchronous").fetchone()[0] == 2


def test_opening_again_migrates_nothing_twice(store: EveningStore) -> None:
    begun = store.start(RULES)
    again = EveningStore(store.path)
    assert again.evening(begun.id).id == begun.id


def test_an_older_database_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "evenings.sqlite3"
    first = sorted(migrate.FOLDER.glob("*.sql"))[0]
    outcome = json.dumps(won("winner=1; self_draw").outcome)
    with sqlite3.connect(path) as connection:
        connection.executescript(first.read_text("utf-8"))
        connection.execute("PRAGMA user_version = 1")
        connection.execute(
            "INSERT INTO evenings VALUES ('old', '2025', ?, ?, '{}', 0, NULL, 1)",
            (json.dumps([""] * 4), RULES),
        )
        hand = ("old", "k", "2025", HAND, "winner=1; self_draw", RULES, outcome)
        connection.execute(
            "INSERT INTO hands (evening, key, played_at, hand, circumstances, rules, outcome) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            hand,
        )
        before = {"hand": HAND, "circumstances": "", "rules": RULES, "outcome": outcome}
        connection.execute(
            "INSERT INTO changes (evening, hand, before) VALUES ('old', 1, ?)",
            (json.dumps(before),),
        )
    store = EveningStore(path)
    assert store.evening("old").totals == (-10, 30, -10, -10)
    assert store.undo("old").hands[0].kept.others == ()


def test_data_of_a_newer_version_is_left_alone(store: EveningStore) -> None:
    with sqlite3.connect(store.path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(UserError, match="newer hupai"):
        EveningStore(store.path)


def test_csv(store: EveningStore) -> None:
    begun = store.start(RULES, read_names(["=1+1", "", "-x", "a,b"]))
    play(store, begun.id, "one", "winner=1; self_draw")
    text = evening_csv(store.evening(begun.id), "zh")
    assert text.startswith("\ufeff")
    rows = list(csv.reader(io.StringIO(text[1:])))
    assert rows[0][-4:] == ["'=1+1", "乙", "'-x", "a,b"]
    assert rows[1][-4:] == ["-10", "30", "-10", "-10"]
    assert rows[2] == ["合计", "", "", "", "", "-10", "30", "-10", "-10"]
