"""Certificates of erasures, as they are handed out, and the nights in which they are looked at."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

from mneme.adapters.ecdsa_signatures import EcdsaSignatures
from mneme.application.privacy.verify_certificate import VerifyCertificate
from mneme.domain.certificate_flaw import FieldFlaw
from mneme.domain.job import JobName, JobState
from mneme.domain.purge import PurgeTarget
from mneme.domain.residues import Windows
from mneme.domain.signed_statement import document
from tests.doubles.durable import Durable
from tests.doubles.lifecycle import done
from tests.doubles.managing import indexed
from tests.doubles.purging import EVERYTHING, OWNER
from tests.doubles.world import USER, Around, World

DAY = timedelta(days=1)
CLOUD = Windows(keys=DAY, tables=35 * DAY, stream=DAY, search=14 * DAY, digests=400 * DAY)


def a_cloud(
    durable: Durable | None = None,
    providers: tuple[str, ...] = (),
    around: Around = lambda stores: stores,
) -> World:
    """Return a world whose stores can be brought back for as long as those of a deployment."""
    world = World(durable, around)
    erasure = replace(world.settings.erasure, windows=CLOUD, providers=providers)
    world.settings = replace(world.settings, erasure=erasure)
    return world


def certified(
    world: World, name: JobName = JobName.ERASE, target: PurgeTarget = EVERYTHING
) -> dict[str, Any]:
    """Erase or purge, and return the certificate of it."""
    job_id = world.purge_memory(world.acme, USER, target, name=name)
    assert done(world, job_id, OWNER).state is JobState.DONE
    indexed(world)
    return handed_out(world, job_id)


def handed_out(world: World, job_id: str) -> dict[str, Any]:
    """Return a certificate as a file of it holds it."""
    shown = world.certificates.show.of_job(world.acme, USER, job_id)
    assert shown.signature is not None
    text = json.dumps(document(shown.statement, shown.signature))
    told: dict[str, Any] = json.loads(text)
    return told


def verified(world: World, told: Any) -> list[FieldFlaw]:
    """Verify a certificate with the public keys of the deployment alone."""
    trusted = world.durable.certificate_keys.public_keys()
    return VerifyCertificate(EcdsaSignatures())(told, trusted)


def night(world: World, days: float = 1) -> None:
    """Let days pass and do a night's work: keys that are due go, certificates are looked at."""
    world.durable.clock.advance(days=days)
    for name in (JobName.RECONCILE, JobName.CERTIFY):
        assert done(world, world.jobs.start.by_hand(name)).state is JobState.DONE
