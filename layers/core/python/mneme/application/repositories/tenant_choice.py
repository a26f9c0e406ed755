"""One thing that a tenant may choose for itself, in its own row, over what the deployment says."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from mneme.application.ports.table_store import Change, Remove, SetTo, Value
from mneme.application.repositories.tenant_rows import TenantRows
from mneme.domain.errors import InternalFault
from mneme.domain.tenancy import TenantContext

Choice = TypeVar("Choice")


@dataclass(frozen=True)
class TenantChoice(ABC, Generic[Choice]):
    """Reads and sets one attribute of the rows of tenants."""

    rows: TenantRows

    attribute: ClassVar[str]
    name: ClassVar[str]
    """What a fault calls it."""

    def own(self, tenant: TenantContext) -> Choice | None:
        """Return the tenant's own choice, None without one.

        Raises Unavailable, and InternalFault for a value that is none: a guess could keep, or show,
        what the tenant does not want.
        """
        value = self.rows.of(tenant).get(self.attribute)
        if value is None:
            return None
        try:
            return self.read(value)
        except (TypeError, ValueError) as error:
            raise InternalFault(f"a tenant's {self.name} is damaged") from error

    def chosen(self, tenant: TenantContext) -> Choice:
        """Return the tenant's choice, else the deployment's. Raises as `own` does."""
        own = self.own(tenant)
        return self.others() if own is None else own

    def change(self, choice: Choice | None) -> Change:
        """Return the change of a tenant's row that sets the choice; None: the deployment's again.

        Raises ValueError for what is no choice.
        """
        if choice is None:
            return Remove(self.attribute)
        return SetTo(self.attribute, self.stored(choice))

    def set(self, tenant: TenantContext, choice: Choice | None) -> None:
        """Give an existing tenant a choice of its own; None: the deployment's again.

        Raises ValueError for what is no choice, WriteConflict if there is no such tenant.
        """
        self.rows.change(tenant, (self.change(choice),))

    @abstractmethod
    def others(self) -> Choice:
        """Return what holds for tenants that chose nothing."""

    @abstractmethod
    def read(self, value: Value) -> Choice:
        """Return the choice that a row holds. Raises TypeError or ValueError for what is none."""

    @abstractmethod
    def stored(self, choice: Choice) -> Value:
        """Return what a row holds of a choice. Raises ValueError for what is none."""
