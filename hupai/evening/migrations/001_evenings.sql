CREATE TABLE evenings (
    id TEXT PRIMARY KEY,
    started_at TEXT NOT NULL,
    names TEXT NOT NULL,
    rules TEXT NOT NULL,
    options TEXT NOT NULL,
    first_dealer INTEGER NOT NULL,
    chosen_dealer INTEGER,
    version INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE hands (
    id INTEGER PRIMARY KEY,
    evening TEXT NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
    key TEXT NOT NULL,
    played_at TEXT NOT NULL,
    hand TEXT NOT NULL,
    circumstances TEXT NOT NULL,
    rules TEXT NOT NULL,
    outcome TEXT NOT NULL,
    removed INTEGER NOT NULL DEFAULT 0,
    UNIQUE (evening, key)
) STRICT;

CREATE TABLE changes (
    id INTEGER PRIMARY KEY,
    evening TEXT NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
    hand INTEGER NOT NULL,
    before TEXT,
    undone INTEGER NOT NULL DEFAULT 0
) STRICT;
