"""From a photo or a written hand to who pays whom. Every face of hupai calls `settle`."""

from dataclasses import dataclass, field
from typing import Any

from scoring import Circumstances, Hand, Problem, RuleSet, Score, Tile
from scoring import score as score_hand
from scoring.words import UserError, Words
from vision.corrections import Corrections
from vision.reading import Reading

DEFAULT_RULES = "nanning-points"


@dataclass(frozen=True)
class Request:
    """What a person says of a hand.

    hand: the hand as written; it replaces what was read. winning_tile: which tile won, where
    the photo does not tell. corrections: mends of single tiles. others: the hands of further
    winners of the same tile, by seat; `hand` or the photo is that of the first winner.
    """

    circumstances: Circumstances
    rules: RuleSet
    hand: Hand | None = None
    winning_tile: Tile | None = None
    corrections: Corrections = field(default_factory=Corrections)
    others: tuple[tuple[int, Hand], ...] = ()

    @classmethod
    def parse(
        cls,
        circumstances: str = "",
        rules: str = DEFAULT_RULES,
        hand: str | None = None,
        winning_tile: str | None = None,
        corrections: Corrections | None = None,
    ) -> "Request":
        """A request from text, as a person writes it; empty text says nothing.

        Raises `UserError`, which quotes what it cannot read.
        """
        return cls(
            Circumstances.parse(circumstances),
            RuleSet.load(rules),
            Hand.parse(hand) if hand else None,
            Tile.parse(winning_tile) if winning_tile else None,
            corrections or Corrections(),
        )


@dataclass(frozen=True)
class Outcome:
    """A hand and its score, with the reading behind it where there was a photo.

    title: the rule set's name. written: whether a person wrote the hand, photo or no photo.
    """

    hand: Hand
    score: Score
    title: Words
    reading: Reading | None = None
    written: bool = False

    @property
    def problems(self) -> tuple[Problem, ...]:
        """All that is wrong, each kind once: what the photo shows first, then the score's."""
        of_photo = () if self.reading is None or self.written else self.reading.problems
        names = {problem.name for problem in of_photo}
        if names & {"no_tiles", "no_hand"}:
            return of_photo
        return of_photo + tuple(one for one in self.score.problems if one.name not in names)

    @property
    def is_settled(self) -> bool:
        """Whether the hand wins (or was drawn) and nothing is left to mend."""
        return self.score.result in ("win", "draw") and not self.problems

    def to_json(self) -> dict[str, Any]:
        """The object that command line, batch and page give for one hand."""
        return {
            "photo": None if self.reading is None else self.reading.photo,
            "hand": self.hand.text,
            "tiles": [] if self.reading is None else self.reading.tiles_json(),
            "problems": [problem.to_json() for problem in self.problems],
            "score": self.score.to_json(),
        }


def refused_json(photo: str, error: UserError) -> dict[str, Any]:
    """The object in an outcome's place, for a photo that cannot be used."""
    problem = Problem(error.name, error.words).to_json()
    return {"photo": photo, "hand": None, "tiles": [], "problems": [problem], "score": None}


def settle(request: Request, reading: Reading | None = None) -> Outcome:
    """Score the hand of `reading`, or the one written in `request`.

    Raises `UserError` for corrections that do not fit the photo.
    """
    if reading is not None and request.corrections:
        reading = reading.corrected(request.corrections)
    hand = request.hand or (reading.hand if reading is not None else None)
    if hand is None:
        raise UserError(
            "no_hand",
            Words("请给出照片，或用 --hand 写出手牌。", "Give a photo, or a hand with --hand."),
        )
    if request.winning_tile is not None:
        hand = hand.with_winning_tile(request.winning_tile)
    hands = {request.circumstances.winners[0]: hand, **dict(request.others)}
    result = score_hand(hands if request.others else hand, request.circumstances, request.rules)
    written = request.hand is not None
    return Outcome(hand, result, request.rules.title, reading, written)
