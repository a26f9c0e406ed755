"""The parts of certificates of erasures, each made at first use."""

from collections.abc import Iterator
from functools import cached_property

from mneme.application.jobs.look_after_each import LookAfterEach
from mneme.application.manage.page_cursors import PageCursors
from mneme.application.privacy.certify_purge import CertifyPurge
from mneme.application.privacy.certify_work import CertifyWork
from mneme.application.privacy.issue_certificate import IssueCertificate
from mneme.application.privacy.show_certificates import ShowCertificates
from mneme.application.repositories.certificates import Certificates
from mneme.application.repositories.expunged_row import ExpungedRow
from mneme.application.repositories.provider_lists import ProviderLists
from mneme.domain.tenancy import TenantContext
from mneme.runtime.logged_faults import LoggedFaults
from mneme.runtime.parts import Parts
from mneme.runtime.providers import BEDROCK, EMBEDDING_ENDPOINT, ENDPOINT
from mneme.runtime.settings import Settings


class CertificateParts:
    """What makes, shows and verifies certificates."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    @cached_property
    def certify(self) -> CertifyPurge:
        """The end of a purge's job."""
        own = self._parts
        return CertifyPurge(
            self.stored,
            self._issue,
            self._seen_by,
            own.clock,
            own.ids,
            _unsigned("job"),
            self._expunged,
        )

    @cached_property
    def work(self) -> CertifyWork:
        """The nightly job."""
        return CertifyWork(self.stored, self._issue, LookAfterEach(_unsigned("purge")))

    @cached_property
    def show(self) -> ShowCertificates:
        """Behind `user/certificate`, and the operator's command."""
        own = self._parts
        return ShowCertificates(self.stored, PageCursors(own.users, own.keys, own.cipher))

    @cached_property
    def stored(self) -> Certificates:
        """The certificates there are."""
        return Certificates(self._parts.tables)

    @cached_property
    def _issue(self) -> IssueCertificate:
        own = self._parts
        keys, windows = own.backend.certificate_keys, own.settings.erasure.windows
        return IssueCertificate(own.tables, self.stored, keys, windows, own.clock, self._expunged)

    @property
    def _expunged(self) -> ExpungedRow | None:
        own = self._parts
        return None if own.backend.index_expunge is None else ExpungedRow(own.tables)

    def _seen_by(self, tenant: TenantContext) -> tuple[str, ...]:
        """Return the providers of the deployment's models that a tenant allows."""
        named = providers_of(self._parts.settings)
        allowed = ProviderLists(self._parts.tenant_rows, named).allowed(tenant)
        return tuple(name for name in named if name in allowed)


def providers_of(settings: Settings) -> tuple[str, ...]:
    """Return the providers of the deployment's models, the local one aside."""
    told = settings.erasure.providers
    return tuple(dict.fromkeys(_providers(settings))) if told is None else told


def _providers(settings: Settings) -> Iterator[str]:
    if settings.models.url:
        yield ENDPOINT
    if settings.models.bedrock_model:
        yield BEDROCK
    if settings.embedder is not None:
        yield BEDROCK if settings.embedder.url is None else EMBEDDING_ENDPOINT


def _unsigned(name: str) -> LoggedFaults:
    return LoggedFaults("certificate not signed", name)
