"""The operator's own name for the API of a stage."""

from aws_cdk import aws_apigateway as apigateway
from aws_cdk import aws_certificatemanager as acm
from constructs import Construct

from infra.settings import OwnDomain


class ApiDomain(apigateway.DomainName):
    """Serves an API under a name of one's own, at its root, as strictly as under the gateway's.

    It takes effect once whoever owns the zone points the name at `domain_name_alias_domain_name`.
    """

    def __init__(
        self, scope: Construct, construct_id: str, *, domain: OwnDomain, api: apigateway.RestApi
    ) -> None:
        super().__init__(
            scope,
            construct_id,
            domain_name=domain.name,
            certificate=acm.Certificate.from_certificate_arn(
                scope, "Certificate", domain.certificate_arn
            ),
            endpoint_type=apigateway.EndpointType.REGIONAL,
            security_policy=apigateway.SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
            endpoint_access_mode=apigateway.EndpointAccessMode.STRICT,
            mapping=api,
        )
