"""The search domain: a projection that can be rebuilt, reachable by signed requests only."""

from aws_cdk import CfnUpdatePolicy, RemovalPolicy, Stack
from aws_cdk import aws_kms as kms
from aws_cdk import aws_opensearchservice as opensearch
from constructs import Construct

from infra.constructs.acknowledgements import acknowledge
from infra.settings import SearchDomain as Size

# A reader asks whether the live alias exists and searches it; any other POST could write.
SEARCH_READ = {"es:ESHttpHead": "_alias/{index}", "es:ESHttpPost": "{index}/_msearch"}
SEARCH_WRITE = ("es:ESHttpGet", "es:ESHttpHead", "es:ESHttpPost", "es:ESHttpPut")


class SearchDomain(Construct):
    """An OpenSearch domain: encrypted at rest and between nodes, TLS 1.2, no anonymous access."""

    def __init__(
        self, scope: Construct, construct_id: str, *, size: Size, key: kms.IKey, protect: bool
    ) -> None:
        super().__init__(scope, construct_id)
        domain = opensearch.CfnDomain(
            self,
            "Domain",
            engine_version=size.engine,
            cluster_config=_cluster(size),
            ebs_options=opensearch.CfnDomain.EBSOptionsProperty(
                ebs_enabled=True, volume_type="gp3", volume_size=size.volume_gb
            ),
            encryption_at_rest_options=opensearch.CfnDomain.EncryptionAtRestOptionsProperty(
                enabled=True, kms_key_id=key.key_id
            ),
            node_to_node_encryption_options=(
                opensearch.CfnDomain.NodeToNodeEncryptionOptionsProperty(enabled=True)
            ),
            domain_endpoint_options=opensearch.CfnDomain.DomainEndpointOptionsProperty(
                enforce_https=True, tls_security_policy="Policy-Min-TLS-1-2-PFS-2023-10"
            ),
            access_policies=self._access_policy(),
            software_update_options=opensearch.CfnDomain.SoftwareUpdateOptionsProperty(
                auto_software_update_enabled=True
            ),
        )
        domain.cfn_options.update_policy = CfnUpdatePolicy(enable_version_upgrade=True)
        domain.apply_removal_policy(RemovalPolicy.RETAIN if protect else RemovalPolicy.DESTROY)
        self.arn = domain.attr_arn
        self.domain_name = domain.ref
        self.url = f"https://{domain.attr_domain_endpoint}"
        _acknowledge(domain, size)

    def _access_policy(self) -> dict[str, object]:
        """Hand the decision to IAM: a signed request needs a role of ours that allows it."""
        account = Stack.of(self).format_arn(service="iam", region="", resource="root")
        return {
            "Version": "2012-10-17",
            "Statement": [
                {
                    "Effect": "Allow",
                    "Principal": {"AWS": account},
                    "Action": list(SEARCH_WRITE),
                    "Resource": "*",
                }
            ],
        }


def _cluster(size: Size) -> opensearch.CfnDomain.ClusterConfigProperty:
    spread = size.zones > 1
    return opensearch.CfnDomain.ClusterConfigProperty(
        instance_count=size.nodes,
        instance_type=size.instance,
        zone_awareness_enabled=spread,
        zone_awareness_config=opensearch.CfnDomain.ZoneAwarenessConfigProperty(
            availability_zone_count=size.zones
        )
        if spread
        else None,
        dedicated_master_enabled=size.masters > 0,
        dedicated_master_count=size.masters or None,
        dedicated_master_type=size.master_instance if size.masters else None,
        multi_az_with_standby_enabled=False,
    )


def _acknowledge(domain: opensearch.CfnDomain, size: Size) -> None:
    acknowledge(
        domain,
        "OS1",
        "No VPC by design: a shorter cold start and fewer endpoints to pay; only signed requests "
        "of roles with a grant are answered.",
    )
    acknowledge(
        domain, "OS3", "Functions outside a VPC have no fixed addresses; requests are signed."
    )
    acknowledge(
        domain,
        "OS9",
        "Slow logs print request bodies: vectors and hashed terms of memories stay out of logs.",
        "LogExport::INDEX_SLOW_LOGS",
        "LogExport::SEARCH_SLOW_LOGS",
    )
    if not size.masters:
        acknowledge(domain, "OS4", "A stage without production data does without masters.")
    if size.zones == 1:
        acknowledge(domain, "OS7", "A stage without production data lives in one zone.")
