"""`./dev mneme tokens` and `issuers`: tokens of one user, ours or of a tenant's issuer."""

import argparse
from datetime import timedelta
from typing import Any

from local.operate_keys import names, span
from local.tenant_admin import carried_out
from mneme.domain.tenancy import Grant
from mneme.runtime.bootstrap import Services


def add_tokens(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command and what it can be told; where the tenants are is added by the caller."""
    command = commands.add_parser(
        "tokens",
        help="issue a short-lived token of one user, or end all of a tenant's",
        description="Prints a token that is good for one user, for at most an hour, and for no more"
        " than the API key it is issued under. `rotate` refuses all that were issued.",
    )
    command.add_argument("action", choices=("issue", "rotate"))
    command.add_argument("tenant", help="the tenant's name")
    command.add_argument("--key", metavar="KEY", help="the API key's id, as `keys list` shows it")
    command.add_argument("--user", help="the user")
    command.add_argument("--scopes", type=names, metavar="LIST", help="fewer than the key's")
    command.add_argument("--apps", type=names, metavar="LIST", help="fewer than the key's")
    command.add_argument("--session", help="only for this session")
    command.add_argument("--lifetime", type=span, metavar="SPAN", help="such as 5m (15m; most 1h)")


def operate_tokens(made: Services, given: argparse.Namespace) -> int:
    """Carry out what was asked for, and print it. Raises ActionRefused, StageUnknown."""
    named = {"action": f"tokens.{given.action}", "tenant": given.tenant}
    if given.action == "rotate":
        carried_out(made, given.stage, named)
        print("refused from now on; where one was let in within the last minute, in a minute")
        return 0
    wish: dict[str, Any] = {
        "key_id": given.key,
        "user_id": given.user,
        "scopes": given.scopes,
        "apps": given.apps,
        "session_id": given.session,
        "lifetime_seconds": given.lifetime and given.lifetime // timedelta(seconds=1),
    }
    # The token alone, for scripts.
    print(carried_out(made, given.stage, named | wish)["token"])
    return 0


def tokens_refusal(given: argparse.Namespace) -> str | None:
    """Return why the arguments make no sense together, if they do not."""
    issued = given.action == "issue"
    if issued != (given.key is not None) or issued != (given.user is not None):
        return "issue names an API --key and a --user, rotate none"
    wishes = (given.scopes, given.apps, given.session, given.lifetime)
    if not issued and any(wish is not None for wish in wishes):
        return "rotate ends all tokens of the tenant"
    return None


def add_issuers(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command and what it can be told; where the tenants are is added by the caller."""
    command = commands.add_parser(
        "issuers",
        help="say whose OpenID Connect tokens a tenant's users may bring",
        description="Sets, shows or drops a tenant's own issuer of tokens.",
    )
    command.add_argument("action", choices=("set", "show", "drop"))
    command.add_argument("tenant", help="the tenant's name")
    command.add_argument("--issuer", metavar="URL", help="what `iss` of its tokens says")
    command.add_argument("--audience", help="what `aud` of its tokens says, or holds")
    command.add_argument("--keys-url", metavar="URL", help="where its keys are (…/jwks.json)")
    command.add_argument(
        "--scopes", type=names, metavar="LIST", help=f"the most a token may: {','.join(Grant)}"
    )
    command.add_argument("--user-claim", metavar="NAME", help="which claim is the user (sub)")
    command.add_argument("--apps-claim", metavar="NAME", help="which claim lists the apps")
    command.add_argument("--scopes-claim", metavar="NAME", help="which claim lists the scopes")


_DESCRIBED = (
    "issuer",
    "audience",
    "keys_url",
    "scopes",
    "user_claim",
    "apps_claim",
    "scopes_claim",
)


def operate_issuers(made: Services, given: argparse.Namespace) -> int:
    """Carry out what was asked for, and print it. Raises ActionRefused, StageUnknown."""
    wishes = {name: getattr(given, name) for name in _DESCRIBED}
    named = {"action": f"issuers.{given.action}", "tenant": given.tenant}
    told = carried_out(made, given.stage, named | wishes)
    if told["issuer"] is None:
        print("no issuer")
        return 0
    for name in _DESCRIBED:
        value = told[name]
        shown = ",".join(value) if isinstance(value, list) else value
        print(f"{name.replace('_', '-'):<13} {shown or '-'}")
    return 0


def issuers_refusal(given: argparse.Namespace) -> str | None:
    """Return why the arguments make no sense together, if they do not."""
    needed = (given.issuer, given.audience, given.scopes)
    if given.action == "set" and None in needed:
        return "set needs --issuer, --audience and --scopes"
    named = any(getattr(given, name) is not None for name in _DESCRIBED)
    return f"{given.action} sets nothing: say set" if given.action != "set" and named else None
