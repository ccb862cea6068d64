"""One run that measures everything and writes the documents that show it.

    python -m benchmarks                      everything (about a quarter of an hour)
    python -m benchmarks --only hands stages  these parts; the others keep their figures
    python -m benchmarks --only               nothing: the documents are written from the figures
    python -m benchmarks --quick              a little of everything, into out/benchmarks

The machine should do nothing else meanwhile. A part that fails is told, the others are written,
and the exit status is 1.
"""

import argparse
import sys
import time
import traceback
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks import (
    batch,
    growth,
    layout,
    machine,
    memory,
    photographing,
    recognition,
    scoring,
    stages,
)
from benchmarks.effort import FULL, QUICK, Effort
from benchmarks.report import Measured, Report, documents, publish
from benchmarks.tables import Table

PARTS: dict[str, Callable[[Effort], Table | Iterable[Table]]] = {
    "hands": scoring.measure,
    "stages": stages.measure,
    "recognition": recognition.measure,
    "layout": layout.measure,
    "memory": memory.measure,
    "sizes": growth.sizes,
    "tiles": growth.tiles,
    "folders": batch.folders,
    "workers": batch.workers,
    "photographing": photographing.measure,
}
"""What is measured, in the order of the page."""


def measured(names: Iterable[str], effort: Effort) -> tuple[dict[str, Measured], list[str]]:
    """The tables of these parts, and the parts that failed."""
    tables: dict[str, Measured] = {}
    failed = []
    for name in names:
        print(f"{name}...", end=" ", flush=True, file=sys.stderr)
        start = time.monotonic()
        try:
            made = PARTS[name](effort)
            for table in [made] if isinstance(made, Table) else made:
                tables[table.key] = Measured(table, **machine.when())
        # A fault of one part must not lose what the others measured.
        except Exception:
            traceback.print_exc()
            failed.append(name)
        print(f"{time.monotonic() - start:.0f} s", file=sys.stderr)
    return tables, failed


def ordered(parts: dict[str, Measured]) -> dict[str, Measured]:
    """The tables in the order of `PARTS`; those of photographing at the end."""
    places = {name: place for place, name in enumerate(PARTS)}
    return dict(sorted(parts.items(), key=lambda item: places.get(item[0], len(places))))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="*", metavar="PART", default=list(PARTS))
    parser.add_argument("--quick", action="store_true")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.only if name not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; there are: {', '.join(PARTS)}")
    # Figures of a quick run are worth nothing, and so never reach a document.
    docs = machine.ROOT / ("out/benchmarks" if options.quick else "docs")
    tables, failed = measured(options.only, QUICK if options.quick else FULL)
    known = Report({}, {}) if options.quick else Report.load(docs / "benchmarks.json")
    described = machine.described() if tables else known.machine
    report = Report(described, ordered({**known.parts, **tables}))
    publish(report, docs, () if options.quick else documents(machine.ROOT))
    print(report.short("en"))
    print(Path(docs / "benchmarks.md").relative_to(machine.ROOT))
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
