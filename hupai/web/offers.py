"""Which circumstances a page may offer for a hand: those that rules and hand allow."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from scoring import Circumstances, Hand, RuleSet, score
from scoring.hand import SEATS
from scoring.words import UserError, Words


@dataclass(frozen=True)
class Offer:
    """One circumstance that a person may choose.

    key: as `Circumstances.parse` takes it. kind: `flag` (it holds or not), `seat` or `tiles`.
    limit: for `tiles`, how many at most. seats: for `seat`, which ones. chosen: whether the
    circumstances have it already.
    """

    key: str
    kind: str
    words: Words
    hint: Words
    rule_id: str
    chosen: bool = False
    limit: int = 0
    seats: tuple[int, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "key": self.key,
            "kind": self.kind,
            "name": self.words.to_json(),
            "hint": self.hint.to_json(),
            "rule_id": self.rule_id,
            "chosen": self.chosen,
            "limit": self.limit,
            "seats": list(self.seats),
        }


def offers(hand: Hand, circumstances: Circumstances, rules: RuleSet) -> list[Offer]:
    """What may be chosen next, in the order in which a page shows it."""
    effective = rules.with_options(circumstances.options)
    return [
        *_flags(hand, circumstances, effective),
        *_codes(circumstances, effective),
        *_fishing(circumstances, effective),
    ]


@dataclass(frozen=True)
class _Flag:
    key: str
    words: Words
    hint: Words
    rule_ids: dict[str, str]
    """By pricing system; a system that is not named does not know the circumstance."""
    applies: Callable[[Circumstances, RuleSet], bool] = lambda c, rules: True

    def is_set(self, c: Circumstances) -> bool:
        if self.key.startswith("kong_flower"):
            return c.kong_flower == self.key.removeprefix("kong_flower_")
        return bool(getattr(c, self.key))

    def put(self, c: Circumstances) -> Circumstances:
        """`c` with this circumstance."""
        if self.key.startswith("kong_flower"):
            return replace(c, kong_flower=self.key.removeprefix("kong_flower_"))
        changes: dict[str, Any] = {self.key: True}
        return replace(c, **changes)


def _flags(hand: Hand, c: Circumstances, rules: RuleSet) -> list[Offer]:
    system = str(rules["system"])
    usual = _problems(hand, c, rules)
    found = []
    for flag in _FLAGS:
        rule_id = flag.rule_ids.get(system)
        chosen = flag.is_set(c)
        if rule_id is None or not flag.applies(c, rules):
            continue
        # The engine itself says what does not go together, so the page needs no second opinion.
        if chosen or not _problems(hand, flag.put(c), rules) - usual:
            found.append(Offer(flag.key, "flag", flag.words, flag.hint, rule_id, chosen))
    return found


def _problems(hand: Hand, c: Circumstances, rules: RuleSet) -> set[str]:
    try:
        return {problem.name for problem in score(hand, c, rules).problems}
    except UserError as error:
        return {error.name}


def _codes(c: Circumstances, rules: RuleSet) -> list[Offer]:
    if rules["codes.n"] == 0 or c.fish or c.discard_by is not None:
        return []
    limit = max(rules.number("codes.n"), len(c.codes))
    tiles = Offer(
        "codes",
        "tiles",
        Words("摸码", "Codes"),
        Words("自摸后从牌尾翻出的码牌", "The tiles turned over after a self-draw"),
        "CODE-02",
        bool(c.codes),
        limit,
    )
    mode = rules["codes.catcher_mode"]
    others_may = mode == "any" or (mode == "dealer_only" and c.dealer in c.winners)
    if not (c.codes and others_may):
        return [tiles]
    catcher = Offer(
        "catcher",
        "seat",
        Words("谁摸码", "Who catches the codes"),
        Words("胡家自己，或另一家", "The winner, or another player"),
        "CODE-11",
        c.catcher is not None,
        seats=SEATS,
    )
    return [tiles, catcher]


def _fishing(c: Circumstances, rules: RuleSet) -> list[Offer]:
    on_discard = c.discard_by is not None and rules["fish.on_discard"] != "same"
    if rules["system"] != "nanning_fan" or c.prev_hand_won is False or c.codes or on_discard:
        return []
    return [
        Offer(
            "fish",
            "tiles",
            Words("钓鱼", "Fishing"),
            Words("上一把有人胡，自摸要钓鱼", "Played after a hand that somebody won"),
            "NN-31",
            bool(c.fish),
            rules.number("fish.tiles"),
        )
    ]


def _by_concealed_kong(c: Circumstances, rules: RuleSet) -> bool:
    return c.discard_by is None and c.robbed is None


_FLAGS = (
    _Flag(
        "last_tile",
        Words("海底", "Last tile"),
        Words("胡的是最后一张牌", "Won on the last tile of the wall"),
        {"points": "PT-13", "nanning_fan": "NN-12"},
        lambda c, rules: c.robbed is None,
    ),
    _Flag(
        "last_round",
        Words("最后一圈", "Last round"),
        Words("在最后一圈里胡", "Won in the last go-round"),
        {"points": "A-28", "nanning_fan": "A-28"},
        lambda c, rules: rules["haidi.window"] == "last_round",
    ),
    _Flag(
        "kong_flower_concealed",
        Words("暗杠杠上花", "Flower after a concealed kong"),
        Words("暗杠后补的牌胡了", "Won on the tile drawn after a concealed kong"),
        {"points": "PT-10b", "nanning_fan": "NN-11"},
        _by_concealed_kong,
    ),
    _Flag(
        "kong_flower_exposed",
        Words("明杠杠上花", "Flower after an exposed kong"),
        Words("明杠或补杠后补的牌胡了", "Won on the tile drawn after an exposed kong"),
        {"points": "PT-10a", "nanning_fan": "NN-11"},
        _by_concealed_kong,
    ),
    _Flag(
        "kong_discard",
        Words("杠上炮", "Discard after a kong"),
        Words("放炮的人刚开过杠", "The discarder had just made a kong"),
        {"points": "PT-11", "nanning_fan": "NN-22"},
        lambda c, rules: c.discard_by is not None,
    ),
    _Flag(
        "declared_ready",
        Words("报听", "Declared ready"),
        Words("胡家报过听", "The winner had declared ready"),
        {"nanning_fan": "NN-14"},
    ),
    _Flag(
        "heavenly",
        Words("天胡", "Heavenly win"),
        Words("庄家起手就胡", "The dealer won on the deal"),
        {"points": "PT-15", "nanning_fan": "NN-16"},
    ),
    _Flag(
        "earthly",
        Words("地胡", "Earthly win"),
        Words("闲家第一圈摸的第一张就胡", "A non-dealer won on the first draw"),
        {"points": "A-29", "nanning_fan": "NN-18"},
        lambda c, rules: rules["system"] != "points" or rules["points.earthly"] != "off",
    ),
    _Flag(
        "human",
        Words("人胡", "Human win"),
        Words("胡庄家打出的第一张", "Won on the dealer's first discard"),
        {"points": "A-29", "nanning_fan": "NN-17"},
        lambda c, rules: rules["system"] != "points" or rules["points.human"] != "off",
    ),
    _Flag(
        "pon_in_first_round",
        Words("第一圈有人碰过", "A claim in the first round"),
        Words("有人碰过，地胡就不成", "A claim voids the earthly win"),
        {"points": "NN-18", "nanning_fan": "NN-18"},
        lambda c, rules: c.earthly,
    ),
)
