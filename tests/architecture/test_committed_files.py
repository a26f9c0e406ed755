"""What must not be committed: where a package came from, and where somebody's clone lies."""

import re

from tests.architecture.source import committed_files, text

# Spelled in two halves, so that this file passes its own test.
REGISTRIES = (
    "py" + "pi.org",
    "python" + "hosted.org",
    "npm" + "js.org",
    "npm" + "js.com",
    "maven" + ".org",
    "maven.apache" + ".org",
    "crates" + ".io",
    "golang" + ".org",
    "debian" + ".org",
)
DOWNLOAD = re.compile(
    r"https?:/" + r"/\S*(/simple/|/maven2/|\.(whl|tgz|jar|zip|tar\.gz|deb)\b)"
    r"|\bindex" + r"-url\b"
    r'|"resol' + r'ved":'
)
MACHINE_PATH = re.compile(r"(?<![\w.:/$}-])/(root|work|home/\w+|Users/\w+)/")


def _lines(pattern: re.Pattern[str]) -> list[str]:
    return [
        f"{name}:{number}"
        for name in committed_files()
        for number, line in enumerate(text(name).splitlines(), start=1)
        if pattern.search(line)
    ]


def test_no_committed_file_names_a_package_registry() -> None:
    assert _lines(re.compile("|".join(map(re.escape, REGISTRIES)))) == []


def test_no_committed_file_holds_a_download_address() -> None:
    assert _lines(DOWNLOAD) == []


def test_no_committed_file_holds_a_path_of_one_machine() -> None:
    assert _lines(MACHINE_PATH) == []
