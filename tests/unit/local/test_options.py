from pathlib import Path

import pytest

from local.options import DEFAULT_PORT, ROOT, parse_options


def test_without_options_all_is_at_its_usual_place() -> None:
    options = parse_options([])

    assert (options.port, options.data, options.workers) == (DEFAULT_PORT, ROOT / ".local", 1)
    assert (options.fresh, options.ready_file, options.log_level) == (False, None, "WARNING")


def test_every_option_is_taken(tmp_path: Path) -> None:
    options = parse_options(
        f"--port 0 --data {tmp_path} --workers 4 --fresh"
        f" --ready-file {tmp_path}/ready.json --log-level debug".split()
    )

    assert (options.port, options.data, options.workers) == (0, tmp_path, 4)
    assert (options.fresh, options.ready_file) == (True, tmp_path / "ready.json")
    assert options.log_level == "DEBUG"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--port", "65536"],
        ["--port", "-1"],
        ["--port", "http"],
        ["--workers", "0"],
        ["--workers", "65"],
        ["--log-level", "LOUD"],
        ["--verbose"],
    ],
)
def test_what_makes_no_sense_is_refused_with_the_option_named(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parse_options(arguments)

    assert arguments[0] in capsys.readouterr().err
