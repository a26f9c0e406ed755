"""Behind `./dev bench purge`: the purges of the tests, of a user with far more to forget."""

import argparse
import logging
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

from tests.isolation.forgetting import (
    CASES,
    LOG,
    Case,
    assert_forgotten,
    assert_told,
    dead_letters,
    forget,
    lived_in_all,
    told_again,
)
from tests.isolation.forgotten import PLACES, overheard, words_of
from tests.isolation.forgotten_transfers import COMING
from tests.isolation.stored_bytes import files_holding


def main(arguments: Sequence[str] | None = None) -> int:
    """Purge in every way; 1 if something was seen, or lies anywhere still, that should not."""
    parser = argparse.ArgumentParser(prog="./dev bench purge", description=__doc__)
    parser.add_argument("--memories", type=int, default=2345, help="of the user, in all places")
    parser.add_argument("--queued", type=int, default=300, help="adds that nobody has worked on")
    parser.add_argument("--case", choices=CASES, action="append", help="only this purge")
    given = parser.parse_args(arguments)
    logging.getLogger(
        "service_undefined"
    ).handlers.clear()  # it is all kept in a file, and searched
    print(f"{given.memories} memories, {given.queued} adds queued, files searched byte by byte\n")
    print(f"{'purge':<12} {'seen, ms':>10} {'job, pages':>10} {'dead letters':>12}  outcome")
    failed = 0
    for name in given.case or CASES:
        try:
            print(_row(name, _purged(CASES[name], given.memories, given.queued)), flush=True)
        except AssertionError:
            traceback.print_exc()
            failed = 1
    return failed


def _purged(case: Case, memories: int, queued: int) -> tuple[float, int, int]:
    """Return how long it took to purge and look everywhere, the job's pages, the dead letters."""
    with tempfile.TemporaryDirectory(prefix="mneme-purge-") as folder:
        with overheard(Path(folder) / LOG):
            life = lived_in_all(Path(folder), memories, queued)
            everywhere = {*words_of(tuple(PLACES)), COMING}
            assert files_holding(life.folder, everywhere).keys() == everywhere
            dead = sum(dead_letters(life).values())
            started = time.monotonic()
            job_id = forget(life, case)
            took = (time.monotonic() - started) * 1000
            told_again(life, case)
            life.live()
            life.settle_files()
        assert_forgotten(life, case)
        assert life.faults == []
        pages = life.ask("job", job_id=job_id)["progress"]["pages"]
        assert_told(life, case)
        return took, pages, dead


def _row(name: str, figures: tuple[float, int, int]) -> str:
    took, pages, dead = figures
    return f"{name:<12} {took:>10.1f} {pages:>10} {dead:>12}  nothing left, all else there"


if __name__ == "__main__":
    sys.exit(main())
