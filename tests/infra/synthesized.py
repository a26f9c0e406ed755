"""The CDK app as CloudFormation templates, and readable forms of what is in them."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import aws_cdk as cdk

from app import build
from infra.stage import ROOT

STAGES = ("dev", "prod", "local")
_EXPORTED = re.compile(r"ExportsOutput(?:FnGetAtt|Ref)(.+?)[0-9A-F]{8}(\w*?)[0-9A-F]{8}")
_HASH = re.compile(r"[0-9A-F]{8}$")


@dataclass(frozen=True)
class Template:
    """One stack's template."""

    text: str

    @property
    def content(self) -> dict[str, Any]:
        """The whole template."""
        return _parsed(self.text)

    def resources(self, kind: str) -> dict[str, dict[str, Any]]:
        """Return the resources of a type, by logical id."""
        return {
            logical_id: resource
            for logical_id, resource in self.content["Resources"].items()
            if resource["Type"] == kind
        }

    def properties(self, kind: str) -> dict[str, dict[str, Any]]:
        """Return the properties of resources of a type, by logical id without its hash."""
        return {
            _HASH.sub("", logical_id): resource.get("Properties", {})
            for logical_id, resource in self.resources(kind).items()
        }


@dataclass(frozen=True)
class Cloud:
    """The assembly of an app with every stage."""

    folder: Path

    def manifest(self, stage: str) -> dict[str, Any]:
        """Return the manifest of a stage's assembly."""
        return _parsed((self.folder / f"assembly-mneme-{stage}" / "manifest.json").read_text())

    def template(self, stage: str, stack: str) -> Template:
        """Return a stack's template, `data`, `service` or `observability`."""
        (path,) = (self.folder / f"assembly-mneme-{stage}").glob(f"*{stack}*.template.json")
        return Template(path.read_text())


def synthesize(folder: Path, *stages: str) -> Cloud:
    """Synthesize the app as the command-line tool does; RuntimeError if it breaks a rule."""
    app = cdk.App(outdir=str(folder), context=context(*stages))
    build(app)
    app.synth()
    return Cloud(folder)


def context(*stages: str) -> dict[str, Any]:
    """Return what the command-line tool tells the app that is to hold these stages."""
    flags: dict[str, Any] = json.loads((ROOT / "cdk.json").read_text())["context"]
    return {**flags, "stage": ",".join(stages)}


def plain(value: Any) -> str:
    """Return a value in which references read as `<HeadsTable.Arn>`, whatever stack they cross."""
    match value:
        case {"Ref": name}:
            return f"<{_HASH.sub('', name)}>"
        case {"Fn::GetAtt": [name, attribute]}:
            return f"<{_HASH.sub('', name)}.{attribute}>"
        case {"Fn::ImportValue": export}:
            found = _EXPORTED.search(export)
            name, attribute = found.groups() if found else (export, "")
            return f"<{name}.{attribute}>" if attribute else f"<{name}>"
        case {"Fn::Join": [separator, parts]}:
            return str(separator).join(plain(part) for part in parts)
        case _:
            return str(value)


def listed(value: Any) -> list[Any]:
    """Return a list, also of what CloudFormation shortens to a single value."""
    return value if isinstance(value, list) else [value]


def grants(role: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Return every (action, resource) that a role's own policies allow."""
    return {
        (action, plain(resource))
        for statement in statements(role)
        for action in listed(statement["Action"])
        for resource in listed(statement["Resource"])
    }


def statements(role: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the statements of a role's own policies."""
    return [
        statement
        for policy in role["Policies"]
        for statement in policy["PolicyDocument"]["Statement"]
    ]


@cache
def _parsed(text: str) -> dict[str, Any]:
    return dict(json.loads(text))
