"""What a person says of one photo, as text: how the hand was won, and corrections."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from hupai.settling import DEFAULT_RULES, Request
from scoring import Circumstances, Hand, RuleSet, Tile
from vision.corrections import Corrections

_MANNERS = ("self_draw", "discard_by", "robbed", "rob_kong")


@dataclass(frozen=True)
class Said:
    """Text as `hupai score` takes it; empty says nothing.

    circumstances: `winner=1; self_draw`. rules: a rule set's name or file. hand: replaces what
    is read. renamed: `3=5p` each. dropped: numbers. added: tiles.
    """

    circumstances: str = ""
    rules: str = DEFAULT_RULES
    hand: str = ""
    winning_tile: str = ""
    renamed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    added: tuple[str, ...] = ()

    def request(self, rule_sets: Mapping[str, RuleSet]) -> Request:
        """The request behind the text. Raises `UserError`, which quotes what it cannot read.

        `rule_sets` are the loaded rules by name or file: a worker on another machine has no
        rule file.
        """
        return Request(
            Circumstances.parse(self.circumstances),
            rule_sets[self.rules],
            Hand.parse(self.hand) if self.hand else None,
            Tile.parse(self.winning_tile) if self.winning_tile else None,
            Corrections.parse(self.renamed, self.dropped, self.added),
        )

    def beside(self, circumstances: str) -> "Said":
        """The same with `circumstances` of one photo, which win over those said for all."""
        return replace(self, circumstances=merged(self.circumstances, circumstances))

    def digest(self, rules: RuleSet) -> str:
        """A fingerprint of everything said, rules included, as a hexadecimal number."""
        said = {**asdict(self), "rules": [rules.name, list(rules.title), repr(rules.values)]}
        return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Said":
        lists = ("renamed", "dropped", "added")
        return cls(**{**value, **{name: tuple(value[name]) for name in lists}})


def merged(general: str, particular: str) -> str:
    """Circumstances for all photos with those of one: by key, the particular wins.

    >>> merged("dealer=2; self_draw; last_tile", "dealer=1; discard_by=3")
    'last_tile; dealer=1; discard_by=3'
    """
    own = _parts(particular)
    keys = {key for key, _ in own}
    if keys & set(_MANNERS):
        keys.update(_MANNERS)
    kept = [part for key, part in _parts(general) if key not in keys]
    return "; ".join([*kept, *(part for _, part in own)])


def _parts(text: str) -> list[tuple[str, str]]:
    """(key, whole part) of each part."""
    parts = (part.strip() for part in re.split(r"[;；]", text))
    return [(part.partition("=")[0].strip(), part) for part in parts if part]
