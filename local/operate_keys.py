"""`./dev mneme keys`: a tenant's API keys, made, rotated, revoked and listed."""

import argparse
import re
from datetime import UTC, datetime, timedelta
from typing import Any

from local.tenant_admin import carried_out
from mneme.domain.tenancy import Grant
from mneme.runtime.bootstrap import Services

_SPAN = re.compile(r"(\d{1,6})([smhd])")
_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def add_keys(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command and what it can be told; where the tenants are is added by the caller."""
    command = commands.add_parser(
        "keys",
        help="make, rotate, revoke or list a tenant's API keys",
        description="Makes an API key and prints it, once: only its hash is kept. `rotate` makes"
        " one like another, with its end unless `--expires` gives one; the other works on for"
        " `--overlap`; `revoke` refuses one for good.",
    )
    command.add_argument("action", choices=("create", "rotate", "revoke", "list"))
    command.add_argument("tenant", help="the tenant's name")
    command.add_argument("key", nargs="?", metavar="KEY", help="a key's id, as `list` shows it")
    command.add_argument(
        "--scopes", type=names, metavar="LIST", help=f"some of {','.join(Grant)}, with commas"
    )
    command.add_argument("--apps", type=names, metavar="LIST", help="only for these apps")
    command.add_argument(
        "--expires", type=span, metavar="SPAN", help="how long it works, such as 12h or 90d"
    )
    command.add_argument(
        "--overlap", type=span, metavar="SPAN", help="how long a rotated key works on (24h)"
    )


def operate_keys(made: Services, given: argparse.Namespace) -> int:
    """Carry out what was asked for, and print it. Raises ActionRefused, StageUnknown."""
    action: dict[str, Any] = {"action": f"keys.{given.action}", "tenant": given.tenant}
    if given.action in {"rotate", "revoke"}:
        action["key_id"] = given.key
    if given.action in {"create", "rotate"}:
        action["expires_at"] = _expiry(given.expires)
    if given.action == "create":
        action |= {"scopes": given.scopes, "apps": given.apps}
    if given.action == "rotate" and given.overlap is not None:
        action["overlap_seconds"] = given.overlap // timedelta(seconds=1)
    told = carried_out(made, given.stage, action)
    if given.action == "revoke":
        print("refused from now on; where it was let in within the last minute, in a minute")
    elif given.action == "list":
        print("\n".join(map(_line, told["keys"])) or "no keys")
    else:
        # The key alone, for scripts.
        print(told["api_key"])
    return 0


def keys_refusal(given: argparse.Namespace) -> str | None:
    """Return why the arguments make no sense together, if they do not."""
    if (given.key is not None) != (given.action in {"rotate", "revoke"}):
        return "rotate and revoke name a key, create and list none"
    if (given.scopes is not None) != (given.action == "create"):
        return "create names the key's --scopes, nothing else does"
    if given.apps is not None and given.action != "create":
        return "only create takes --apps"
    if given.overlap is not None and given.action != "rotate":
        return "only rotate takes --overlap"
    if given.expires is not None and given.action not in {"create", "rotate"}:
        return "only create and rotate take --expires"
    return None


def span(text: str) -> timedelta:
    """Return a span of time such as `90d`, `12h`, `15m` or `30s`."""
    match = _SPAN.fullmatch(text)
    if match is None:
        raise argparse.ArgumentTypeError("must be a number and one of s, m, h, d, such as 12h")
    return timedelta(**{_UNITS[match[2]]: int(match[1])})


def names(text: str) -> list[str]:
    """Return what a list with commas names."""
    return [name.strip() for name in text.split(",")]


def _expiry(wish: timedelta | None) -> str | None:
    return None if wish is None else (datetime.now(UTC) + wish).isoformat(timespec="milliseconds")


def _line(key: dict[str, Any]) -> str:
    state = "works" if key["works"] else "works no more"
    apps = "all apps" if key["apps"] is None else f"apps {', '.join(key['apps'])}"
    expiry = f"until {key['expires_at']}" if key["expires_at"] else "without end"
    return f"{key['key_id']}  {state}  {','.join(key['scopes'])}  {apps}  {expiry}"
