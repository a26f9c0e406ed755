"""A row of `infra/tables.py` as a DynamoDB table."""

from aws_cdk import RemovalPolicy
from aws_cdk import aws_dynamodb as dynamodb
from aws_cdk import aws_kms as kms
from constructs import Construct

from infra.tables import Index, SortType, Table

PARTITION = "pk"
SORT = "sk"
EXPIRY = "expires_at"
STRING = dynamodb.AttributeType.STRING


class DataTable(dynamodb.Table):
    """On demand, encrypted with our key, recoverable to any second of its window."""

    def __init__(
        self, scope: Construct, construct_id: str, *, row: Table, key: kms.IKey, protect: bool
    ) -> None:
        super().__init__(
            scope,
            construct_id,
            partition_key=dynamodb.Attribute(name=PARTITION, type=STRING),
            sort_key=dynamodb.Attribute(name=SORT, type=STRING) if row.sort_key else None,
            billing_mode=dynamodb.BillingMode.PAY_PER_REQUEST,
            encryption=dynamodb.TableEncryption.CUSTOMER_MANAGED,
            encryption_key=key,
            point_in_time_recovery_specification=dynamodb.PointInTimeRecoverySpecification(
                point_in_time_recovery_enabled=True,
                recovery_period_in_days=row.recovery_days,
            ),
            # Old and new: the indexer leaves alone what did not change for the index.
            time_to_live_attribute=EXPIRY if row.expiring else None,
            stream=dynamodb.StreamViewType.NEW_AND_OLD_IMAGES if row.stream else None,
            deletion_protection=protect,
            removal_policy=RemovalPolicy.RETAIN if protect else RemovalPolicy.DESTROY,
        )
        for index in row.indexes:
            self._add_index(index)

    def _add_index(self, index: Index) -> None:
        numeric = index.sort_type is SortType.NUMBER
        sort_key = dynamodb.Attribute(
            name=index.sort_attribute, type=dynamodb.AttributeType.NUMBER if numeric else STRING
        )
        keys_only = dynamodb.ProjectionType.KEYS_ONLY
        if index.local:
            self.add_local_secondary_index(
                index_name=index.name, sort_key=sort_key, projection_type=keys_only
            )
        else:
            self.add_global_secondary_index(
                index_name=index.name,
                partition_key=dynamodb.Attribute(name=index.partition_attribute, type=STRING),
                sort_key=sort_key,
                projection_type=keys_only,
            )
