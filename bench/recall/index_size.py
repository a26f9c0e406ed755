"""What an OpenSearch node's indexes take on its disk."""

import json
from urllib.request import urlopen

_SECONDS = 30


def bytes_a_memory(url: str) -> float:
    """Return the bytes of one copy of all indexes at the node, in their documents."""
    with urlopen(f"{url}/_stats/store,docs", timeout=_SECONDS) as answer:  # noqa: S310
        whole = json.load(answer)["_all"]["primaries"]
    return float(whole["store"]["size_in_bytes"] / max(1, whole["docs"]["count"]))
