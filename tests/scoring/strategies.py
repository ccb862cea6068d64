"""Random hands, circumstances and house rules that are sound, for property tests."""

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from scoring import Circumstances, Hand, Meld, MeldKind, RuleSet, Tile
from scoring.catalogue import Option, options, value_text

FACES = list(Tile)[:34]
PONS = [(tile,) * 3 for tile in FACES]
SETS = PONS + [
    (FACES[start], FACES[start + 1], FACES[start + 2]) for start in range(27) if start % 9 <= 6
]


def _fits(tiles: list[Tile]) -> bool:
    return max(Counter(tiles).values()) <= 4


@st.composite
def standard_hands(draw: st.DrawFn, winner: int | None = None) -> Hand:
    """Four sets and a pair; some or all pons lie on the table, as pons or kongs."""
    kinds = st.sampled_from(draw(st.sampled_from([SETS, PONS])))
    sets = draw(st.lists(kinds, min_size=4, max_size=4).filter(lambda s: _fits(_flat(s))))
    used = Counter(_flat(sets))
    pair = draw(st.sampled_from([tile for tile in FACES if used[tile] <= 2]))
    concealed, melds = [pair, pair], []
    used[pair] += 2
    claims = draw(st.sampled_from([st.just(True), st.booleans()]))
    others = [seat for seat in range(4) if seat != winner]
    feeders = draw(st.sampled_from([others, others[:1], others[2:3]]))
    for each in sets:
        if len(set(each)) == 1 and draw(claims):
            melds.append(_meld(draw, each, used, None if winner is None else feeders))
        else:
            concealed += each
    concealed = draw(st.permutations(concealed))
    return Hand(tuple(concealed[:-1]), tuple(melds), (), concealed[-1])


def _flat(sets: list[tuple[Tile, ...]]) -> list[Tile]:
    return [tile for each in sets for tile in each]


def _meld(
    draw: st.DrawFn, pon: tuple[Tile, ...], used: Counter[Tile], feeders: list[int] | None
) -> Meld:
    kinds = [MeldKind.PON]
    if used[pon[0]] == 3:
        kinds += [MeldKind.OPEN_KAN, MeldKind.ADDED_KAN, MeldKind.CONCEALED_KAN]
    kind = draw(st.sampled_from(kinds))
    tiles = pon[:1] * 4 if kind.is_kan else pon
    if kind is MeldKind.CONCEALED_KAN or feeders is None:
        return Meld(kind, tiles)
    return Meld(kind, tiles, draw(st.sampled_from(feeders)))


@st.composite
def seven_pairs_hands(draw: st.DrawFn) -> Hand:
    pairs = draw(
        st.lists(st.sampled_from(FACES), min_size=7, max_size=7).filter(lambda p: _fits(p * 2))
    )
    tiles = draw(st.permutations(pairs * 2))
    return Hand(tuple(tiles[:-1]), (), (), tiles[-1])


def winning_hands(winner: int | None = None) -> st.SearchStrategy[Hand]:
    return st.one_of(standard_hands(winner), standard_hands(winner), seven_pairs_hands())


MANNERS = ("self_draw", "discard", "robbed", "unknown")


@st.composite
def situations(draw: st.DrawFn) -> tuple[Hand, Circumstances, RuleSet]:
    """A winning hand with circumstances that do not contradict, and one house rule changed."""
    winner = draw(st.integers(0, 3))
    hand = draw(winning_hands(winner))
    rules = RuleSet.load(draw(st.sampled_from(RuleSet.names())))
    rules = rules.with_options(draw(st.one_of(st.just([]), changes())))
    c = Circumstances(dealer=draw(st.integers(0, 3)), winner=winner)
    c = draw(with_manner(c, hand, rules))
    free = Counter(dict.fromkeys(FACES, 4))
    free.subtract(hand.all_tiles)
    pool = [tile for tile in FACES for _ in range(free[tile])]
    places = draw(st.lists(st.integers(0, len(pool) - 1), max_size=6, unique=True))
    extra = tuple(pool[place] for place in places)
    if extra and (rules["system"] != "nanning_fan" or draw(st.booleans())):
        catcher = draw(st.one_of(st.none(), st.integers(0, 3)))
        return hand, replace(c, codes=extra, catcher=catcher), rules
    if extra:
        c = replace(c, fish=extra[:3], prev_hand_won=draw(st.sampled_from([None, True, False])))
    return hand, c, rules


@st.composite
def with_manner(draw: st.DrawFn, c: Circumstances, hand: Hand, rules: RuleSet) -> Circumstances:
    other = draw(st.sampled_from([seat for seat in range(4) if seat != c.winners[0]]))
    manner = draw(st.sampled_from(MANNERS))
    ready = draw(st.booleans())
    if manner == "unknown":
        return replace(c, declared_ready=ready)
    if manner == "discard":
        last = draw(st.booleans()) and rules["system"] == "points"
        c = replace(c, discard_by=other, last_tile=last, kong_discard=draw(st.booleans()))
    elif manner == "robbed":
        c = replace(c, robbed=other)
    else:
        kans = [meld for meld in hand.melds if meld.kind.is_kan]
        flower = "any" if kans and draw(st.booleans()) else None
        c = replace(c, self_draw=True, kong_flower=flower, last_tile=draw(st.booleans()))
    return replace(c, declared_ready=ready)


def raw_values(option: Option) -> list[str]:
    """A few values that the option takes."""
    numbers = {"points": ["0", "3"], "pair": ["5/4", "7"], "dragons": []}.get(option.kind, [])
    texts = [value_text(choice) for choice in option.choices] + list(option.examples) + numbers
    return [text for text in texts if text != value_text(option.default)]


@st.composite
def changes(draw: st.DrawFn) -> list[tuple[str, Any]]:
    """One or two keys changed; those that make a hand wrong by themselves are left out."""
    wrong_alone = {"system", "tiles.set", "codes.short_wall", "fish.on_discard", "fish.tiles"}
    keys = [key for key in options() if key not in wrong_alone]
    chosen = draw(st.lists(st.sampled_from(keys), min_size=1, max_size=2, unique=True))
    pairs = [(key, draw(st.sampled_from(raw_values(options()[key])))) for key in chosen]
    return [(key, raw) for key, raw in pairs if raw != "explicit"]
