"""An outcome as a person reads it in the terminal."""

from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from hupai.settling import Outcome
from scoring.result import BothColumns, Distance, Line, Score, SeatAmounts
from scoring.tiles import tiles_text
from scoring.words import Words
from vision.detections import class_text
from vision.reading import Reading

COLUMN_WORDS = {
    "self_draw": Words("自摸", "by self-draw"),
    "discard": Words("放炮", "by discard"),
}
RESULT_WORDS = {
    "win": Words("胡", "win"),
    "draw": Words("流局", "drawn hand"),
    "not_a_win": Words("没有胡", "not a winning hand"),
    "error": Words(
        "手牌或情况有误，不能算分", "not scored: the hand or its circumstances are wrong"
    ),
}


def print_outcome(outcome: Outcome, saved: Path | None, language: str) -> None:
    """Print hand, doubts, problems, score and payments; `saved` is the numbered photo."""
    report = _Report(Console(highlight=False), language)
    report.hand(outcome)
    report.problems(outcome)
    report.score(outcome.score, outcome.title)
    if saved is not None:
        report.fact(Words("标号照片", "Numbered photo"), str(saved))


class _Report:
    def __init__(self, console: Console, language: str) -> None:
        self.console = console
        self.language = language

    def say(self, words: Words) -> str:
        return escape(words.in_language(self.language))

    def fact(self, name: Words, text: str, style: str = "") -> None:
        """One line: a name and what there is to say under it."""
        line = f"[bold]{self.say(name)}[/bold]  {escape(text)}"
        self.console.print(line, style=style, soft_wrap=True)

    def hand(self, outcome: Outcome) -> None:
        reading = outcome.reading
        if reading is not None:
            self.fact(Words("照片", "Photo"), reading.photo)
        self.fact(Words("手牌", "Hand"), outcome.hand.text or "-")
        if reading is not None and not outcome.written and reading.doubtful:
            doubts = ", ".join(self._doubt(reading, number) for number in reading.doubtful)
            self.fact(Words("请核对", "Please check"), doubts, style="yellow")

    def _doubt(self, reading: Reading, number: int) -> str:
        """`5: 5p (6p?)`: the number on the photo, what was read, and the runner-up."""
        found = reading.detections
        tile = class_text(int(found.class_ids[number - 1]))
        runner_up = class_text(int(found.runner_up[number - 1]))
        return f"{number}: {tile}" + (f" ({runner_up}?)" if runner_up != tile else "")

    def problems(self, outcome: Outcome) -> None:
        photo_doubts = () if outcome.reading is None else outcome.reading.layout.doubts
        for problem in outcome.problems:
            self.fact(Words("问题", "Problem"), problem.words.in_language(self.language), "red")
        for note in (*(() if outcome.written else photo_doubts), *outcome.score.warnings):
            self.fact(Words("注意", "Note"), note.words.in_language(self.language), "yellow")

    def score(self, score: Score, title: Words) -> None:
        if score.result != "win":
            self.fact(
                Words("结果", "Result"), RESULT_WORDS[score.result].in_language(self.language)
            )
        for away in score.distances:
            self.fact(Words("还差", "Distance"), self._distance(away))
        if score.lines:
            self.console.print(self._lines(score.lines, title))
        if score.payments is not None:
            self.console.print(self._payments(score))

    def _distance(self, away: Distance) -> str:
        parts = [Words(f"差 {away.tiles_away} 张", f"{away.tiles_away} away from a win")]
        if away.waits:
            waits = tiles_text(away.waits)
            parts.append(Words(f"听 {waits}", f"waiting for {waits}"))
        for tile, waits_then in away.discards:
            waits = tiles_text(waits_then)
            parts.append(Words(f"打 {tile} 听 {waits}", f"discard {tile}, then wait for {waits}"))
        return "; ".join(part.in_language(self.language) for part in parts)

    def _lines(self, lines: tuple[Line, ...], title: Words) -> Table:
        table = Table(title=self.say(title), title_justify="left", title_style="bold")
        columned = any(line.column for line in lines)
        if columned:
            table.add_column(self.say(Words("方式", "Win")))
        for name in (Words("规则", "Rule"), Words("项目", "Item")):
            table.add_column(self.say(name), no_wrap=True)
        table.add_column(self.say(Words("分", "Points")), justify="right")
        table.add_column(self.say(Words("原因", "Why")))
        for line in lines:
            column = [self.say(COLUMN_WORDS[line.column])] if line.column else [""] * columned
            texts = [line.rule_id, self.say(line.name), str(line.value), self.say(line.why)]
            table.add_row(*column, *texts)
        return table

    def _payments(self, score: Score) -> Table:
        table = Table(title=self.say(Words("四家得失", "Payments")), title_justify="left")
        table.title_style = "bold"
        both = isinstance(score.payments, BothColumns)
        if both:
            table.add_column(self.say(Words("方式", "Win")))
        for seat in range(4):
            table.add_column(self.say(Words(f"座位 {seat}", f"Seat {seat}")), justify="right")
        for label, amounts in self._rows(score):
            table.add_row(*([label] if both else []), *(_signed(amount) for amount in amounts))
        return table

    def _rows(self, score: Score) -> list[tuple[str, SeatAmounts]]:
        payments = score.payments
        if payments is None:
            return []
        if not isinstance(payments, BothColumns):
            return [("", payments)]
        discards = [
            (self.say(Words(f"座位 {seat} 放炮", f"discard by seat {seat}")), amounts)
            for seat, amounts in payments.discard
        ]
        return [(self.say(COLUMN_WORDS["self_draw"]), payments.self_draw), *discards]


def _signed(amount: int) -> str:
    colour = "green" if amount > 0 else "red" if amount < 0 else "dim"
    return f"[{colour}]{amount:+d}[/{colour}]" if amount else "0"
