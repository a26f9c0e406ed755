"""Exports as the platform makes them, and what stands in them."""

import hashlib
import json
from typing import Any

from mneme.application.jobs.job_messages import TRANSFERS_QUEUE
from mneme.contracts.http.user_import import UserImportRequest
from mneme.domain.job import Job, JobOwner, JobState
from mneme.domain.tenancy import Grant, TenantContext, internal_context
from tests.doubles.lifecycle import deliver_pages, done
from tests.doubles.memory_blob_store import MemoryBlobStore
from tests.doubles.memory_download_links import MemoryDownloadLinks
from tests.doubles.world import TENANT, USER, World

PRIVACY = TenantContext(TENANT, frozenset({Grant.PRIVACY}))


def exported(world: World, tenant: TenantContext = PRIVACY, user_id: str = USER) -> Job:
    """Export, and let the job come to its end."""
    job_id = world.transfer.begin_export(tenant, user_id)
    return done(world, job_id, JobOwner(tenant.tenant_id, user_id))


def link_of(
    world: World, job: Job, tenant: TenantContext = PRIVACY, user_id: str = USER
) -> str | None:
    """Return the link to an export, if it is handed out."""
    link = world.transfer.link_export(tenant, user_id, job)
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


def export_lines(
    world: World, user_id: str = USER, tenant: TenantContext = PRIVACY
) -> list[dict[str, Any]]:
    """Export, and return the lines."""
    job = exported(world, tenant, user_id)
    assert job.state is JobState.DONE, job
    url = link_of(world, job, tenant, user_id)
    assert url is not None
    return lines_of(content_of(world, url))


def imported(
    world: World, lines: list[dict[str, Any]], user_id: str, tenant: TenantContext = PRIVACY
) -> Job:
    """Import lines, and let the job come to its end."""
    request = UserImportRequest.model_validate_json(
        json.dumps({"user_id": user_id, "header": lines[0], "lines": lines[1:-1]})
    )
    job_id = world.transfer.begin_import(tenant, user_id, request.told()).job_id
    return ended(world, job_id, JobOwner(tenant.tenant_id, user_id))


def ended(world: World, job_id: str, owner: JobOwner) -> Job:
    """Deliver pages of imports until a job has ended."""
    while True:
        import_pages(world)
        job = world.jobs.show.find(owner, job_id)
        assert job is not None
        if job.state.final:
            return job
        world.durable.clock.advance(seconds=1)


def import_pages(world: World) -> None:
    """Deliver the pages of imports that are waiting now."""
    deliver_pages(world, [TRANSFERS_QUEUE])


def without_ids(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return lines with each memory id replaced by its place among them, in order of all fields."""
    names = {line["memory_id"]: line for line in lines}
    told = {
        name: json.dumps(
            [line["kind"], line["created_at"], [one["content"] for one in line["revisions"]]]
        )
        for name, line in names.items()
    }
    text = json.dumps(lines, sort_keys=True)
    for name in names:
        text = text.replace(name, hashlib.sha256(told[name].encode()).hexdigest())
    plain: list[dict[str, Any]] = json.loads(text)
    for line in plain:
        for revision in line["revisions"]:
            for links in ("conflicts_with", "supersedes"):
                revision[links].sort()
    return sorted(plain, key=lambda line: str(line["memory_id"]))


def objects_of(world: World) -> list[str]:
    """Return the names of all objects of exports."""
    blobs = world.durable.backend.blobs
    assert isinstance(blobs, MemoryBlobStore)
    return sorted(name for _, container, name in blobs.objects if container == "exports")
