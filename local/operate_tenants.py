"""`./dev mneme tenants`: tenants made, and what they chose for themselves, shown and set."""

import argparse
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from local.operate_offboarding import erase_tenant
from local.tenant_admin import carried_out
from mneme.application.repositories.episode_retention import MOST_DAYS
from mneme.application.tenants.tenant_choices import Choices
from mneme.domain.capacity import DEFAULT_LIMITS, Limit, parsed_limits, shown_limits
from mneme.domain.identity import tenant_id
from mneme.domain.reinforcement import Strengthening
from mneme.domain.sensitive.policy import SensitivePolicy
from mneme.domain.tenancy import Grant, internal_context
from mneme.runtime.bootstrap import Services
from mneme.runtime.providers import BEDROCK, EMBEDDING_ENDPOINT, ENDPOINT

PROVIDERS = (ENDPOINT, BEDROCK, EMBEDDING_ENDPOINT)
DEFAULT = "default"
NONE = "none"
_ANSWERS = {"yes": True, "no": False}
_CHOICES = (
    "providers",
    "sensitive",
    "episode_days",
    "include_turns",
    "strengthened_by",
    "capacity",
    "opt_in",
)


def add_tenants(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command and what it can be told; where the tenants are is added by the caller."""
    command = commands.add_parser(
        "tenants",
        help="make, suspend, resume, erase or list tenants; show or set what one chose for itself",
        description="Makes a tenant and prints an API key that may do everything for it, once; one"
        " that exists gets one more key. `suspend` lets nobody of it in until `resume`. `erase`"
        " erases a suspended one with all its users, for good; given again, it goes on and tells"
        f" how far it is. Or shows or sets its choices; `{DEFAULT}` gives one back.",
    )
    command.add_argument("action", choices=(*_ACTIONS, "show", "set"))
    command.add_argument("tenant", nargs="?", help="the tenant's name; all but list need it")
    command.add_argument("--yes", metavar="NAME", help="with erase: the tenant's name once more")
    command.add_argument(
        "--providers",
        type=_providers,
        metavar="LIST",
        help=f"who may see content, in order, with commas: {', '.join(PROVIDERS)}; or {NONE}",
    )
    command.add_argument(
        "--sensitive",
        type=_policy,
        metavar="|".join(SensitivePolicy),
        help="what happens to passwords, card numbers and the like",
    )
    command.add_argument(
        "--episode-retention",
        dest="episode_days",
        type=_days,
        metavar="DAYS",
        help="how long messages are kept verbatim; 0: not at all",
    )
    command.add_argument(
        "--include-turns",
        type=_answer,
        metavar="|".join(_ANSWERS),
        help="whether recalls that do not say return messages",
    )
    _add_ways(command)


def _add_ways(command: argparse.ArgumentParser) -> None:
    """Add how memories are kept."""
    command.add_argument(
        "--strengthened-by",
        type=_strengthening,
        metavar="|".join(Strengthening),
        help="what gives memories their weight back: that they are recalled, or that they are used",
    )
    command.add_argument(
        "--capacity",
        type=_limits,
        metavar="LIST",
        help="how many memories a user has room for: some of"
        f" {shown_limits(DEFAULT_LIMITS)}; the others stay as the deployment's",
    )
    command.add_argument(
        "--opt-in",
        type=_answer,
        metavar="|".join(_ANSWERS),
        help="whether memory is off for users until they switch it on",
    )


def operate_tenants(made: Services, given: argparse.Namespace) -> int:
    """Carry out what was asked for. Raises MnemeError, ActionRefused, StageUnknown."""
    if given.action in _ACTIONS:
        _ACTIONS[given.action](made, given)
        return 0
    tenant = internal_context(tenant_id(given.tenant))
    made.tenants.require_not_erased(tenant)
    choices = made.tenant_choices.of(tenant)
    named = {name: wish[0] for name in _CHOICES if (wish := getattr(given, name)) is not None}
    if given.action == "set":
        before, choices = choices, replace(choices, **named)
        made.tenant_choices.change(tenant, before, choices)
    print(_shown(given.tenant, choices))
    if given.action == "set":
        print("functions that run read it within a minute")
    return 0


def refusal(given: argparse.Namespace) -> str | None:
    """Return why the arguments make no sense together, if they do not."""
    if (given.tenant is None) != (given.action == "list"):
        return "list names no tenant, everything else names one"
    named = any(getattr(given, name) is not None for name in _CHOICES)
    if given.action != "set" and named:
        return f"{given.action} sets no choice: say set"
    if given.action == "set" and not named:
        return "nothing to set: name a choice"
    if (given.yes is not None) != (given.action == "erase"):
        return "erase is for good: name the tenant once more by --yes, and for nothing else"
    if given.action == "erase" and given.yes != given.tenant:
        return "--yes names another tenant"
    return None


def _create(made: Services, given: argparse.Namespace) -> None:
    named = {"tenant": given.tenant}
    carried_out(made, given.stage, {"action": "tenants.create", **named})
    wanted = {"action": "keys.create", **named, "scopes": sorted(Grant)}
    # The key alone, for scripts: only its hash is kept.
    print(carried_out(made, given.stage, wanted)["api_key"])


def _suspend(made: Services, given: argparse.Namespace) -> None:
    action = {"action": f"tenants.{given.action}", "tenant": given.tenant}
    told = carried_out(made, given.stage, action)
    print(f"{given.tenant} is {'suspended' if told['suspended'] else 'let in'}, within a minute")


def _list(made: Services, given: argparse.Namespace) -> None:
    for one in carried_out(made, given.stage, {"action": "tenants.list"})["tenants"]:
        print(f"{one['tenant']}{_standing(one)}")


def _standing(one: Mapping[str, Any]) -> str:
    if one["erased_at"] is not None:
        return f"  erased {one['erased_at']}"
    if one["erasing_at"] is not None:
        return f"  being erased since {one['erasing_at']}"
    return "  suspended" if one["suspended"] else ""


_ACTIONS = {
    "create": _create,
    "suspend": _suspend,
    "resume": _suspend,
    "erase": erase_tenant,
    "list": _list,
}


def _shown(name: str, choices: Choices) -> str:
    providers, days, turns = choices.providers, choices.episode_days, choices.include_turns
    limits, opt_in = choices.capacity, choices.opt_in
    told = {
        "providers": None if providers is None else ", ".join(providers) or NONE,
        "sensitive": choices.sensitive,
        "episode-retention": None if days is None else f"{days} days",
        "include-turns": None if turns is None else ("yes" if turns else "no"),
        "strengthened-by": choices.strengthened_by,
        "capacity": None if limits is None else shown_limits(limits),
        "opt-in": None if opt_in is None else ("yes" if opt_in else "no"),
    }
    lines = (f"  {title:<18} {value or 'as the deployment'}" for title, value in told.items())
    return "\n".join([name, *lines])


# A wish is a tuple of one, so that None, the deployment's own, differs from an option not given.


def _providers(text: str) -> tuple[tuple[str, ...] | None]:
    if text == DEFAULT:
        return (None,)
    names = () if text == NONE else tuple(name.strip() for name in text.split(","))
    strange = [name for name in names if name not in PROVIDERS]
    if strange or len(set(names)) != len(names):
        raise argparse.ArgumentTypeError(
            f"must be some of {', '.join(PROVIDERS)}, each once, or {NONE} or {DEFAULT}"
        )
    return (names,)


def _policy(text: str) -> tuple[SensitivePolicy | None]:
    if text == DEFAULT:
        return (None,)
    if text not in set(SensitivePolicy):
        raise argparse.ArgumentTypeError(
            f"must be one of {', '.join(SensitivePolicy)}, or {DEFAULT}"
        )
    return (SensitivePolicy(text),)


def _strengthening(text: str) -> tuple[Strengthening | None]:
    if text == DEFAULT:
        return (None,)
    if text not in set(Strengthening):
        raise argparse.ArgumentTypeError(f"must be {' or '.join(Strengthening)}, or {DEFAULT}")
    return (Strengthening(text),)


def _days(text: str) -> tuple[int | None]:
    if text == DEFAULT:
        return (None,)
    if not text.isdecimal() or int(text) > MOST_DAYS:
        raise argparse.ArgumentTypeError(f"must be from 0 to {MOST_DAYS}, or {DEFAULT}")
    return (int(text),)


def _answer(text: str) -> tuple[bool | None]:
    if text == DEFAULT:
        return (None,)
    if text not in _ANSWERS:
        raise argparse.ArgumentTypeError(f"must be {' or '.join(_ANSWERS)}, or {DEFAULT}")
    return (_ANSWERS[text],)


def _limits(text: str) -> tuple[Mapping[Limit, int] | None]:
    if text == DEFAULT:
        return (None,)
    try:
        limits = parsed_limits(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}, or {DEFAULT}") from error
    if not limits:
        raise argparse.ArgumentTypeError(f"must name a limit, or {DEFAULT}")
    return (limits,)
