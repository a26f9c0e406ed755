"""What takes back thresholds that operators set, while they reach more and more processes."""

from infra.alarm import MINUTE, Alarm
from infra.metric import Metric, Source, measured

KIND = "settings-rollback"
_RECALLS = (("Method", "POST"), ("Resource", "/memory/v1/recall"))


def rollback_alarms() -> tuple[Alarm, ...]:
    """Return the alarms that AppConfig looks at during a deployment, which tell nobody.

    AppConfig takes five at most. Each is on one metric, and quick: what is bad is taken back.
    """
    return (
        Alarm(
            KIND,
            "requests are answered with faults of ours while thresholds change",
            metrics=(Metric(Source.API, "5XXError", "Sum"),),
            threshold=10,
            of="failing",
            period=MINUTE,
            notifies=False,
        ),
        Alarm(
            KIND,
            "half of all recalls take over 500 ms while thresholds change",
            metrics=(Metric(Source.API, "Latency", "PR(500:)", dimensions=_RECALLS),),
            threshold=50,
            of="slow",
            period=MINUTE,
            periods=3,
            notifies=False,
        ),
        Alarm(
            KIND,
            "functions refuse the thresholds that operators set",
            metrics=(measured("thresholds_kept_unfit"),),
            threshold=1,
            of="unfit",
            period=MINUTE,
            notifies=False,
        ),
    )
