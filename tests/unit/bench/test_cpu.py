"""CPU time of the stack's processes, as the kernel tells it."""

from bench.cpu import a_request, process

STAT = "41 (we) ird) S 7 41 41 0 -1 4194560 9 0 0 0 120 30 5 5 20 0 3 0 99 1000 10"


def test_a_process_is_read_from_what_the_kernel_tells() -> None:
    found = process(41, STAT, "python\0-m\0local.api_process\0--socket=4\0", ticks=100)

    assert (found.parent, found.module, found.cpu) == (7, "api_process", 1500.0)


def test_a_process_that_runs_no_module_is_called_other() -> None:
    assert process(41, STAT, "sh\0-c\0true\0", ticks=100).module == "other"


def test_use_is_divided_by_the_requests_and_shown_by_process() -> None:
    used = a_request({"api": 100.0}, {"worker": 20.0, "api": 160.0}, requests=10)

    assert used == "api 6.0 ms, worker 2.0 ms"


def test_a_system_that_does_not_tell_is_said_to_be_unknown() -> None:
    assert a_request({}, {}, requests=10) == "not known on this system"
