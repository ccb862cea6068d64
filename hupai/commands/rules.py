"""`hupai rules`: the rule sets, what is in one, and a table of hands checked against rules."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from hupai.commands.options import Language
from hupai.language import say, spoken
from scoring.catalogue import Item, Option, Value, items, options, value_text
from scoring.ruleset import DEFAULT_RULES, RuleSet
from scoring.table import Checked, check_rows, read_table
from scoring.words import Words

AGREES, DIFFERS = 0, 1
_ITEMS = {
    "points": ("CODE", "PT"),
    # The fan rules take the worth of shapes and kongs from the points table.
    "nanning_fan": ("CODE", "NN", *(f"PT-0{number}" for number in range(1, 10))),
    "codes": ("CODE",),
}
"""The rules that a system looks at, by the start of their ids."""
_POINTS_ALONE = ("base", "stacking", "menqing_on", "kong_", "multi", "earthly", "human")
_IDLE_KEYS = {
    "points": ("nn.", "fish."),
    "nanning_fan": tuple(f"points.{key}" for key in (*_POINTS_ALONE, "rob", "last", "heavenly")),
    "codes": ("nn.", "fish.", "points.", "kong.", "dealer.", "haidi.", "limits."),
}
"""The keys that a system never looks at, by their start."""

app = typer.Typer(
    invoke_without_command=True,
    help=say(
        "各套规则：列出来、看细则、用牌例核对。",
        "The rule sets: list them, show one, check a table of hands.",
    ),
)


@app.callback()
def rules(context: typer.Context, language: Language = None) -> None:
    """Without a command, the list."""
    if context.invoked_subcommand is None:
        show_list(language)


@app.command("list", help=say("列出各套规则。", "List the rule sets."))
def show_list(language: Language = None) -> None:
    printer = _Printer(language)
    table = Table(box=None, show_header=False, pad_edge=False)
    for name in RuleSet.names():
        mark = printer.say(Words("（默认）", "(default)")) if name == DEFAULT_RULES else ""
        table.add_row(f"[bold]{name}[/bold]", printer.say(RuleSet.load(name).title), mark)
    printer.console.print(table)


@app.command("show", help=say("一套规则的每一项和出处。", "Every item of a rule set, with source."))
def show(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME|FILE", help=say("规则名或规则文件", "Rule set or rule file.")),
    ],
    language: Language = None,
) -> None:
    printer = _Printer(language)
    rule_set = RuleSet.load(name)
    printer.console.print(f"[bold]{printer.say(rule_set.title)}[/bold] ({escape(rule_set.name)})")
    printer.items(rule_set)
    printer.options(rule_set)


@app.command(
    "check",
    help=say(
        "给一张牌例表（CSV）算分，列出和表里不同的行。",
        "Score a table of hands (CSV) and print the rows that differ.",
    ),
)
def check(
    file: Annotated[Path, typer.Argument(metavar="FILE.csv", help=say("牌例表", "The table."))],
    rules: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FILE",
            help=say(
                "用这套规则算所有的行，不看 system 列",
                "Score every row by these rules, whatever its 'system'.",
            ),
        ),
    ] = None,
    language: Language = None,
) -> None:
    printer = _Printer(language)
    checked = list(check_rows(read_table(file), RuleSet.load(rules) if rules else None))
    for row in checked:
        if not row.agrees:
            printer.difference(row)
    agreeing = sum(row.agrees for row in checked)
    printer.line(
        Words(
            f"{len(checked)} 行中 {agreeing} 行一致。", f"{agreeing} of {len(checked)} rows agree."
        )
    )
    raise typer.Exit(AGREES if agreeing == len(checked) else DIFFERS)


class _Printer:
    """Prints in one language. Raises `UserError` for a language there is none of."""

    def __init__(self, language: str | None) -> None:
        self.language = spoken(language)
        self.console = Console(highlight=False, soft_wrap=True)

    def say(self, words: Words) -> str:
        return escape(words.in_language(self.language))

    def line(self, words: Words, style: str = "") -> None:
        self.console.print(self.say(words), style=style)

    def items(self, rule_set: RuleSet) -> None:
        """The rules of the set's system, each with its values and the sentence behind it."""
        self.console.print(f"\n[bold]{self.say(Words('规则', 'Rules'))}[/bold]")
        for item in _items_of(rule_set):
            self.console.print(f"[cyan]{item.rule_id}[/cyan]  {self.say(item.name)}")
            if item.source:
                self.console.print(f"    [dim]“{escape(item.source)}”[/dim]")
            for option in options().values():
                if option.rule_id == item.rule_id:
                    self._option(option, rule_set[option.key], indent="    ")

    def options(self, rule_set: RuleSet) -> None:
        """The other keys, each with its value, what else it takes, and what it decides."""
        title = Words("原文没说清、各家不同的", "What the text leaves open")
        self.console.print(f"\n[bold]{self.say(title)}[/bold]")
        shown = {item.rule_id for item in _items_of(rule_set)}
        idle = _IDLE_KEYS[str(rule_set["system"])]
        changed = {option.key for option, _ in rule_set.changed}
        for option in options().values():
            is_idle = option.key.startswith(idle) and option.key not in changed
            if option.rule_id not in shown and not is_idle:
                mark = f"[cyan]{option.rule_id}[/cyan]  " if option.rule_id != "0" else ""
                self._option(option, rule_set[option.key], mark=mark)

    def _option(self, option: Option, value: Value, mark: str = "", indent: str = "") -> None:
        style = "green" if value == option.default else "yellow"
        takes = Words(f"可以是：{option.allowed.zh}", f"takes: {option.allowed.en}")
        self.console.print(
            f"{indent}{mark}{escape(option.key)} = "
            f"[{style}]{escape(value_text(value))}[/{style}]  {self.say(option.name)}"
        )
        self.console.print(f"{indent}    [dim]{self.say(takes)}[/dim]")

    def difference(self, checked: Checked) -> None:
        row = checked.row
        self.line(
            Words(
                f"{row.id} {row.system}：应为 {row.expected}，算得 {checked.got}",
                f"{row.id} {row.system}: expected {row.expected}, got {checked.got}",
            )
        )
        self.console.print(f"    [dim]{escape(row.text)}[/dim]")
        if checked.same_as is not None:
            self.line(
                Words(
                    f"    和 {checked.same_as} 行的牌和情况完全一样，结果却要求不同。",
                    f"    The same hand and circumstances as row {checked.same_as}, "
                    "which expects something else.",
                ),
                style="yellow",
            )


def _items_of(rule_set: RuleSet) -> list[Item]:
    prefixes = _ITEMS[str(rule_set["system"])]
    return [item for item in items().values() if item.rule_id.startswith(prefixes)]
