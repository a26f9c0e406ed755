"""The files of a search index that only marks what is deleted, rid of it."""

from typing import Protocol


class IndexExpunge(Protocol):
    """Takes out of an index's files what is deleted from the index, whosever it was.

    That takes minutes or hours, which nobody waits for: it is begun, and looked after.
    """

    def further(self, cursor: str | None) -> str | None:
        """Do the next thing there is to be done, from None on; return where to go on.

        At the end, which is None, whatever had left the index before the beginning is in no file
        of it any more. In between some time has to pass. Raises Unavailable, and InternalFault
        where it comes to no end.
        """
        ...
