"""The nightly job that rids the files of the search index of what was deleted from it."""

import json
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from mneme.application.ports.clock import Clock
from mneme.application.ports.index_expunge import IndexExpunge
from mneme.application.repositories.expunged_row import ExpungedRow
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.job import JobOwner, JobShard, PageDone, Progress
from mneme.domain.residues import EXPUNGED_EVERY

REST_SECONDS = 60
"""How long the index is left alone before it is looked at again."""

MOST_PAGES = 600
"""Ten hours of such rests: the next night it is tried again."""

_IF_NEED_BE = "if need be"
_EARLY = timedelta(hours=12)
"""A night's turn may come earlier than that of the night a week before."""


@dataclass(frozen=True)
class ExpungeWork:
    """Merging rewrites much of the index: it is done the night after a purge, else once a week.

    Without `files` nothing is done: an index of its own folder keeps nothing that it deletes.
    """

    files: IndexExpunge | None
    expunged: ExpungedRow
    clock: Clock
    shards: int = 1

    def first_cursor(self, day: date | None) -> str | None:
        """Return where a night begins, which may find nothing to do; by hand it is done anyway."""
        return None if day is None else _IF_NEED_BE

    def page(self, owner: JobOwner, shard: JobShard) -> PageDone:
        """Do the next thing, and come back later; at the end note what is gone.

        Raises Unavailable, and InternalFault where it comes to no end.
        """
        if not owner.everybody:
            raise InternalFault("the index is everybody's")
        if self.files is None or (shard.cursor == _IF_NEED_BE and not self._needed()):
            return PageDone(None, Progress())
        if shard.page > MOST_PAGES:
            return PageDone(None, Progress(failed=1), error=Unavailable.code)
        since, place = self._place(shard)
        following = self.files.further(place)
        if following is None:
            self.expunged.see(since, self.clock.now())
            return PageDone(None, Progress(read=1, changed=1))
        cursor = json.dumps({"since": since.isoformat(), "place": following})
        return PageDone(cursor, Progress(), rest_seconds=REST_SECONDS)

    def _needed(self) -> bool:
        known = self.expunged.read()
        again = self.clock.now() - EXPUNGED_EVERY + _EARLY
        return known.asked or known.before is None or known.before <= again

    def _place(self, shard: JobShard) -> tuple[datetime, str | None]:
        if shard.cursor is None or shard.cursor == _IF_NEED_BE:
            return self.clock.now(), None
        told = json.loads(shard.cursor)
        return datetime.fromisoformat(told["since"]), told["place"]
