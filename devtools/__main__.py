"""Entry of `./dev`."""

import sys

from devtools.chores import CHORES
from devtools.errors import ChoreError


def main(arguments: list[str]) -> None:
    """Carry out one command; print help for none, and one line for what went wrong."""
    if not arguments or arguments[0] in {"help", "--help", "-h"}:
        print(_help())
        return
    name, rest = arguments[0], arguments[1:]
    if name not in CHORES:
        sys.exit(f"dev: there is no command `{name}`; ./dev lists them")
    try:
        CHORES[name].run(rest)
    except ChoreError as error:
        sys.exit(f"dev: {error}")
    except KeyboardInterrupt:
        sys.exit(130)


def _help() -> str:
    rows = [f"  ./dev {chore.usage:<32} {chore.summary}" for chore in CHORES.values()]
    return "\n".join(["Mneme: long-term memory for AI agents.", "", *rows])


if __name__ == "__main__":
    main(sys.argv[1:])
