"""The web application firewall before the API."""

from aws_cdk import Stack
from aws_cdk import aws_apigateway as apigateway
from aws_cdk import aws_wafv2 as waf
from constructs import Construct

from infra.settings import FIREWALL_SECONDS


class Firewall(Construct):
    """Bounds what one address may ask, and refuses addresses of ill repute.

    Rules that look into bodies are left out: conversations quote code, markup and queries.
    """

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        stage: apigateway.Stage,
        requests_per_address: int,
    ) -> None:
        super().__init__(scope, construct_id)
        rate = waf.CfnWebACL.RateBasedStatementProperty(
            limit=requests_per_address,
            aggregate_key_type="IP",
            evaluation_window_sec=FIREWALL_SECONDS,
        )
        reputation = waf.CfnWebACL.ManagedRuleGroupStatementProperty(
            vendor_name="AWS", name="AWSManagedRulesAmazonIpReputationList"
        )
        acl = waf.CfnWebACL(
            self,
            "Acl",
            scope="REGIONAL",
            default_action=waf.CfnWebACL.DefaultActionProperty(allow={}),
            visibility_config=_metrics("firewall"),
            rules=[
                waf.CfnWebACL.RuleProperty(
                    name="rate-per-address",
                    priority=0,
                    action=waf.CfnWebACL.RuleActionProperty(block={}),
                    statement=waf.CfnWebACL.StatementProperty(rate_based_statement=rate),
                    visibility_config=_metrics("rate-per-address"),
                ),
                waf.CfnWebACL.RuleProperty(
                    name="reputation",
                    priority=1,
                    override_action=waf.CfnWebACL.OverrideActionProperty(none={}),
                    statement=waf.CfnWebACL.StatementProperty(
                        managed_rule_group_statement=reputation
                    ),
                    visibility_config=_metrics("reputation"),
                ),
            ],
        )
        waf.CfnWebACLAssociation(
            self, "Association", resource_arn=_stage_arn(stage), web_acl_arn=acl.attr_arn
        )


def _stage_arn(stage: apigateway.Stage) -> str:
    api = stage.rest_api.rest_api_id
    return Stack.of(stage).format_arn(
        service="apigateway",
        account="",
        resource="/restapis",
        resource_name=f"{api}/stages/{stage.stage_name}",
    )


def _metrics(name: str) -> waf.CfnWebACL.VisibilityConfigProperty:
    # Sampled requests would show callers' addresses and headers.
    return waf.CfnWebACL.VisibilityConfigProperty(
        cloud_watch_metrics_enabled=True, metric_name=name, sampled_requests_enabled=False
    )
