"""What the application itself writes when things go wrong is what the alarms listen to."""

from dataclasses import replace

import aws_cdk as cdk
import pytest

from infra.alarm import Alarm
from infra.alarms import alarms
from infra.metric import Source
from infra.settings import STAGES
from infra.stage import MnemeStage
from tests.infra.cloudwatch import Alarms
from tests.infra.provoked import PROVOCATIONS, a_sweep_ends_well
from tests.infra.provoked_settings import OF_SETTINGS
from tests.infra.published import MINUTE, NOW, QUOTAS, STAGE, calm
from tests.infra.recorded import Recorded
from tests.infra.synthesized import Cloud, Template

WITH_MODEL = replace(STAGES[STAGE], bedrock_model="amazon.nova-lite-v1:0")
EVERY_PROVOCATION = PROVOCATIONS | OF_SETTINGS
OFTEN = 150
"""How often in a minute: beyond every threshold, which bad days try from below."""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory, cloud: Cloud) -> Template:
    """Return the alarms of a stage that asks a language model."""
    folder = tmp_path_factory.mktemp("with_model")
    app = cdk.App(outdir=str(folder))
    MnemeStage(app, settings=WITH_MODEL)
    app.synth()
    return Cloud(folder).template(STAGE, "observability")


@pytest.fixture(scope="module")
def well() -> Recorded:
    return calm()


def _lines(written: str) -> list[str]:
    return [line for line in written.splitlines() if line.startswith('{"_aws"')]


@pytest.mark.parametrize("alarm", sorted(EVERY_PROVOCATION))
def test_what_the_application_writes_of_it_fires_its_alarm(
    template: Template, well: Recorded, capsys: pytest.CaptureFixture[str], alarm: str
) -> None:
    EVERY_PROVOCATION[alarm]()
    lines = _lines(capsys.readouterr().out)
    recorded = Recorded(beneath=well)
    for at in range(NOW - 15 * MINUTE, NOW, MINUTE):
        for line in lines * OFTEN:
            recorded.put_line(at, line)

    assert f"mneme-{STAGE}-{alarm}" in Alarms(template, recorded, QUOTAS).heard(NOW)


def test_every_alarm_on_what_the_application_measures_is_provoked_so() -> None:
    ours = {
        row.kind
        for row in alarms(WITH_MODEL)
        if isinstance(row, Alarm) and any(one.source is Source.STAGE for one in row.metrics)
    }
    by_logs = {"logged-errors", "function-errors"}
    by_their_absence = {"schedule-missed"}

    provoked = {name.removesuffix("-fast") for name in EVERY_PROVOCATION}
    assert provoked == ours - by_logs - by_their_absence


def test_a_schedule_that_runs_is_heard_by_its_alarm(
    template: Template, well: Recorded, capsys: pytest.CaptureFixture[str]
) -> None:
    missed = f"mneme-{STAGE}-schedule-missed-sweep"
    silent = Recorded(beneath=well, hidden=frozenset({(f"Mneme/{STAGE}", "schedule_done_sweep")}))
    assert missed in Alarms(template, silent, QUOTAS).heard(NOW)

    a_sweep_ends_well()
    own = Recorded()
    for line in _lines(capsys.readouterr().out):
        own.put_line(NOW - MINUTE, line)

    assert missed not in Alarms(template, own, QUOTAS).heard(NOW)
