"""A tenant's own issuer of tokens (OpenID Connect), as its operator describes it."""

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

from mneme.domain.errors import InvalidRequest
from mneme.domain.tenancy import Grant

ADDRESS_LENGTH = 512
CLAIM_LENGTH = 128


@dataclass(frozen=True, slots=True)
class OidcIssuer:
    """Whose tokens are good, and what their claims say.

    `keys_url` is where the issuer publishes its keys: the one address that is ever asked, and where
    no redirection is followed. A token may do what `grants` says; with a `scopes_claim` no more
    than that claim lists of it. With an `apps_claim` it is bound to the apps listed there, to none
    if none are.
    """

    issuer: str
    audience: str
    keys_url: str
    grants: frozenset[Grant]
    user_claim: str = "sub"
    apps_claim: str | None = None
    scopes_claim: str | None = None

    def __post_init__(self) -> None:
        """Raise InvalidRequest naming the part that is wrong."""
        _require_address(self.issuer, "issuer")
        _require_address(self.keys_url, "keys_url")
        for name in ("audience", "user_claim", "apps_claim", "scopes_claim"):
            value = getattr(self, name)
            if value is not None and not 1 <= len(value) <= CLAIM_LENGTH:
                raise InvalidRequest(f"must have 1-{CLAIM_LENGTH} characters", field=name)
        if not self.grants:
            raise InvalidRequest("must name at least one scope", field="scopes")


def usual_keys_url(issuer: str) -> str:
    """Return where most issuers publish their keys."""
    return f"{issuer.rstrip('/')}/.well-known/jwks.json"


def _require_address(address: str, field: str) -> None:
    """Refuse what is no https address of a named host, and an address that carries more."""
    if len(address) > ADDRESS_LENGTH or not address.isascii() or not address.isprintable():
        raise InvalidRequest("must be an https address", field=field)
    try:
        parts = urlsplit(address)
        host, _ = parts.hostname, parts.port
    except ValueError as error:
        raise InvalidRequest("must be an https address", field=field) from error
    if parts.scheme != "https" or not host:
        raise InvalidRequest("must be an https address", field=field)
    if parts.username is not None or parts.fragment or parts.query or " " in address:
        raise InvalidRequest("must be an address without credentials and query", field=field)
    if _is_number(host):
        raise InvalidRequest("must name a host, not number it", field=field)


def _is_number(host: str) -> bool:
    """Return whether a host is an address of the network, in any of the ways to write one."""
    if host.rpartition(".")[2].isdecimal() or host.lower().startswith("0x"):
        return True
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True
