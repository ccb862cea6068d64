"""The `hupai` command."""

import sys

from scoring.words import UserError


def main() -> None:
    """Run the command line; what a user got wrong is one line and exit status 2."""
    from hupai.language import current

    try:
        from hupai.cli import app

        app(prog_name="hupai")
    except UserError as error:
        print(error.words.in_language(current()), file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
