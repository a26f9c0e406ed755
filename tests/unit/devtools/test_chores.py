"""What `./dev` makes of its arguments."""

import pytest

from devtools.chores import split_target
from devtools.errors import ChoreError
from devtools.node_tools import major_version


@pytest.mark.parametrize("spelled", [["--target", "local"], ["--target=local"]])
def test_the_target_is_taken_out_of_the_arguments(spelled: list[str]) -> None:
    assert split_target(["-v", *spelled, "--hotswap"]) == ("local", ["-v", "--hotswap"])


@pytest.mark.parametrize("arguments", [[], ["--context", "a=b"], ["--target"], ["--target="]])
def test_nothing_is_deployed_without_the_name_of_a_target(arguments: list[str]) -> None:
    with pytest.raises(ChoreError, match="--target"):
        split_target(arguments)


@pytest.mark.parametrize(
    ("answer", "version"), [("v20.11.1\n", 20), ("v8.0.0", 8), ("", 0), ("unknown", 0)]
)
def test_the_major_version_of_node_is_read_from_its_answer(answer: str, version: int) -> None:
    assert major_version(answer) == version
