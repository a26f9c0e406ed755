"""Parts exclude each other; details belong to the part around them."""

from bench.write.stopwatch import Spent, Stopwatch, Timed


class Ticking:
    """A clock that says what it is told, and some work that takes its time."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def work(self, seconds: float) -> float:
        self.now += seconds
        return seconds


def test_a_part_is_taken_off_its_phase_and_off_the_part_around_it() -> None:
    clock = Ticking()
    watch = Stopwatch(clock, cpu=lambda: clock.now / 2)

    with watch.phase("evolve"):
        clock.work(1)
        with watch.part("judge"):
            clock.work(2)
            with watch.part("find"):
                clock.work(4)
            clock.work(8)

    assert watch.spent == {
        ("evolve", "the rest"): Spent(calls=1, wall=1, cpu=0.5),
        ("evolve", "judge"): Spent(calls=1, wall=10, cpu=5),
        ("evolve", "find"): Spent(calls=1, wall=4, cpu=2),
    }


def test_a_detail_counts_by_itself_only_outside_of_parts() -> None:
    clock = Ticking()
    watch = Stopwatch(clock, cpu=lambda: clock.now / 2)

    with watch.phase("accept"):
        with watch.part("write rows", detail=True):
            clock.work(1)
        with watch.part("commit"), watch.part("write rows", detail=True):
            clock.work(2)

    assert watch.spent["accept", "write rows"] == Spent(calls=1, wall=1, cpu=0.5)
    assert watch.spent["accept", "commit"] == Spent(calls=1, wall=2, cpu=1)


def test_nothing_is_timed_outside_of_phases() -> None:
    clock = Ticking()
    watch = Stopwatch(clock, cpu=lambda: clock.now / 2)

    with watch.part("commit"):
        clock.work(1)

    assert watch.spent == {}


def test_a_timed_object_does_what_the_one_inside_does() -> None:
    clock = Ticking()
    watch = Stopwatch(clock, cpu=lambda: clock.now / 2)
    timed = Timed(clock, watch, {"work": "working", "__call__": "asking"})

    with watch.phase("any"):
        assert timed.work(3) == 3
        assert timed() == 3

    assert watch.spent["any", "working"].wall == 3
    assert watch.spent["any", "asking"].calls == 1
    assert timed.now == 3


def test_a_watch_that_forgets_begins_anew() -> None:
    clock = Ticking()
    watch = Stopwatch(clock, cpu=lambda: clock.now / 2)
    with watch.phase("any"):
        clock.work(1)

    watch.forget()

    assert watch.spent == {}
