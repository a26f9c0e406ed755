"""DESIGN §3: every port method takes the tenant first, so that none can be forgotten."""

import ast
from collections.abc import Iterator

from tests.architecture.source import PACKAGE, python_files, tree

PORTS = f"{PACKAGE}application/ports/"
FOR_ALL_TENANTS = {
    "ChangeFeed": "the outbox of a whole table, read by the indexer's feeder only",
    "QueueConsumer": "a worker takes the next message, whoever's it is; its body names the tenant",
    "WholeTable": "an operator builds the index anew from the rows of all tenants",
    "DeadLetters": "an operator looks at what no tenant's work could handle, queue by queue",
    "CertificateKeys": "the deployment signs what it did, with the same keys whoever's it was",
    "Signatures": "a pure function of a public key",
    "PublicApi": "who asks is a tenant's backend, and has nothing but its key",
    "Clock": "time is the same for everyone",
    "Settings": "thresholds are the deployment's; what tenants chose lies over them",
    "Errands": "it carries a call, which names its tenant itself",
    "Ids": "an id says nothing of a tenant",
    "Stemmer": "a pure function of a word",
    "SignedTokens": "a pure function of a key, which is the tenant's or its issuer's already",
    "Cipher": "a pure function of a key, which is the tenant's already",
    "VectorRotation": "a pure function of a key, which is the tenant's already",
}

FOR_THE_DEPLOYMENT = {
    "VectorIndex.prepare": "makes the one index of all tenants, while it is empty",
    "IndexExpunge.further": "merges segments, each of which holds documents of many tenants",
    "IndexRebuild.begin": "makes a second index of all tenants, while it is empty",
    "IndexRebuild.reached": "notes how far an operator came with all tenants' rows",
    "IndexRebuild.finish": "swaps the one index of all tenants for another",
}


def _protocols() -> Iterator[ast.ClassDef]:
    for name in python_files(PORTS):
        for node in tree(name).body:
            if isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases):
                yield node


def _methods(protocol: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    # A property describes the adapter itself and takes nothing.
    for node in protocol.body:
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            yield node


def _takes_tenant_first(method: ast.FunctionDef) -> bool:
    arguments = method.args.posonlyargs + method.args.args
    if len(arguments) < 2 or len(method.args.defaults) > len(arguments) - 2:
        return False
    tenant = arguments[1]
    annotation = ast.unparse(tenant.annotation) if tenant.annotation else ""
    return (tenant.arg, annotation) == ("tenant", "TenantContext")


def test_every_port_method_requires_the_tenant_as_its_first_argument() -> None:
    forgetful = [
        f"{protocol.name}.{method.name}"
        for protocol in _protocols()
        if protocol.name not in FOR_ALL_TENANTS
        for method in _methods(protocol)
        if f"{protocol.name}.{method.name}" not in FOR_THE_DEPLOYMENT
        if not _takes_tenant_first(method)
    ]

    assert forgetful == []


def test_the_exempt_ports_exist_and_need_their_exemption() -> None:
    without_tenant = {
        protocol.name
        for protocol in _protocols()
        for method in _methods(protocol)
        if f"{protocol.name}.{method.name}" not in FOR_THE_DEPLOYMENT
        if not _takes_tenant_first(method)
    }
    known = {f"{one.name}.{method.name}" for one in _protocols() for method in _methods(one)}

    assert without_tenant == set(FOR_ALL_TENANTS)
    assert set(FOR_THE_DEPLOYMENT) <= known
