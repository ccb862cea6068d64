"""Evenings and the hands played in them, as values."""

from dataclasses import dataclass
from typing import Any

from scoring.words import UserError, Words

LONGEST_NAME = 24
DEFAULT_NAMES = ("", "", "", "")
Names = tuple[str, str, str, str]


@dataclass(frozen=True)
class KeptHand:
    """One hand that was confirmed.

    hand, circumstances: in their one-line text forms. rules: the rule set's name. others: the
    hands of further winners, by seat. outcome: the JSON of the outcome, the same that
    `hupai score --json` prints.
    """

    hand: str
    circumstances: str
    rules: str
    others: tuple[tuple[str, str], ...]
    outcome: dict[str, Any]


@dataclass(frozen=True)
class PlayedHand:
    """A confirmed hand with its place in the evening."""

    id: int
    key: str
    played_at: str
    kept: KeptHand

    @property
    def payments(self) -> tuple[int, int, int, int]:
        """What each seat gained (+) or paid (-)."""
        first, second, third, fourth = self.kept.outcome["score"]["payments"]
        return first, second, third, fourth

    @property
    def result(self) -> str:
        """`win`, `draw` or `not_a_win`."""
        return str(self.kept.outcome["score"]["result"])

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "key": self.key,
            "played_at": self.played_at,
            "hand": self.kept.hand,
            "circumstances": self.kept.circumstances,
            "rules": self.kept.rules,
            "others": dict(self.kept.others),
            "outcome": self.kept.outcome,
            "payments": list(self.payments),
            "result": self.result,
        }


@dataclass(frozen=True)
class Evening:
    """Four players at one table. `hands` are those that count, in the order played.

    names: of the seats 0 to 3; empty where nobody gave one. options: house rules, as
    `option:KEY=VALUE` takes them. version: grows with every change.
    """

    id: str
    started_at: str
    names: Names
    rules: str
    options: tuple[tuple[str, str], ...]
    first_dealer: int
    chosen_dealer: int | None
    version: int
    hands: tuple[PlayedHand, ...] = ()
    can_undo: bool = False

    @property
    def totals(self) -> tuple[int, int, int, int]:
        """What each seat has gained (+) or paid (-) in all; the sum is zero."""
        sums = [sum(column) for column in zip(*(one.payments for one in self.hands), strict=True)]
        first, second, third, fourth = sums or (0, 0, 0, 0)
        return first, second, third, fourth

    @property
    def dealer(self) -> int:
        """Who deals the next hand: the one a person chose, else by the rules (NN-03, A-43)."""
        if self.chosen_dealer is not None:
            return self.chosen_dealer
        dealer = self.first_dealer
        for played in self.hands:
            following = played.kept.outcome["score"]["next_dealer"]
            dealer = dealer if following is None else following
        return int(dealer)

    @property
    def prev_hand_won(self) -> bool | None:
        """Whether the hand before had a winner (NN-30); None before the first hand."""
        return self.hands[-1].result == "win" if self.hands else None

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "started_at": self.started_at,
            "names": list(self.names),
            "rules": self.rules,
            "options": dict(self.options),
            "dealer": self.dealer,
            "prev_hand_won": self.prev_hand_won,
            "totals": list(self.totals),
            "hands": [played.to_json() for played in self.hands],
            "can_undo": self.can_undo,
            "version": self.version,
        }


def read_names(raw: list[str]) -> Names:
    """Four names as people type them, trimmed. Raises `UserError` for another number."""
    if len(raw) != 4:
        raise UserError(
            "bad_names",
            Words(
                f"一桌四个人，要四个名字，不是 {len(raw)} 个。",
                f"A table has four players: give four names, not {len(raw)}.",
            ),
        )
    first, second, third, fourth = (_clean(name) for name in raw)
    return first, second, third, fourth


def _clean(name: str) -> str:
    printable = "".join(letter for letter in name if letter.isprintable())
    return " ".join(printable.split())[:LONGEST_NAME].strip()
