"""AppConfig's data as a client sees it: tokens good once, and nothing where nothing is new."""

import io
from typing import Any

from botocore.exceptions import ClientError, ConnectTimeoutError


class FakeAppconfigData:
    """The two calls of a client of `appconfigdata`."""

    def __init__(self) -> None:
        self.document: bytes | None = None
        self.away = False
        self.sessions = 0
        self._tokens: dict[str, bytes | None] = {}
        self._made = 0

    def start_configuration_session(self, **asked: object) -> dict[str, Any]:
        """Open a session for a place and a least interval."""
        self._answer()
        assert set(asked) == {
            "ApplicationIdentifier",
            "EnvironmentIdentifier",
            "ConfigurationProfileIdentifier",
            "RequiredMinimumPollIntervalInSeconds",
        }
        self.sessions += 1
        return {"InitialConfigurationToken": self._token(None)}

    def get_latest_configuration(self, *, ConfigurationToken: str) -> dict[str, Any]:  # noqa: N803
        """Hand out the document, if the session does not know it. Each token is good once."""
        self._answer()
        if ConfigurationToken not in self._tokens:
            raise _refused("BadRequestException", "GetLatestConfiguration")
        known = self._tokens.pop(ConfigurationToken)
        new = self.document if self.document != known else None
        return {
            "Configuration": io.BytesIO(new or b""),
            "NextPollConfigurationToken": self._token(self.document),
        }

    def let_tokens_expire(self) -> None:
        """Let a day pass."""
        self._tokens.clear()

    def _answer(self) -> None:
        if self.away:
            raise ConnectTimeoutError(endpoint_url="https://appconfigdata")

    def _token(self, known: bytes | None) -> str:
        self._made += 1
        token = f"token-{self._made}"
        self._tokens[token] = known
        return token


def _refused(code: str, operation: str) -> ClientError:
    told = {"Error": {"Code": code, "Message": code}}
    return ClientError(told, operation)  # type: ignore[arg-type]
