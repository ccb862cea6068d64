"""Events of a win that contradict it, each other, or the melds on the table (VAL-06)."""

from collections.abc import Iterator, Mapping

from scoring.circumstances import Circumstances
from scoring.hand import Hand, MeldKind
from scoring.manner import flower_feeder, flower_kind
from scoring.problems import Problem
from scoring.ruleset import RuleSet
from scoring.words import Words

_EVENTS = {
    "heavenly": Words("天胡（heavenly）", "a heavenly win"),
    "human": Words("人胡（human）", "a human win"),
    "earthly": Words("地胡（earthly）", "an earthly win"),
    "kong_flower": Words("杠上开花（kong_flower）", "a flower after a kong (kong_flower)"),
    "kong_discard": Words("杠上炮（kong_discard）", "a win after a kong (kong_discard)"),
    "last_tile": Words("海底捞月（last_tile）", "a win on the last tile (last_tile)"),
}


def event_problems(c: Circumstances, rules: RuleSet) -> Iterator[Problem]:
    """Events that the manner of the win or the dealer's seat rules out (VAL-06)."""
    drawn = c.discard_by is None and c.robbed is None
    for name in ("heavenly", "earthly", "kong_flower"):
        if getattr(c, name) and not drawn:
            yield _needs_self_draw(name)
    # Only the points table pays for a discard of the last tile (PT-14).
    if (c.last_tile and c.discard_by is not None) and rules["system"] != "points":
        yield _needs_self_draw("last_tile")
    for name in ("human", "kong_discard"):
        if getattr(c, name) and (c.self_draw or c.robbed is not None):
            event = _EVENTS[name]
            yield Problem(
                "event_needs_discard",
                Words(f"{event.zh}只能是放炮胡。", f"Only a discard can be {event.en}."),
            )
    if c.kong_discard and not c.manner_known:
        yield Problem(
            "discarder_missing",
            Words(
                "kong_discard 要写明谁放炮：discard_by=座位。",
                "'kong_discard' needs the discarder: discard_by=SEAT.",
            ),
        )
    yield from _dealer_events(c)


def _needs_self_draw(name: str) -> Problem:
    event = _EVENTS[name]
    return Problem(
        "event_needs_self_draw",
        Words(f"{event.zh}一定要自摸。", f"Only a self-draw can be {event.en}."),
    )


def _dealer_events(c: Circumstances) -> Iterator[Problem]:
    dealer_wins = c.dealer in c.winners
    if c.heavenly and not dealer_wins:
        yield Problem(
            "event_needs_dealer",
            Words("天胡（heavenly）只有庄家才有。", "Only the dealer can have a heavenly win."),
        )
    for name in ("earthly", "human"):
        if getattr(c, name) and dealer_wins:
            yield Problem(
                "event_needs_non_dealer",
                Words(
                    f"{_EVENTS[name].zh}只有闲家才有。",
                    f"The dealer cannot have {_EVENTS[name].en}.",
                ),
            )
    if c.human and c.discard_by is not None and c.discard_by != c.dealer:
        yield Problem(
            "event_needs_dealer_discard",
            Words(
                f"人胡（human）胡的是庄家打出的牌，庄家是座位 {c.dealer}。",
                f"'human' is won on the dealer's discard, and the dealer is seat {c.dealer}.",
            ),
        )


def first_turn_problems(hands: Mapping[int, Hand], c: Circumstances) -> Iterator[Problem]:
    """What cannot be of a win in the first turn (a claim only voids an earthly win)."""
    for name in ("heavenly", "human"):
        if getattr(c, name) and not all(hand.is_concealed for hand in hands.values()):
            yield Problem(
                "event_needs_concealed",
                Words(
                    f"{_EVENTS[name].zh}是第一轮就胡，不会有碰出或明杠的牌。",
                    f"Nothing can have been claimed before {_EVENTS[name].en}.",
                ),
            )
    if (c.heavenly or c.human or c.earthly) and (c.last_tile or c.last_round):
        yield Problem(
            "events_contradict",
            Words(
                "第一轮就胡和最后一张（圈）胡不可能同时。",
                "A win in the first turn cannot be one on the last tile or in the last round.",
            ),
        )


def robbery_problems(hands: Mapping[int, Hand], c: Circumstances) -> Iterator[Problem]:
    """Only an added kong can be robbed (NN-15a, NN-15c, NN-15e)."""
    if c.robbed is None:
        return
    winning = {hand.winning_tile for hand in hands.values()}
    kinds = {
        meld.kind
        for meld in c.melds_by_seat().get(c.robbed, ())
        if meld.kind.is_kan and meld.tiles[:1] and meld.tiles[0] in winning
    }
    if c.target_kong == "concealed" or MeldKind.CONCEALED_KAN in kinds:
        yield Problem(
            "rob_concealed_kong",
            Words("暗杠不可抢。", "A concealed kong cannot be robbed."),
        )
    if c.target_kong == "melded_from_discard" or MeldKind.OPEN_KAN in kinds:
        yield Problem(
            "rob_open_kong",
            Words(
                "暗刻开的明杠不能抢，只能胡点杠那张牌（discard_by）。",
                "A kong made from a discard cannot be robbed; "
                "one wins on the discard itself (discard_by).",
            ),
        )


def flower_problems(seat: int, hand: Hand, c: Circumstances, rules: RuleSet) -> Iterator[Problem]:
    """A win on a kong's replacement needs such a kong, and who fed it where that one pays."""
    yield from _flower_kong(seat, hand, c)
    yield from _flower_feeder(seat, hand, c, rules)


def _flower_kong(seat: int, hand: Hand, c: Circumstances) -> Iterator[Problem]:
    kans = [meld for meld in hand.melds if meld.kind.is_kan]
    kind = "exposed" if c.kong_fed_by is not None else c.kong_flower
    if kind == "concealed":
        kans = [meld for meld in kans if meld.is_concealed]
    elif kind == "exposed":
        kans = [meld for meld in kans if not meld.is_concealed]
    if not kans:
        yield Problem(
            "event_needs_kong",
            Words(
                f"座位 {seat} 没有这样的杠，谈不上杠上开花。",
                f"Seat {seat} has no such kong, so there is no flower after one.",
            ),
        )
    feeders = {meld.fed_by for meld in kans if not meld.is_concealed}
    if c.kong_fed_by is not None and feeders and not feeders & {None, c.kong_fed_by}:
        yield Problem(
            "kong_feeder_contradiction",
            Words(
                f"kong_fed_by={c.kong_fed_by} 和手牌里写的被杠座位不一样。",
                f"kong_fed_by={c.kong_fed_by} is not the seat that the hand says fed the kong.",
            ),
        )


def _flower_feeder(seat: int, hand: Hand, c: Circumstances, rules: RuleSet) -> Iterator[Problem]:
    """Where the feeder of an exposed kong pays for the flower, it must be known who that is."""
    feeder_pays = rules["system"] == "points" or (
        rules["system"] == "nanning_fan" and rules["nn.exposed_kong_flower"] == "feeder_x3"
    )
    exposed = flower_kind(hand.melds, c) == "exposed"
    if feeder_pays and exposed and flower_feeder(hand.melds, c) in (None, seat):
        yield Problem(
            "kong_feeder_missing",
            Words(
                "明杠杠上开花由被杠的人付，请写是谁被杠：kong_fed_by=座位。",
                "The player who fed the kong pays for this win; say who: kong_fed_by=SEAT.",
            ),
        )
