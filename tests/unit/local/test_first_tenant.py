from pathlib import Path

from local.first_tenant import FIRST_TENANT, ensure_first_key
from mneme.domain.errors import NotAuthenticated
from mneme.domain.tenancy import Grant, TenantContext, internal_context


class Tenants:
    """Issues numbered keys and knows those it issued."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.issued: dict[str, frozenset[Grant]] = {}

    def create(self, name: str) -> TenantContext:
        self.made.append(name)
        return internal_context(name)

    def issue_key(self, tenant: TenantContext, grants: frozenset[Grant]) -> str:
        key = f"mk_{tenant.tenant_id}_{len(self.issued)}"
        self.issued[key] = grants
        return key

    def recognize(self, api_key: str) -> TenantContext:
        if api_key not in self.issued:
            raise NotAuthenticated("the API key is not known")
        return internal_context("home")


def test_the_first_start_makes_the_tenant_and_a_key_for_everything(tmp_path: Path) -> None:
    tenants, path = Tenants(), tmp_path / "api_key"

    key = ensure_first_key(path, tenants)

    assert tenants.made == [FIRST_TENANT]
    assert tenants.issued == {key: frozenset(Grant)}
    assert path.read_text() == f"{key}\n"
    assert path.stat().st_mode & 0o777 == 0o600


def test_later_starts_keep_the_key(tmp_path: Path) -> None:
    tenants, path = Tenants(), tmp_path / "api_key"

    assert ensure_first_key(path, tenants) == ensure_first_key(path, tenants)
    assert len(tenants.issued) == 1


def test_a_lost_file_means_a_new_key_for_the_same_tenant(tmp_path: Path) -> None:
    tenants, path = Tenants(), tmp_path / "api_key"
    first = ensure_first_key(path, tenants)
    path.unlink()

    second = ensure_first_key(path, tenants)

    assert second != first
    assert set(tenants.made) == {FIRST_TENANT}


def test_a_key_that_the_tables_do_not_know_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "api_key"
    path.write_text("mk_home_of_other_data\n")

    key = ensure_first_key(path, Tenants())

    assert path.read_text() == f"{key}\n"
