"""Makes everything that functions will need before the first request, in one thread."""

from functools import cached_property

from mneme.runtime.bootstrap import Services


def warm_up(services: Services) -> None:
    """Make all services and load the embedding model.

    Threads that met at the first use of a service would make it twice.
    """
    for name, member in vars(type(services)).items():
        if isinstance(member, cached_property):
            getattr(services, name)
    services.recall.warm_up()
