"""Every alarm of a stage, as data, worked out of the rows of what it watches."""

from infra.alarm import Alarm, Both
from infra.canary import canary_alarms
from infra.function_alarms import function_alarms
from infra.settings import StageSettings
from infra.slos import slo_alarms
from infra.store_alarms import store_alarms
from infra.work_alarms import work_alarms


def alarms(settings: StageSettings) -> tuple[Alarm | Both, ...]:
    """Return the alarms of a stage.

    An emulator knows no alarm on more than one metric, and none on other alarms.
    """
    every = (
        *slo_alarms(settings),
        *canary_alarms(settings),
        *work_alarms(settings),
        *store_alarms(settings),
        *function_alarms(),
    )
    return tuple(one for one in every if not settings.emulated or _is_plain(one))


def _is_plain(one: Alarm | Both) -> bool:
    return isinstance(one, Alarm) and one.plain
