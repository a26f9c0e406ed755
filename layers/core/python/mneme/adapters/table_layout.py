"""What an adapter must know of each table: made from `infra/tables.py`, handed over as JSON."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

PARTITION = "pk"
SORT = "sk"
EXPIRY = "expires_at"
"""The second from which on an item of an expiring table is gone."""


@dataclass(frozen=True, slots=True)
class IndexLayout:
    """A keys-only index. `numeric` tells the type of its sort attribute."""

    name: str
    partition_attribute: str
    sort_attribute: str
    numeric: bool = False

    @property
    def local(self) -> bool:
        """Whether the index shares the table's partition, so that it can be read consistently."""
        return self.partition_attribute == PARTITION


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table. `physical_name` is what the store calls it; items of an `expiring` one go."""

    name: str
    physical_name: str
    sorted: bool
    stream: bool
    indexes: Mapping[str, IndexLayout]
    expiring: bool = False


def parse_layouts(text: str) -> dict[str, TableLayout]:
    """Return the layouts by table name, from the JSON that `infra.tables.layouts_json` makes."""
    return {
        row["name"]: TableLayout(
            name=row["name"],
            physical_name=row["table"],
            sorted=not row.get("unsorted", False),
            stream=row.get("stream", False),
            indexes={
                index["name"]: IndexLayout(**{"partition_attribute": PARTITION, **index})
                for index in row.get("indexes", ())
            },
            expiring=row.get("expiring", False),
        )
        for row in json.loads(text)
    }
