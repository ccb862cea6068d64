"""What a score is: lines with reasons, transfers between seats, payments."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from scoring.hand import Hand
from scoring.problems import Problem
from scoring.tiles import Tile, parse_tiles, tiles_text
from scoring.words import Words

SeatAmounts = tuple[int, int, int, int]
"""What each of the seats 0 to 3 gains (+) or pays (-); the sum is zero (VAL-07)."""


@dataclass(frozen=True, slots=True)
class Line:
    """One item of a score.

    The lines of a `seat` with `part` `hand` add up to what one share of its win costs.
    """

    rule_id: str
    name: Words
    value: int
    why: Words
    part: str = "hand"
    """`hand`, `payer`, `codes`, `fishing`, `kong` or `false_win`."""
    seat: int = 0
    column: str | None = None
    """`self_draw` or `discard` where both are shown, else None."""

    def to_json(self) -> dict[str, Any]:
        return {
            "rule_id": self.rule_id,
            "name": self.name.to_json(),
            "value": self.value,
            "why": self.why.to_json(),
            "part": self.part,
            "seat": self.seat,
            "column": self.column,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Line":
        return cls(**{**value, "name": Words(**value["name"]), "why": Words(**value["why"])})


@dataclass(frozen=True, slots=True)
class Transfer:
    """What one seat pays another for one reason."""

    payer: int
    payee: int
    amount: int
    reason: str
    """`win`, `codes`, `fishing`, `kong` or `false_win`."""
    arithmetic: Words
    column: str | None = None
    discarder: int | None = None
    """Whose discard this is about, where the discarder is not known."""

    def to_json(self) -> dict[str, Any]:
        return {
            "payer": self.payer,
            "payee": self.payee,
            "amount": self.amount,
            "reason": self.reason,
            "arithmetic": self.arithmetic.to_json(),
            "column": self.column,
            "discarder": self.discarder,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Transfer":
        return cls(**{**value, "arithmetic": Words(**value["arithmetic"])})


class BothColumns(NamedTuple):
    """Payments when the manner of the win is not known."""

    self_draw: SeatAmounts
    discard: tuple[tuple[int, SeatAmounts], ...]
    """By the seat that discarded."""

    def to_json(self) -> dict[str, Any]:
        return {
            "self_draw": list(self.self_draw),
            "discard": {str(seat): list(amounts) for seat, amounts in self.discard},
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "BothColumns":
        discard = ((int(seat), _amounts(row)) for seat, row in value["discard"].items())
        return cls(_amounts(value["self_draw"]), tuple(discard))


Payments = SeatAmounts | BothColumns


@dataclass(frozen=True, slots=True)
class Distance:
    """How far a hand is from a win."""

    seat: int
    tiles_away: int
    """The least number of tiles to exchange until it wins; 1 means ready after a discard."""
    waits: tuple[Tile, ...] = ()
    """What the hand waits for without the tile that was taken for the winning one."""
    discards: tuple[tuple[Tile, tuple[Tile, ...]], ...] = ()
    """Where no winning tile is known: each discard that makes it ready, and the waits then."""

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "tiles_away": self.tiles_away,
            "waits": tiles_text(self.waits),
            "discards": {tile.text: tiles_text(waits) for tile, waits in self.discards},
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Distance":
        discards = (
            (Tile.parse(tile), parse_tiles(waits)) for tile, waits in value["discards"].items()
        )
        waits = parse_tiles(value["waits"])
        return cls(value["seat"], value["tiles_away"], waits, tuple(discards))


@dataclass(frozen=True)
class Score:
    """The outcome of `score`."""

    rules: str
    """The name of the rule set."""
    result: str
    """`win`, `not_a_win`, `draw` or `error`."""
    lines: tuple[Line, ...] = ()
    payments: Payments | None = None
    """None unless the hand was won or drawn (or a false win is fined)."""
    transfers: tuple[Transfer, ...] = ()
    warnings: tuple[Problem, ...] = ()
    problems: tuple[Problem, ...] = ()
    distances: tuple[Distance, ...] = ()
    """How far each hand that does not win is from a win."""
    next_dealer: int | None = None
    """Who deals the next hand (NN-03); None where the rules or the circumstances do not tell."""
    hands: tuple[tuple[int, Hand], ...] = ()
    """The hands scored, by seat."""

    def to_json(self) -> dict[str, Any]:
        payments: Any = self.payments
        if isinstance(payments, BothColumns):
            payments = payments.to_json()
        elif payments is not None:
            payments = list(payments)
        return {
            "rules": self.rules,
            "result": self.result,
            "lines": [line.to_json() for line in self.lines],
            "payments": payments,
            "transfers": [transfer.to_json() for transfer in self.transfers],
            "warnings": [warning.to_json() for warning in self.warnings],
            "problems": [problem.to_json() for problem in self.problems],
            "distances": [distance.to_json() for distance in self.distances],
            "next_dealer": self.next_dealer,
            "hands": {str(seat): hand.text for seat, hand in self.hands},
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Score":
        raw = value["payments"]
        payments: Payments | None = None
        if raw is not None:
            payments = BothColumns.from_json(raw) if isinstance(raw, dict) else _amounts(raw)
        return cls(
            value["rules"],
            value["result"],
            tuple(Line.from_json(line) for line in value["lines"]),
            payments,
            tuple(Transfer.from_json(transfer) for transfer in value["transfers"]),
            tuple(Problem.from_json(warning) for warning in value["warnings"]),
            tuple(Problem.from_json(problem) for problem in value["problems"]),
            tuple(Distance.from_json(distance) for distance in value["distances"]),
            value["next_dealer"],
            tuple((int(seat), Hand.parse(text)) for seat, text in value["hands"].items()),
        )

    def with_hand(self, hand: Hand) -> "Score":
        """The same score for another hand of the same winner."""
        other = object.__new__(Score)
        # What replace() does, without a checked assignment for every field: this runs per hand.
        other.__dict__.update(self.__dict__)
        other.__dict__["hands"] = ((self.hands[0][0], hand),)
        return other

    def text(self, language: str) -> str:
        """The score as plain text, in `zh` or `en`."""
        # The text module needs these classes, so it cannot be imported at the top.
        from scoring.explain import score_text

        return score_text(self, language)


def _amounts(row: Iterable[int]) -> SeatAmounts:
    first, second, third, fourth = row
    return first, second, third, fourth


def merge_transfers(transfers: Iterable[Transfer]) -> list[Transfer]:
    """One transfer for all that one seat pays another for the same reason."""
    merged: dict[tuple[int, int, str], list[Transfer]] = {}
    for transfer in transfers:
        key = (transfer.payer, transfer.payee, transfer.reason)
        merged.setdefault(key, []).append(transfer)
    return [_merged(same) for same in merged.values()]


def _merged(same: list[Transfer]) -> Transfer:
    if len(same) == 1:
        return same[0]
    total, words = sum(transfer.amount for transfer in same), same[0].arithmetic
    if all(transfer.arithmetic == words for transfer in same):
        zh, en = f"{words.zh}，{len(same)} 份", f"{words.en}, {len(same)} times"
    else:
        zh = " + ".join(transfer.arithmetic.zh for transfer in same)
        en = " + ".join(transfer.arithmetic.en for transfer in same)
    return replace(same[0], amount=total, arithmetic=Words(f"{zh} = {total}", f"{en} = {total}"))


def sum_transfers(transfers: Iterable[Transfer]) -> SeatAmounts:
    """What each seat gains or pays in all."""
    seats = [0, 0, 0, 0]
    for transfer in transfers:
        seats[transfer.payer] -= transfer.amount
        seats[transfer.payee] += transfer.amount
    return _amounts(seats)
