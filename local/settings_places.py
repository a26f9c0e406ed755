"""Where operators leave thresholds, as the command sees it: a file, or a stage's AppConfig."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import boto3
from botocore.exceptions import BotoCoreError, ClientError

from local.stage_environment import StageUnknown, stage_outputs
from local.tenant_admin import ActionRefused

NOTHING = b"{}"
UNDER_WAY = frozenset({"VALIDATING", "DEPLOYING", "BAKING", "ROLLING_BACK"})
TAKEN_BACK = frozenset({"ROLLING_BACK", "ROLLED_BACK", "REVERTED"})


class ThresholdsPlace(Protocol):
    """One document that belongs to operators, over one that the deployment says."""

    @property
    def deployed(self) -> str:
        """The deployment's own document."""
        ...

    def document(self) -> bytes:
        """Return what was set last and not taken back."""
        ...

    def leave(self, document: bytes) -> str:
        """Set a document; return one line that tells how far it is. Raises ActionRefused."""
        ...

    def back(self) -> str:
        """Go back to the document before; return one line. Raises ActionRefused."""
        ...

    def standing(self) -> str:
        """Return one line that tells how far what was set last is."""
        ...


@dataclass(frozen=True)
class FilePlace:
    """A file of a local stack; the one beside it holds what was set before."""

    path: Path
    deployed: str

    def document(self) -> bytes:
        """Return what the file holds."""
        return self.path.read_bytes() if self.path.exists() else NOTHING

    def leave(self, document: bytes) -> str:
        """Write the file, whole at any moment."""
        _replace(self._before, self.document())
        _replace(self.path, document)
        return self.standing()

    def back(self) -> str:
        """Put back what the file held before it was written last."""
        if not self._before.exists():
            raise ActionRefused("there is nothing to go back to")
        os.replace(self._before, self.path)
        return self.standing()

    def standing(self) -> str:
        """Tell where it is."""
        return f"{self.path}: in force within a second"

    @property
    def _before(self) -> Path:
        return self.path.with_suffix(".before.json")


@dataclass(frozen=True)
class StagePlace:
    """A document of AppConfig, deployed by the stage's strategy. Raises StageUnknown."""

    where: dict[str, str]
    deployed: str
    client: Any

    def document(self) -> bytes:
        """Return what was deployed last and not taken back."""
        for one in self._deployments():
            if one["State"] not in TAKEN_BACK:
                return self._version(int(one["ConfigurationVersion"]))
        return NOTHING

    def leave(self, document: bytes) -> str:
        """Store a version and begin to deploy it, unless another one is under way."""
        newest = self._newest()
        if newest["State"] in UNDER_WAY:
            raise ActionRefused(f"{_told(newest)}: wait until it has ended, or roll it back")
        with _refused():
            version = self.client.create_hosted_configuration_version(
                **self._profile, Content=document, ContentType="application/json"
            )["VersionNumber"]
            self.client.start_deployment(
                **self._profile,
                EnvironmentId=self.where["environment"],
                DeploymentStrategyId=self.where["strategy"],
                ConfigurationVersion=str(version),
                # Of two who set something at once, one would silently undo what the other did.
                LatestDeploymentNumber=newest["DeploymentNumber"],
            )
        return self.standing()

    def back(self) -> str:
        """Stop what is under way, or revert what ended within three days."""
        newest = self._newest()
        if newest["State"] in TAKEN_BACK or newest["DeploymentNumber"] == 1:
            raise ActionRefused("there is nothing to go back to")
        with _refused():
            self.client.stop_deployment(
                **self._environment,
                DeploymentNumber=newest["DeploymentNumber"],
                AllowRevert=newest["State"] != "DEPLOYING",
            )
        return self.standing()

    def standing(self) -> str:
        """Tell how far the newest deployment is."""
        return _told(self._newest())

    def discard(self) -> int:
        """Delete every version that operators left, which would keep a stage from being removed."""
        with _refused():
            pages = self.client.get_paginator("list_hosted_configuration_versions")
            found = [one for page in pages.paginate(**self._profile) for one in page["Items"]]
            numbers = [one["VersionNumber"] for one in found if one["VersionNumber"] > 1]
            for number in numbers:
                self.client.delete_hosted_configuration_version(
                    **self._profile, VersionNumber=number
                )
        return len(numbers)

    def _newest(self) -> dict[str, Any]:
        newest: dict[str, Any] = next(self._deployments())
        return newest

    def _deployments(self) -> Iterator[dict[str, Any]]:
        """Yield all deployments, the newest first: the stack's own is number 1."""
        with _refused():
            pages = self.client.get_paginator("list_deployments").paginate(**self._environment)
            found = [one for page in pages for one in page["Items"]]
        yield from sorted(found, key=lambda one: -int(one["DeploymentNumber"]))

    def _version(self, number: int) -> bytes:
        with _refused():
            told = self.client.get_hosted_configuration_version(
                **self._profile, VersionNumber=number
            )
        content: bytes = told["Content"].read()
        return content

    @property
    def _profile(self) -> dict[str, str]:
        where = self.where
        return {
            "ApplicationId": where["application"],
            "ConfigurationProfileId": where["profile"],
        }

    @property
    def _environment(self) -> dict[str, str]:
        where = self.where
        return {"ApplicationId": where["application"], "EnvironmentId": where["environment"]}


def stage_place(stage: str) -> StagePlace:
    """Return where a stage's operators leave thresholds. Raises StageUnknown."""
    told = stage_outputs(stage).get("Thresholds")
    if told is None:
        raise StageUnknown(f"the stage {stage} has no place for thresholds: deploy it once more")
    where = json.loads(told)
    return StagePlace(where, where.pop("deployed"), boto3.client("appconfig"))


def _told(deployment: dict[str, Any]) -> str:
    number, version = deployment["DeploymentNumber"], deployment["ConfigurationVersion"]
    state = deployment["State"]
    share = f", {deployment['PercentageComplete']:.0f} %" if state in UNDER_WAY else ""
    return f"deployment {number} of document {version}: {state}{share}"


def _replace(path: Path, content: bytes) -> None:
    beside = path.with_suffix(".new")
    beside.write_bytes(content)
    os.replace(beside, path)


@contextmanager
def _refused() -> Iterator[None]:
    """Tell in one line what AppConfig refuses: its validators name the field."""
    try:
        yield
    except ClientError as fault:
        told = fault.response["Error"]
        raise ActionRefused(f"AppConfig refuses: {told['Code']}: {told['Message']}") from fault
    except BotoCoreError as fault:
        raise StageUnknown(f"AppConfig cannot be asked: {fault}") from fault
