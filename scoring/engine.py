"""Hand + circumstances + rules -> score."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from scoring.checks import draw_problems, table_problems
from scoring.circumstances import Circumstances
from scoring.counting import UNITS, count_tiles, has_five
from scoring.distance import distance
from scoring.false_win import settle_false_win
from scoring.hand import HAND_SIZE, SEATS, Hand
from scoring.hand_checks import hand_problems
from scoring.manner import Winner
from scoring.notices import robbery_warnings
from scoring.outcome import Outcome, settle_draw, settle_wins
from scoring.problems import Problem
from scoring.result import BothColumns, Line, Score, Transfer
from scoring.ruleset import RuleSet
from scoring.shapes import NO_MELDS, melds_of, shapes, signature
from scoring.words import UserError, Words

_REMEMBERED = 10_000
"""How many kinds of hands a scorer keeps in mind."""


def score(
    hand: Hand | Mapping[int, Hand],
    circumstances: Circumstances | None = None,
    rules: RuleSet | None = None,
) -> Score:
    """The score of one hand, or of several winners' hands by seat.

    Raises `UserError` only for house rules that are unknown or contradict each other; whatever
    is wrong with the hand or the circumstances is in `Score.problems`.

    >>> hand = Hand.parse("222p777s333m88m99s + 8m")
    >>> score(hand, Circumstances(self_draw=True)).payments
    (30, -10, -10, -10)
    """
    return _scorer(circumstances, rules).score(hand)


@lru_cache(maxsize=64)
def _scorer(circumstances: Circumstances | None, rules: RuleSet | None) -> "Scorer":
    return Scorer(circumstances, rules)


def score_many(
    hands: Iterable[Hand],
    circumstances: Circumstances | None = None,
    rules: RuleSet | None = None,
) -> Iterator[Score]:
    """The scores of many hands under the same circumstances and rules, in their order."""
    return map(_scorer(circumstances, rules).score, hands)


class Scorer:
    """Scores hands under fixed circumstances and rules, remembering what equal shapes cost."""

    def __init__(
        self, circumstances: Circumstances | None = None, rules: RuleSet | None = None
    ) -> None:
        given = circumstances or Circumstances()
        self.rules = (rules or RuleSet.default()).with_options(given.options)
        self.circumstances = with_implied_manner(given)
        self._orphans = self.rules["extra.thirteen_orphans"] != "off"
        self._quick = _is_quick(self.circumstances, self.rules)
        self._known: dict[tuple[int, tuple[object, ...]], Score | None] = {}

    def score(self, hand: Hand | Mapping[int, Hand]) -> Score:
        """The score of a hand, or of several winners' hands by seat."""
        if self._quick and isinstance(hand, Hand) and not hand.flowers:
            known = self._alike(hand)
            if known is not None:
                return known.with_hand(hand)
        return self._score_fully(self._by_seat(hand))

    def _alike(self, hand: Hand) -> Score | None:
        """The score of all hands like this one; None where it is no win or something is wrong.

        Only where nothing but shape and melds can matter (see `_is_quick`).
        """
        melds = melds_of(hand.melds) if hand.melds else NO_MELDS
        held = count_tiles(hand.concealed)
        size = len(hand.concealed) + 3 * melds.number
        if hand.winning_tile is not None:
            held += UNITS[hand.winning_tile]
            size += 1
        if size != HAND_SIZE or not melds.legal or has_five(held + melds.tiles):
            return None
        key = signature(held, melds, self._orphans), melds.key
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            full = self._score_fully(self._by_seat(hand))
            self._known[key] = full if full.result == "win" else None
        return self._known[key]

    def _by_seat(self, hand: Hand | Mapping[int, Hand]) -> dict[int, Hand]:
        winners = self.circumstances.winners
        hands = {winners[0]: hand} if isinstance(hand, Hand) else dict(sorted(hand.items()))
        if not hands or not set(hands) <= set(SEATS):
            raise UserError(
                "bad_seat",
                Words(
                    "每个胡家的手牌要有座位 0 到 3。", "Each winner's hand needs a seat, 0 to 3."
                ),
            )
        if len(winners) > 1 and set(hands) != set(winners):
            raise UserError(
                "hand_of_each_winner",
                Words(
                    f"座位 {winners} 都胡了，要给出每一家的手牌。",
                    f"Seats {winners} won, so the hand of each is needed.",
                ),
            )
        return hands

    def _score_fully(self, hands: dict[int, Hand]) -> Score:
        c, rules = self.circumstances, self.rules
        if tuple(hands) != tuple(sorted(c.winners)):
            c = replace(c, winner=tuple(hands) if len(hands) > 1 else next(iter(hands)))
        seated = tuple(hands.items())
        if c.exhaustive_draw:
            return self._drawn(hands, c)
        problems = [problem for hand in hands.values() for problem in hand_problems(hand, rules)]
        problems += table_problems(hands, c, rules)
        if problems:
            away = tuple(
                distance(seat, hand, rules)
                for seat, hand in seated
                if hand.winning_tile is None
                and hand.tile_count == HAND_SIZE - 1
                and {problem.name for problem in problems} == {"tile_count"}
            )
            return Score(
                rules.name, "error", problems=tuple(problems), distances=away, hands=seated
            )
        winners = tuple(self._winner(seat, hand) for seat, hand in seated)
        if not all(winner.shapes for winner in winners):
            return self._no_win(winners, hands, c)
        return self._won(winners, hands, c)

    def _winner(self, seat: int, hand: Hand) -> Winner:
        found = shapes(count_tiles(hand.held), melds_of(hand.melds), self._orphans)
        return Winner(seat, found, hand.melds)

    def _drawn(self, hands: dict[int, Hand], c: Circumstances) -> Score:
        problems = draw_problems(hands, c, self.rules)
        if problems:
            return Score(self.rules.name, "error", problems=tuple(problems))
        seats = tuple(Winner(seat, (), hand.melds) for seat, hand in hands.items())
        outcome = settle_draw(seats, c, self.rules)
        return Score(
            self.rules.name,
            "draw",
            outcome.lines,
            outcome.payments,
            outcome.transfers,
            outcome.warnings,
            next_dealer=outcome.next_dealer,
            hands=tuple((seat, hand) for seat, hand in hands.items() if hand.all_tiles),
        )

    def _no_win(
        self, winners: tuple[Winner, ...], hands: dict[int, Hand], c: Circumstances
    ) -> Score:
        false = tuple(winner.seat for winner in winners if not winner.shapes)
        away = tuple(distance(seat, hands[seat], self.rules) for seat in false)
        fined = settle_false_win(false, self.rules)
        return Score(
            self.rules.name,
            "not_a_win",
            fined.lines if fined else (),
            fined.payments if fined else None,
            fined.transfers if fined else (),
            distances=away,
            hands=tuple(hands.items()),
        )

    def _won(self, winners: tuple[Winner, ...], hands: dict[int, Hand], c: Circumstances) -> Score:
        rules = self.rules
        warnings = [note for hand in hands.values() for note in robbery_warnings(hand, c)]
        robbed = next((hand.winning_tile for hand in hands.values()), None)
        if c.manner_known:
            outcome = settle_wins(winners, c, rules, robbed)
            return _win_score(rules, outcome, outcome.payments, hands, warnings)
        columns = {
            seat: settle_wins(winners, c.with_manner("discard", seat), rules)
            for seat in SEATS
            if seat not in hands
        }
        drawn = settle_wins(winners, c.with_manner("self_draw"), rules)
        both = BothColumns(
            drawn.payments, tuple((seat, outcome.payments) for seat, outcome in columns.items())
        )
        return _win_score(rules, _merged(drawn, columns), both, hands, warnings)


