"""What a job consists of: pages of work that may be cut off anywhere, and done again."""

from datetime import date
from typing import Protocol

from mneme.domain.job import JobOwner, JobShard, PageDone


class JobWork(Protocol):
    """The work behind a job's name.

    A page is bounded in items, and idempotent: whatever of it took effect before it was cut off is
    found done by who does it again, from the same cursor.
    """

    @property
    def shards(self) -> int:
        """Return into how many shards the work is cut, at most 100."""
        ...

    def first_cursor(self, day: date | None) -> str | None:
        """Return where a day's job begins, or, without a day, one begun by hand."""
        ...

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Do one page from the shard's cursor on.

        Raises Unavailable where it may succeed later; what is wrong with one item is taken down and
        counted, and does not hold up those behind it.
        """
        ...
