"""What a document says of code that can be counted: settings, commands, benchmarks, documents."""

import ast
import os
import re
from collections.abc import Iterator
from pathlib import PurePath

from bench.__main__ import BENCHMARKS
from devtools.chores import CHORES
from tests.architecture.source import PACKAGE, committed_files, python_files, text, tree

SETTINGS = "docs/settings.md"
READERS = (f"{PACKAGE}runtime/", "local/")
VARIABLE = re.compile(
    r"MNEME_[A-Z_]+[A-Z]|OPENSEARCH_URL|XDG_CACHE_HOME|AWS_REGION|AWS_LAMBDA_FUNCTION_NAME"
)


def _variables() -> Iterator[str]:
    for name in python_files(*READERS):
        for node in ast.walk(tree(name)):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, str) and VARIABLE.fullmatch(value):
                yield value


def test_every_variable_that_is_read_is_in_the_table_of_settings_and_no_other() -> None:
    told = set(re.findall(rf"`({VARIABLE.pattern})`", text(SETTINGS)))

    assert told == set(_variables())


def test_the_readme_lists_every_command() -> None:
    unlisted = [name for name in CHORES if f"`./dev {name}" not in text("README.md")]

    assert unlisted == []


def test_the_help_names_every_benchmark() -> None:
    assert set(BENCHMARKS) <= set(re.findall(r"\w+", CHORES["bench"].summary))


def test_the_readme_lists_every_benchmark_and_where_it_is_described() -> None:
    headings = re.findall(r"^## (\w+):", text("docs/benchmarks.md"), re.MULTILINE)

    unlisted = [name for name in BENCHMARKS if f"`./dev bench {name}" not in text("README.md")]
    undescribed = set(BENCHMARKS) - {heading.lower() for heading in headings}
    assert (unlisted, undescribed) == ([], set())


def test_every_document_is_named_in_the_index_of_documents() -> None:
    documents = {
        PurePath(name).name
        for name in committed_files()
        if re.fullmatch(r"docs/[^/]+\.md", name) and name != "docs/README.md"
    }

    index = text("docs/README.md")
    assert documents == set(re.findall(r"^\| \[([^]/]+\.md)\]", index, re.MULTILINE))


def test_every_promise_names_tests_that_are_there_or_says_that_it_waits() -> None:
    promises = text("docs/security.md").split("## Promises")[1].splitlines()
    shown_by = [row.split("|")[2] for row in promises if row.startswith("| ")][1:]

    named = {name for cell in shown_by for name in re.findall(r"`(tests/[^`]+)`", cell)}
    assert named <= set(committed_files())
    assert [cell for cell in shown_by if "`tests/" not in cell and "**not yet**" not in cell] == []


def test_every_link_between_documents_leads_somewhere() -> None:
    known = set(committed_files())
    dead = []
    for name in sorted(known):
        if not name.endswith(".md"):
            continue
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text(name)):
            path = os.path.normpath(PurePath(name).parent / target)
            if path not in known and not any(file.startswith(f"{path}/") for file in known):
                dead.append((name, target))

    assert dead == []
