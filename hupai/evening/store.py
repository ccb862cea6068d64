"""Evenings in SQLite: what was confirmed survives a crash or a power cut."""

import json
import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from hupai.evening.migrate import migrate
from hupai.evening.model import DEFAULT_NAMES, Evening, KeptHand, Names, PlayedHand
from scoring.words import UserError, Words

MOST_HANDS = 1000
_HAND_FIELDS = ("hand", "circumstances", "rules", "others", "outcome")
_UPDATE = f"UPDATE hands SET {', '.join(f'{name} = ?' for name in _HAND_FIELDS)} WHERE id = ?"


class EveningStore:
    """All evenings of one data folder. Safe to use from several threads and processes."""

    def __init__(self, path: Path) -> None:
        """Open the database file at `path`, made or brought up to date where needed."""
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        with self._connection() as connection:
            migrate(connection)

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self.path, timeout=10, isolation_level=None)
        try:
            connection.row_factory = sqlite3.Row
            connection.execute("PRAGMA journal_mode = WAL")
            # FULL makes every commit reach the disk before it counts as done.
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            yield connection
        finally:
            connection.close()

    @contextmanager
    def _transaction(self, evening: str) -> Iterator[sqlite3.Connection]:
        """All or nothing; the evening's version grows with it. Raises where there is none."""
        with self._connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                grown = connection.execute(
                    "UPDATE evenings SET version = version + 1 WHERE id = ?", (evening,)
                )
                if not grown.rowcount:
                    raise no_such_evening(evening)
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                connection.execute("ROLLBACK")
                raise

    def start(self, rules: str, names: Names = DEFAULT_NAMES, dealer: int = 0) -> Evening:
        """A new evening, with the rules of the table."""
        new = secrets.token_urlsafe(9)
        with self._connection() as connection:
            connection.execute(
                "INSERT INTO evenings (id, started_at, names, rules, options, first_dealer) "
                "VALUES (?, ?, ?, ?, '{}', ?)",
                (new, _now(), json.dumps(names, ensure_ascii=False), rules, dealer),
            )
        return self.evening(new)

    def newest(self) -> Evening | None:
        """The evening that began last, if there is one."""
        with self._connection() as connection:
            row = connection.execute(
                "SELECT id FROM evenings ORDER BY started_at DESC, rowid DESC LIMIT 1"
            ).fetchone()
        return None if row is None else self.evening(row["id"])

    def evening(self, evening: str) -> Evening:
        """One evening with its hands. Raises `UserError` `no_such_evening`."""
        with self._connection() as connection:
            connection.execute("BEGIN")
            row = connection.execute("SELECT * FROM evenings WHERE id = ?", (evening,)).fetchone()
            if row is None:
                raise no_such_evening(evening)
            hands = connection.execute(
                "SELECT * FROM hands WHERE evening = ? AND NOT removed ORDER BY id", (evening,)
            ).fetchall()
            can_undo = _last_change(connection, evening) is not None
        return _evening(row, tuple(_played(hand) for hand in hands), can_undo)

    def set_table(
        self, evening: str, names: Names, rules: str, options: Mapping[str, str]
    ) -> Evening:
        """Change the players' names and the house rules; hands already played stay as they are."""
        with self._transaction(evening) as connection:
            connection.execute(
                "UPDATE evenings SET names = ?, rules = ?, options = ? WHERE id = ?",
                (json.dumps(names, ensure_ascii=False), rules, json.dumps(dict(options)), evening),
            )
        return self.evening(evening)

    def choose_dealer(self, evening: str, dealer: int) -> Evening:
        """Say who deals the next hand, whatever the rules give."""
        with self._transaction(evening) as connection:
            connection.execute(
                "UPDATE evenings SET chosen_dealer = ? WHERE id = ?", (dealer, evening)
            )
        return self.evening(evening)

    def add_hand(self, evening: str, key: str, kept: KeptHand) -> Evening:
        """Keep a confirmed hand. A `key` that was kept before changes nothing, so that a page
        may send again what it is not sure of."""
        with self._transaction(evening) as connection:
            known = connection.execute(
                "SELECT 1 FROM hands WHERE evening = ? AND key = ?", (evening, key)
            ).fetchone()
            if known is None:
                _check_room(connection, evening)
                columns = ", ".join(("evening", "key", "played_at", *_HAND_FIELDS))
                added = connection.execute(
                    f"INSERT INTO hands ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (evening, key, _now(), *_values(kept)),
                )
                _note_change(connection, evening, added.lastrowid, None)
                connection.execute(
                    "UPDATE evenings SET chosen_dealer = NULL WHERE id = ?", (evening,)
                )
        return self.evening(evening)

    def edit_hand(self, evening: str, number: int, kept: KeptHand) -> Evening:
        """Replace a hand that was kept. Raises `UserError` `no_such_played_hand`."""
        with self._transaction(evening) as connection:
            _note_change(connection, evening, number, _hand_row(connection, evening, number))
            connection.execute(_UPDATE, (*_values(kept), number))
        return self.evening(evening)

    def remove_hand(self, evening: str, number: int) -> Evening:
        """Leave out a hand that was kept. Raises `UserError` `no_such_played_hand`."""
        with self._transaction(evening) as connection:
            _note_change(connection, evening, number, _hand_row(connection, evening, number))
            connection.execute("UPDATE hands SET removed = 1 WHERE id = ?", (number,))
        return self.evening(evening)

    def undo(self, evening: str) -> Evening:
        """Take back the last change of hands that was not taken back; nothing where there is
        none."""
        with self._transaction(evening) as connection:
            change = _last_change(connection, evening)
            if change is not None:
                _take_back(connection, change)
        return self.evening(evening)


