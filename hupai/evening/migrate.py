"""Brings a database up to the newest form: numbered SQL files, each applied once."""

import sqlite3
from pathlib import Path

from scoring.words import UserError, Words

FOLDER = Path(__file__).parent / "migrations"


def migrate(connection: sqlite3.Connection) -> None:
    """Apply what is missing, each file in one transaction with its number.

    Raises `UserError` for a database that a newer version of hupai has changed.
    """
    done: int = connection.execute("PRAGMA user_version").fetchone()[0]
    files = sorted(FOLDER.glob("*.sql"))
    if done > len(files):
        raise UserError(
            "newer_database",
            Words(
                "数据是更新版本的 hupai 写的：请升级 hupai，或用 --data 换一个文件夹。",
                "The data was written by a newer hupai: upgrade it, or choose another folder "
                "with --data.",
            ),
        )
    for number, file in enumerate(files[done:], done + 1):
        script = file.read_text("utf-8")
        connection.executescript(f"BEGIN;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")
