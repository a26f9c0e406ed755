"""`./dev mneme certificate`: certificates of what was erased, handed out and verified."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mneme.application.repositories.certificates import Certificate
from mneme.domain.erasure import CertificateStatus
from mneme.domain.identity import tenant_id, user_id
from mneme.domain.signed_statement import WITHHELD, without_subject
from mneme.domain.tenancy import internal_context
from mneme.runtime.bootstrap import Services
from mneme.runtime.offline_verification import flaws_of, published, trusted_keys
from mneme.runtime.repeated_keys import repeated_key

LISTED = 100
_OF_USER = frozenset({"list", "show"})


def add_certificate(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command; where the certificates are is added by the caller."""
    command = commands.add_parser(
        "certificate",
        help="list, hand out and verify certificates of what was erased",
        description=f"`list` tells of the {LISTED} newest certificates of a user, `show` prints the"
        " one of a job, to be kept as a file. `keys` prints the public keys, to be published;"
        " `verify` holds a file against them.",
    )
    command.add_argument("action", choices=("list", "show", "keys", "verify"))
    command.add_argument("what", nargs="?", help="a job's id to show, a file to verify")
    command.add_argument("--tenant", help="list, show: whose user it was")
    command.add_argument("--user", help="list, show: the user")
    command.add_argument(
        "--without-subject", action="store_true", help="show: do not tell whose memory it was"
    )
    command.add_argument(
        "--keys", type=Path, help="verify: with the public keys of this file alone, and no stack"
    )


def certificate_refusal(given: argparse.Namespace) -> str | None:
    """Return why the arguments make no sense together, if they do not."""
    of_user = given.action in _OF_USER
    if of_user and (given.tenant is None or given.user is None):
        return f"{given.action} takes --tenant and --user"
    if not of_user and (given.tenant, given.user) != (None, None):
        return f"{given.action} is of no user"
    if (given.what is None) is (given.action in {"show", "verify"}):
        return {"show": "show takes a job", "verify": "verify takes a file"}.get(
            given.action, f"{given.action} takes no more"
        )
    if given.without_subject and given.action != "show":
        return "--without-subject goes with show"
    if given.keys is not None and given.action != "verify":
        return "--keys goes with verify"
    return None


def verified_offline(given: argparse.Namespace) -> int | None:
    """Verify a file with the keys of another one; None if that is not what was asked for."""
    if given.command != "certificate" or given.keys is None:
        return None
    try:
        trusted = trusted_keys(given.keys.read_bytes())
    except (OSError, ValueError) as fault:
        print(f"mneme: {given.keys}: {fault}", file=sys.stderr)
        return 1
    return _verify(given.what, trusted)


def operate_certificate(made: Services, given: argparse.Namespace) -> int:
    """Carry out the command; 1 if a certificate does not verify. Raises MnemeError."""
    if given.action == "keys":
        print(published(made.backend.certificate_keys.public_keys()), end="")
        return 0
    if given.action == "verify":
        return _verify(given.what, made.backend.certificate_keys.public_keys())
    tenant, user = internal_context(tenant_id(given.tenant)), user_id(given.user)
    if given.action == "list":
        for one in made.certificates.stored.before(tenant, user, None, LISTED)[0]:
            print(_line(one))
        return 0
    told = made.certificates.show.of_job(tenant, user, given.what).document
    if given.without_subject:
        told = without_subject(told)
    print(json.dumps(told, indent=2, ensure_ascii=False))
    return 0


def _line(one: Certificate) -> str:
    told = one.statement
    if one.signature is None:
        return f"{one.job_id}  {told['extent']}  not signed yet"
    return "  ".join(map(str, (one.job_id, told["extent"], told["claim"], _ends(told))))


def _ends(statement: Mapping[str, Any]) -> str:
    complete = statement["status"] == CertificateStatus.COMPLETE.value
    return f"{'complete since' if complete else 'still pending, until'} {statement['complete_at']}"


def _verify(file: str, trusted: Sequence[bytes]) -> int:
    try:
        text = Path(file).read_bytes()
        document: Any = json.loads(text)
        twice = repeated_key(text)
    except OSError as fault:
        print(f"{file}: {fault.strerror}")
        return 1
    except (ValueError, RecursionError):
        print(f"{file}: is no JSON")
        return 1
    if twice is not None:
        print(f"/{_shown('/'.join(map(str, twice)))}: is there twice")
        return 1
    flaws = flaws_of(document, trusted)
    for flaw in flaws:
        print(f"{_shown(flaw.field) or file}: {flaw.flaw.value}")
    if not flaws:
        print(_told(document["statement"], document["signed_by"]["key_id"]))
    return 1 if flaws else 0


def _shown(field: str) -> str:
    """Return a name of the file as one line of what can be printed, whatever was put into it."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in field)


def _told(statement: Mapping[str, Any], key: str) -> str:
    subject = statement.get(WITHHELD)
    whose = f"of {subject['tenant_id']} {subject['user_id']}" if subject else "whose is withheld"
    what = f"{statement['request']} of {statement['extent']}, {whose}: {statement['claim']}"
    return f"valid, signed with key {key}\n{what}, {_ends(statement)}"
