"""The `hupai` command."""

import io
import sys
from typing import Any

import typer

from hupai.language import current
from scoring.words import UserError

BAD_INPUT = 2
INTERRUPTED = 130
# Of the errors about options typer exports only this one; its base is what they have in common.
UsageError: Any = typer.BadParameter.__mro__[1]


def main() -> None:
    """Run the command line; what a user got wrong is one line and exit status 2."""
    from hupai.cli import app

    for stream in (sys.stdout, sys.stderr):
        # A terminal that knows no Chinese shows question marks rather than a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = app(prog_name="hupai", standalone_mode=False)
    except UserError as error:
        print(error.words.in_language(current()), file=sys.stderr)
        status = BAD_INPUT
    except UsageError as error:
        print(error.format_message(), file=sys.stderr)
        status = BAD_INPUT
    except (KeyboardInterrupt, typer.Abort):
        status = INTERRUPTED
    sys.exit(status or 0)


if __name__ == "__main__":
    main()
