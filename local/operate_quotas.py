"""`./dev mneme quotas`: how much a tenant may ask, by class of verbs, a minute and a day."""

import argparse
import re
from typing import Any

from local.tenant_admin import carried_out
from mneme.domain.quotas import Window
from mneme.domain.tenancy import Grant
from mneme.runtime.bootstrap import Services

_CLASSES = tuple(grant for grant in Grant if grant is not Grant.ADMIN)
_QUOTA = re.compile(rf"(\d{{1,10}})/({'|'.join(Window)})")


def add_quotas(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command and what it can be told; where the tenants are is added by the caller."""
    command = commands.add_parser(
        "quotas",
        help="say how much a tenant may ask, or show it",
        description="Sets or shows how many requests of each class of verbs a tenant may make. What"
        " `set` does not name has no bound but the gateway's.",
    )
    command.add_argument("action", choices=("set", "show"))
    command.add_argument("tenant", help="the tenant's name")
    for one in _CLASSES:
        command.add_argument(
            f"--{one}", type=_windows, metavar="LIST", help="such as 600/minute,50000/day"
        )
    command.add_argument(
        "--gateway-key", metavar="KEY", help="the value of the tenant's key of the API Gateway"
    )


def operate_quotas(made: Services, given: argparse.Namespace) -> int:
    """Carry out what was asked for, and print it. Raises ActionRefused, StageUnknown."""
    action: dict[str, Any] = {"action": f"quotas.{given.action}", "tenant": given.tenant}
    if given.action == "set":
        named = {one.value: getattr(given, one.value) for one in _CLASSES}
        action["quotas"] = {name: wish for name, wish in named.items() if wish is not None}
        action["usage_key"] = given.gateway_key
    told = carried_out(made, given.stage, action)
    for one in _CLASSES:
        windows = told["quotas"].get(one.value, {})
        shown = ", ".join(f"{requests} a {window}" for window, requests in windows.items())
        print(f"{one.value:<8} {shown or 'no bound of its own'}")
    if told["usage_key"]:
        print("counted by a key of the gateway too")
    return 0


def quotas_refusal(given: argparse.Namespace) -> str | None:
    """Return why the arguments make no sense together, if they do not."""
    wishes = (given.gateway_key, *(getattr(given, one.value) for one in _CLASSES))
    if given.action == "show" and any(wish is not None for wish in wishes):
        return "show sets nothing: say set"
    return None


def _windows(text: str) -> dict[str, int]:
    found = [_QUOTA.fullmatch(part.strip()) for part in text.split(",")]
    named = {match[2]: int(match[1]) for match in found if match}
    if len(named) != len(found):
        raise argparse.ArgumentTypeError("must be such as 600/minute,50000/day, each window once")
    return named
