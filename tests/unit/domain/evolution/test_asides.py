"""What stands around a statement and says nothing of it."""

import pytest

from mneme.domain.evolution.asides import bare


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("Yes, I like tea.", "I like tea"),
        ("yeah yeah, well I like tea, you know!", "I like tea"),
        ("No, I like tea", "I like tea"),
        ("I told you that I like tea.", "I like tea"),
        ("Remember, I dont like tea 🙂", "I don't like tea"),
        ("嗯嗯，是的，我喜欢喝茶哦～", "我喜欢喝茶"),
        ("对，我喜欢喝茶", "我喜欢喝茶"),
        ("请记住我喜欢喝茶，谢谢", "我喜欢喝茶"),
    ],
)
def test_assent_greetings_and_breaths_are_left_out(said: str, left: str) -> None:
    assert bare(said).rstrip(" .!,，") == left


@pytest.mark.parametrize(
    "said", ["No peanuts for me", "Right-handed since birth", "对青霉素过敏", "Sorry to hear it"]
)
def test_what_begins_the_statement_itself_stays(said: str) -> None:
    assert bare(said) == said


@pytest.mark.parametrize("said", ["Yes!", "嗯。", "🙂", "..."])
def test_of_what_says_nothing_else_nothing_is_left(said: str) -> None:
    assert bare(said) == ""


@pytest.mark.parametrize(
    "run", ["哈", "哈，", "ok ", "yes, ", "嗯嗯", " lol haha", "...", "I told you "]
)
def test_long_runs_are_read_in_time(run: str) -> None:
    text = run * 1000 + "I like tea" + run * 1000

    assert "tea" in bare(text)
