"""Settings in AWS AppConfig, read by the provider of Powertools."""

from typing import Any

from aws_lambda_powertools.utilities.parameters.appconfig import AppConfigProvider
from aws_lambda_powertools.utilities.parameters.exceptions import GetParameterError

from mneme.adapters.appconfig_place import AppconfigPlace
from mneme.adapters.laid_over import LaidOver
from mneme.domain.errors import InternalFault, Unavailable
from mneme.domain.thresholds import Thresholds

LEAST_POLL_SECONDS = 15


class AppconfigSettings:
    """`Settings` in AppConfig: each call asks it, so who calls decides how often.

    `client` is one of AppConfig's data. It hands documents out as they are deployed: to some
    processes sooner than to others.
    """

    def __init__(self, client: Any, place: AppconfigPlace, deployed: str) -> None:
        self._client = client
        self._place = place
        self._over = LaidOver(deployed)
        self._provider: AppConfigProvider | None = None

    def thresholds(self) -> Thresholds:
        """Return what is deployed to this process.

        Raises Unavailable, also where nothing was deployed yet or it may not be asked;
        InvalidRequest naming the field.
        """
        document = self._document()
        if not isinstance(document, bytes):
            raise InternalFault("AppConfig gave no bytes")
        return self._over.thresholds(document)

    def _document(self) -> object:
        if self._provider is None:
            self._provider = AppConfigProvider(
                environment=self._place.environment,
                application=self._place.application,
                boto3_client=self._client,
            )
        try:
            return self._provider.get(
                self._place.profile,
                force_fetch=True,
                RequiredMinimumPollIntervalInSeconds=LEAST_POLL_SECONDS,
            )
        except GetParameterError as error:
            # It would go on with a token that is used up, or a day old: another one begins anew.
            self._provider = None
            raise Unavailable("AppConfig did not answer") from error
