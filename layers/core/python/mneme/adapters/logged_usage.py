"""The account of tokens as lines of the structured log."""

from collections.abc import Mapping
from typing import Protocol

from mneme.domain.tenancy import TenantContext


class InformationLog(Protocol):
    """What of a logger is used here; Powertools' and the standard library's both have it."""

    def info(self, msg: str, *, extra: Mapping[str, object]) -> None:
        """Write a line with fields."""
        ...


class LoggedUsage:
    """A `UsageLog` that writes one line an answer."""

    def __init__(self, log: InformationLog) -> None:
        self._log = log

    def record(
        self, tenant: TenantContext, task: str, model: str, input_tokens: int, output_tokens: int
    ) -> None:
        """Write the tokens of one answer."""
        self._log.info(
            "model answered",
            extra={
                "tenant": tenant.tenant_id,
                "model_task": task,
                "model": model,
                "input_tokens": input_tokens,
                "output_tokens": output_tokens,
            },
        )
