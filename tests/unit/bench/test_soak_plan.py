"""The soak's plan is the same for a seed, and says what must be held in the end."""

from bench.soak.plan import count, make_plan
from mneme.domain.extraction.extract_facts import extract_facts
from tests.doubles.made import said


def test_a_seed_always_gives_the_same_plan() -> None:
    assert make_plan(50, 5, seed=1) == make_plan(50, 5, seed=1)
    assert make_plan(50, 5, seed=1) != make_plan(50, 5, seed=2)


def test_every_expected_mark_is_told_and_some_are_told_again() -> None:
    plan = make_plan(300, 10, seed=1)

    for user, expected in plan.expected.items():
        told = [
            str(message["content"])
            for telling in plan.tellings
            for message in telling.messages
            if telling.user == user
        ]
        assert expected.marks
        assert all(count(mark, told) >= 1 for mark in expected.marks)
        assert any(count(mark, told) > 1 for mark in expected.marks)
        assert expected.messages == len(told)


def test_no_two_users_are_told_the_same_mark() -> None:
    marks = [mark for one in make_plan(300, 10, seed=1).expected.values() for mark in one.marks]

    assert len(set(marks)) == len(marks)


def test_the_last_city_that_was_told_is_the_one_expected() -> None:
    plan = make_plan(300, 10, seed=1)

    for user, expected in plan.expected.items():
        homes = [
            message["content"]
            for telling in plan.tellings
            for message in telling.messages
            if telling.user == user and message["content"].startswith("I live in")
        ]
        assert homes[-1] == f"I live in {expected.city}."


def test_every_text_of_the_usual_plan_is_extracted_as_it_is_told() -> None:
    # Else the soak would blame crashes for what a rule of extraction leaves out.
    plan = make_plan(2000, 50, seed=1)
    texts = {
        str(message["content"])
        for telling in plan.tellings
        for message in telling.messages
        if message["role"] == "user"
    }

    lost = [text for text in texts if [fact.text for fact in extract_facts(said(text))] != [text]]

    assert lost == []


def test_a_mark_is_no_part_of_a_longer_one() -> None:
    assert count("12", ["订单号12。", "number 12.", "number 123.", "number 112."]) == 2
    assert count("baba", ["I like baba and bababa jam."]) == 1
