"""Exports as the platform makes them, and what stands in them."""

import json
from typing import Any

from mneme.domain.job import Job, JobOwner, JobState
from mneme.domain.tenancy import Grant, TenantContext, internal_context
from tests.doubles.lifecycle import done
from tests.doubles.memory_blob_store import MemoryBlobStore
from tests.doubles.memory_download_links import MemoryDownloadLinks
from tests.doubles.world import TENANT, USER, World

PRIVACY = TenantContext(TENANT, frozenset({Grant.PRIVACY}))


def exported(world: World, tenant: TenantContext = PRIVACY, user_id: str = USER) -> Job:
    """Export, and let the job come to its end."""
    job_id = world.transfer.begin_export(tenant, user_id)
    return done(world, job_id, JobOwner(tenant.tenant_id, user_id))


def link_of(world: World, job: Job, tenant: TenantContext = PRIVACY) -> str | None:
    """Return the link to an export, if it is handed out."""
    link = world.transfer.link_export(tenant, USER, job)
    return None if link is None else link.url


def content_of(world: World, url: str) -> bytes | None:
    """Return what a link opens; None if it is gone."""
    links, blobs = world.durable.backend.links, world.durable.backend.blobs
    assert isinstance(links, MemoryDownloadLinks)
    tenant_id, container, name = links.opened[url]
    return blobs.get(internal_context(tenant_id), container, name)


def lines_of(content: bytes | None) -> list[dict[str, Any]]:
    """Return an export's lines, read."""
    assert content is not None
    assert content.endswith(b"\n")
    return [json.loads(line) for line in content.decode().splitlines()]


def export_lines(world: World) -> list[dict[str, Any]]:
    """Export, and return the lines."""
    job = exported(world)
    assert job.state is JobState.DONE, job
    url = link_of(world, job)
    assert url is not None
    return lines_of(content_of(world, url))


def objects_of(world: World) -> list[str]:
    """Return the names of all objects of exports."""
    blobs = world.durable.backend.blobs
    assert isinstance(blobs, MemoryBlobStore)
    return sorted(name for _, container, name in blobs.objects if container == "exports")
