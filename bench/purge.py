"""`./dev bench purge`: is anything left of a user with much to forget, in any byte of any file?

The purges and what must come of them are those of the tests, in `tests/isolation`; this runs them.
"""

from collections.abc import Sequence

from bench.isolation import run_module

MODULE = "tests.isolation.many_forgotten"


def main(arguments: Sequence[str]) -> None:
    """Run the purges where the tests run, and exit with 1 for a word that is left."""
    run_module(MODULE, arguments)
