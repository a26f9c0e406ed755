"""A compressor without a model: it joins what begins with the same words, not always rightly."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from mneme.application.ports.compressor import Compression, Shown
from mneme.domain.tenancy import TenantContext

_WRONG = 0.25
"""How often it leaves out what one of the memories says, or makes something up."""


class JoiningCompressor:
    """Names a memory for each text that begins as most of them do."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(f"compressor {seed}")

    def serves(self, tenant: TenantContext) -> bool:  # noqa: ARG002
        """It serves everybody."""
        return True

    def compress(self, tenant: TenantContext, memories: Sequence[Shown]) -> Compression:  # noqa: ARG002
        """Return "I like boats with maps of …, wells with bees of …"."""
        starts = [" ".join(one.text.split()[:2]) for one in memories]
        [(start, _)] = Counter(starts).most_common(1)
        members = tuple(at for at, one in enumerate(starts) if one == start)
        things = [memories[at].text.removeprefix(start).strip() for at in members]
        if self._chance.random() < _WRONG:
            things = [*things[1:], "ships of nobody"]
        return Compression(f"{start} {', '.join(things)}", members, tokens=500)
