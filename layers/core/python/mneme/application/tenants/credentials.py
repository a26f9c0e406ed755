"""Whatever a caller presents: an API key, a token of one user, or one of the tenant's issuer."""

from collections.abc import Callable
from dataclasses import dataclass

from mneme.application.ports.table_store import TableStore
from mneme.application.repositories.row_keys import TENANTS, api_key_key, tenant_key
from mneme.application.tenants.api_key_rows import key_of
from mneme.application.tenants.oidc_tokens import OIDC, OidcTokens, credential_in
from mneme.application.tenants.recognized import Recognized, of_row
from mneme.application.tenants.tenants import Tenants
from mneme.application.tenants.token_keys import CURRENT
from mneme.application.tenants.user_tokens import UserTokens
from mneme.domain.errors import NotAuthenticated
from mneme.domain.tenancy import TenantContext


@dataclass(frozen=True)
class Credentials:
    """Recognizes each kind by its first letters, and looks again where a minute is too long.

    What knows tokens is made when the first one is seen.
    """

    tables: TableStore
    tenants: Tenants
    user_tokens: Callable[[], UserTokens]
    oidc_tokens: Callable[[], OidcTokens]

    def recognize(self, text: str) -> Recognized:
        """Return what a credential stands for.

        Raises NotAuthenticated for any that we do not accept, Unavailable if that cannot be told.
        """
        ways: dict[str, Callable[[str], Recognized]] = {
            "mk_": self.tenants.recognized,
            "mu_": lambda token: self.user_tokens().recognize(token),
            "mo_": lambda token: self.oidc_tokens().recognize(token),
        }
        way = ways.get(text[:3])
        if way is None:
            raise NotAuthenticated("the credential is not known")
        return way(text)

    def confirm(self, caller: TenantContext) -> None:
        """Raise NotAuthenticated unless a caller's credential is good at this very moment.

        For private verbs: the gateway may have let in, for up to a minute, what was revoked
        meanwhile. One read. Raises Unavailable.
        """
        key_id, _, signing_id = caller.credential_id.partition("+")
        place = tenant_key(caller)
        places = [place]
        if key_id != OIDC:
            places.append(api_key_key(caller, key_id))
        rows = self.tables.batch_get(caller, TENANTS, places)
        of_row(caller, rows.get(place), None)
        if key_id == OIDC:
            if caller.credential_id != credential_in(rows[place]):
                raise NotAuthenticated("the credential is no longer valid")
            return
        key = rows.get(places[1])
        good = key is not None and key_of(key).works_at(self.tenants.clock.now())
        current = rows[place].get(CURRENT)
        if not good or (signing_id and signing_id != current):
            raise NotAuthenticated("the credential is no longer valid")
