"""Where this deployment's operators set thresholds: in AppConfig, or in a file at home."""

from mneme.adapters.call_bounds import CallBounds
from mneme.adapters.file_settings import FileSettings
from mneme.application.ports.clock import Clock
from mneme.application.ports.errands import Errands
from mneme.application.ports.metrics import Metrics
from mneme.application.ports.settings import AS_DELIVERED, FixedSettings
from mneme.application.ports.settings import Settings as LiveSettings
from mneme.application.recall.inline_errands import InlineErrands
from mneme.application.settings.follow_settings import FollowSettings
from mneme.domain.thresholds import Thresholds
from mneme.runtime.settings import Settings

FILE_SECONDS = 1.0
"""A file is looked at that often, which costs nothing."""

APPCONFIG_CALLS = CallBounds(read_seconds=1.0, tries=1)
"""Nobody waits so long: what is given up is asked again a minute later."""


def live_settings(settings: Settings, clock: Clock, metrics: Metrics) -> FollowSettings:
    """Return the thresholds of this process. Nothing is read yet.

    Raises InvalidRequest, naming the field, if the deployment's own are out of bounds.
    """
    deployed = deployed_thresholds(settings)
    errands: Errands = InlineErrands()
    source: LiveSettings = FixedSettings(deployed)
    seconds = settings.settings_seconds
    if settings.thresholds_file is not None:
        source = FileSettings(settings.thresholds_file, settings.thresholds)
        seconds = min(seconds, FILE_SECONDS)
    elif settings.appconfig is not None:
        # Whoever reads no thresholds need not pay for what reads them.
        from mneme.adapters.appconfig_settings import AppconfigSettings  # noqa: PLC0415
        from mneme.adapters.aws_clients import AwsClients  # noqa: PLC0415
        from mneme.adapters.thread_errands import ThreadErrands  # noqa: PLC0415

        client = AwsClients(APPCONFIG_CALLS).appconfig_data
        source = AppconfigSettings(client, settings.appconfig, settings.thresholds)
        errands = ThreadErrands("settings", threads=2)
    return FollowSettings(source, deployed, errands, clock, metrics, seconds)


def deployed_thresholds(settings: Settings) -> Thresholds:
    """Return what the deployment says, whatever operators set over it. Raises InvalidRequest."""
    if settings.thresholds == "{}":
        return AS_DELIVERED
    from mneme.contracts.thresholds import parsed_document, thresholds_of  # noqa: PLC0415

    return thresholds_of(parsed_document(settings.thresholds))
