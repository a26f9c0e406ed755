"""Who is let in: tenants, their keys, the tokens of their users and of their issuers."""

from functools import cached_property

from mneme.application.ports.signed_tokens import SignedTokens
from mneme.application.repositories.jobs import Jobs
from mneme.application.tenants.api_keys import ApiKeys
from mneme.application.tenants.credentials import Credentials
from mneme.application.tenants.erase_tenant import EraseTenant
from mneme.application.tenants.issuer_keys import IssuerKeys
from mneme.application.tenants.list_tenants import ListTenants
from mneme.application.tenants.oidc_tokens import OidcTokens
from mneme.application.tenants.request_quotas import RequestQuotas
from mneme.application.tenants.rotate_branch_key import RotateBranchKey
from mneme.application.tenants.tenants import Tenants
from mneme.application.tenants.token_keys import TokenKeys
from mneme.application.tenants.user_tokens import UserTokens
from mneme.runtime.admission import Admission
from mneme.runtime.parts import Parts
from mneme.runtime.process import Process


class CredentialServices(Parts):
    """The use cases of credentials. Who presents an API key waits for no library of tokens."""

    @cached_property
    def tenants(self) -> Tenants:
        """Tenants and their keys."""
        return Tenants(self.tables, self.tenant_rows, self.keys, self.clock, self.ids)

    @property
    def erase_tenant(self) -> EraseTenant:
        """A tenant, erased for good."""
        jobs, branch_keys = Jobs(self.tables, self.clock), self.keys.branch_keys
        return EraseTenant(self.tables, self.tenant_rows, branch_keys, jobs, self.clock)

    @cached_property
    def list_tenants(self) -> ListTenants:
        """Every tenant, for operators."""
        return ListTenants(self.backend.whole_tables)

    @cached_property
    def credentials(self) -> Credentials:
        """Behind the authorizer."""
        return Credentials(
            self.tables, self.tenants, lambda: self.user_tokens, lambda: self.oidc_tokens
        )

    @cached_property
    def admission(self) -> Admission:
        """Before every verb."""
        return Admission(self.credentials, RequestQuotas(self.tables, self.clock), self.metrics)

    @property
    def token_keys(self) -> TokenKeys:
        """What user tokens are signed with."""
        return TokenKeys(self.tables, self.keys, self.signed_tokens, self.clock, self.ids)

    @property
    def rotate_branch_key(self) -> RotateBranchKey:
        """A tenant's branch key, rotated."""
        return RotateBranchKey(self.tables, self.keys.branch_keys, self.clock)

    @property
    def user_tokens(self) -> UserTokens:
        """Tokens of one user."""
        api_keys = ApiKeys(self.tables, self.clock, self.ids)
        return UserTokens(
            self.tables, api_keys, self.token_keys, self.signed_tokens, self.clock, self.ids
        )

    @property
    def oidc_tokens(self) -> OidcTokens:
        """Tokens of tenants' own issuers."""
        return OidcTokens(
            self.tables, self.tenant_rows, self.issuer_keys, self.signed_tokens, self.clock
        )

    @cached_property
    def issuer_keys(self) -> IssuerKeys:
        """What issuers sign with; kept as long as the process."""
        from mneme.adapters.https_key_sets import HttpsKeySets  # noqa: PLC0415

        return IssuerKeys(HttpsKeySets(), self.clock)

    @property
    def signed_tokens(self) -> SignedTokens:
        """The library of tokens, loaded when the first one is seen."""
        from mneme.adapters.jwt_tokens import JwtTokens  # noqa: PLC0415

        return JwtTokens()


services = Process(CredentialServices)
