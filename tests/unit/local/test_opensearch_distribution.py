"""What is accepted to run OpenSearch with, and from."""

import hashlib
from pathlib import Path

import pytest

from local import opensearch_distribution
from local.opensearch_distribution import (
    Artifact,
    OpensearchMissingError,
    cache_home,
    fetch,
    find_java,
)

MAVEN = """#!/bin/sh
for argument in "$@"; do
  case "$argument" in -DoutputDirectory=*) printf archive >"${argument#*=}/a.zip";; esac
done
"""


def command(folder: Path, name: str, script: str) -> Path:
    """Write an executable script; return it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(script)
    path.chmod(0o755)
    return path


def java(home: Path, version: str) -> Path:
    """Make a home whose `java` says that it is of this version; return the home."""
    command(home / "bin", "java", f"#!/bin/sh\necho 'openjdk version \"{version}\"' >&2\n")
    return home


def test_java_that_is_named_and_new_enough_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = java(tmp_path / "old", "17.0.15"), java(tmp_path / "new", "25")
    monkeypatch.setenv(opensearch_distribution.JAVA_VARIABLE, str(old))
    monkeypatch.setenv("JAVA_HOME", str(new))

    assert find_java() == new


def test_machine_without_a_java_that_is_new_enough_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opensearch_distribution, "JAVA_FOLDERS", (tmp_path / "none",))
    monkeypatch.setenv("JAVA_HOME", str(java(tmp_path / "old", "17.0.15")))
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(OpensearchMissingError, match="Java 21"):
        find_java()


def test_archive_with_another_digest_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command(tmp_path / "bin", "mvn", MAVEN)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))

    with pytest.raises(OpensearchMissingError, match="pinned"):
        fetch(Artifact("g:a:1:zip", "a.zip", "0" * 64), tmp_path)


def test_archive_with_the_pinned_digest_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command(tmp_path / "bin", "mvn", MAVEN)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    digest = hashlib.sha256(b"archive").hexdigest()

    pinned = Artifact("g:a:1:zip", "a.zip", digest)

    assert fetch(pinned, tmp_path).read_text() == "archive"


def test_machine_without_maven_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(OpensearchMissingError, match="Maven"):
        fetch(Artifact("g:a:1:zip", "a.zip", "0" * 64), tmp_path)


def test_cache_is_where_an_unprivileged_user_can_enter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shut = tmp_path / "shut"
    shut.mkdir(mode=0o700)
    monkeypatch.setattr("os.getuid", lambda: 0)
    monkeypatch.setenv("XDG_CACHE_HOME", str(shut))

    assert shut not in cache_home().parents

    monkeypatch.setenv(opensearch_distribution.HOME_VARIABLE, str(shut / "named"))
    assert cache_home() == shut / "named"
