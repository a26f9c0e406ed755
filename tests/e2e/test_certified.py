"""A user of a deployed stage is erased; the certificate is got, handed out and verified."""

import json
from pathlib import Path

import pytest

from local import operate
from local.deployment import STAGE, Deployment
from mneme.runtime import bootstrap
from tests.e2e.caller import Caller
from tests.e2e.erased import erased

pytestmark = [pytest.mark.emulator, pytest.mark.opensearch]

USER = "zelda"


@pytest.fixture
def operator(deployment: Deployment, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process work on the deployed stage."""
    for name, value in deployment.environment.items():
        monkeypatch.setenv(name, value)


def _operated(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    bootstrap.services.cache_clear()
    status = operate.main(["certificate", *arguments])
    return status, capsys.readouterr().out


@pytest.mark.usefixtures("operator")
def test_what_a_tenant_is_handed_verifies_by_the_stages_keys_and_by_published_ones(
    first: Caller, second: Caller, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    certificate = erased(first, USER)
    assert certificate["statement"]["destroyed"]["memories"] == 1
    assert certificate["statement"]["claim"] == "keys_destroyed"
    assert second.data("user/certificate", user_id=USER)["certificates"] == []
    file, keys = tmp_path / "certificate.json", tmp_path / "keys.pem"
    file.write_text(json.dumps(certificate))

    status, told = _operated(capsys, "verify", str(file), "--stage", STAGE)
    assert (status, told[:18]) == (0, "valid, signed with")
    keys.write_text(_operated(capsys, "keys", "--stage", STAGE)[1])
    assert _operated(capsys, "verify", str(file), "--keys", str(keys))[0] == 0

    user = ("--tenant", "first", "--user", USER, "--stage", STAGE)
    status, told = _operated(capsys, "show", "erase-2", *user)
    assert (status, json.loads(told)) == (0, certificate)
    certificate["statement"]["destroyed"]["memories"] = 2
    file.write_text(json.dumps(certificate))
    told = "/statement/destroyed/memories: is not what was signed\n"
    assert _operated(capsys, "verify", str(file), "--keys", str(keys)) == (1, told)