def with_implied_manner(c: Circumstances) -> Circumstances:
    """The manner that an event leaves no choice about, where none is given."""
    if c.manner_known:
        return c
    if c.heavenly or c.earthly or c.kong_flower:
        return replace(c, self_draw=True)
    return replace(c, discard_by=c.dealer) if c.human else c


def _is_quick(c: Circumstances, rules: RuleSet) -> bool:
    """Whether nothing outside a hand can change its score or make it wrong."""
    outside = c.codes or c.fish or c.melds_of or c.robbed is not None
    simple = not c.exhaustive_draw and len(c.winners) == 1 and rules["tiles.set"] == 136
    return simple and not outside


def _win_score(
    rules: RuleSet,
    outcome: Outcome,
    payments: tuple[int, int, int, int] | BothColumns,
    hands: dict[int, Hand],
    warnings: list[Problem],
) -> Score:
    return Score(
        rules.name,
        "win",
        outcome.lines,
        payments,
        outcome.transfers,
        (*dict.fromkeys(warnings), *outcome.warnings),
        next_dealer=outcome.next_dealer,
        hands=tuple(hands.items()),
    )


def _merged(drawn: Outcome, columns: dict[int, Outcome]) -> Outcome:
    """Both columns in one: the lines of a discard once, the transfers for each discarder."""
    lines: list[Line] = [replace(line, column="self_draw") for line in drawn.lines]
    transfers: list[Transfer] = [replace(t, column="self_draw") for t in drawn.transfers]
    warnings = list(drawn.warnings)
    for seat, outcome in columns.items():
        lines += [replace(line, column="discard") for line in outcome.lines]
        transfers += [replace(t, column="discard", discarder=seat) for t in outcome.transfers]
        # That codes are not drawn on a discard is no news while the manner is open.
        warnings += [note for note in outcome.warnings if note.name != "codes_not_drawn"]
    return drawn._replace(
        lines=tuple(dict.fromkeys(lines)),
        transfers=tuple(transfers),
        warnings=tuple(dict.fromkeys(warnings)),
    )
