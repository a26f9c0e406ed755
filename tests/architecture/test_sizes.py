"""DESIGN §3: small files, small functions, names that say what is inside."""

from pathlib import PurePath

from tests.architecture.source import ROOT, committed_files, functions, python_files, text

FILE_CAP = 300
TEST_FILE_CAP = 250
HANDLER_CAP = 80
FUNCTION_CAP = 50
COMMITTED_BYTES_CAP = 1_000_000
VAGUE_NAMES = {"base", "common", "helper", "helpers", "manager", "misc", "util", "utils"}


def _cap(name: str) -> int:
    if name.startswith("tests/"):
        return TEST_FILE_CAP
    return HANDLER_CAP if name.endswith("/handler.py") else FILE_CAP


def test_no_python_file_is_longer_than_its_cap() -> None:
    lengths = {name: len(text(name).splitlines()) for name in python_files()}

    assert {name: n for name, n in lengths.items() if n > _cap(name)} == {}


def test_no_function_is_longer_than_its_cap() -> None:
    lengths = {
        f"{name}:{function.lineno} {function.name}": function.end_lineno - function.lineno + 1
        for name in python_files()
        for function in functions(name)
        if function.end_lineno
    }

    assert {name: n for name, n in lengths.items() if n > FUNCTION_CAP} == {}


def test_no_module_or_folder_has_a_vague_name() -> None:
    vague = [
        name
        for name in python_files()
        if VAGUE_NAMES.intersection(PurePath(name).with_suffix("").parts)
    ]

    assert vague == []


def test_no_committed_file_is_larger_than_a_megabyte() -> None:
    sizes = {name: (ROOT / name).stat().st_size for name in committed_files()}

    assert {name: size for name, size in sizes.items() if size > COMMITTED_BYTES_CAP} == {}
