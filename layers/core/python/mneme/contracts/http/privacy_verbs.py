"""What callers want of their privacy."""

from typing import Any

from mneme.contracts.http.user_certificate import UserCertificateAnswer, UserCertificateRequest
from mneme.contracts.http.user_export import UserExportAnswer, UserExportRequest
from mneme.contracts.http.user_import import UserImportAnswer, UserImportRequest
from mneme.contracts.http.user_purge import UserEraseRequest, UserPurgeAnswer, UserPurgeRequest
from mneme.contracts.http.user_switch import UserSwitchAnswer, UserSwitchRequest
from mneme.contracts.http.verb import Verb
from mneme.domain.tenancy import Grant

USER_SWITCH = Verb(
    "user/switch",
    "Switch memory off or on, or see whether it is",
    UserSwitchRequest,
    UserSwitchAnswer,
    Grant.PRIVACY,
)
USER_PURGE = Verb(
    "user/purge",
    "Forget a user, or one app or session of it",
    UserPurgeRequest,
    UserPurgeAnswer,
    Grant.PRIVACY,
    accepted=True,
)
USER_ERASE = Verb(
    "user/erase",
    "Forget a user, and destroy the keys",
    UserEraseRequest,
    UserPurgeAnswer,
    Grant.PRIVACY,
    accepted=True,
)
USER_CERTIFICATE = Verb(
    "user/certificate",
    "Get the certificates of what was purged or erased",
    UserCertificateRequest,
    UserCertificateAnswer,
    Grant.PRIVACY,
)
USER_EXPORT = Verb(
    "user/export",
    "Take out all that is kept of a user",
    UserExportRequest,
    UserExportAnswer,
    Grant.PRIVACY,
    accepted=True,
)
USER_IMPORT = Verb(
    "user/import",
    "Bring in what was taken out",
    UserImportRequest,
    UserImportAnswer,
    Grant.PRIVACY,
    accepted=True,
)

PRIVACY_VERBS: tuple[Verb[Any, Any], ...] = (
    USER_SWITCH,
    USER_PURGE,
    USER_ERASE,
    USER_CERTIFICATE,
    USER_EXPORT,
    USER_IMPORT,
)
