"""AppConfig as clients see it: its data, in tokens good once, and its deployments of documents."""

import io
from collections.abc import Mapping
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


class FakeAppconfig:
    """The calls of a client of `appconfig`, over one document that the stack left empty.

    A deployment ends at once, unless it takes `minutes`. `refuses` is what a validator says.
    """

    def __init__(self, place: Mapping[str, str]) -> None:
        self.minutes = 0
        self.refuses: str | None = None
        self.somebody_is_faster = False
        self.versions: dict[int, bytes] = {1: b"{}"}
        self._place = place
        self._deployments = [_deployment(1, 1, "COMPLETE", 100.0)]

    def create_hosted_configuration_version(self, **asked: Any) -> dict[str, Any]:
        """Store a document."""
        self._is_ours(asked)
        number = max(self.versions) + 1
        self.versions[number] = asked["Content"]
        return {"VersionNumber": number}

    def get_hosted_configuration_version(self, **asked: Any) -> dict[str, Any]:
        """Return a document."""
        self._is_ours(asked)
        return {"Content": io.BytesIO(self.versions[asked["VersionNumber"]])}

    def delete_hosted_configuration_version(self, **asked: Any) -> None:
        """Forget a document."""
        self._is_ours(asked)
        del self.versions[asked["VersionNumber"]]

    def start_deployment(self, **asked: Any) -> None:
        """Deploy a version, if nobody deployed another one meanwhile."""
        self._is_ours(asked)
        assert asked["DeploymentStrategyId"] == self._place["strategy"]
        if self.refuses is not None:
            raise _refused("BadRequestException", "StartDeployment", self.refuses)
        if self.somebody_is_faster or asked["LatestDeploymentNumber"] != len(self._deployments):
            raise _refused("ConflictException", "StartDeployment")
        state, share = ("DEPLOYING", 20.0) if self.minutes else ("COMPLETE", 100.0)
        version = int(asked["ConfigurationVersion"])
        self._deployments.append(_deployment(len(self._deployments) + 1, version, state, share))

    def stop_deployment(self, **asked: Any) -> None:
        """Stop a deployment that is under way, or revert one that has ended."""
        self._is_ours(asked)
        stopped = self._deployments[asked["DeploymentNumber"] - 1]
        ended = stopped["State"] == "COMPLETE"
        assert asked["AllowRevert"] is ended
        stopped["State"] = "REVERTED" if ended else "ROLLED_BACK"

    def get_paginator(self, operation: str) -> "FakeAppconfig._Pages":
        """Return what pages through deployments or versions."""
        items = {
            "list_deployments": list(reversed(self._deployments)),
            "list_hosted_configuration_versions": [{"VersionNumber": n} for n in self.versions],
        }
        return self._Pages(items[operation])

    class _Pages:
        def __init__(self, items: list[dict[str, Any]]) -> None:
            self._items = items

        def paginate(self, **_: str) -> list[dict[str, Any]]:
            """Return pages of one item each."""
            return [{"Items": [one]} for one in self._items]

    def _is_ours(self, asked: Mapping[str, Any]) -> None:
        for name, part in (
            ("ApplicationId", "application"),
            ("ConfigurationProfileId", "profile"),
            ("EnvironmentId", "environment"),
        ):
            assert asked.get(name, self._place[part]) == self._place[part]


def _deployment(number: int, version: int, state: str, share: float) -> dict[str, Any]:
    return {
        "DeploymentNumber": number,
        "ConfigurationVersion": str(version),
        "State": state,
        "PercentageComplete": share,
    }


def _refused(code: str, operation: str, message: str = "") -> ClientError:
    told = {"Error": {"Code": code, "Message": message or code}}
    return ClientError(told, operation)  # type: ignore[arg-type]
