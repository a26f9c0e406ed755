"""A filled store answers recalls like one that was told everything, and exactly."""

from pathlib import Path

from bench.in_process import InProcess
from bench.made_text import statement
from bench.recall import exactness
from bench.recall.filled_store import FilledStore, user_name
from bench.recall.step_times import REST, STEPS, WHOLE, ClockedServices, StepClocks
from mneme.domain.recollection import RecallQuery
from mneme.domain.tenancy import internal_context

TENANT = internal_context("home")


def _filled(folder: Path) -> InProcess:
    services = InProcess(folder)
    services.tenants.create(TENANT.tenant_id)
    FilledStore(services, TENANT, memories=40).fill(range(2))
    assert list(services.rebuild_index()) == [80]
    return services


def test_what_was_put_in_place_is_recalled_and_found_exactly(tmp_path: Path) -> None:
    services = _filled(tmp_path)

    found = services.recall(TENANT, RecallQuery(user_id=user_name(1), text=statement(7)))
    measured = exactness.measure(services, TENANT, [0, 1], questions=3)

    assert found.memories[0].revision.content == statement(7)
    assert [(one.questions, one.recall_at_10) for one in measured] == [(6, 1.0), (6, 1.0)]
    assert services.change_feed.read("heads", None, 10).changes == ()


def test_each_step_of_a_recall_is_timed_and_they_make_up_the_whole(tmp_path: Path) -> None:
    _filled(tmp_path)
    clocks = StepClocks()
    services = ClockedServices(tmp_path, clocks)

    for _ in range(2):
        with clocks.recall():
            services.recall(TENANT, RecallQuery(user_id=user_name(0), text=statement(7)))

    spent = {name: clocks.steps[name].values for name in (*STEPS, REST, WHOLE)}
    assert all(len(values) == 2 for values in spent.values())
    assert all(values[-1] > 0 for values in spent.values())
    steps = sum(spent[name][-1] for name in (*STEPS, REST))
    assert abs(steps - spent[WHOLE][-1]) < 0.001
