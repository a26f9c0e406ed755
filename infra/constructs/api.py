"""The public REST API: every route of `infra/functions.py` behind one authorizer."""

from collections.abc import Mapping

from aws_cdk import Duration, RemovalPolicy
from aws_cdk import aws_apigateway as apigateway
from aws_cdk import aws_logs as logs
from constructs import Construct

from infra.constructs.access_log import access_log_line
from infra.constructs.acknowledgements import acknowledge
from infra.constructs.execution_log import own_execution_log
from infra.constructs.function import MnemeFunction
from infra.constructs.gateway_responses import add_gateway_responses
from infra.constructs.log_retention import retention
from infra.constructs.own_domain import ApiDomain
from infra.function import Route
from infra.settings import StageSettings

STAGE_NAME = "live"
# The gateway's default still takes TLS 1.0. Strict: the name asked for must be the name served.
TLS_POLICY = "SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09"


def api_name(stage: str) -> str:
    """Return the name under which the gateway counts a stage's requests."""
    return f"mneme-{stage}"


class PublicApi(Construct):
    """POST routes, each a proxy to one function; throttled, logged without bodies, traced.

    `url` is where callers reach it; `domain` is there if that is a name of the operator's own.
    """

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        routes: Mapping[Route, MnemeFunction],
        authorizer: MnemeFunction,
        settings: StageSettings,
    ) -> None:
        super().__init__(scope, construct_id)
        self.stage_name = STAGE_NAME
        self.rest = apigateway.RestApi(
            self,
            "Rest",
            rest_api_name=api_name(settings.name),
            description="Mneme: long-term memory for agents",
            endpoint_types=[apigateway.EndpointType.REGIONAL],
            disable_execute_api_endpoint=settings.domain is not None,
            api_key_source_type=apigateway.ApiKeySourceType.AUTHORIZER,
            cloud_watch_role=True,
            cloud_watch_role_removal_policy=RemovalPolicy.RETAIN,
            deploy_options=self._stage_options(settings),
            default_method_options=apigateway.MethodOptions(
                authorization_type=apigateway.AuthorizationType.CUSTOM,
                authorizer=self._authorizer(authorizer, settings),
                api_key_required=settings.usage_keys,
            ),
        )
        self.rest.node.try_remove_child("Endpoint")  # an output of its own, under another name
        own_execution_log(self.rest, stage_name=STAGE_NAME, log_days=settings.log_days)
        self._require_modern_tls()
        for route, function in routes.items():
            self.rest.root.resource_for_path(route.path).add_method(
                "POST",
                apigateway.LambdaIntegration(
                    function.target,
                    allow_test_invoke=False,
                ),
            )
        add_gateway_responses(self.rest)
        self.usage_plan = self._add_usage_plan(settings)
        self.domain = (
            ApiDomain(self, "Domain", domain=settings.domain, api=self.rest)
            if settings.domain
            else None
        )
        self.url = self._address(settings)
        self._acknowledge(settings)

    def _address(self, settings: StageSettings) -> str:
        if settings.domain:
            return f"https://{settings.domain.name}/"
        if settings.gateway_url:
            path = f"_aws/execute-api/{self.rest.rest_api_id}/{STAGE_NAME}"
            return f"{settings.gateway_url}/{path}/"
        return self.rest.url

    def _authorizer(
        self, function: MnemeFunction, settings: StageSettings
    ) -> apigateway.TokenAuthorizer:
        return apigateway.TokenAuthorizer(
            self,
            "Authorizer",
            handler=function.target,
            identity_source=apigateway.IdentitySource.header("Authorization"),
            results_cache_ttl=Duration.seconds(settings.authorizer_cache_seconds),
        )

    def _stage_options(self, settings: StageSettings) -> apigateway.StageOptions:
        log = logs.LogGroup(
            self,
            "AccessLog",
            retention=retention(settings.log_days),
            removal_policy=RemovalPolicy.DESTROY,
        )
        return apigateway.StageOptions(
            stage_name=STAGE_NAME,
            access_log_destination=apigateway.LogGroupLogDestination(log),
            access_log_format=apigateway.AccessLogFormat.custom(access_log_line()),
            logging_level=apigateway.MethodLoggingLevel.ERROR,
            data_trace_enabled=False,
            metrics_enabled=True,
            tracing_enabled=True,
            throttling_rate_limit=settings.throttle.rate,
            throttling_burst_limit=settings.throttle.burst,
        )

    def _require_modern_tls(self) -> None:
        resource = self.rest.node.default_child
        if not isinstance(resource, apigateway.CfnRestApi):
            raise TypeError("the REST API has no resource of its own")
        resource.security_policy = TLS_POLICY
        resource.endpoint_access_mode = "STRICT"

    def _add_usage_plan(self, settings: StageSettings) -> apigateway.UsagePlan:
        """Prepare a bound for each tenant.

        It takes effect where methods require a key and the authorizer names the tenant's.
        """
        return self.rest.add_usage_plan(
            "Standard",
            description="Mneme: what one tenant may ask",
            throttle=apigateway.ThrottleSettings(
                rate_limit=settings.tenant_throttle.rate,
                burst_limit=settings.tenant_throttle.burst,
            ),
            api_stages=[
                apigateway.UsagePlanPerApiStage(api=self.rest, stage=self.rest.deployment_stage)
            ],
        )

    def _acknowledge(self, settings: StageSettings) -> None:
        acknowledge(
            self.rest,
            "APIG2",
            "Handlers validate bodies and name the faulty field, which the gateway cannot.",
        )
        account_role = self.rest.node.find_child("CloudWatchRole")
        managed = "service-role/AmazonAPIGatewayPushToCloudWatchLogs"
        acknowledge(
            account_role,
            "IAM4",
            "The one managed policy that lets the gateway write its logs, once per account.",
            f"Policy::arn:<AWS::Partition>:iam::aws:policy/{managed}",
        )
        for method in self.rest.methods:
            acknowledge(method, "COG4", "A Lambda authorizer decides, by keys and user tokens.")
        if not settings.firewall:
            acknowledge(
                self.rest.deployment_stage,
                "APIG3",
                "A stage without production data relies on throttling and the authorizer.",
            )