def no_such_evening(evening: str) -> UserError:
    return UserError(
        "no_such_evening",
        Words(
            f"没有 {evening!r} 这一场：请重新打开页面。",
            f"There is no evening {evening!r}: open the page again.",
        ),
    )


def _check_room(connection: sqlite3.Connection, evening: str) -> None:
    """Raises `UserError` for an evening that is full: every answer holds all of its hands."""
    rows = connection.execute("SELECT COUNT(*) FROM hands WHERE evening = ?", (evening,))
    if rows.fetchone()[0] >= MOST_HANDS:
        raise UserError(
            "evening_full",
            Words(
                f"这一场已经记了 {MOST_HANDS} 局：请新开一场。",
                f"This evening has {MOST_HANDS} hands: begin a new one.",
            ),
        )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _values(kept: KeptHand) -> tuple[str, str, str, str, str]:
    """A hand as the columns `_HAND_FIELDS` hold it."""
    others = json.dumps(dict(kept.others), ensure_ascii=False)
    outcome = json.dumps(kept.outcome, ensure_ascii=False)
    return kept.hand, kept.circumstances, kept.rules, others, outcome


def _hand_row(connection: sqlite3.Connection, evening: str, number: int) -> sqlite3.Row:
    row: sqlite3.Row | None = connection.execute(
        "SELECT * FROM hands WHERE evening = ? AND id = ? AND NOT removed", (evening, number)
    ).fetchone()
    if row is None:
        raise UserError(
            "no_such_played_hand",
            Words(
                f"这一场没有第 {number} 号记录。", f"This evening has no recorded hand {number}."
            ),
        )
    return row


def _note_change(
    connection: sqlite3.Connection, evening: str, number: int | None, before: sqlite3.Row | None
) -> None:
    """Remember how a hand was before a change; None where the change made it."""
    text = None if before is None else json.dumps({name: before[name] for name in _HAND_FIELDS})
    connection.execute(
        "INSERT INTO changes (evening, hand, before) VALUES (?, ?, ?)", (evening, number, text)
    )


def _last_change(connection: sqlite3.Connection, evening: str) -> sqlite3.Row | None:
    row: sqlite3.Row | None = connection.execute(
        "SELECT * FROM changes WHERE evening = ? AND NOT undone ORDER BY id DESC LIMIT 1",
        (evening,),
    ).fetchone()
    return row


def _take_back(connection: sqlite3.Connection, change: sqlite3.Row) -> None:
    if change["before"] is None:
        connection.execute("UPDATE hands SET removed = 1 WHERE id = ?", (change["hand"],))
    else:
        before = json.loads(change["before"])
        # A change noted before a column existed lacks it; the column's default stays then.
        values = [before.get(name, "{}") for name in _HAND_FIELDS]
        connection.execute(_UPDATE, (*values, change["hand"]))
        connection.execute("UPDATE hands SET removed = 0 WHERE id = ?", (change["hand"],))
    connection.execute("UPDATE changes SET undone = 1 WHERE id = ?", (change["id"],))


def _played(row: sqlite3.Row) -> PlayedHand:
    others = tuple(json.loads(row["others"]).items())
    outcome = json.loads(row["outcome"])
    kept = KeptHand(row["hand"], row["circumstances"], row["rules"], others, outcome)
    return PlayedHand(row["id"], row["key"], row["played_at"], kept)


def _evening(row: sqlite3.Row, hands: tuple[PlayedHand, ...], can_undo: bool) -> Evening:
    first, second, third, fourth = json.loads(row["names"])
    return Evening(
        id=row["id"],
        started_at=row["started_at"],
        names=(first, second, third, fourth),
        rules=row["rules"],
        options=tuple(json.loads(row["options"]).items()),
        first_dealer=row["first_dealer"],
        chosen_dealer=row["chosen_dealer"],
        version=row["version"],
        hands=hands,
        can_undo=can_undo,
    )
