"""The photos of a batch, each with what is said of it."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from posixpath import basename, dirname, relpath, splitext

from hupai.batch.listing import NOTE_SUFFIX, Listing, listings, read_beside
from hupai.batch.said import Said
from hupai.batch.sheets import Entry, Sheet, read_note, read_sheet, same
from hupai.batch.storage import joined
from scoring import RuleSet
from scoring.words import UserError, Words


@dataclass(frozen=True)
class Photo:
    """One photo of a batch.

    name: its path, as a user would type it. place: its path below the results, for the files
    that are made of it; no two photos share one. error: why it cannot be scored, where that is
    known before it is read.
    """

    name: str
    place: str
    said: Said
    error: UserError | None = None


@dataclass
class Batch:
    """All photos in their order; the rules they are scored by; what is odd beside them."""

    photos: list[Photo] = field(default_factory=list)
    rules: dict[str, RuleSet] = field(default_factory=dict)
    notices: list[UserError] = field(default_factory=list)
    others: int = 0


def find(roots: Sequence[str], general: Said, out: str | None = None) -> Batch:
    """The photos below `roots`; `general` is said of all. Raises `UserError` for a wrong root."""
    batch = Batch(rules={general.rules: RuleSet.load(general.rules)})
    general.request(batch.rules)
    all_listings = listings(list(roots), out)
    for listing, prefix in zip(all_listings, _prefixes(all_listings), strict=True):
        batch.others += listing.others
        _Beside(listing, general, batch).add(prefix)
    return batch


def _prefixes(all_listings: Sequence[Listing]) -> list[str]:
    """For each root the folder of its photos below the results: none where there is one root."""
    if len({listing.root for listing in all_listings}) == 1:
        return ["" for _ in all_listings]
    taken: dict[str, str] = {}
    for listing in all_listings:
        name = basename(os.path.abspath(listing.root)) or "root"
        number, unique = 1, name
        while unique in taken.values() and taken.get(listing.root) != unique:
            number += 1
            unique = f"{name}-{number}"
        taken.setdefault(listing.root, unique)
    return [taken[listing.root] for listing in all_listings]


class _Beside:
    """Puts the photos of one listing into the batch with what lies beside them."""

    def __init__(self, listing: Listing, general: Said, batch: Batch) -> None:
        self.listing, self.general, self.batch = listing, general, batch
        self.sheets = [self._sheet(relative) for relative in listing.sheets]
        self.used: set[str] = set()

    def add(self, prefix: str) -> None:
        known = {same(photo) for photo in self.listing.photos}
        photos = [self._photo(relative, prefix) for relative in self.listing.photos]
        if self.listing.whole:
            photos += [self._missing(*row, prefix) for row in self._rows_without_photo(known)]
        for relative, reason in self.listing.unreadable:
            self.batch.notices.append(_unreadable(joined(self.listing.root, relative), reason))
        for sheet in self.sheets:
            self.batch.notices += sheet.notices
        self.batch.photos += photos

    def _sheet(self, relative: str) -> Sheet:
        path = joined(self.listing.root, relative)
        try:
            sheet = read_sheet(read_beside(self.listing.root, relative), path, self.general)
        except OSError as error:
            sheet = Sheet("", error=_unreadable(path, error.strerror or str(error)))
        sheet.folder = dirname(relative)
        return sheet

    def _photo(self, relative: str, prefix: str) -> Photo:
        name = joined(self.listing.root, relative)
        place = joined(prefix, relative)
        try:
            said = self._said(relative)
        except UserError as error:
            return Photo(name, place, self.general, error)
        return Photo(name, place, said)

    def _said(self, relative: str) -> Said:
        """What is said of a photo. Raises `UserError` where that is wrong or said twice."""
        entries: list[Entry] = []
        for sheet in self.sheets:
            below = _below(sheet.folder, relative)
            if below is None:
                continue
            if sheet.error is not None:
                raise sheet.error
            entries += sheet.entries.get(same(below), [])
        for note in (f"{relative}{NOTE_SUFFIX}", f"{splitext(relative)[0]}{NOTE_SUFFIX}"):
            if note in self.listing.notes:
                path = joined(self.listing.root, note)
                data = read_beside(self.listing.root, note)
                entries.append(read_note(data, path, self.general))
        if len(entries) > 1:
            raise _twice([entry.where for entry in entries])
        if not entries:
            return self.general
        return checked(entries[0], self.batch.rules)

    def _rows_without_photo(self, known: set[str]) -> list[tuple[str, Entry]]:
        return [
            (joined(sheet.folder, sheet.names[key]), entries[0])
            for sheet in self.sheets
            for key, entries in sheet.entries.items()
            if same(joined(sheet.folder, key)) not in known
        ]

    def _missing(self, relative: str, entry: Entry, prefix: str) -> Photo:
        name = joined(self.listing.root, relative)
        error = UserError(
            "no_such_photo",
            Words(
                f"{entry.where.zh}：文件夹里没有照片 {name!r}。",
                f"{entry.where.en}: there is no photo {name!r} in the folder.",
            ),
        )
        return Photo(name, joined(prefix, relative), self.general, error)


def checked(entry: Entry, rules: dict[str, RuleSet]) -> Said:
    """What an entry says. Loads its rules. Raises `UserError` where it cannot be read."""
    if entry.error is not None:
        raise entry.error
    assert entry.said is not None
    try:
        if entry.said.rules not in rules:
            rules[entry.said.rules] = RuleSet.load(entry.said.rules)
        entry.said.request(rules)
    except UserError as error:
        where = entry.where
        words = Words(f"{where.zh}：{error.words.zh}", f"{where.en}: {error.words.en}")
        raise UserError(error.name, words) from error
    return entry.said


def _below(folder: str, relative: str) -> str | None:
    """`relative` as seen from `folder`; None where it does not lie below it."""
    if not folder:
        return relative
    return relpath(relative, folder) if relative.startswith(f"{folder}/") else None


def _twice(places: Sequence[Words]) -> UserError:
    zh = "、".join(words.zh for words in places)
    en = " and ".join(words.en for words in places)
    return UserError(
        "said_twice",
        Words(
            f"这张照片写了两次（{zh}）：只留一处。",
            f"The photo is described twice ({en}): keep one.",
        ),
    )


def _unreadable(path: str, reason: str) -> UserError:
    return UserError(
        "unreadable_file",
        Words(f"无法读取 {path!r}（{reason}）。", f"{path!r} cannot be read ({reason})."),
    )
