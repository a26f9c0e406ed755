"""Every bucket, as data."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Bucket:
    """A private, versioned, encrypted bucket. `expire_days` None keeps objects for good.

    `noncurrent_days` is how long a replaced or deleted version can still be brought back; erasure
    counts it as a residue. For `locked_days` nobody can delete a version, or shorten its lock.
    """

    name: str
    purpose: str
    expire_days: int | None = None
    noncurrent_days: int = 1
    locked_days: int | None = None


BUCKETS = (
    # As long as a message may wait in its queue and its dead-letter queue.
    Bucket("payloads", "task payloads too large for a table row", expire_days=29),
    Bucket("archive", "encrypted content of archived memories"),
    # As `mneme.domain.transfer.EXPORT_KEPT` says to who asks for a link.
    Bucket("exports", "memory taken out as a whole, to be fetched by a link", expire_days=7),
    # As long as receipts are kept.
    Bucket(
        "digests",
        "what every change log had come to, day by day: no content, and no user's name",
        expire_days=400,
        locked_days=400,
    ),
)
