"""A stage that is deployed for a run: each program is played in it by tenants of its own."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from itertools import count

from local import emulator
from local.deployment import STAGE, deploy
from local.opensearch_node import OpensearchNode, free_port
from local.stage_environment import stage_environment
from mneme.runtime import bootstrap
from tests.e2e.remote_sentry import RemoteSentry
from tests.isolation.cast import Cast
from tests.isolation.sentry import Sentry


@contextmanager
def remote_stage() -> Iterator[Callable[[Cast], AbstractContextManager[Sentry]]]:
    """Deploy to an emulator beside a real OpenSearch; yield what gives a cast its place there.

    This process works on the stage from then on, as an operator's does.
    """
    node, numbers = OpensearchNode(free_port()), count(1)
    try:
        node.up()
        with emulator.running() as aws:
            deployed = deploy(aws, opensearch_url=node.url)
            os.environ.update(deployed.environment)
            os.environ.update(stage_environment(STAGE))
            bootstrap.services.cache_clear()
            services = bootstrap.services()

            @contextmanager
            def placed(cast: Cast) -> Iterator[Sentry]:
                number = next(numbers)
                first, second = (f"{name}-{number}" for name in cast.tenants)
                own = replace(cast, tenants=(first, second))
                with RemoteSentry(own, deployed.base_url, services) as sentry:
                    yield sentry

            yield placed
    finally:
        node.stop()
