"""The keys of tenants' issuers, fetched seldom: whoever sends nonsense makes nobody fetch."""

from dataclasses import dataclass, field
from datetime import timedelta

from mneme.application.ports.clock import Clock
from mneme.application.ports.key_sets import KeySets
from mneme.application.ports.signed_tokens import Jwk
from mneme.application.repositories.bounded_cache import BoundedCache
from mneme.domain.errors import NotAuthenticated, Unavailable
from mneme.domain.tenancy import TenantContext

KEPT = timedelta(hours=1)
AGAIN = timedelta(minutes=1)
"""How long a set is not fetched again, whatever keys tokens name, and whether it came or not."""

CACHED_SETS = 200

Place = tuple[str, str]
"""A tenant and an address: what one tenant's issuer answers is nobody else's."""


@dataclass(frozen=True)
class IssuerKeys:
    """Finds the key that a token names: in what is kept, else in what is published by now."""

    key_sets: KeySets
    clock: Clock
    _kept: BoundedCache[Place, tuple[Jwk, ...]] = field(init=False, repr=False)
    _asked: BoundedCache[Place, bool] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Begin with nothing known."""
        kept = BoundedCache[Place, tuple[Jwk, ...]](self.clock, CACHED_SETS, KEPT.total_seconds())
        asked = BoundedCache[Place, bool](self.clock, CACHED_SETS, AGAIN.total_seconds())
        object.__setattr__(self, "_kept", kept)
        object.__setattr__(self, "_asked", asked)

    def find(self, tenant: TenantContext, url: str, key_id: str) -> Jwk:
        """Return the key of an id.

        Raises NotAuthenticated if the issuer publishes none of that id, Unavailable if its keys
        are not known and did not come.
        """
        place = (tenant.tenant_id, url)
        kept = self._kept.get(place)
        found = _of_id(kept or (), key_id)
        if found is None and not self._asked.get(place):
            self._asked.put(place, True)
            kept = self.key_sets.fetch(tenant, url)
            self._kept.put(place, kept)
            found = _of_id(kept, key_id)
        if found is not None:
            return found
        if kept is None:
            raise Unavailable("the issuer's keys are not known, and were asked for a moment ago")
        raise NotAuthenticated("the token is not valid")


def _of_id(keys: tuple[Jwk, ...], key_id: str) -> Jwk | None:
    return next((key for key in keys if key.get("kid") == key_id), None)
