"""A question to a model, as a value."""

import pytest

from mneme.application.ports.language_model import Completion, Prompt


@pytest.mark.parametrize("task", ["", "Extraction", "two words", "a.b", "1st", "a" * 65, "a\n"])
def test_a_task_has_a_name_that_every_server_takes(task: str) -> None:
    with pytest.raises(ValueError, match="task"):
        Prompt(task, "system", "user", {}, 1)


def test_neither_prompts_nor_completions_show_content() -> None:
    prompt = Prompt("extraction", "canary", "canary", {"title": "canary"}, 1)

    assert "canary" not in f"{prompt!r} {Completion('canary', 'm', 1, 1)!r}"
