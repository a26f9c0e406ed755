"""A deployment that looks into each answer for words of others, and counts what it was asked."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from mneme.domain.tenancy import TenantContext, internal_context
from tests.doubles.durable import Durable
from tests.doubles.memory_download_links import MemoryDownloadLinks
from tests.isolation.cast import Cast
from tests.isolation.deployment import Answer, Deployment
from tests.isolation.programs import ACTORS
from tests.isolation.questions import Options

CANARY = re.compile(r"Zq[ab]{2}(?=[gas])")
"""How every canary word begins: with the tenant and the user who said it."""


class Sentry(Deployment):
    """The deployment of a cast. `asked` counts requests by verb, `done` those that were done.

    A user who is called by a whole number is named by that number in every other request.
    """

    def __init__(self, cast: Cast, durable: Durable | None = None) -> None:
        super().__init__(cast.tenants, durable=durable)
        self.cast = cast
        self.asked = Counter[str]()
        self.done = Counter[str]()
        self._words = {
            (cast.tenants[actor.tenant], cast.users[actor.user]): f"Zq{'ab'[actor.tenant]}"
            f"{'ab'[actor.user]}"
            for actor in ACTORS
        }

    def call(
        self,
        verb: str,
        caller: TenantContext | Mapping[str, str],
        body: Mapping[str, Any] | str,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Send a request; assert that its answer holds no word of anybody but the user asked of."""
        assert isinstance(caller, TenantContext)
        assert isinstance(body, Mapping)
        user = body["user_id"]
        self.asked[verb] += 1
        answer = super().call(verb, caller, body | {"user_id": self._spelt(user)}, headers)
        self.done[verb] += answer.code == 0
        said = set(CANARY.findall(json.dumps([answer.data, answer.message])))
        assert said <= {self._words.get((caller.tenant_id, user))}, f"{verb} tells of others"
        return answer

    def possible(self, wanted: Options) -> Options:
        """Return what of a question's options can be had here: all of them."""
        return wanted

    def fetched(self, url: str) -> str:
        """Return what a link opens."""
        links, blobs = self.durable.backend.links, self.durable.backend.blobs
        assert isinstance(links, MemoryDownloadLinks)
        tenant_id, container, name = links.opened[url]
        return (blobs.get(internal_context(tenant_id), container, name) or b"").decode()

    def _spelt(self, user: Any) -> Any:
        whole = (
            isinstance(user, str) and user.isascii() and user.isdigit() and user == str(int(user))
        )
        return int(user) if whole and self.asked.total() % 2 else user
