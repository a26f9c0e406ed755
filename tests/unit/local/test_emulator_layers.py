"""Functions of the emulator share one copy of each layer, and their configuration stays theirs."""

import io
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from local.emulator_layers import MOUNTED, SharedLayers


def zipped(name: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as layer:
        layer.writestr("python/package.py", f"NAME = {name!r}")
    return file.getvalue()


LAYERS = {"arn:own": zipped("own"), "arn:packages": zipped("packages")}


@dataclass
class Worker:
    config: dict[str, Any]
    begun_with: list[dict[str, Any]] = field(default_factory=list)


def begin(worker: Worker) -> None:
    worker.begun_with.append(worker.config)


@pytest.fixture
def shared(tmp_path: Path) -> SharedLayers:
    return SharedLayers(tmp_path / "layers", LAYERS.get)


def mounted(worker: Worker) -> list[Path]:
    (config,) = worker.begun_with
    return [Path(one) for one in config["Environment"]["Variables"][MOUNTED].split(":") if one]


def test_layers_are_mounted_in_their_order_from_one_copy(
    shared: SharedLayers, tmp_path: Path
) -> None:
    first, second = (Worker({"Layers": ["arn:own", "arn:packages"]}) for _ in range(2))
    for worker in (first, second):
        shared.for_each(begin)(worker)

    assert mounted(first) == mounted(second)
    own, packages = mounted(first)
    assert (own / "python" / "package.py").read_text() == "NAME = 'own'"
    assert (packages / "python" / "package.py").read_text() == "NAME = 'packages'"
    assert sorted((tmp_path / "layers").iterdir()) == sorted((own, packages))


def test_a_process_begins_without_layers_of_its_own_and_with_all_its_variables(
    shared: SharedLayers,
) -> None:
    told = {"Layers": ["arn:own"], "Timeout": 3, "Environment": {"Variables": {"STAGE": "local"}}}
    worker = Worker(told)

    shared.for_each(begin)(worker)

    (config,) = worker.begun_with
    assert (config["Layers"], config["Timeout"]) == ([], 3)
    assert config["Environment"]["Variables"]["STAGE"] == "local"
    assert worker.config is told
    assert told["Environment"] == {"Variables": {"STAGE": "local"}}


def test_a_function_without_layers_begins_with_none(shared: SharedLayers) -> None:
    worker = Worker({"Layers": ["arn:gone"]})

    shared.for_each(begin)(worker)

    assert mounted(worker) == []


def test_what_fails_to_begin_keeps_its_configuration(shared: SharedLayers) -> None:
    told = {"Layers": ["arn:own"]}
    worker = Worker(told)

    def fails(_: Worker) -> None:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        shared.for_each(fails)(worker)
    assert worker.config is told
