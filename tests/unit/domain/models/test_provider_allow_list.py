"""Which providers may see whose content."""

from mneme.domain.models.provider_allow_list import ProviderAllowList
from mneme.domain.tenancy import internal_context

ACCESS = ProviderAllowList(
    ("bedrock", "local"), {"careful": ("local",), "strict": (), "other": ("local", "bedrock")}
)


def test_a_tenant_without_a_list_uses_the_deployments() -> None:
    assert ACCESS.allowed(internal_context("acme")) == ("bedrock", "local")


def test_a_tenants_own_list_replaces_the_default_in_its_own_order() -> None:
    assert ACCESS.allowed(internal_context("careful")) == ("local",)
    assert ACCESS.allowed(internal_context("other")) == ("local", "bedrock")


def test_an_empty_list_allows_nobody() -> None:
    assert ACCESS.allowed(internal_context("strict")) == ()
