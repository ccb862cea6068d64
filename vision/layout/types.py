"""The hand as it lies in a photo: which detection is what, and what is unsure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.hand import Hand, Meld, MeldKind
from scoring.problems import Problem
from scoring.tiles import Tile
from scoring.words import Words
from vision.detections import Detections


@dataclass(frozen=True)
class LayoutMeld:
    """A set that lies apart from the concealed row, or a kong that lies inside it.

    indices: positions in the detections, in the owner's reading order, backs included.
    tiles: one for each index; a back is the tile that its kong shows. Empty when all lie
    face down, so that nobody can tell which tile it is.
    """

    kind: MeldKind
    indices: tuple[int, ...]
    tiles: tuple[Tile, ...]

    def meld(self) -> Meld | None:
        """The set in hand notation; None when no tile of it shows."""
        return Meld(self.kind, self.tiles) if self.tiles else None

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "indices": list(self.indices),
            "tiles": [tile.text for tile in self.tiles],
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "LayoutMeld":
        return cls(
            MeldKind(value["kind"]),
            tuple(value["indices"]),
            tuple(Tile.parse(tile) for tile in value["tiles"]),
        )


@dataclass(frozen=True)
class Aside:
    """A tile that is not part of the hand. `name` is `wall`, `discard` or `other_player`."""

    index: int
    name: str
    reason: Words

    def to_json(self) -> dict[str, Any]:
        return {"index": self.index, "name": self.name, "reason": self.reason.to_json()}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Aside":
        return cls(value["index"], value["name"], Words(**value["reason"]))


@dataclass(frozen=True)
class Layout:
    """Where each detection belongs; every index is a position in the detections.

    concealed: in the owner's reading order, kongs that lie inside the row included, the
    winning tile left out where its place tells which one it is.
    kans: the kongs that lie inside the concealed row; their indices are in `concealed` too.
    melds: the sets that lie apart, in reading order. flowers: in reading order.
    winning: the winning tile by its place (apart, turned, or after a gap), else None.
    aside: tiles of other people, discards, the wall. unresolved: tiles that fit nowhere.
    Each detection is in exactly one of concealed, melds, flowers, winning, aside, unresolved.
    alternatives: the next best readings, best first; they have no alternatives themselves.
    score: how well the evidence supports this reading; comparable among the alternatives.
    doubts: what a person should look at. problems: what is wrong with the hand.
    """

    concealed: tuple[int, ...] = ()
    melds: tuple[LayoutMeld, ...] = ()
    kans: tuple[LayoutMeld, ...] = ()
    flowers: tuple[int, ...] = ()
    winning: int | None = None
    aside: tuple[Aside, ...] = ()
    unresolved: tuple[int, ...] = ()
    alternatives: tuple["Layout", ...] = ()
    score: float = 0.0
    doubts: tuple[Problem, ...] = ()
    problems: tuple[Problem, ...] = ()

    def hand(self, detections: Detections) -> Hand:
        """The hand in notation types. Kongs inside the concealed row become melds.

        A kong that shows no tile is left out; the problem `hidden_kan` points at it.
        """
        in_kans = {index for kan in self.kans for index in kan.indices}
        melds = [one.meld() for one in (*self.kans, *self.melds)]
        return Hand(
            concealed=_faces(detections, (i for i in self.concealed if i not in in_kans)),
            melds=tuple(meld for meld in melds if meld is not None),
            flowers=_faces(detections, self.flowers),
            winning_tile=None if self.winning is None else detections.tile(self.winning),
        )

    def group_of(self, index: int) -> str:
        """`concealed`, `meld 1` (counted from 1), `flowers`, `winning`, `aside`, `unresolved`.

        Raises ValueError for an index that is in none of them.
        """
        if index in self.concealed:
            return "concealed"
        if index == self.winning:
            return "winning"
        for number, meld in enumerate(self.melds, 1):
            if index in meld.indices:
                return f"meld {number}"
        if index in self.flowers:
            return "flowers"
        if index in self.unresolved:
            return "unresolved"
        if any(index == one.index for one in self.aside):
            return "aside"
        raise ValueError(f"tile {index + 1} is in no group of this layout")

    def moved(self, to: Sequence[int]) -> "Layout":
        """The same layout for detections in another order: what was at `i` is at `to[i]`."""

        def all_of(indices: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(to[index] for index in indices)

        def sets(melds: tuple[LayoutMeld, ...]) -> tuple[LayoutMeld, ...]:
            return tuple(replace(meld, indices=all_of(meld.indices)) for meld in melds)

        def pointing(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
            return tuple(
                one.renumbered(to[number - 1] + 1 for number in one.numbers) for one in problems
            )

        return replace(
            self,
            concealed=all_of(self.concealed),
            melds=sets(self.melds),
            kans=sets(self.kans),
            flowers=all_of(self.flowers),
            winning=None if self.winning is None else to[self.winning],
            aside=tuple(replace(one, index=to[one.index]) for one in self.aside),
            unresolved=all_of(self.unresolved),
            alternatives=tuple(layout.moved(to) for layout in self.alternatives),
            doubts=pointing(self.doubts),
            problems=pointing(self.problems),
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "concealed": list(self.concealed),
            "melds": [meld.to_json() for meld in self.melds],
            "kans": [kan.to_json() for kan in self.kans],
            "flowers": list(self.flowers),
            "winning": self.winning,
            "aside": [one.to_json() for one in self.aside],
            "unresolved": list(self.unresolved),
            "alternatives": [layout.to_json() for layout in self.alternatives],
            "score": self.score,
            "doubts": [doubt.to_json() for doubt in self.doubts],
            "problems": [problem.to_json() for problem in self.problems],
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> "Layout":
        def all_of(name: str, read: Callable[[Any], Any]) -> tuple[Any, ...]:
            return tuple(read(one) for one in value[name])

        return cls(
            concealed=tuple(value["concealed"]),
            melds=all_of("melds", LayoutMeld.from_json),
            kans=all_of("kans", LayoutMeld.from_json),
            flowers=tuple(value["flowers"]),
            winning=value["winning"],
            aside=all_of("aside", Aside.from_json),
            unresolved=tuple(value["unresolved"]),
            alternatives=all_of("alternatives", cls.from_json),
            score=value["score"],
            doubts=all_of("doubts", Problem.from_json),
            problems=all_of("problems", Problem.from_json),
        )


def _faces(detections: Detections, indices: Any) -> tuple[Tile, ...]:
    faces = (detections.tile(index) for index in indices)
    return tuple(face for face in faces if face is not None)
