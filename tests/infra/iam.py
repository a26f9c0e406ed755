"""What IAM would say: statements of roles, with their conditions, asked about one call."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.infra.synthesized import listed, plain

Context = Mapping[str, Sequence[str]]
"""What a call tells of itself, by the keys of conditions."""


@dataclass(frozen=True)
class Principal:
    """Who asks: a role's own statements, and the tags under which it was taken on."""

    statements: Sequence[Mapping[str, Any]]
    tags: Mapping[str, str] = field(default_factory=dict)

    def may(self, action: str, resource: str, **context: str) -> bool:
        """Return whether a call is allowed. `:` and `/` of a condition's key are `__` in `context`.

        Nothing but an Allow lets a call pass, and these roles' statements hold nothing else.
        """
        told = {name.replace("__", ":", 1): [value] for name, value in context.items()}
        told |= {f"aws:PrincipalTag/{name}": [value] for name, value in self.tags.items()}
        return any(
            one["Effect"] == "Allow"
            and any(_like(action.lower(), each.lower()) for each in listed(one["Action"]))
            and any(_like(resource, plain(each)) for each in listed(one["Resource"]))
            and self._holds(one.get("Condition", {}), told)
            for one in self.statements
        )

    def _holds(self, condition: Mapping[str, Any], told: Context) -> bool:
        return all(
            _OPERATORS[operator](told.get(key, []), [self._filled(each) for each in listed(wanted)])
            for operator, asked in condition.items()
            for key, wanted in asked.items()
        )

    def _filled(self, value: Any) -> str:
        """Return a value of a condition, with the tags it names in their place."""
        return re.sub(
            r"\$\{aws:PrincipalTag/(\w+)\}",
            lambda found: self.tags.get(found[1], "\0"),
            plain(value),
        )


def _like(value: str, pattern: str) -> bool:
    """Match as IAM does: it knows `*` and `?`."""
    parts = (re.escape(part) for part in re.split(r"([*?])", pattern))
    return re.fullmatch("".join(_WILD.get(part, part) for part in parts), value) is not None


_WILD = {re.escape("*"): ".*", re.escape("?"): "."}

_OPERATORS: dict[str, Callable[[Sequence[str], Sequence[str]], bool]] = {
    "Null": lambda found, wanted: bool(found) == (wanted[0] == "false"),
    "StringEquals": lambda found, wanted: bool(found) and all(one in wanted for one in found),
    "ForAllValues:StringLike": lambda found, wanted: all(
        any(_like(one, pattern) for pattern in wanted) for one in found
    ),
}
"""An operator that is not here is an error of the test: it must not let anything pass."""
