import json
import shlex

from local.greeting import greeting

TEXT = greeting("http://127.0.0.1:8377", "mk_home_1", 2.13)


def _commands() -> list[str]:
    return [line for line in TEXT.splitlines() if "curl " in line]


def test_it_shows_where_the_api_is_and_how_to_get_in() -> None:
    for expected in ("http://127.0.0.1:8377/docs", "mk_home_1", "2.1 s"):
        assert expected in TEXT


def test_there_are_three_commands_and_the_second_uses_what_the_first_said() -> None:
    add, task, recall = _commands()

    assert add.startswith("TASK=$(curl ")
    assert '"$TASK"' in task
    assert "TASK" not in recall


def test_each_command_sends_json_that_a_shell_leaves_as_it_is() -> None:
    for command in _commands():
        words = shlex.split(command.replace('"$TASK"', "01K").removeprefix("TASK=$("))
        body = json.loads(words[words.index("-d") + 1])

        assert body["user_id"] == "alice"
        assert "Authorization: Bearer mk_home_1" in words
        assert "Content-Type: application/json" in words
