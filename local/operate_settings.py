"""`./dev mneme settings`: the thresholds that operators set while Mneme runs."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from local.settings_places import FilePlace, StagePlace, ThresholdsPlace, stage_place
from local.tenant_admin import ActionRefused
from mneme.contracts.thresholds import Document, parsed_document, thresholds_of
from mneme.contracts.thresholds_schema import described_thresholds, named_values
from mneme.domain.errors import InvalidRequest
from mneme.runtime.bootstrap import Services

_BACK = "default"
_ACTIONS = ("show", "set", "validate", "rollback", "discard")


def add_settings(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command; where the thresholds are is added by the caller."""
    command = commands.add_parser(
        "settings",
        help="show and set thresholds, without a deployment",
        description="`show` tells each threshold and where it comes from, `set` sets some of them"
        f" or takes them back (NAME={_BACK}), `validate` holds a file against what is allowed,"
        " `rollback` goes back to what stood before the last `set`. `discard` deletes what is left"
        " of all that was set, before a stage is removed.",
    )
    command.add_argument("action", choices=_ACTIONS)
    command.add_argument(
        "values", nargs="*", metavar="NAME=VALUE", help="what to set; validate: a file"
    )
    command.add_argument("--file", type=Path, help="set: the whole document, from a file")


def settings_refusal(given: argparse.Namespace) -> str | None:
    """Return why the arguments make no sense together, if they do not."""
    if given.file is not None and (given.action != "set" or given.values):
        return "--file goes with set, and nothing else"
    if given.action == "set":
        if not given.values and given.file is None:
            return "set takes NAME=VALUE, or --file"
        unclear = [one for one in given.values if "=" not in one]
        return f"{unclear[0]} is not NAME=VALUE" if unclear else None
    if len(given.values) != (given.action == "validate"):
        takes = "a file" if given.action == "validate" else "no more"
        return f"{given.action} takes {takes}"
    if given.action == "discard" and not given.stage:
        return "discard is for a stage"
    return None


def operate_settings(made: Services, given: argparse.Namespace) -> int:
    """Carry out the command. Raises ActionRefused, naming the field, and StageUnknown."""
    place = _place(made, given.stage)
    if given.action == "validate":
        _checked(place.deployed, _file(Path(given.values[0])))
        print(f"{given.values[0]}: would be taken")
    elif given.action == "set":
        whole = _file(given.file) if given.file else _changed(place.document(), given.values)
        _checked(place.deployed, whole)
        print(place.leave(json.dumps(whole, indent=2).encode()))
    elif given.action == "rollback":
        print(place.back())
    elif given.action == "discard" and isinstance(place, StagePlace):
        print(f"{place.discard()} documents are gone")
    else:
        _show(place)
    return 0


def _place(made: Services, stage: str | None) -> ThresholdsPlace:
    if stage:
        return stage_place(stage)
    file = made.settings.thresholds_file
    if file is None:
        raise ActionRefused("this is no local stack's data")
    return FilePlace(file, made.settings.thresholds)


def _show(place: ThresholdsPlace) -> None:
    deployed, set_over = (
        named_values(_parsed(text)) for text in (place.deployed, place.document())
    )
    for one in described_thresholds():
        value, source = one.default, "delivered"
        for values, name in ((deployed, "of the deployment"), (set_over, "set by operators")):
            if one.name in values:
                value, source = values[one.name], name
        print(f"{one.name:<34} {_shown(value):<10} {source}")
    print(place.standing())


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _changed(text: bytes, wishes: list[str]) -> dict[str, Any]:
    """Return a document with some values set, or taken out."""
    whole = dict(_parsed(text))
    for wish in wishes:
        name, _, value = wish.partition("=")
        whole = _with(whole, name.split("."), value)
    return whole


def _with(part: Mapping[str, Any], path: list[str], value: str) -> dict[str, Any]:
    name, *rest = path
    changed = dict(part)
    if rest:
        beneath = changed.get(name)
        changed[name] = _with(beneath if isinstance(beneath, Mapping) else {}, rest, value)
    elif value == _BACK:
        changed.pop(name, None)
    else:
        changed[name] = _value(value)
    return {key: each for key, each in changed.items() if each != {}}


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _file(path: Path) -> Document:
    try:
        return _parsed(path.read_bytes())
    except OSError as fault:
        raise ActionRefused(f"{path}: {fault.strerror}") from fault


def _parsed(text: str | bytes) -> Document:
    try:
        return parsed_document(text)
    except InvalidRequest as refusal:
        raise ActionRefused(f"{refusal.field}: {refusal.message}") from refusal


def _checked(deployed: str, document: Document) -> None:
    try:
        thresholds_of(_parsed(deployed), document)
    except InvalidRequest as refusal:
        raise ActionRefused(f"{refusal.field}: {refusal.message}") from refusal
