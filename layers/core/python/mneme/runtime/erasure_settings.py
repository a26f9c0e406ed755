"""What certificates of erasures are signed with, and what they must say of this deployment."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from mneme.domain.residues import Windows

AT_HOME = Windows(on_one_machine=True)
_WINDOWS = ("keys", "tables", "stream", "search")


@dataclass(frozen=True, slots=True)
class ErasureSettings:
    """`certificate_keys` are all there have been, oldest first: the last signs.

    `providers` are those of models that the deployment names; None: what its models are.
    """

    certificate_keys: tuple[str, ...] = ("1",)
    windows: Windows = AT_HOME
    providers: tuple[str, ...] | None = None


NOTHING_SAID = ErasureSettings()


def erasure_settings(environment: Mapping[str, str]) -> ErasureSettings:
    """Return them. Raises ValueError naming the variable that says something else."""
    keys = _names(environment, "MNEME_CERTIFICATE_KEYS") or NOTHING_SAID.certificate_keys
    return ErasureSettings(keys, _windows(environment), _names(environment, "MNEME_PROVIDERS"))


def _windows(environment: Mapping[str, str]) -> Windows:
    days = environment.get("MNEME_RECOVERY_DAYS")
    if not days:
        return AT_HOME
    told = json.loads(days)
    if not isinstance(told, dict) or not told.keys() <= {*_WINDOWS, "digests"}:
        raise ValueError("MNEME_RECOVERY_DAYS names something that is not known")
    windows = {name: timedelta(days=told.get(name, 0)) for name in _WINDOWS}
    return Windows(
        keys=windows["keys"],
        tables=windows["tables"],
        stream=windows["stream"],
        search=windows["search"],
        digests=timedelta(days=told["digests"]) if "digests" in told else None,
    )


def _names(environment: Mapping[str, str], variable: str) -> tuple[str, ...] | None:
    text = environment.get(variable)
    if not text:
        return None
    told = json.loads(text)
    if not isinstance(told, list) or not all(isinstance(name, str) for name in told):
        raise ValueError(f"{variable} must be a list of names")
    return tuple(told)
