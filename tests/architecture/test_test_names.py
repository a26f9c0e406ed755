"""STYLE: a test's name is a sentence about behaviour."""

from tests.architecture.source import functions, python_files

LEAST_WORDS = 4
"""The word `test` included: `test_both_keys_rotate` is a sentence, `test_rotation` is none."""


def test_every_test_name_is_a_sentence() -> None:
    terse = [
        f"{name}:{function.lineno} {function.name}"
        for name in python_files("tests/")
        for function in functions(name)
        if function.name.startswith("test_") and len(function.name.split("_")) < LEAST_WORDS
    ]

    assert terse == []
