"""Random winning hands with random, sound circumstances: fast, and the same for the same seed."""

from collections import Counter
from dataclasses import dataclass, replace
from random import Random

from scoring import Circumstances, Hand, Meld, MeldKind, Tile

FACES = list(Tile)[:34]
FLOWERS = list(Tile)[34:]
PONS = [(tile,) * 3 for tile in FACES]
RUNS = [tuple(FACES[start : start + 3]) for start in range(27) if start % 9 <= 6]
KANS = (MeldKind.OPEN_KAN, MeldKind.ADDED_KAN, MeldKind.CONCEALED_KAN)
SEATS = (0, 1, 2, 3)


@dataclass(frozen=True)
class Situation:
    """The winners' hands by seat, and how they won."""

    hands: dict[int, Hand]
    circumstances: Circumstances

    @property
    def text(self) -> str:
        hands = " / ".join(f"{seat}: {hand.text}" for seat, hand in self.hands.items())
        return f"{hands} / {self.circumstances.text}"


class Dealer:
    """Deals one situation after another; `used` counts the tiles that lie open on the table.

    `chows` is for rules that allow them as melds (A-25).
    """

    def __init__(self, rng: Random, system: str, chows: bool = False) -> None:
        self.rng = rng
        self.system = system
        self.chows = chows
        self.used: Counter[Tile] = Counter()

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def situation(self) -> Situation:
        """One to three winners and what happened on the way."""
        while True:
            self.used.clear()
            seats = self.rng.sample(SEATS, self.rng.choices([1, 2, 3], [8, 1, 1])[0])
            hands: dict[int, Hand] = {}
            winning = self.rng.choice(FACES)
            for seat in seats:
                hand = self._hand(seat, winning, first=not hands)
                if hand is None:
                    break
                hands[seat] = hand
            if len(hands) == len(seats):
                return Situation(hands, self._circumstances(hands))

    def _hand(self, seat: int, winning: Tile, first: bool) -> Hand | None:
        """A hand that wins with `winning`; None where the table lacks the tiles."""
        if not first:  # several winners share the one tile
            self.used[winning] -= 1
        concealed = self._pairs(winning) if self.chance(0.2) else None
        melds: tuple[Meld, ...] = ()
        if concealed is None:
            sets = self._sets(winning)
            if sets is None:
                return None
            concealed, melds = self._laid_out(seat, *sets)
        self.used.update(concealed)
        concealed.remove(winning)
        self.rng.shuffle(concealed)
        flowers = self.rng.sample(FLOWERS, self.rng.choice([0, 0, 0, 1, 3]))
        return Hand(tuple(concealed), melds, tuple(flowers), winning)

    def _fits(self, tiles: list[Tile]) -> bool:
        return all(self.used[tile] + n <= 4 for tile, n in Counter(tiles).items())

    def _pool(self, winning: Tile) -> list[Tile]:
        """All faces, or those of one suit."""
        suit = winning // 9
        return FACES if suit == 3 or self.chance(0.7) else FACES[suit * 9 : suit * 9 + 9]

    def _pairs(self, winning: Tile) -> list[Tile] | None:
        """Seven pairs, some of them equal."""
        pool = self._pool(winning)
        for _ in range(20):
            pairs = [winning, *(self.rng.choice(pool) for _ in range(6))]
            if self.chance(0.4):
                pairs[-1] = pairs[self.rng.randrange(6)]
            if self._fits(pairs * 2):
                return pairs * 2
        return None

    def _sets(self, winning: Tile) -> tuple[list[tuple[Tile, ...]], tuple[Tile, ...]] | None:
        """Four sets and the group that the winning tile completes, which stays in the hand."""
        pool = set(self._pool(winning))
        kinds = PONS if self.chance(0.4) else PONS + RUNS + RUNS
        kinds = [kind for kind in kinds if pool.issuperset(kind)]
        holding = [kind for kind in kinds if winning in kind]
        for _ in range(20):
            if self.chance(0.3):
                group: tuple[Tile, ...] = (winning, winning)
                others = [self.rng.choice(kinds) for _ in range(4)]
            else:
                group = self.rng.choice(holding)
                pair = self.rng.choice(sorted(pool))
                others = [*(self.rng.choice(kinds) for _ in range(3)), (pair, pair)]
            if self._fits([tile for each in (group, *others) for tile in each]):
                return others, group
        return None

    def _laid_out(
        self, seat: int, others: list[tuple[Tile, ...]], group: tuple[Tile, ...]
    ) -> tuple[list[Tile], tuple[Meld, ...]]:
        """Some of the sets claimed or made kongs of; the tiles left and the melds."""
        concealed, melds = list(group), []
        in_hand = Counter(tile for each in (group, *others) for tile in each)
        claimed, kongs = self.rng.choice([0, 0.5, 1]), self.rng.choice([0, 0.4, 1])
        feeders = [other for other in SEATS if other != seat]
        feeders = feeders if self.chance(0.7) else [self.rng.choice(feeders)]
        for each in others:
            if each[0] != each[-1] or len(each) == 2:
                if self.chows and len(each) == 3 and self.chance(claimed):
                    melds.append(self._chow(seat, each))
                else:
                    concealed += each
                continue
            one = each[0]
            if in_hand[one] == 3 and self.used[one] == 0 and self.chance(kongs):
                kind = self.rng.choice(KANS)
                melds.append(self._meld(kind, one, feeders))
            elif self.chance(claimed):
                melds.append(self._meld(MeldKind.PON, one, feeders))
            else:
                concealed += each
        for meld in melds:
            self.used.update(meld.tiles)
        return concealed, tuple(melds)

    def _meld(self, kind: MeldKind, tile: Tile, feeders: list[int]) -> Meld:
        known = kind is not MeldKind.CONCEALED_KAN and self.chance(0.95)
        tiles = (tile,) * (4 if kind.is_kan else 3)
        return Meld(kind, tiles, self.rng.choice(feeders) if known else None)

    def _chow(self, seat: int, run: tuple[Tile, ...]) -> Meld:
        """Only the player before may feed one."""
        known = self.chance(0.95)
        return Meld(MeldKind.CHOW, run, (seat - 1) % 4 if known else None)

    def _circumstances(self, hands: dict[int, Hand]) -> Circumstances:
        seats = tuple(sorted(hands))
        c = Circumstances(
            dealer=self.rng.choice(SEATS),
            winner=seats if len(seats) > 1 else seats[0],
            last_round=self.chance(0.1),
            declared_ready=self.chance(0.2),
        )
        c = replace(c, melds_of=self._melds_of_others(seats))
        loser = self.rng.choice([seat for seat in SEATS if seat not in hands])
        manner = self.rng.choices(["self_draw", "discard", "robbed", "unknown"], [8, 5, 2, 1])[0]
        if len(seats) > 1 or manner == "discard":
            robs = len(seats) > 1 and self.chance(0.3)
            c = self._robbed(c, hands, loser) if robs else self._discarded(c, hands, loser)
        elif manner == "robbed":
            c = self._robbed(c, hands, loser)
        elif manner == "self_draw":
            c = self._drawn(c, seats[0], hands[seats[0]])
        return self._with_extras(c)

    def _melds_of_others(self, seats: tuple[int, ...]) -> tuple[tuple[int, tuple[Meld, ...]], ...]:
        """Pons and kongs of those who did not win, of tiles that nobody else has."""
        found = []
        for seat in SEATS:
            melds = []
            while seat not in seats and self.chance(0.15):
                tile = self.rng.choice(FACES)
                if not self.used[tile]:
                    feeders = [other for other in SEATS if other != seat]
                    melds.append(self._meld(self.rng.choice([*KANS, MeldKind.PON]), tile, feeders))
                    self.used.update(melds[-1].tiles)
            if melds:
                found.append((seat, tuple(melds)))
        return tuple(found)

    def _drawn(self, c: Circumstances, seat: int, hand: Hand) -> Circumstances:
        c = replace(c, self_draw=True)
        if hand.is_concealed and self.chance(0.15):
            c = replace(c, dealer=seat, heavenly=True, last_round=False)
        elif c.dealer != seat and self.chance(0.1):
            c = replace(c, earthly=True, last_round=False, pon_in_first_round=self.chance(0.3))
        elif self.chance(0.2):
            c = replace(c, last_tile=True)
        kinds = ["concealed" if m.is_concealed else "exposed" for m in hand.melds if m.kind.is_kan]
        if kinds and self.chance(0.5):
            c = self._flower(c, hand, self.rng.choice([*kinds, "any"]))
        return c

    def _flower(self, c: Circumstances, hand: Hand, flower: str) -> Circumstances:
        """A win on a kong's replacement; who fed an exposed kong is always known."""
        exposed = [m for m in hand.melds if m.kind.is_kan and not m.is_concealed]
        if flower == "concealed" or not exposed:
            return replace(c, kong_flower=flower)
        feeder = self.rng.choice(exposed).fed_by
        unknown = [m for m in exposed if m.fed_by is None]
        if feeder is None:
            feeder = self.rng.choice([seat for seat in SEATS if seat != c.winner])
        elif not unknown and self.chance(0.5):
            feeder = None  # the last of the exposed kongs
        return replace(c, kong_flower=flower, kong_fed_by=feeder)

    def _discarded(self, c: Circumstances, hands: dict[int, Hand], loser: int) -> Circumstances:
        c = replace(c, discard_by=loser)
        first = all(hand.is_concealed for hand in hands.values())
        if first and c.dealer == loser and self.chance(0.4):
            return replace(c, human=True, last_round=False)
        theirs = c.melds_by_seat().get(loser, ())
        if self.chance(0.2) and (not theirs or any(meld.kind.is_kan for meld in theirs)):
            c = replace(c, kong_discard=True)
        return replace(c, last_tile=self.system == "points" and self.chance(0.2))

    def _robbed(self, c: Circumstances, hands: dict[int, Hand], loser: int) -> Circumstances:
        """The robbed kong is told of as the loser's meld, or not."""
        c = replace(c, robbed=loser, last_tile=self.chance(0.1))
        tile = next(iter(hands.values())).winning_tile
        assert tile is not None
        theirs = c.melds_by_seat()
        if self.chance(0.7):
            feeders = [other for other in SEATS if other != loser]
            kong = self._meld(MeldKind.ADDED_KAN, tile, feeders)
            theirs[loser] = (*theirs.get(loser, ()), kong)
        return replace(c, melds_of=tuple(sorted(theirs.items())))

    def _with_extras(self, c: Circumstances) -> Circumstances:
        """Codes with or without a catcher, or fished tiles."""
        pool = [tile for tile in FACES for _ in range(4 - min(4, self.used[tile]))]
        if self.chance(0.6):
            return c
        drawn = tuple(self.rng.sample(pool, self.rng.choice([1, 2, 3, 4, 4, 5])))
        if self.system == "nanning_fan" and self.chance(0.6):
            return replace(c, fish=drawn[:3], prev_hand_won=self.rng.choice([None, True, False]))
        return replace(c, codes=drawn, catcher=self.rng.choice([None, *SEATS]))
