"""Logical ids of what holds data never change: a changed id is a new, empty resource.

Add a line for a new resource. Changing or removing one needs a migration of its data first.
"""

import pytest

from tests.infra.synthesized import Cloud

FROZEN = {
    "AWS::DynamoDB::Table": {
        "CertificatesTable7DF15F26",
        "ChangeLogTable82F8B177",
        "CountersTable23DAAD26",
        "EpisodesTable1EB783DF",
        "EpochsTable47894DD8",
        "GuardsTableDE76CF75",
        "HeadsTable44DA4D07",
        "JobsTable1970BC16",
        "KeysTableDD857A22",
        "OperationsTable90528792",
        "QuotasTableEBB5AA89",
        "RevisionsTable794F3456",
        "SessionsTable7C302024",
        "TenantsTableB701DC57",
        "UsersTable9725E9C8",
    },
    "AWS::KMS::Key": {"Certificate1Key172CA4C3", "DataKey17AFBB84", "WrappingKey590250BA"},
    "AWS::OpenSearchService::Domain": {"SearchDomainAB6007CD"},
    "AWS::S3::Bucket": {
        "ArchiveBucket9DECBF5D",
        "DigestsBucket197F529D",
        "ExportsBucket5A12738B",
        "PayloadsBucket8AAF4A59",
    },
}


@pytest.mark.parametrize("stage", ["dev", "prod"])
def test_stateful_resources_keep_their_logical_ids(cloud: Cloud, stage: str) -> None:
    template = cloud.template(stage, "data")

    assert {kind: set(template.resources(kind)) for kind in FROZEN} == FROZEN


@pytest.mark.parametrize("stage", ["dev", "prod"])
def test_the_service_stack_holds_no_data_of_its_own(cloud: Cloud, stage: str) -> None:
    service = cloud.template(stage, "service")

    assert [kind for kind in FROZEN if service.resources(kind)] == []
